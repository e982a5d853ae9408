import Scenes

extension Scene {
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
