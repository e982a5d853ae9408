import Geometry
import Scenes
public import VisualEffects

/// Empty room that takes the remaining length in the stack around it; outside of stacks it takes all room in
/// both directions.
public struct Spacer: View, Element {
  private let least: Double

  /// `minLength` is in points.
  public init(minLength: Double = 0) {
    least = minLength
  }

  public var body: ViewTree { return ViewTree(self) }

  func box(in context: LayoutContext) -> any Box {
    let span = Span(least: context.pixels(least), ideal: context.pixels(least), most: Span.unbounded)
    let none = Span(0)
    return FlexibleBox(
      width: context.axis == .vertical ? none : span, height: context.axis == .horizontal ? none : span)
  }
}

/// A line across the stack around it, of one physical pixel or of a given thickness.
public struct Divider: View, Element {
  private let thickness: Double
  private let ink: ViewInk

  /// `thickness` is in points; 0: one physical pixel.
  public init(thickness: Double = 0, ink: ViewInk = .vibrant(.separator)) {
    self.thickness = thickness
    self.ink = ink
  }

  public var body: ViewTree { return ViewTree(self) }

  func box(in context: LayoutContext) -> any Box {
    let line = Span(max(1, context.pixels(thickness)))
    let isUpright = context.axis == .horizontal
    return FlexibleBox(width: isUpright ? line : .flexible, height: isUpright ? .flexible : line) {
      [ink = context.ink(ink)] frame, canvas in
      if !frame.isEmpty { canvas.add(.fill(FillNode(frame: frame, ink: ink))) }
    }
  }
}
