import Scenes
import Settings
import Views
import VisualEffects

/// The icon of a banner: a picture with the application's badge, or the first letter of the application's name on a
/// tinted square, or a bell if there is no name.
struct BannerIcon: View {
  let content: BannerContent
  let isDark: Bool
  let measures: BannerMeasures

  private var side: Double { measures.iconSide }

  var body: ViewTree { place.frame(width: side, height: side) }

  @ViewBuilder private var place: ViewTree {
    if let picture = content.picture {
      image(
        picture, side: side, radius: measures.iconRadius,
        isTemplate: content.isPictureTemplate
      )
      .frame(width: side, height: side)
      .badge {
        if let badge = content.badge {
          image(badge, side: measures.badgeSide, radius: 4, isTemplate: content.isBadgeTemplate)
            .frame(width: measures.badgeSide, height: measures.badgeSide)
        }
      }
    } else if !content.isPicturePending {
      // A substitute that a picture replaces at once would flicker.
      substitute
    }
  }

  /// Draws a picture; a template has no rounded corners.
  private func image(_ bitmap: Bitmap, side: Double, radius: Double, isTemplate: Bool) -> ViewTree {
    Image(bitmap, isTemplate: isTemplate, cornerRadius: isTemplate ? 0 : radius).fitted(
      width: side, height: side)
  }

  @ViewBuilder private var substitute: ViewTree {
    let name = content.notification.shownApplication
    if let letter = ApplicationLetter(name) {
      // Letters on light glass are made dark, so that they need a pale square there.
      let square = isDark ? letter.colour : letter.colour * [1, 1, 1, BannerMetrics.paleSquare]
      Text(letter.letter).centresInk().leastWidth(0)
        .environment {
          let font = FontName($0.font)
          $0.font = font.scaled(by: measures.letterPoints / (font.points ?? FontName.defaultSize))
        }
        .ink(.colour(isDark ? [1, 1, 1, 1] : letter.onLight))
        .frame(width: side, height: side)
        .background { Fill(.colour(square), cornerRadius: measures.iconRadius) }
        .accessibility(.image, label: "")
    } else {
      Symbol("bell", side: measures.bellSide).ink(.vibrant(.secondaryLabel))
        .frame(width: side, height: side)
        .background { Fill(.vibrant(.secondaryFill), cornerRadius: measures.iconRadius) }
    }
  }
}

/// The letter and the colour that stand for an application without an icon.
struct ApplicationLetter: Equatable, Sendable {
  /// The first letter or digit of the name, as a capital.
  let letter: String
  /// The colour of the square on dark glass, over which white has a contrast of 4.5 or more: encoded sRGB and
  /// opacity.
  let colour: SIMD4<Double>

  /// The colour of the letter on a pale square on light glass.
  var onLight: SIMD4<Double> { colour * [0.58, 0.58, 0.58, 1] }

  /// Makes the icon of an application; nil if its name has no letter and no digit.
  init?(_ name: String) {
    guard let first = name.first(where: { $0.isLetter || $0.isNumber }) else { return nil }
    letter = String(first.uppercased().prefix(1))
    // FNV-1a: the same name has the same colour in every run, which Swift's own hashes do not promise.
    let hash = name.utf8.reduce(into: UInt32(2_166_136_261)) { hash, byte in
      hash = (hash ^ UInt32(byte)) &* 16_777_619
    }
    colour = Self.colours[Int(hash % UInt32(Self.colours.count))]
  }

  /// Blue, indigo, purple, pink, brown, green, teal and slate; red is that of critical notifications.
  static let colours: [SIMD4<Double>] = [
    [0.04, 0.40, 0.85, 1], [0.31, 0.30, 0.80, 1], [0.55, 0.25, 0.75, 1], [0.78, 0.16, 0.45, 1],
    [0.62, 0.37, 0.10, 1], [0.10, 0.48, 0.24, 1], [0.02, 0.46, 0.52, 1], [0.36, 0.41, 0.49, 1],
  ]
}
