import LiveGlass

/// An endless list of coloured, numbered cards, scrolled up by `scrolled` points.
nonisolated struct ColouredLines: View {
  var size: LogicalSize
  var scrolled: Double

  private static let height = 72.0
  private static let colours: [SIMD4<Double>] = [
    [0.95, 0.26, 0.21, 1], [1, 0.6, 0, 1], [1, 0.84, 0.1, 1], [0.3, 0.69, 0.31, 1], [0.13, 0.59, 0.95, 1],
    [0.4, 0.23, 0.72, 1],
  ]

  var body: ViewTree {
    let first = Int(scrolled / Self.height)
    Fill(.colour([0.93, 0.93, 0.95, 1]))
    for line in first...first + Int(size.height / Self.height) + 1 {
      card(line).position(
        LogicalRect(
          x: 24, y: Double(line) * Self.height - scrolled + 6, width: size.width - 48,
          height: Self.height - 12))
    }
  }

  private func card(_ line: Int) -> ViewTree {
    Text("Line \(line + 1)").font("Sans Bold 12").padding(horizontal: 24).alignment(.leading)
      .background { Fill(.colour(Self.colours[line % Self.colours.count]), cornerRadius: 14) }
  }
}
