/// The options of the look of banners, which `notifications` and its rules share.
enum BannerStyleOptions {
  /// The options for all banners.
  static let all = options { _, usual in usual }

  /// The options of rules, with those that `notifications` has among its own.
  static let rule: [Option<BannerStyle>] =
    [
      Option(
        "corner_radius", \.cornerRadius, .count(upTo: 64), unit: "logical pixels",
        absent: "notifications.corner_radius", example: 8, "The radius of the banner's corners."),
      Option(
        "font", \.font, .font(like: "Inter 10"), absent: "notifications.font", example: "Inter 12",
        "The font of the body."),
    ] + options { key, _ in "notifications." + key }

  /// `absent` returns the effect of leaving out an option, by its key and its usual effect.
  private static func options(absent: (_ key: String, _ usual: String) -> String) -> [Option<BannerStyle>] {
    [
      Option(
        "border_width", \.borderWidth, .number(0...16), unit: "points",
        absent: absent("border_width", "1 if there is a border_color"), example: 2,
        "The width of a line along the inside of the edge; with 0 there is none, not even that of the glass."),
      Option(
        "border_color", \.borderColour, .colour, absent: absent("border_color", "that of the glass"),
        example: [1, 159.0 / 255, 10.0 / 255, 1],
        "The colour of that line."),
      Option(
        "padding", \.padding, .number(0...64), unit: "points", absent: absent("padding", "14"), example: 10,
        "The distance between the edge of the banner and its content."),
      Option(
        "icon_size", \.iconSize, .number(8...256), unit: "points", absent: absent("icon_size", "40"),
        example: 32,
        "The height and the width of the icon or picture beside the texts."),
      Option(
        "icon_position", \.iconPosition, .name, absent: absent("icon_position", "\"leading\""),
        example: .trailing,
        """
        The place of the icon: at the side where lines begin, at the other one, or above the texts. With "none" the banner \
        has no icon.
        """),
      Option(
        "progress_color", \.progressColour, .colour, absent: absent("progress_color", "the accent"),
        example: [48.0 / 255, 209.0 / 255, 88.0 / 255, 1],
        "The colour of the filled part of a progress bar."),
      Option(
        "text_align", \.textAlignment, .name, absent: absent("text_align", "\"natural\""), example: .center,
        """
        The side at which lines of text begin, or their middle; "natural" is the side at which the language of each text \
        begins.
        """),
    ]
  }
}
