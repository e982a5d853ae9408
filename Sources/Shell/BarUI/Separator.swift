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

  /// The length of the line across the bar, in points.
  static let length = 16.0
  /// The usual distance from the line to a module, in points.
  static let room = 2.0

  var body: ViewTree {
    Fill(isClear ? nil : ink ?? .vibrant(.separator))
      .frame(width: isUpright ? Self.length : 1, height: isUpright ? 1 : Self.length)
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
