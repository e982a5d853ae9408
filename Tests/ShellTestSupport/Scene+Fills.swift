public import Scenes

extension Scene {
  /// All fills from back to front, those in sheets included.
  public var fills: [FillNode] {
    func fills(_ nodes: [Node]) -> [FillNode] {
      nodes.flatMap { node -> [FillNode] in
        switch node {
        case .effect(let effect): fills(effect.content)
        case .fill(let fill): [fill]
        case .text, .image: []
        }
      }
    }
    return fills(nodes)
  }
}
