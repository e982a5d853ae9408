import Geometry
import Scenes

/// Divides the height of a bar among the lines of its start, centre and end zones.
struct ColumnLayout {
  /// All in physical pixels.
  var height: Int
  var padding: Int
  /// Between any two modules, also of different zones.
  var gap: Int

  /// The lines of each zone's modules (three zones) with their upper edges; modules for which there is no room are left
  /// out: of the fullest zone the innermost, the centre's first.
  func fit(_ zones: [[[Run]]]) -> [(y: Int, run: Run)] {
    precondition(zones.count == 3, "\(zones.count) zones")
    var zones = zones
    while needed(zones) > height - 2 * padding {
      let fullest = zones.map(\.count).max() ?? 0
      guard fullest > 0 else { break }
      if zones[1].count == fullest {
        zones[1].removeLast()
      } else if zones[0].count == fullest {
        zones[0].removeLast()
      } else {
        zones[2].removeFirst()
      }
    }
    let heights = zones.map(length)
    let above = padding + (zones[0].isEmpty ? 0 : heights[0] + gap)
    let below = height - padding - (zones[2].isEmpty ? 0 : heights[2] + gap)
    let centre = max(above, min((height - heights[1]) / 2, below - heights[1]))
    return zip(zones, [padding, centre, height - padding - heights[2]]).flatMap { place($0, from: $1) }
  }

  private func place(_ zone: [[Run]], from start: Int) -> [(y: Int, run: Run)] {
    var y = start
    return zone.flatMap { lines in
      defer { y += gap }
      return lines.map { run in
        defer { y += run.extent.size.height }
        return (y, run)
      }
    }
  }

  private func length(_ zone: [[Run]]) -> Int {
    zone.joined().reduce(0) { $0 + $1.extent.size.height } + gap * max(0, zone.count - 1)
  }

  private func needed(_ zones: [[[Run]]]) -> Int {
    zones.reduce(0) { $0 + length($1) } + gap * max(0, zones.filter { !$0.isEmpty }.count - 1)
  }
}
