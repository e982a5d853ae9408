import Scenes
import Views

/// The icon of a banner: a picture with the application's badge, or the first letter of the application's name, or a bell if there
/// is no name.
struct BannerIcon: View {
  let content: BannerContent
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
      Monogram(content.notification.shownApplication, symbol: "bell", side: side)
    }
  }

  /// Draws a picture; a template has no rounded corners.
  private func image(_ bitmap: Bitmap, side: Double, radius: Double, isTemplate: Bool) -> ViewTree {
    Image(bitmap, isTemplate: isTemplate, cornerRadius: isTemplate ? 0 : radius).fitted(
      width: side, height: side)
  }
}
