import Settings

/// The measures of a banner that its style determines, in logical pixels.
struct BannerMeasures: Equatable, Sendable {
  /// The distance between the upper or lower edge and the content.
  let verticalPadding: Double
  /// The distance between the left or right edge and the content.
  let sidePadding: Double
  let iconSide: Double
  /// The distance between the icon and the texts beside it.
  let iconGap: Double
  /// The distance between an icon above the texts and these.
  let iconGapAbove: Double
  /// The room that texts beside the icon leave at their other end.
  let iconEndGap: Double
  /// The room above and below the icon.
  let iconRoom: Double
  /// The room at the icon's side away from the texts.
  let iconSideRoom: Double
  private let hasCloseButton: Bool
  /// The vertical distance between two texts.
  let textGap: Double

  /// The measures for an icon whose longer side is `ownIconSide` logical pixels by itself; nil: it fills its place.
  init(_ style: BannerStyle, ownIconSide: Double? = nil) {
    let border = style.borderColour == nil ? 0 : style.borderWidth ?? 1
    // No text lies on the line along the edge.
    verticalPadding = max(style.padding?[0] ?? BannerMetrics.padding, border)
    sidePadding = max(style.padding?[1] ?? BannerMetrics.padding, border)
    let mostIcon = style.iconSize ?? BannerMetrics.pictureSide
    if let least = style.minIconSize, let ownIconSide {
      iconSide = min(max(ownIconSide, least), mostIcon)
    } else {
      iconSide = mostIcon
    }
    iconGap = style.iconGap ?? BannerMetrics.pictureGap
    iconGapAbove = style.iconGap ?? BannerMetrics.gap
    iconEndGap = style.iconEndGap ?? 0
    iconRoom = style.iconMargin?[0] ?? 0
    iconSideRoom = style.iconMargin?[1] ?? 0
    hasCloseButton = style.hasCloseButton ?? true
    textGap = style.textSpacing ?? BannerMetrics.textGap
  }

  /// The side of the application's badge on a picture.
  var badgeSide: Double { iconSide * 0.45 }
  /// The corner radius of the picture.
  var iconRadius: Double { iconSide / 5 }
  /// The distances from the button to close to the edges of the banner: above or below it, and at its side.
  var closeInset: (vertical: Double, side: Double) { (max(4, verticalPadding - 6), max(4, sidePadding - 6)) }
  /// The room that the button to close takes of the first line's width; 0: there is no button.
  var closeRoom: Double {
    hasCloseButton ? max(0, closeInset.side + BannerMetrics.closeSide + BannerMetrics.gap - sidePadding) : 0
  }
  /// The height of the lower edge of a stack's front banner that takes clicks.
  var stripHeight: Double { max(verticalPadding, BannerMetrics.gap) }
}
