import Views

/// A horizontal stack of views, or a vertical one in a bar at the left or right edge.
struct BarStack: View {
  var isUpright: Bool
  /// The distance between the views, in points.
  var spacing = 0.0
  var content: ViewTree

  var body: ViewTree {
    if isUpright { VStack(spacing: spacing) { content } } else { HStack(spacing: spacing) { content } }
  }

  /// The stack while it slides out of what is before it, or back: a drawer that opens or closes. `reach` is the part that is
  /// seen, 0 … 1. If it `isReversed`, it slides out of what is behind it.
  func slidOut(_ reach: Double, isReversed: Bool = false) -> ViewTree {
    frame(maxHeight: isUpright ? nil : .infinity)
      .revealed(reach, along: isUpright ? .upright : .level, isReversed: isReversed)
  }
}
