import ModuleModel
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
