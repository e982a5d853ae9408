import Geometry
import Scenes

/// A template icon with a name, in the ink of texts; if there is no such symbol, its place stays empty.
public struct Symbol: View, Element {
  private let name: String
  private let side: Double

  /// `side` is in points.
  public init(_ name: String, side: Double = 16) {
    self.name = name
    self.side = side
  }

  public var body: ViewTree { return ViewTree(self) }

  func box(in context: LayoutContext) -> any Box {
    let side = context.pixels(side)
    let bitmap = context.environment.symbols?.bitmap(named: name, side: side)
    let ink = context.ink(context.environment.ink)
    return FlexibleBox(width: Span(side), height: Span(side)) { frame, canvas in
      canvas.addAccessible(AccessibilityNode(role: .image, label: "", frame: frame))
      guard let bitmap else { return }
      let place = bitmap.size.fitted(in: frame)
      if !place.isEmpty { canvas.add(.image(ImageNode(frame: place, bitmap: bitmap, ink: ink))) }
    }
  }
}
