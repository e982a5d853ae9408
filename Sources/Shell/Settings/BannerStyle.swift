/// The look of a banner as far as settings give it: that of all banners, or the changes of a rule; nil leaves a part as it
/// is.
public struct BannerStyle: Equatable, Sendable {
  /// The place of the icon.
  public enum IconPosition: String, CaseIterable, Sendable {
    case leading, trailing, top
    /// The banner has no icon.
    case hidden = "none"
  }

  /// The side at which lines of text begin, or their middle.
  public enum TextAlignment: String, CaseIterable, Sendable {
    /// The side at which the language of each text begins.
    case natural
    case leading, center, trailing
  }

  /// The width in points of the line along the edge; 0: there is no line, not even that of the glass.
  public var borderWidth: Double?
  /// The colour of the line along the edge, encoded sRGB and opacity; nil: that of the glass.
  public var borderColour: SIMD4<Double>?
  /// The radius of the corners in logical pixels, as `NotificationSettings.cornerRadius`.
  public var cornerRadius: Int?
  /// The font in Pango's syntax, as `NotificationSettings.font`.
  public var font: String?
  /// The distance between the edge and the content, in points.
  public var padding: Double?
  /// The side of the icon, in points.
  public var iconSize: Double?
  public var iconPosition: IconPosition?
  /// The colour of the filled part of a progress bar, encoded sRGB and opacity.
  public var progressColour: SIMD4<Double>?
  public var textAlignment: TextAlignment?

  public init() {}

  /// The style with the parts that `other` sets in place of its own.
  public func overridden(by other: BannerStyle) -> BannerStyle {
    var style = self
    style.borderWidth = other.borderWidth ?? borderWidth
    style.borderColour = other.borderColour ?? borderColour
    style.cornerRadius = other.cornerRadius ?? cornerRadius
    style.font = other.font ?? font
    style.padding = other.padding ?? padding
    style.iconSize = other.iconSize ?? iconSize
    style.iconPosition = other.iconPosition ?? iconPosition
    style.progressColour = other.progressColour ?? progressColour
    style.textAlignment = other.textAlignment ?? textAlignment
    return style
  }
}
