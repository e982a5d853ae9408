import GlassModel
import VisualEffects

/// The options that are no part of bars, notifications or modules: the rows of the top of the file and of its small tables.
enum GeneralOptions {
  static let top: [Option<Settings>] = [
    Option(
      Inclusion.key, \.includes, .array(.path("the path of a file"), of: "paths"),
      example: ["colors.toml", "~/.cache/wal/hyaline.toml"],
      """
      Further settings files, whose values hold as far as this file and later ones of the array do not set them. Paths are \
      relative to this file; a leading ~ is the home directory.
      """),
    Option(
      "appearance", \.appearance, .name, example: .light,
      """
      The look of the glass: dark with white text, or light with black text. "system" follows the desktop's preference; \
      "backdrop" uses the look that needs less fill over the backdrop.
      """),
    Option(
      "accent", \.accent, .accent, example: .colour(SIMD4(191, 90, 242, 255) / 255),
      """
      The colour of switches, sliders, the present day and the first action. "system" follows the desktop's preference; \
      "backdrop" takes the hue of what is behind the first bar, usually that of the wallpaper. The colour is \
      made darker or brighter as far as text on it needs it.
      """),
    Option(
      "renderer", \.renderer, .name, example: .cpu,
      """
      The renderer of the glass: "gles" is OpenGL ES, "cpu" the program's own renderer, which loads no graphics driver. \
      "auto" uses OpenGL ES if there is a GPU, and the CPU otherwise.
      """),
    Option(
      "direction", \.direction, .name, example: .rightToLeft,
      """
      The direction in which bars, menus and panels are laid out: from the left, or from the right as in Arabic and \
      Hebrew; "auto" follows the language of the locale.
      """),
    Option(
      "icon_theme", \.iconTheme, .line("\"system\" or the name of an icon theme"),
      absent: "the icons that come with hyaline", example: "system",
      """
      The icon theme of the icons of modules, panels and menus; "system" is that of the desktop. Icons of programs and of \
      the tray are always looked up in the theme of the desktop.
      """),
    Option(
      "hint_font_metrics", \.hintsFontMetrics, .boolean, example: true,
      """
      Whether each letter begins at a whole pixel, so that texts are as wide as in programs of GTK 3. If it is off, the \
      distances between letters are even at every scale.
      """),
  ]

  /// The description of an entry of the table `colors`, whose key is a name of the user's choice.
  static let colour = OptionSummary(
    key: "NAME", type: ValueKind<SIMD4<Double>>.colour.type,
    shape: ValueKind<SIMD4<Double>>.colour.shape, absent: "no colour",
    example: ValueKind<SIMD4<Double>>.colour.written([137.0 / 255, 180.0 / 255, 250.0 / 255, 1]),
    text: "The colour of that name, or the name of another one in this table.")

  static let accessibility: [Option<AccessibilitySettings>] = [
    Option(
      "reduce_transparency", \.reduceTransparency, .name, example: .on,
      """
      Whether the glass is opaque and of one colour, so that nothing is captured, and no light falls on its edge; "auto" is on \
      if the desktop asks for high contrast.
      """),
    Option(
      "increase_contrast", \.increaseContrast, .name, example: .on,
      """
      Whether text has a contrast of at least 7, and glass that floats an opaque edge; "auto" is on if the desktop asks for \
      high contrast.
      """),
    Option(
      "reduce_motion", \.reduceMotion, .name, example: .on,
      "Whether changes happen at once or fade, without motion; \"auto\" is on if the desktop asks for reduced motion."
    ),
  ]

  static let legibility: [Option<LegibilitySettings>] = [
    Option(
      "contrast", \.contrast, .contrast, example: 7,
      """
      The least contrast of text over any backdrop, as WCAG 2 measures it. With 0 no contrast is guaranteed, and the \
      material is not changed.
      """)
  ]

  static let glass = strength + ReliefOptions.all.map { Option($0, at: \GlassSettings.relief) }

  private static let strength: [Option<GlassSettings>] = [
    Option(
      "strength", \.strength, .number(0...1), example: 0.6,
      """
      The strength of all glass: with less, materials are nearer to opaque, bend less and catch less light at their edges; \
      0 is opaque.
      """)
  ]

  static let backdrop: [Option<BackdropSettings>] = [
    Option(
      "source", \.source, .name, example: .live,
      """
      The source of the backdrop: "live" captures the screen, "compositor" leaves the blur to the compositor, \
      "wallpaper" shows the picture named below, and "solid" one colour. "auto" uses the first of these that works.
      """),
    Option(
      "wallpaper", \.wallpaper, .path("the path of a picture"), absent: "no picture",
      example: "~/Pictures/fjord.jpg",
      """
      The path of a picture, for source = "wallpaper", or for "auto" if live glass is not possible. \
      A leading ~ is the home directory.
      """),
    Option(
      "placement", \.placement, .name, example: .fit,
      "The placement of the wallpaper on an output; it has to be that of the program that shows the wallpaper."
    ),
    Option(
      "max_rate", \.maxRate, .positive(upTo: 1000), unit: "captures per second",
      absent: "by kind of renderer and power source", example: 30,
      "The greatest rate of captures, while something moves behind the glass."),
  ]

  static let material = figures + relief.map { Option($0, at: \UserMaterial.relief) }

  private static let relief =
    ReliefOptions.own(rim: "glass.rim", shadow: "glass.shadow")
    + ReliefOptions.ownLight(absent: "glass.press_light")

  private static let figures: [Option<UserMaterial>] = [
    Option("base", \.base, .style, example: .systemThinMaterial, "The material on which this one is based."),
    Option(
      "blur", \.overrides.blurRadius, .number(0...135), unit: "points", absent: ofBase, example: 20,
      "The standard deviation of the Gaussian blur."),
    Option(
      "saturation", \.overrides.saturation, .number(0...10), absent: ofBase, example: 1.5,
      "The factor for the distance of colours from grey: 0 makes them grey, and 1 does not change them."),
    Option(
      "brightness", \.overrides.brightness, .number(-1...1), absent: ofBase, example: 0.1,
      "The value that is added to red, green and blue, whose range is 0 to 1."),
    Option(
      "luminance_amount", \.overrides.luminanceAmount, .number(0...1), absent: ofBase, example: 0.75,
      "The share by which a colour is mixed towards the grey that luminance_curve gives for it."),
    Option(
      "luminance_curve", \.overrides.luminanceCurve, .fourNumbers(-4...4), absent: ofBase,
      example: [0.16, 0.26, 0.1, 0.1],
      "The control values of the cubic Bezier curve from the luminance of a colour, 0 to 1, to a grey."),
    Option(
      "tint", \.overrides.fill, .colour, absent: ofBase, example: [1, 1, 1, 64.0 / 255],
      "The colour that is mixed over the result; without AA it is opaque and hides the backdrop."),
    Option(
      "refraction_depth", \.overrides.refractionDepth, .number(0...100), unit: "points", absent: ofBase,
      example: 20,
      "The distance from the edge up to which the backdrop is bent; with 0 nothing is."),
    Option(
      "refraction_amount", \.overrides.refractionAmount, .number(0...300), unit: "points", absent: ofBase,
      example: 60, "The distance from the edge of what is seen right at the edge."),
    Option(
      "dispersion", \.overrides.dispersion, .number(0...0.02), absent: ofBase, example: 0.01,
      "The share by which red is bent less, and blue more, than green."),
    Option(
      "ink", \.overrides.ink, .colour, absent: ofBase, example: [0, 0, 0, 179.0 / 255],
      "The colour of text. Of the built-in materials only legible has one; on the others it depends on the backdrop."
    ),
    Option(
      "border_width", \.overrides.borderWidth, .number(0...16), unit: "points", absent: ofBase, example: 1,
      """
      The width of a line along the inside of the edge, in place of the light along it; with 0 there is neither. Of the \
      built-in materials only legible has one.
      """),
    Option(
      "border_color", \.overrides.borderColour, .colour, absent: ofBase, example: [1, 1, 1, 64.0 / 255],
      "The colour of that line."),
  ]

  private static let ofBase = "that of the base"
}
