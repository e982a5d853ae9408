import Scenes
import VisualEffects

/// The first letter of a name on a rounded square in a colour of its own, in place of a picture that is missing; a name without letters
/// and digits has a symbol instead.
public struct Monogram: View, Element {
  private let name: String
  private let symbol: String
  private let side: Double

  /// The opacity of the square on light glass.
  static let paleness = 0.18

  /// `symbol` is the name of the symbol, and `side` the side of the square in points.
  public init(_ name: String, symbol: String, side: Double) {
    (self.name, self.symbol, self.side) = (name, symbol, side)
  }

  public var body: ViewTree { return ViewTree(self) }

  func box(in context: LayoutContext) -> any Box {
    square(isDark: context.isDark).element.box(in: context)
  }

  @ViewBuilder private func square(isDark: Bool) -> ViewTree {
    if let letter = Letter(of: name) {
      // Letters on light glass are made dark, so that they need a pale square there.
      let square = isDark ? letter.colour : letter.colour * [1, 1, 1, Self.paleness]
      text(letter.letter).ink(.colour(isDark ? [1, 1, 1, 1] : letter.onLight))
        .frame(width: side, height: side)
        .background { Fill(.colour(square), cornerRadius: side / 5) }
        .accessibility(.image, label: "")
    } else {
      Symbol(symbol, side: side * 0.55).ink(.vibrant(.secondaryLabel))
        .frame(width: side, height: side)
        .background { Fill(.vibrant(.secondaryFill), cornerRadius: side / 5) }
    }
  }

  private func text(_ letter: String) -> Text {
    var style = StyledText.Style()
    style.size = .points(side * 0.375)
    return Text(letter, runs: [StyledText.Run(range: 0..<letter.utf8.count, style: style)]).centresInk()
      .leastWidth(0)
  }

  /// The letter and the colour that stand for a name.
  struct Letter: Equatable {
    /// The first letter or digit of the name, as a capital.
    let letter: String
    /// The colour of the square on dark glass, over which white has a contrast of 4.5 or more: encoded sRGB and
    /// opacity.
    let colour: SIMD4<Double>

    /// The colour of the letter on a pale square on light glass.
    var onLight: SIMD4<Double> { colour * [0.58, 0.58, 0.58, 1] }

    /// Returns nil if the name has no letter and no digit.
    init?(of name: String) {
      guard let first = name.first(where: { $0.isLetter || $0.isNumber }) else { return nil }
      letter = String(first.uppercased().prefix(1))
      // FNV-1a: the same name has the same colour in every run, which Swift's own hashes do not promise.
      let hash = name.utf8.reduce(into: UInt32(2_166_136_261)) { hash, byte in
        hash = (hash ^ UInt32(byte)) &* 16_777_619
      }
      colour = Self.colours[Int(hash % UInt32(Self.colours.count))]
    }

    /// Blue, indigo, purple, pink, brown, green, teal and slate; red is that of critical messages.
    static let colours: [SIMD4<Double>] = [
      [0.04, 0.40, 0.85, 1], [0.31, 0.30, 0.80, 1], [0.55, 0.25, 0.75, 1], [0.78, 0.16, 0.45, 1],
      [0.62, 0.37, 0.10, 1], [0.10, 0.48, 0.24, 1], [0.02, 0.46, 0.52, 1], [0.36, 0.41, 0.49, 1],
    ]
  }
}
