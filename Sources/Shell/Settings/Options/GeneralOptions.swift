import GlassModel
import VisualEffects

/// The options that are no part of bars, notifications or modules: the rows of the top of the file and of its small tables.
enum GeneralOptions {
  static let top: [Option<Settings>] = [
    Option(
      "appearance", \.appearance, .name, of: Settings(), example: .light,
      """
      Dark glass with white text, or light glass with black text; "system" follows the desktop's preference, \
      "backdrop" what is behind the glass.
      """),
    Option(
      "renderer", \.renderer, .name, of: Settings(), example: .cpu,
      """
      What draws: "gles" is OpenGL ES, "cpu" the program itself, which loads no graphics driver. "auto" draws by \
      OpenGL ES where there is a GPU, and by the CPU elsewhere.
      """),
    Option(
      "direction", \.direction, .name, of: Settings(), example: .rightToLeft,
      """
      Where bars, menus and panels begin: at the left, or at the right as in Arabic and Hebrew; "auto" by the \
      language of the locale.
      """),
  ]

  static let accessibility: [Option<AccessibilitySettings>] = [
    Option(
      "reduce_transparency", \.reduceTransparency, .name, of: AccessibilitySettings(), example: .on,
      """
      Opaque glass of one colour, which looks at nothing behind it; "auto" where the desktop asks for high \
      contrast.
      """),
    Option(
      "increase_contrast", \.increaseContrast, .name, of: AccessibilitySettings(), example: .on,
      "A contrast of text of at least 7; \"auto\" where the desktop asks for high contrast."),
    Option(
      "reduce_motion", \.reduceMotion, .name, of: AccessibilitySettings(), example: .on,
      "Changes without animation; \"auto\" where the desktop asks for it."),
  ]

  static let legibility: [Option<LegibilitySettings>] = [
    Option(
      "contrast", \.contrast, .contrast, of: LegibilitySettings(), example: 7,
      """
      The contrast, as WCAG 2 measures it, that text has at least over anything that is behind the glass; 0: \
      none is guaranteed, and the material stays pure.
      """)
  ]

  static let backdrop: [Option<BackdropSettings>] = [
    Option(
      "source", \.source, .name, of: BackdropSettings(), example: .live,
      """
      How the glass knows what is behind it: "live" looks at what is really there, "compositor" leaves \
      the blur to the compositor, "wallpaper" takes the picture named below, "solid" one colour. "auto" takes the best that works.
      """),
    Option(
      "wallpaper", \.wallpaper, .path("the path of a picture"), absent: "no picture",
      example: "~/Pictures/fjord.jpg",
      """
      A PNG or JPEG picture, for source = "wallpaper", or for "auto" where live is not possible. \
      A leading ~ is the home directory.
      """),
    Option(
      "placement", \.placement, .name, of: BackdropSettings(), example: .fit,
      "How the wallpaper lies on an output; the same as in the program that shows it."),
    Option(
      "max_rate", \.maxRate, .positive(upTo: 1000), unit: "captures per second",
      absent: "by kind of renderer and power source", example: 30,
      "How often at most the glass looks at what is behind it."),
  ]

  static let material: [Option<UserMaterial>] = [
    Option(
      "base", \.base, .style, of: UserMaterial(), example: .systemThinMaterial,
      "The material that this one starts from."),
    Option(
      "blur", \.overrides.blurRadius, .number(0...135), unit: "points", absent: ofBase, example: 20,
      "Standard deviation of the Gaussian blur."),
    Option(
      "saturation", \.overrides.saturation, .number(0...10), absent: ofBase, example: 1.5,
      "How far colours are driven from grey: 0 is grey, 1 leaves them."),
    Option(
      "brightness", \.overrides.brightness, .number(-1...1), absent: ofBase, example: 0.1,
      "Added to every channel."),
    Option(
      "luminance_amount", \.overrides.luminanceAmount, .number(0...1), absent: ofBase, example: 0.75,
      "How far a colour is mixed towards the grey that luminance_curve gives for it."),
    Option(
      "luminance_curve", \.overrides.luminanceCurve, .fourNumbers(-4...4), absent: ofBase,
      example: [0.16, 0.26, 0.1, 0.1],
      "Control values of the cubic Bezier curve from the luminance of a colour, 0 to 1, to a grey."),
    Option(
      "tint", \.overrides.fill, .colour, absent: ofBase, example: [1, 1, 1, 64.0 / 255],
      "A colour laid over the result; without AA it is opaque and hides what is behind."),
    Option(
      "ink", \.overrides.ink, .colour, absent: ofBase, example: [0, 0, 0, 179.0 / 255],
      "The colour of text; only the material legible has one, others take it from the backdrop."),
    Option(
      "border_width", \.overrides.borderWidth, .number(0...16), unit: "points", absent: ofBase, example: 1,
      "A line along the inside of the edge; 0 is none, which is what all but the material legible have."),
    Option(
      "border_color", \.overrides.borderColour, .colour, absent: ofBase, example: [1, 1, 1, 64.0 / 255],
      "The colour of that line."),
  ]

  private static let ofBase = "that of the base"
}
