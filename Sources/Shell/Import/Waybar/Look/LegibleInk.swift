import VisualEffects

/// Inks and fills that stay as alike to those of a style sheet as legibility allows.
///
/// On a colour of its own that a module has, Hyaline changes that colour before it changes the ink, and it changes inks further on
/// colours through which the glass is seen. An ink that can be read where it stands leaves both as they are.
enum LegibleInk {
  /// The contrast that an ink has to have, with room for the rounding of colours.
  private static let contrast = 4.8
  /// The opacity from which on a fill over the fill of the bar counts as opaque.
  private static let opaque = 0.9

  /// The fill of a module on a bar with a fill: one colour for both where little of the desktop is seen through them.
  static func flattened(_ fill: SIMD4<Double>, over bar: SIMD4<Double>?) -> SIMD4<Double> {
    guard fill.w < 1, fill.w > 0, let bar else { return fill }
    let opacity = 1 - (1 - fill.w) * (1 - bar.w)
    guard opacity >= opaque else { return fill }
    let mixed = (fill * fill.w + bar * (opacity - fill.w)) / opacity
    return SIMD4(mixed.x, mixed.y, mixed.z, 1)
  }

  /// The nearest ink, lighter for light inks and darker for dark ones, that can be read on all of some opaque colours; the ink itself
  /// if there is none, or if one of the colours is not opaque.
  static func adjusted(_ ink: SIMD4<Double>, on grounds: [SIMD4<Double>]) -> SIMD4<Double> {
    guard !grounds.isEmpty, grounds.allSatisfy({ $0.w >= 0.996 }), ink.w > 0.996 else { return ink }
    let luminances = grounds.map(luminance)
    func isRead(_ colour: SIMD4<Double>) -> Bool {
      luminances.allSatisfy { Luminance.contrast(luminance(colour), $0) >= contrast }
    }
    if isRead(ink) { return ink }
    let mean = luminances.reduce(0, +) / Double(luminances.count)
    let end: SIMD4<Double> = luminance(ink) >= mean ? SIMD4(1, 1, 1, 1) : SIMD4(0, 0, 0, 1)
    guard isRead(end) else { return ink }
    var (bad, good) = (0.0, 1.0)
    for _ in 0..<12 {
      let middle = (bad + good) / 2
      if isRead(ink + (end - ink) * middle) { good = middle } else { bad = middle }
    }
    return ink + (end - ink) * good
  }

  private static func luminance(_ colour: SIMD4<Double>) -> Double {
    Luminance.of(SIMD3(colour.x, colour.y, colour.z))
  }
}
