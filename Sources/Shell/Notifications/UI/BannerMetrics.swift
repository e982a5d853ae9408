/// The measures of banners in logical pixels, on a grid of 4, as in the systems that the materials come from.
enum BannerMetrics {
  static let padding = 16.0
  static let pictureSide = 40.0
  static let pictureGap = 12.0
  /// The vertical distance between texts and controls.
  static let gap = 8.0
  static let textGap = 2.0
  static let controlHeight = 28.0
  static let noteHeight = 26.0
  static let buttonGap = 6.0
  /// The distance between the edge of a button and its label.
  static let buttonPadding = 10.0
  static let buttonRadius = 8.0
  static let actionIconSide = 16.0
  /// The side of the sign on the button that opens a menu.
  static let signSide = 12.0
  static let signGap = 4.0
  /// The side of the sign before the title of a critical notification.
  static let alertSide = 15.0
  static let closeSide = 20.0
  static let imageHeight = 180.0
  /// The greatest height of the picture that is shown large, and the least one in which it is shown at all.
  static let (largePictureHeight, leastPictureHeight) = (240.0, 80.0)
  /// The corner radius of the picture below the body.
  static let imageRadius = 8.0
  /// The greatest number of lines of the body while the pointer is over the banner: about half of a screen.
  static let expandedLines = 24
  /// The font size of small texts, as a part of the body's.
  static let smallFont = 0.87
  static let closeSign = "×"
}
