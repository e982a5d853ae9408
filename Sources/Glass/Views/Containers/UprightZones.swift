import Geometry

/// Zones below one another: the first at the top, the second in the middle and the third at the bottom.
struct UprightZonesBox: Box {
  let zones: [[any Box]]
  let gap: Int
  let islands: IslandMeasures

  var width: Span {
    let all = zones.joined().reduce(Span(0)) { $0.union($1.width) } + Span(2 * islands.sidePadding)
    return Span(least: 0, ideal: all.ideal, most: Span.unbounded)
  }

  func fitted(_ width: Int) -> any FittedBox {
    let inner = max(0, width - 2 * islands.sidePadding)
    return FittedUprightZones(
      zones: zones.map { zone in
        zone.map {
          FittedColumn.Part(priority: $0.priority, box: $0.fitted($0.width.taken(of: inner)))
        }
      }, width: width, gap: gap, islands: islands)
  }
}

/// Zones below one another at their width.
private struct FittedUprightZones: FittedBox {
  let zones: [[FittedColumn.Part]]
  let width: Int
  let gap: Int
  let islands: IslandMeasures

  /// The room that the zones need besides their views and the gaps between these.
  private var extra: Int { islands.extra(zones: zones.count { !$0.isEmpty }, inner: gap) }

  var height: Span {
    let parts = zones.joined()
    let all = parts.reduce(Span(extra + gap * max(0, parts.count - 1))) { $0 + $1.box.height }
    return Span(least: 0, ideal: all.ideal, most: Span.unbounded)
  }

  func place(_ placement: Placement, on canvas: inout Canvas) {
    let frame = placement.frame
    let order = ZoneOrder(counts: zones.map(\.count))
    let parts = zones.flatMap { $0 }
    let division = Division(
      parts: parts.map { Division.Part(span: $0.box.height, priority: $0.priority) }, gap: gap)
    let lengths = division.lengths(room: frame.height - extra) { order.next(of: $0) }
    let kept = zip(parts, lengths).enumerated().map { index, part in
      (zone: order.zone(of: index), box: part.0.box, length: part.1)
    }.filter { $0.length != nil }
    let heights = zones.indices.map { zone in
      let own = kept.filter { $0.zone == zone }
      return own.isEmpty
        ? 0 : own.reduce(gap * (own.count - 1) + 2 * islands.padding) { $0 + ($1.length ?? 0) }
    }
    let starts = ZoneOrder.starts(of: heights, in: frame.height, gap: islands.gap)
    for (zone, start) in starts.enumerated() where heights[zone] > 0 {
      var y = frame.y + start
      let sheet = PixelRect(x: frame.x, y: y, width: frame.width, height: heights[zone])
      y += islands.padding
      islands.enclose(sheet, on: &canvas) { canvas in
        for part in kept where part.zone == zone {
          let length = part.length ?? 0
          let x = frame.x + (frame.width - part.box.width) / 2
          part.box.place(
            Placement(frame: PixelRect(x: x, y: y, width: part.box.width, height: length)), on: &canvas)
          y += length + gap
        }
      }
    }
  }
}

/// The order in which the views of three zones vanish, and the places where the zones begin.
struct ZoneOrder {
  /// The number of views in each zone.
  var counts: [Int]

  /// The zone of a view, counted over all of them.
  func zone(of index: Int) -> Int {
    index < counts[0] ? 0 : index < counts[0] + counts[1] ? 1 : 2
  }

  /// The view that vanishes next: the innermost one of the fullest zone, and of equally full zones one of the centre's.
  func next(of candidates: [Int]) -> Int {
    let zones = counts.indices.map { zone in candidates.filter { self.zone(of: $0) == zone } }
    let fullest = zones.map(\.count).max() ?? 0
    if zones[1].count == fullest { return zones[1][fullest - 1] }
    return zones[0].count == fullest ? zones[0][fullest - 1] : zones[2][0]
  }

  /// The places where zones of these lengths begin. The centre is in the middle as long as its neighbours leave it
  /// there; a zone without length takes no room.
  static func starts(of lengths: [Int], in room: Int, gap: Int) -> [Int] {
    let first = lengths[0] == 0 ? 0 : lengths[0] + gap
    let last = room - (lengths[2] == 0 ? 0 : lengths[2] + gap)
    let centre = max(first, min((room - lengths[1]) / 2, last - lengths[1]))
    return [0, centre, room - lengths[2]]
  }
}
