import Scenes

extension Scene {
  /// All fills, those on glass included.
  var fills: [FillNode] {
    func fills(_ nodes: [Node]) -> [FillNode] {
      nodes.flatMap { node -> [FillNode] in
        switch node {
        case .fill(let fill): [fill]
        case .effect(let effect): fills(effect.content)
        case .image, .text: []
        }
      }
    }
    return fills(nodes)
  }

  /// All pictures, those on glass included.
  var images: [ImageNode] {
    func images(_ nodes: [Node]) -> [ImageNode] {
      nodes.flatMap { node -> [ImageNode] in
        switch node {
        case .image(let image): [image]
        case .effect(let effect): images(effect.content)
        case .fill, .text: []
        }
      }
    }
    return images(nodes)
  }
}
