public import Geometry
public import ModuleModel

/// The look of a banner and the effects of gestures on it, as far as settings give them: those of all banners, or the
/// changes of a rule; nil leaves a part as it is.
public struct BannerStyle: Equatable, Sendable {
  /// The place of the icon.
  public enum IconPosition: String, CaseIterable, Sendable {
    case leading, trailing, top
    /// The banner has no icon.
    case hidden = "none"
  }

  /// The place of an icon beside texts that are higher.
  public enum IconAlignment: String, CaseIterable, Sendable {
    case top, center, bottom
  }

  /// The side at which lines of text begin, or their middle.
  public enum TextAlignment: String, CaseIterable, Sendable {
    /// The side at which the language of each text begins.
    case natural
    case leading, center, trailing
  }

  /// The place on the output, which rules alone set here, as they do the next two.
  public var anchor: NotificationSettings.Anchor?
  /// The layer of the surface while the banner is shown, unless another banner needs a higher one.
  public var layer: SurfaceLayer?
  /// The width in logical pixels, as `NotificationSettings.width`.
  public var width: Int?
  /// The width in points of the line along the edge; 0: there is no line, not even that of the glass.
  public var borderWidth: Double?
  /// The colour of the line along the edge, encoded sRGB and opacity; nil: that of the glass.
  public var borderColour: SIMD4<Double>?
  /// The colour that is mixed over the glass, encoded sRGB and opacity; nil: that of the material.
  public var tint: SIMD4<Double>?
  /// The radius of the corners in logical pixels, as `NotificationSettings.cornerRadius`.
  public var cornerRadius: Int?
  /// The font in Pango's syntax, as `NotificationSettings.font`.
  public var font: String?
  /// The distances between the edges and the content, in points: above and below it, and at its sides.
  public var padding: [Double]?
  /// The distance between two texts, such as the title and the body, in points.
  public var textSpacing: Double?
  /// The side of the icon, in points.
  public var iconSize: Double?
  /// The least side of the icon, in points, which has its own size up to `iconSize`; nil: each icon has that size.
  public var minIconSize: Double?
  /// The distance between the icon and the texts, in points.
  public var iconGap: Double?
  /// The room that texts beside an icon leave at their other end, in points.
  public var iconEndGap: Double?
  /// The room around the icon, in points: above and below it, and at its side away from the texts.
  public var iconMargin: [Double]?
  public var iconPosition: IconPosition?
  public var iconAlignment: IconAlignment?
  /// Whether the first letter of the application's name, or a bell, stands for an icon that a notification does not have.
  public var hasLetterIcon: Bool?
  /// Whether a button to close the banner is seen while the pointer is over it; nil: it is.
  public var hasCloseButton: Bool?
  /// Whether a critical notification has a red sign before its first line; nil: it has.
  public var hasCriticalSign: Bool?
  /// The colour of the filled part of a progress bar, encoded sRGB and opacity.
  public var progressColour: SIMD4<Double>?
  public var textAlignment: TextAlignment?
  /// The format of the texts, with markup; nil: the usual lines.
  public var format: FormatTemplate?
  /// The format of the texts of a banner with others behind it in a stack; nil: `format`.
  public var stackFormat: FormatTemplate?
  /// The colours of the settings, which formats may name; those of rules are not used.
  public var colours: [String: SIMD4<Double>] = [:]
  /// The effects of gestures; the others are those of `BannerResponse.usual`.
  public var responses: [BannerGesture: BannerResponse] = [:]

  public init() {}

  /// The fields of a format.
  public static let fields = [
    FieldSummary("app", .text, example: "Mail", "the name of the application"),
    FieldSummary("summary", .text, example: "New message", "the summary"),
    FieldSummary("body", .text, example: "See you at noon", "the body with its markup and links"),
    FieldSummary("category", .text, example: "email.arrived", "the category"),
    FieldSummary("age", .text, example: "5 min", "the time since the notification came"),
    FieldSummary("progress", .integer, .percent, example: "40", "the progress"),
    FieldSummary(
      "count", .integer, example: "3",
      "the number of times that the notification came, if it is more than once"),
    FieldSummary(
      "stack", .integer, example: "4",
      "the number of notifications in the stack, if others are behind this one"),
  ]

  /// The fields of the format of the note about notifications that are not shown.
  public static let noteFields = [
    FieldSummary("hidden", .integer, example: "3", "the number of notifications that are not shown"),
    FieldSummary("total", .integer, example: "8", "the number of all notifications that are open"),
  ]

  /// The format of a banner that has others behind it in a stack, or has not.
  public func format(isStacked: Bool) -> FormatTemplate? { isStacked ? stackFormat ?? format : format }

  /// The effect of a gesture.
  public func response(to gesture: BannerGesture) -> BannerResponse {
    responses[gesture] ?? BannerResponse.usual[gesture] ?? .builtIn(.nothing)
  }

  /// The style with the parts that `other` sets in place of its own.
  public func overridden(by other: BannerStyle) -> BannerStyle {
    var style = self
    style.anchor = other.anchor ?? anchor
    style.layer = other.layer ?? layer
    style.width = other.width ?? width
    style.borderWidth = other.borderWidth ?? borderWidth
    style.borderColour = other.borderColour ?? borderColour
    style.tint = other.tint ?? tint
    style.cornerRadius = other.cornerRadius ?? cornerRadius
    style.font = other.font ?? font
    style.padding = other.padding ?? padding
    style.textSpacing = other.textSpacing ?? textSpacing
    style.iconSize = other.iconSize ?? iconSize
    style.minIconSize = other.minIconSize ?? minIconSize
    style.iconGap = other.iconGap ?? iconGap
    style.iconEndGap = other.iconEndGap ?? iconEndGap
    style.iconMargin = other.iconMargin ?? iconMargin
    style.iconPosition = other.iconPosition ?? iconPosition
    style.iconAlignment = other.iconAlignment ?? iconAlignment
    style.hasLetterIcon = other.hasLetterIcon ?? hasLetterIcon
    style.hasCloseButton = other.hasCloseButton ?? hasCloseButton
    style.hasCriticalSign = other.hasCriticalSign ?? hasCriticalSign
    style.progressColour = other.progressColour ?? progressColour
    style.textAlignment = other.textAlignment ?? textAlignment
    style.format = other.format ?? format
    style.stackFormat = other.stackFormat ?? stackFormat
    style.responses.merge(other.responses) { $1 }
    return style
  }
}
