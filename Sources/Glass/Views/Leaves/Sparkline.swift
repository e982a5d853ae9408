import Geometry
import Scenes

/// A small graph: a bar for each value, the latest at the trailing side.
public struct Sparkline: View, Element {
  private let values: [Double]
  private let ink: ViewInk

  /// Makes a graph that takes all the width and height; `values` are parts of the height, 0 … 1.
  public init(_ values: [Double], ink: ViewInk = .mark(0.6)) {
    self.values = values.map { $0.isFinite ? min(max($0, 0), 1) : 0 }
    self.ink = ink
  }

  public var body: ViewTree { return ViewTree(self) }

  func box(in context: LayoutContext) -> any Box {
    let span = Span(least: 0, ideal: 0, most: Span.unbounded)
    let ink = context.ink(ink)
    return FlexibleBox(width: span, height: span) { frame, canvas in
      for (index, value) in values.enumerated() {
        let left = frame.x + frame.width * index / values.count
        let right = frame.x + frame.width * (index + 1) / values.count
        let height = Int((Double(frame.height) * value).rounded())
        let bar = PixelRect(x: left, y: frame.maxY - height, width: right - left, height: height)
          .mirrored(in: frame, if: context.environment.isRightToLeft)
        if !bar.isEmpty { canvas.add(.fill(FillNode(frame: bar, ink: ink))) }
      }
    }
  }
}
