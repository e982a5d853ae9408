import Views
import VisualEffects

/// A line between modules.
struct Separator: View {
  var isUpright: Bool
  /// The ink; nil: that of separators.
  var ink: ViewInk?
  /// The distances from the line to the modules before and after it, in points, in addition to that between modules; nil: `room`.
  var padding: [Double]?
  /// Whether the line is not drawn, but keeps its room.
  var isClear = false
  /// The key by which the line is found in a layout; nil for lines between the items of a module.
  var key: SeparatorKey?

  /// The length of the line across the bar, in points.
  static let length = 16.0
  /// The usual distance from the line to a module, in points.
  static let room = 2.0

  var body: ViewTree {
    let line = Fill(isClear ? nil : ink ?? .vibrant(.separator))
      .frame(width: isUpright ? Self.length : 1, height: isUpright ? 1 : Self.length)
    return (key.map { line.id($0) } ?? line)
      .padding(ends: padding ?? [Self.room, Self.room], isUpright: isUpright)
  }
}

/// An empty space of a length along the bar, in points.
struct RoomBetween: View {
  var length: Double
  var isUpright: Bool

  var body: ViewTree {
    Spacer().frame(width: isUpright ? 0 : length, height: isUpright ? length : 0)
  }
}
