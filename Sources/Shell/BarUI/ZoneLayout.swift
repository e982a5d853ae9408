import Scenes

/// Divides the width of a bar among the texts of its start, centre and end zones.
struct ZoneLayout {
  /// All in physical pixels.
  var width: Int
  var padding: Int
  /// Between any two neighbours, also of different zones.
  var gap: Int
  /// What a text may be shortened to.
  var least: Int

  /// The texts of each zone (three of them), shortened where they must be, with their left edges.
  func fit(_ zones: [[Run]], _ measurer: some TextMeasurer) -> [[(x: Int, run: Run)]] {
    precondition(zones.count == 3, "\(zones.count) zones")
    let kept = leaveOut(zones)
    let limit = commonLimit(kept)
    return place(kept.map { zone in zone.map { $0.limited(to: limit, measurer) } })
  }

  /// Drops texts until each can have its least width: of the fullest zone the innermost, the centre's first.
  private func leaveOut(_ zones: [[Run]]) -> [[Run]] {
    var zones = zones
    while zones.joined().reduce(0, { $0 + min($1.width, least) }) > room(zones) {
      let fullest = zones.map(\.count).max() ?? 0
      if zones[1].count == fullest {
        zones[1].removeLast()
      } else if zones[0].count == fullest {
        zones[0].removeLast()
      } else {
        zones[2].removeFirst()
      }
    }
    return zones
  }

  /// The greatest width such that all texts fit once none is wider: short ones stay whole as long as they can.
  private func commonLimit(_ zones: [[Run]]) -> Int {
    let widths = zones.joined().map(\.width).sorted()
    var rest = room(zones)
    for (index, width) in widths.enumerated() {
      let sharers = widths.count - index
      guard width * sharers <= rest else { return rest / sharers }
      rest -= width
    }
    return width
  }

  /// What the texts may take together.
  private func room(_ zones: [[Run]]) -> Int {
    width - 2 * padding - gap * max(0, zones.joined().count - 1)
  }

  /// The centre zone is in the middle of the bar as long as its neighbours leave it there.
  private func place(_ zones: [[Run]]) -> [[(x: Int, run: Run)]] {
    let widths = zones.map { zone in
      zone.reduce(0) { $0 + $1.width } + gap * max(0, zone.count - 1)
    }
    let left = padding + (zones[0].isEmpty ? 0 : widths[0] + gap)
    let right = width - padding - (zones[2].isEmpty ? 0 : widths[2] + gap)
    let centre = max(left, min((width - widths[1]) / 2, right - widths[1]))
    return zip(zones, [padding, centre, width - padding - widths[2]]).map { zone, start in
      var x = start
      return zone.map { run in
        defer { x += run.width + gap }
        return (x, run)
      }
    }
  }
}
