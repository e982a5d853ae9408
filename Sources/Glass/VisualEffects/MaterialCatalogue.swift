extension Material {
  /// The names of materials in settings: the raw values of `BlurEffect.Style`.
  public static let names: [String] = BlurEffect.Style.allCases.map(\.rawValue)

  /// The material of a style's raw value for an appearance; nil if there is no such style. See
  /// `init(_:isDark:)`.
  public static func named(_ name: String, isDark appearance: Bool) -> Material? {
    BlurEffect.Style(rawValue: name).map { Material($0, isDark: appearance) }
  }

  /// The material of a style.
  ///
  /// The result for a style that adapts is the variant for the appearance, under the variant's name.
  public init(_ style: BlurEffect.Style, isDark: Bool) {
    switch style {
    case .regular: self = isDark ? .dark : .light
    case .prominent: self = isDark ? .dark : .extraLight
    case .extraLight: self = .extraLight
    case .light: self = .light
    case .dark: self = .dark
    case .extraDark: self = .extraDark
    case .legible: self = .legible
    case .systemUltraThinMaterial: self = .systemUltraThin(isDark)
    case .systemUltraThinMaterialLight: self = .systemUltraThin(false)
    case .systemUltraThinMaterialDark: self = .systemUltraThin(true)
    case .systemThinMaterial: self = .systemThin(isDark)
    case .systemThinMaterialLight: self = .systemThin(false)
    case .systemThinMaterialDark: self = .systemThin(true)
    case .systemMaterial: self = .system(isDark)
    case .systemMaterialLight: self = .system(false)
    case .systemMaterialDark: self = .system(true)
    case .systemThickMaterial: self = .systemThick(isDark)
    case .systemThickMaterialLight: self = .systemThick(false)
    case .systemThickMaterialDark: self = .systemThick(true)
    case .systemChromeMaterial: self = .systemChrome(isDark)
    case .systemChromeMaterialLight: self = .systemChrome(false)
    case .systemChromeMaterialDark: self = .systemChrome(true)
    case .notificationBanner: self = .banner(isDark)
    case .notificationBannerLight: self = .banner(false)
    case .notificationBannerDark: self = .banner(true)
    case .glass: self = .glass(isDark)
    case .glassLight: self = .glass(false)
    case .glassDark: self = .glass(true)
    case .clearGlass: self = .clearGlass(isDark)
    case .clearGlassLight: self = .clearGlass(false)
    case .clearGlassDark: self = .clearGlass(true)
    }
  }

  // MARK: System materials

  // These are the figures of the system's own recipes, which reproduce measurements of it within 2.2/255.

  private static func systemUltraThin(_ isDark: Bool) -> Material {
    adaptive(
      "systemUltraThinMaterial", isDark, blurRadius: 22.5,
      light: chain(0.5, [0.45, 0.55, 0.65, 0.68], 1.1, 0.12),
      dark: chain(0.5, [0.24, 0.24, 0.3, 0.39], 1.1, 0))
  }

  private static func systemThin(_ isDark: Bool) -> Material {
    adaptive(
      "systemThinMaterial", isDark, blurRadius: 30,
      light: chain(0.6, [0.725, 0.825, 0.76, 0.73], 1.35, 0.12),
      dark: chain(0.6, [0.2, 0.21, 0.1, 0.15], 1.35, 0))
  }

  private static func system(_ isDark: Bool) -> Material {
    adaptive(
      "systemMaterial", isDark, blurRadius: 30,
      light: chain(0.75, [0.9, 0.83, 0.925, 0.815], 1.5, 0.1),
      dark: chain(0.75, [0.16, 0.26, 0.1, 0.1], 1.5, 0))
  }

  private static func systemThick(_ isDark: Bool) -> Material {
    adaptive(
      "systemThickMaterial", isDark, blurRadius: 45,
      light: chain(0.88, [0.99, 0.95, 0.98, 0.905], 1.5, 0.045),
      dark: chain(0.88, [0.14, 0.16, 0.1, 0.03], 1.5, 0))
  }

  private static func systemChrome(_ isDark: Bool) -> Material {
    adaptive(
      "systemChromeMaterial", isDark, blurRadius: 22.5,
      light: chain(0.75, [0.8, 0.9, 1.1, 0.825], 1.1, 0.1),
      dark: chain(0.75, [0.23, 0.52, 0.27, 0.255], 2.0, -0.1))
  }

  private static func banner(_ isDark: Bool) -> Material {
    adaptive(
      "notificationBanner", isDark, blurRadius: 30,
      light: chain(0.6, [0.775, 0.85, 1.05, 0.94], 2.4, 0),
      dark: chain(0.4, [0.41, -0.4, 0.3, 0], 1.4, -0.03))
  }

  private static func adaptive(
    _ name: String, _ isDark: Bool, blurRadius: Double, light: ColourChain, dark: ColourChain
  ) -> Material {
    Material(
      name: name + (isDark ? "Dark" : "Light"), isDark: isDark, blurRadius: blurRadius,
      chain: isDark ? dark : light)
  }

  private static func chain(
    _ amount: Double, _ curve: SIMD4<Double>, _ saturation: Double, _ brightness: Double
  ) -> ColourChain {
    ColourChain(
      luminanceAmount: amount, luminanceCurve: curve, saturation: saturation, brightness: brightness)
  }

  // MARK: Traditional styles

  // Styles older than the system materials raise the saturation, then lay a plain fill over it. extraDark is
  // ours.
  private static let extraLight = traditional(
    "extraLight", isDark: false, blurRadius: 20, white: 0.97, opacity: 0.8)
  private static let light = traditional("light", isDark: false, blurRadius: 30, white: 1, opacity: 0.3)
  private static let dark = traditional("dark", isDark: true, blurRadius: 20, white: 0.11, opacity: 0.73)
  private static let extraDark = traditional(
    "extraDark", isDark: true, blurRadius: 20, white: 0.04, opacity: 0.8)

  private static func traditional(
    _ name: String, isDark: Bool, blurRadius: Double, white: Double, opacity: Double
  ) -> Material {
    Material(
      name: name, isDark: isDark, blurRadius: blurRadius,
      chain: ColourChain(saturation: 1.8, fill: [white, white, white, opacity]))
  }

  // MARK: Glass

  // The figures of these materials are those of iOS 26's glass as published analyses of its filters have them: the grey that
  // black and white become, the limit of luminance L, at which a grey g becomes g (1 − g (1 − L)), and a fill of white. Such a
  // curve is a parabola, which a cubic Bezier curve draws exactly.

  private static func glass(_ isDark: Bool) -> Material {
    bending(
      "glass", isDark, blurRadius: 5,
      light: faced(0.4, 0.96, limit: 0.94, amount: 0.6, saturation: 1.2, white: 0.2),
      dark: faced(0.08, 1.125, limit: 0.35, amount: 0.75, saturation: 0.95, white: 0))
  }

  private static func clearGlass(_ isDark: Bool) -> Material {
    bending(
      "clearGlass", isDark, blurRadius: 10,
      light: faced(0.2, 0.95, limit: 1, amount: 0.5, saturation: 1, white: 0.1),
      dark: faced(0.05, 0.8, limit: 1, amount: 0.5, saturation: 1, white: 0.05))
  }

  private static func bending(
    _ name: String, _ isDark: Bool, blurRadius: Double, light: ColourChain, dark: ColourChain
  ) -> Material {
    var material = adaptive(name, isDark, blurRadius: blurRadius, light: light, dark: dark)
    material.refraction = Refraction(depth: 20, amount: 60)
    return material
  }

  /// The chain that turns black into the grey `black` and white into `white`, limits the luminance to `limit`, scales the
  /// distance of colours from grey by `saturation`, and lays a fill of white of an opacity over the result. `amount` is the
  /// share of the curve, large enough for its values to lie within 0 … 1.
  private static func faced(
    _ black: Double, _ white: Double, limit: Double, amount: Double, saturation: Double, white opacity: Double
  ) -> ColourChain {
    // The wanted grey is a + b g + c g² for a grey g, and the curve gives what is missing from the share of g itself.
    let (slope, loss) = (white - black, 1 - limit)
    let (a, c) = (black - loss * black * black, -loss * slope * slope)
    let b = slope - 2 * loss * black * slope
    let (start, linear, square) = (a / amount, (b - (1 - amount)) / amount, c / amount)
    return ColourChain(
      luminanceAmount: amount,
      luminanceCurve: [
        start, start + linear / 3, start + 2 * linear / 3 + square / 3, start + linear + square,
      ],
      saturation: saturation / (1 - amount), fill: [1, 1, 1, opacity])
  }

  // MARK: Legible

  /// The material of `BlurEffect.Style.legible`.
  ///
  /// The recipe of this material names no blur, and its contrast needs none. With 20 points, patterns of periods up
  /// to 41 points fade below 1/255 under the fill (e^−2π²σ²/p² of .2): two lines of text cannot be told apart. Below
  /// 20 px live glass needs a larger leak.
  private static let legible = Material(
    name: "legible", isDark: false, blurRadius: 20, chain: ColourChain(fill: [1, 1, 1, 0.6]),
    finish: Finish(ink: [0, 0, 0, 0.7], borderWidth: 1, borderColour: [0, 0, 0, 0.4], cornerRadius: 6))

  /// The material that neither blurs nor colours: the start of an effect that fades in.
  public static let none = Material(name: "none", isDark: false, blurRadius: 0, chain: .identity)
}
