import Geometry

/// Views at the start, in the centre and at the end of a bar, over its whole width.
///
/// The centre is in the middle of the bar as long as it fits there; otherwise it moves aside, so that nothing is cut while
/// there is room. Where there is not enough room for all, elastic views shrink, then views take their short forms, then those of
/// the lowest `layoutPriority` shrink, the longest of them before the others, and then vanish: first the innermost view of the fullest
/// zone, and of equally full zones the centre's.
public struct ZoneStack: View {
  private let zones: ZonesElement

  /// `spacing`, in points, lies between any two neighbours, also of different zones. Each view of a zone shrinks and
  /// vanishes by itself. `isUpright` says that the bar is at a side, with its start at the top: the bar limits the
  /// width of its views, and these vanish, but do not shrink in height unless they are texts of several lines.
  public init(
    spacing: Double = 0, isUpright: Bool = false, @ViewBuilder start: () -> ViewTree,
    @ViewBuilder center: () -> ViewTree,
    @ViewBuilder end: () -> ViewTree
  ) {
    zones = ZonesElement(
      zones: [start().elements, center().elements, end().elements], spacing: spacing, isUpright: isUpright)
  }

  public var body: ViewTree { return ViewTree(zones) }
}

private struct ZonesElement: Element {
  var zones: [[any Element]]
  var spacing: Double
  var isUpright: Bool

  func box(in context: LayoutContext) -> any Box {
    let axis: Axis = isUpright ? .vertical : .horizontal
    let zones = zones.enumerated().map { zone, elements in
      context.inside(zone, axis: axis).boxes(elements, axis: axis)
    }
    if isUpright { return UprightZonesBox(zones: zones, gap: context.pixels(spacing)) }
    return ZonesBox(
      zones: zones, gap: context.pixels(spacing), isMirrored: context.environment.isRightToLeft)
  }
}

private struct ZonesBox: Box {
  let zones: [[any Box]]
  let gap: Int
  let isMirrored: Bool

  var width: Span {
    let boxes = zones.joined()
    let all = boxes.reduce(Span(gap * max(0, boxes.count - 1))) { $0 + $1.width }
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
    let lengths = division.lengths(room: width) { order.next(of: $0) }
    return zones.indices.map { zone in
      zip(places, lengths).compactMap { place, length in
        length.flatMap { place.zone == zone ? place.box.fitted($0) : nil }
      }
    }
  }

  private func length(_ row: [any FittedBox]) -> Int {
    row.reduce(gap * max(0, row.count - 1)) { $0 + $1.width }
  }

  private func parts(_ rows: [[any FittedBox]], _ width: Int) -> [FittedRow.Part] {
    let starts = ZoneOrder.starts(of: rows.map(length), in: width, gap: gap)
    return zip(rows, starts).flatMap { row, start in
      var x = start
      return row.map { box in
        defer { x += box.width + gap }
        return FittedRow.Part(x: x, room: box.width, box: box)
      }
    }
  }
}
