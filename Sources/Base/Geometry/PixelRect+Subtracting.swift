extension PixelRect {
  /// The parts of this rectangle outside of `others`, as rectangles that do not overlap.
  package func subtracting(_ others: [PixelRect]) -> [PixelRect] {
    if isEmpty { return [] }
    var parts = [self]
    for other in others where parts.contains(where: { $0.intersects(other) }) {
      var rest: [PixelRect] = []
      rest.reserveCapacity(parts.count + 3)
      for part in parts { part.subtract(other, addingPartsTo: &rest) }
      parts = rest
    }
    return parts
  }

  private func subtract(_ other: PixelRect, addingPartsTo parts: inout [PixelRect]) {
    let hole = intersection(other)
    if hole.isEmpty { return parts.append(self) }
    func add(_ part: PixelRect) { if !part.isEmpty { parts.append(part) } }
    add(PixelRect(x: x, y: y, width: width, height: hole.y - y))
    add(PixelRect(x: x, y: hole.maxY, width: width, height: maxY - hole.maxY))
    add(PixelRect(x: x, y: hole.y, width: hole.x - x, height: hole.height))
    add(PixelRect(x: hole.maxX, y: hole.y, width: maxX - hole.maxX, height: hole.height))
  }
}
