/// Moves the lines of a drawing along one axis, so that edges that run across it lie between pixels.
///
/// A stem is a place where an edge runs straight or a curve turns back, with half the width of the line there. The outer edge of
/// each stem, seen from the middle of the drawing, is moved to the nearest border of a pixel, and what lies between two stems is
/// moved in proportion. Both halves of the drawing are moved alike, so that what is symmetrical stays so.
struct PixelGrid {
  /// The stems in the order of their places, and where they are moved to.
  private var stems: [(from: Double, to: Double)] = []

  /// Creates the grid of a drawing of `side` pixels.
  init(_ stems: [(place: Double, radius: Double)], side: Int) {
    for stem in stems.sorted(by: { $0.place < $1.place }) {
      let to = Self.moved(stem.place, stem.radius, side: Double(side))
      // Stems closer than this are one, and none overtakes another.
      if let last = self.stems.last, stem.place - last.from < 0.125 || to < last.to { continue }
      self.stems.append((stem.place, to))
    }
  }

  /// The width of a line, in pixels, near `width`: a whole number, or a half between one and two.
  ///
  /// A line along the middle of a drawing of `side` pixels stays there. Its width is even if `side` is, and odd if that is odd, where
  /// half a pixel makes it so: otherwise both of its edges would lie within pixels. `side` is nil for any other line.
  static func width(_ width: Double, inMiddleOf side: Double? = nil) -> Double {
    guard width > 0 else { return 0 }
    if let side {
      let rest = side.truncatingRemainder(dividingBy: 2)
      let fitting = ((width - rest) / 2).rounded() * 2 + rest
      if fitting > 0, abs(fitting - width) <= 0.5 { return fitting }
    }
    return width < 1.75 ? max(1, (width * 2).rounded() / 2) : width.rounded(.toNearestOrEven)
  }

  /// The width of a dot, in pixels: the whole number near `width`, or, for one in the middle of a drawing of `side` pixels, an even
  /// one if `side` is even and an odd one if that is odd. `side` is nil for any other dot.
  static func diameter(_ width: Double, inMiddleOf side: Double? = nil) -> Double {
    guard let side else { return max(1, width.rounded(.toNearestOrEven)) }
    let rest = side.truncatingRemainder(dividingBy: 2)
    return max(2 - rest, ((width - rest) / 2).rounded() * 2 + rest)
  }

  private static func moved(_ place: Double, _ radius: Double, side: Double) -> Double {
    if abs(place - side / 2) < 0.01 { return place }
    if place > side / 2 { return side - moved(side - place, radius, side: side) }
    return (place - radius + 0.5).rounded(.down) + radius
  }

  /// The place that another one is moved to.
  func moved(_ place: Double) -> Double {
    guard let first = stems.first, let last = stems.last else { return place }
    if place <= first.from { return place + first.to - first.from }
    if place >= last.from { return place + last.to - last.from }
    let next = stems.firstIndex { $0.from > place } ?? stems.count - 1
    let (low, high) = (stems[next - 1], stems[next])
    return low.to + (high.to - low.to) * (place - low.from) / (high.from - low.from)
  }
}
