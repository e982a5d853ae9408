import Geometry
import Scenes

/// Sheets of glass under the zones of a `ZoneStack`, one for each zone that has views, with nothing between them.
public struct ZoneIslands: Sendable {
  /// The sheet, which is as long as the views of its zone with their padding, and as thick as the stack. Its `frame` is
  /// not used.
  public var sheet: GlassSheet
  /// The distance from the ends of a sheet to its first and last view, in points.
  public var padding: Double
  /// The distance from the long sides of an upright sheet to its views, in points; views on level sheets are centred.
  public var sidePadding: Double
  /// The least distance between two sheets, in points.
  public var gap: Double
  /// The fill of each zone in place of a sheet, at a distance from the long sides of the stack, in points; nil: there is a sheet.
  fileprivate(set) var fill: (fill: Fill, inset: Double)?

  /// Makes fills under zones that lie on one sheet of glass, at a distance `inset` from the long sides of the stack, in points.
  public init(_ fill: Fill, inset: Double, padding: Double, gap: Double) {
    self.init(GlassSheet(nil), padding: padding, gap: gap)
    self.fill = (fill, inset)
  }

  public init(_ sheet: GlassSheet, padding: Double, sidePadding: Double = 0, gap: Double) {
    (self.sheet, self.padding, self.sidePadding, self.gap) = (sheet, padding, sidePadding, gap)
  }
}

/// The lengths of the sheets under zones, in physical pixels, and the function that draws them.
struct IslandMeasures {
  /// The room at either end of a sheet.
  var padding = 0
  /// The room at either long side of an upright sheet.
  var sidePadding = 0
  /// The least distance between two zones.
  var gap: Int
  /// Makes the node of a sheet from its frame and the nodes on it; nil: the zones lie on no sheets of their own.
  var node: ((PixelRect, [Node]) -> Node)?
  /// Draws the fill of a zone, whose frame it is given; nil: the zones have no fills.
  var fill: ((PixelRect, inout Canvas) -> Void)?

  /// Whether each zone is one piece with its padding.
  var areIslands: Bool { node != nil || fill != nil }

  /// The room along the stack that `count` zones need besides their views, if `inner` lies between any two views.
  func extra(zones count: Int, inner: Int) -> Int {
    2 * padding * count + (gap - inner) * max(0, count - 1)
  }

  /// Draws the views of one zone with `draw` on a sheet with this frame.
  func enclose(_ frame: PixelRect, on canvas: inout Canvas, draw: (inout Canvas) -> Void) {
    if let fill, !frame.isEmpty { fill(frame, &canvas) }
    guard let node else { return draw(&canvas) }
    guard !frame.isEmpty else { return }
    canvas.enclose(clip: frame, draw: draw, as: { node(frame, $0) })
  }
}

/// The views of one zone on a sheet of glass.
struct FittedIsland: FittedBox {
  let row: FittedRow
  let measures: IslandMeasures

  var width: Int { row.width + 2 * measures.padding }
  /// The sheet is as high as the stack.
  var height: Span { Span(least: row.height.least, ideal: row.height.ideal, most: Span.unbounded) }

  func place(_ placement: Placement, on canvas: inout Canvas) {
    let frame = placement.frame
    measures.enclose(frame, on: &canvas) { canvas in
      row.place(
        Placement(
          frame: PixelRect(
            x: frame.x + measures.padding, y: frame.y, width: row.width, height: frame.height),
          isCentred: true), on: &canvas)
    }
  }
}
