extension PixelRect {
  /// The parts of this rectangle outside of `others`, as rectangles that do not overlap.
  package func subtracting(_ others: [PixelRect]) -> [PixelRect] {
    if isEmpty { return [] }
    var parts = [self]
    for other in others where intersects(other) { parts = parts.flatMap { $0.subtracting(other) } }
    return parts
  }

  private func subtracting(_ other: PixelRect) -> [PixelRect] {
    let hole = intersection(other)
    if hole.isEmpty { return [self] }
    let parts = [
      PixelRect(x: x, y: y, width: width, height: hole.y - y),
      PixelRect(x: x, y: hole.maxY, width: width, height: maxY - hole.maxY),
      PixelRect(x: x, y: hole.y, width: hole.x - x, height: hole.height),
      PixelRect(x: hole.maxX, y: hole.y, width: maxX - hole.maxX, height: hole.height),
    ]
    return parts.filter { !$0.isEmpty }
  }
}
