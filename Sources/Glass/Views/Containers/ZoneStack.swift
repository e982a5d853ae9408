import Geometry

/// Views at the start, in the centre and at the end of a bar, over its whole width.
///
/// The centre is in the middle of the bar as long as it fits there; otherwise it moves aside, so that nothing is cut while
/// there is room. Where there is not enough room for all, elastic views shrink, then views take their short forms, then those of
/// the lowest `layoutPriority` shrink, the longest of them before the others, and then vanish: first the innermost view of the fullest
/// zone, and of equally full zones the centre's.
public struct ZoneStack: View, Element {
  private let zones: [[any Element]]
  private let spacing: Double
  private let isUpright: Bool
  private let islands: ZoneIslands?

  /// `spacing`, in points, lies between any two neighbours, also of different zones. Each view of a zone shrinks and
  /// vanishes by itself. `isUpright` says that the bar is at a side, with its start at the top: the bar limits the
  /// width of its views, and these vanish, but do not shrink in height unless they are texts of several lines. With
  /// `islands`, each zone lies on a sheet of glass of its own.
  public init(
    spacing: Double = 0, isUpright: Bool = false, islands: ZoneIslands? = nil,
    @ViewBuilder start: () -> ViewTree,
    @ViewBuilder center: () -> ViewTree,
    @ViewBuilder end: () -> ViewTree
  ) {
    zones = [start().elements, center().elements, end().elements]
    (self.spacing, self.isUpright, self.islands) = (spacing, isUpright, islands)
  }

  public var body: ViewTree { return ViewTree(self) }

  func box(in context: LayoutContext) -> any Box {
    let axis: Axis = isUpright ? .vertical : .horizontal
    let gap = context.pixels(spacing)
    var (inner, measures) = (context, IslandMeasures(gap: gap))
    if let islands, let own = islands.fill {
      measures = IslandMeasures(
        padding: context.pixels(islands.padding), gap: context.pixels(islands.gap),
        fill: fill(own.fill, inset: context.pixels(own.inset), in: context))
    } else if let islands {
      let glass = GlassNode(islands.sheet, in: context)
      inner = glass.context
      measures = IslandMeasures(
        padding: context.pixels(islands.padding), sidePadding: context.pixels(islands.sidePadding),
        gap: context.pixels(islands.gap),
        node: islands.sheet.opacity > 0 ? glass.node : nil)
    }
    let zones = zones.enumerated().map { [inner] zone, elements in
      inner.inside(zone, axis: axis).boxes(elements, axis: axis)
    }
    if isUpright { return UprightZonesBox(zones: zones, gap: gap, islands: measures) }
    return ZonesBox(
      zones: zones, gap: gap, islands: measures, isMirrored: context.environment.isRightToLeft)
  }

  /// Returns a function that draws a fill at a distance in pixels from the long sides of a zone's frame.
  private func fill(
    _ fill: Fill, inset: Int, in context: LayoutContext
  ) -> (PixelRect, inout Canvas) -> Void {
    { [isUpright] frame, canvas in
      let (x, y) = isUpright ? (inset, 0) : (0, inset)
      let inner = PixelRect(
        x: frame.x + x, y: frame.y + y, width: max(0, frame.width - 2 * x),
        height: max(0, frame.height - 2 * y))
      fill.draw(in: inner, context, on: &canvas)
    }
  }
}

private struct ZonesBox: Box {
  let zones: [[any Box]]
  let gap: Int
  let islands: IslandMeasures
  let isMirrored: Bool

  /// The room that the zones need besides their views and the gaps between these.
  private var extra: Int { islands.extra(zones: zones.count { !$0.isEmpty }, inner: gap) }

  var width: Span {
    let boxes = zones.joined()
    let all = boxes.reduce(Span(extra + gap * max(0, boxes.count - 1))) { $0 + $1.width }
    return Span(least: 0, short: all.short, firm: all.firm, ideal: all.ideal, most: Span.unbounded)
  }

  func fitted(_ width: Int) -> any FittedBox {
    FittedRow(
      parts: parts(rows(width), width), width: width, alignment: .center, isMirrored: isMirrored)
  }

  /// The views of each zone for which there is room on a bar of this width, at the widths that they get.
  private func rows(_ width: Int) -> [[any FittedBox]] {
    let places = zones.indices.flatMap { zone in zones[zone].map { (zone: zone, box: $0) } }
    let division = Division(
      parts: places.map { Division.Part(span: $0.box.width, priority: $0.box.priority) }, gap: gap)
    let order = ZoneOrder(counts: zones.map(\.count))
    let lengths = division.lengths(room: width - extra) { order.next(of: $0) }
    return zones.indices.map { zone in
      zip(places, lengths).compactMap { place, length in
        length.flatMap { place.zone == zone ? place.box.fitted($0) : nil }
      }
    }
  }

  private func parts(_ rows: [[any FittedBox]], _ width: Int) -> [FittedRow.Part] {
    let lengths = rows.map { row in
      row.isEmpty ? 0 : row.reduce(gap * (row.count - 1) + 2 * islands.padding) { $0 + $1.width }
    }
    let starts = ZoneOrder.starts(of: lengths, in: width, gap: islands.gap)
    return zip(rows, starts).flatMap { row, start in
      islands.areIslands && !row.isEmpty
        ? [island(row, from: start)] : FittedRow.parts(row, from: start, gap: gap)
    }
  }

  private func island(_ row: [any FittedBox], from start: Int) -> FittedRow.Part {
    let parts = FittedRow.parts(row, gap: gap)
    let inside = FittedRow(
      parts: parts, width: parts.last.map { $0.x + $0.room } ?? 0, alignment: .center, isMirrored: isMirrored)
    let island = FittedIsland(row: inside, measures: islands)
    return FittedRow.Part(x: start, room: island.width, box: island)
  }
}
