import Arguments
import Geometry
import Scenes
import Settings
import Views
import VisualEffects

extension ArgumentKind<PixelSize> {
  /// A size in pixels, written `WxH`.
  static var pixelSize: Self {
    Self(written: { "\($0.width)x\($0.height)" }, read: { PixelSize(argument: $0) })
  }
}

extension PixelSize {
  /// Reads a size of 1x1 to 16384x16384; nil if the text is none.
  nonisolated fileprivate init?(argument: String) {
    let sides = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      (1...16384).contains(width), (1...16384).contains(height)
    else { return nil }
    self.init(width: width, height: height)
  }
}

extension ArgumentKind<PreviewInk> {
  /// A vibrancy by its name, or a colour.
  static var ink: Self {
    Self(
      choices: VibrancyEffect.Style.allCases.map(\.rawValue) + ["#rrggbb", "#rrggbbaa"],
      completion: .words(VibrancyEffect.Style.allCases.map(\.rawValue)), written: \.description,
      read: { PreviewInk($0) })
  }
}

/// The look of a preview.
nonisolated enum PreviewAppearance: String, CaseIterable {
  case light, dark, backdrop

  /// Whether `effect` is dark over `picture`.
  func isDark(_ effect: BlurEffect, over picture: Bitmap, _ legibility: Legibility) -> Bool {
    switch self {
    case .light: return false
    case .dark: return true
    case .backdrop:
      let need = Polarity.Need(of: effect, over: picture.colours(16, 16), legibility: legibility)
      return need.dark <= need.light
    }
  }
}

/// Ink on the command line: a vibrancy by name, or a colour.
nonisolated struct PreviewInk: CustomStringConvertible {
  var value: ViewInk

  init(value: ViewInk) { self.value = value }

  init?(_ argument: String) {
    if let style = VibrancyEffect.Style(rawValue: argument) {
      value = .vibrant(style)
    } else if let colour = Self.colour(argument) {
      value = .colour(colour)
    } else {
      return nil
    }
  }

  var description: String {
    if case .vibrant(let style) = value { style.rawValue } else { "" }
  }

  private static func colour(_ text: String) -> SIMD4<Double>? {
    let digits = text.dropFirst()
    guard text.hasPrefix("#"), digits.count == 6 || digits.count == 8,
      digits.allSatisfy({ $0.isHexDigit }), let number = UInt32(digits, radix: 16)
    else { return nil }
    let rgba = digits.count == 6 ? number << 8 | 255 : number
    let channels = [24, 16, 8, 0].map { (shift: UInt32) -> Double in Double(rgba >> shift & 255) }
    return SIMD4<Double>(channels) / 255
  }
}

extension Bitmap {
  /// The mean colours of `columns` × `rows` parts of the picture, encoded sRGB, 0 … 1.
  nonisolated fileprivate func colours(_ columns: Int, _ rows: Int) -> [SIMD3<Double>] {
    let small = scaled(to: PixelSize(width: columns, height: rows)).bytes
    return stride(from: 0, to: small.count, by: 4).map { (at: Int) -> SIMD3<Double> in
      SIMD3<Double>(SIMD3<UInt8>(small[at], small[at + 1], small[at + 2])) / 255
    }
  }
}
