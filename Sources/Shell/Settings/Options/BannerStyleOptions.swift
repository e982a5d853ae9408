import Geometry
import ModuleModel

/// The options of the look of banners, which `notifications` and its rules share.
enum BannerStyleOptions {
  /// The options for all banners.
  static let all: [Option<BannerStyle>] = [
    Option(
      "border_width", \.borderWidth, .number(0...16), unit: "points",
      absent: "1 if there is a border_color", example: 2,
      "The width of a line along the inside of the edge; with 0 there is none, not even that of the glass."),
    Option(
      "border_color", \.borderColour, .colour, absent: "that of the glass",
      example: [1, 159.0 / 255, 10.0 / 255, 1],
      "The colour of that line."),
    Option(
      "tint", \.tint, .colour, absent: "that of the material",
      example: [1, 69.0 / 255, 58.0 / 255, 64.0 / 255],
      "The colour that is mixed over the glass, by its opacity."),
    Option(
      "padding", \.padding, .ends(0...64), unit: "points", absent: "16", example: [10, 16],
      """
      The distance between the edge of the banner and its content; an array has that above and below it, and that at its \
      sides.
      """),
    Option(
      "text_spacing", \.textSpacing, .number(0...32), unit: "points", absent: "2", example: 0,
      "The distance between two texts of the banner, such as the title and the body."),
    Option(
      "icon_size", \.iconSize, .number(8...256), unit: "points", absent: "40", example: 32,
      "The height and the width of the icon or picture beside the texts."),
    Option(
      "min_icon_size", \.minIconSize, .number(0...256), unit: "points", absent: "as icon_size", example: 0,
      """
      The least height and width of the icon or picture, which has its own size up to icon_size. Themes are searched for an \
      icon of this size, with 0 for one of icon_size.
      """),
    Option(
      "icon_gap", \.iconGap, .number(0...64), unit: "points",
      absent: "12, and 8 below an icon above the texts", example: 8,
      "The distance between the icon and the texts."),
    Option(
      "icon_end_gap", \.iconEndGap, .number(0...64), unit: "points", absent: "0", example: 8,
      "The room that texts beside an icon leave at their other end, besides the padding."),
    Option(
      "icon_margin", \.iconMargin, .ends(0...64), unit: "points", absent: "0", example: [4, 8],
      """
      The room around the icon besides icon_gap; an array has that above and below it, and that at the side without texts.
      """),
    Option(
      "icon_position", \.iconPosition, .name, absent: "\"leading\"", example: .trailing,
      """
      The place of the icon: at the side where lines begin, at the other one, or above the texts. With "none" the banner \
      has no icon.
      """),
    Option(
      "icon_align", \.iconAlignment, .name, absent: "\"top\"", example: .center,
      "The place of an icon beside texts that are higher than it: at the top, in the middle or at the bottom."
    ),
    Option(
      "letter_icons", \.hasLetterIcon, .boolean, absent: "true", example: false,
      """
      Whether the first letter of the application's name, or a bell, stands for the icon of a notification that has \
      neither an icon nor a picture.
      """),
    Option(
      "close_button", \.hasCloseButton, .boolean, absent: "true", example: false,
      """
      Whether a button to close the banner is seen while the pointer is over it; without one, texts reach to the edge of the \
      banner.
      """),
    Option(
      "critical_sign", \.hasCriticalSign, .boolean, absent: "true", example: false,
      "Whether a critical notification has a red sign before its summary, or before the first line of its format."
    ),
    Option(
      "progress_color", \.progressColour, .colour, absent: "the accent",
      example: [48.0 / 255, 209.0 / 255, 88.0 / 255, 1],
      "The colour of the filled part of a progress bar."),
    Option(
      "text_align", \.textAlignment, .name, absent: "\"natural\"", example: .center,
      """
      The side at which lines of text begin, or their middle; "natural" is the side at which the language of each text \
      begins.
      """),
    Option(
      "format", \.format, .bannerFormat(), absent: "the usual lines",
      example: example("<b>{app}: {summary}</b>\n{body}"),
      """
      The texts of a banner: lines with fields in braces and markup as Pango's, see hyaline(5). A line of which nothing is \
      left without the values of its fields is left out.
      """),
    Option(
      "stack_format", \.stackFormat, .bannerFormat(), absent: "as format",
      example: example("<b>{summary}</b> ({stack})\n{body}"),
      "The texts of a banner that has others behind it in a stack, as in format."),
    Option(
      "on", \.ownResponses, .responses, absent: usualResponses,
      example: [.middle: .builtIn(.menu), .back: .builtIn(.dismissAll)],
      """
      The effects of gestures: left, middle, right and back are buttons of the pointer, touch_long is a long touch, and \
      swipe a pull to the side. Each is "default", "dismiss", "forget", "dismiss_group", "dismiss_all", "menu", "link", "reply", \
      "none", or a command as an array.
      """),
  ]

  /// The options of rules, with those that `notifications` has among its own.
  static let rule: [Option<BannerStyle>] =
    [
      Option(
        "anchor", \.anchor, .name, absent: "notifications.anchor", example: .bottom,
        "The place of the banner, where such banners have a stack of their own."),
      Option(
        "layer", \.layer, .name, absent: "notifications.layer", example: .overlay,
        "The layer of the stack while the banner is shown, unless another one needs a higher layer."),
      Option(
        "width", \.width, .positive(upTo: 2048), unit: "logical pixels", absent: "notifications.width",
        example: 480, "The width of the banner."),
      Option(
        "corner_radius", \.cornerRadius, .count(upTo: 64), unit: "logical pixels",
        absent: "notifications.corner_radius", example: 8, "The radius of the banner's corners."),
      Option(
        "font", \.font, .font(like: "Inter 10"), absent: "notifications.font", example: "Inter 12",
        "The font of the body."),
    ] + all.map { Option($0, absent: "notifications." + $0.key) }

  private static let usualResponses = ValueKind<[BannerGesture: BannerResponse]>.responses.written(
    BannerResponse.usual)

  private static func example(_ text: String) -> FormatTemplate {
    exampleValue(try FormatTemplate(text, fields: BannerStyle.fields))
  }
}

extension BannerStyle {
  /// The effects of gestures that the settings give; nil: they give none.
  fileprivate var ownResponses: [BannerGesture: BannerResponse]? {
    get { responses.isEmpty ? nil : responses }
    set { responses = newValue ?? [:] }
  }
}
