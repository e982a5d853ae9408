import Settings

/// The measures of a banner that its style determines, in logical pixels.
struct BannerMeasures: Equatable, Sendable {
  /// The distance between the edge and the content.
  let padding: Double
  let iconSide: Double

  init(_ style: BannerStyle) {
    let border = style.borderColour == nil ? 0 : style.borderWidth ?? 1
    // No text lies on the line along the edge.
    padding = max(style.padding ?? BannerMetrics.padding, border)
    iconSide = style.iconSize ?? BannerMetrics.pictureSide
  }

  /// The side of the application's badge on a picture.
  var badgeSide: Double { iconSide * 0.45 }
  /// The side of the bell in place of an icon.
  var bellSide: Double { iconSide * 0.55 }
  /// The size in points of the letter in place of an icon.
  var letterPoints: Double { iconSide * 0.375 }
  /// The corner radius of the picture.
  var iconRadius: Double { iconSide / 5 }
  /// The distance from the button to close to the edges of the banner.
  var closeInset: Double { max(4, padding - 6) }
  /// The room that the button to close takes of the first line's width.
  var closeRoom: Double { max(0, closeInset + BannerMetrics.closeSide + BannerMetrics.gap - padding) }
  /// The height of the lower edge of a stack's front banner that takes clicks.
  var stripHeight: Double { max(padding, BannerMetrics.gap) }
}
