extension Material {
  /// Every name that `named` knows: adaptive ones first, each followed by its variants.
  public static let names: [String] =
    systemStyles.flatMap { [$0.name, $0.name + "Light", $0.name + "Dark"] }
    + traditionalStyles.map(\.name) + ["regular", "prominent"]

  /// The material of that name, nil if there is none.
  ///
  /// A name without Light or Dark adapts: it gives the variant for the appearance, under the variant's name.
  public static func named(_ name: String, isDark appearance: Bool) -> Material? {
    switch name {
    case "regular": return named(appearance ? "dark" : "light", isDark: appearance)
    case "prominent": return named(appearance ? "dark" : "extraLight", isDark: appearance)
    default: break
    }
    if let traditional = traditionalStyles.first(where: { $0.name == name }) { return traditional }
    for style in systemStyles {
      if name == style.name { return style.material(isDark: appearance) }
      if name == style.name + "Light" { return style.material(isDark: false) }
      if name == style.name + "Dark" { return style.material(isDark: true) }
    }
    return nil
  }

  /// A style with a light and a dark variant of the same blur.
  private struct SystemStyle {
    var name: String
    var blurRadius: Double
    var light: ColourChain
    var dark: ColourChain

    func material(isDark: Bool) -> Material {
      Material(
        name: name + (isDark ? "Dark" : "Light"), isDark: isDark, blurRadius: blurRadius,
        chain: isDark ? dark : light)
    }
  }

  // Figures of the system's own recipes, which reproduce measurements of it within 2.2/255.
  private static let systemStyles = [
    SystemStyle(
      name: "systemUltraThinMaterial", blurRadius: 22.5,
      light: chain(0.5, [0.45, 0.55, 0.65, 0.68], 1.1, 0.12),
      dark: chain(0.5, [0.24, 0.24, 0.3, 0.39], 1.1, 0)),
    SystemStyle(
      name: "systemThinMaterial", blurRadius: 30,
      light: chain(0.6, [0.725, 0.825, 0.76, 0.73], 1.35, 0.12),
      dark: chain(0.6, [0.2, 0.21, 0.1, 0.15], 1.35, 0)),
    SystemStyle(
      name: "systemMaterial", blurRadius: 30,
      light: chain(0.75, [0.9, 0.83, 0.925, 0.815], 1.5, 0.1),
      dark: chain(0.75, [0.16, 0.26, 0.1, 0.1], 1.5, 0)),
    SystemStyle(
      name: "systemThickMaterial", blurRadius: 45,
      light: chain(0.88, [0.99, 0.95, 0.98, 0.905], 1.5, 0.045),
      dark: chain(0.88, [0.14, 0.16, 0.1, 0.03], 1.5, 0)),
    SystemStyle(
      name: "systemChromeMaterial", blurRadius: 22.5,
      light: chain(0.75, [0.8, 0.9, 1.1, 0.825], 1.1, 0.1),
      dark: chain(0.75, [0.23, 0.52, 0.27, 0.255], 2.0, -0.1)),
    SystemStyle(
      name: "notificationBanner", blurRadius: 30,
      light: chain(0.6, [0.775, 0.85, 1.05, 0.94], 2.4, 0),
      dark: chain(0.4, [0.41, -0.4, 0.3, 0], 1.4, -0.03)),
  ]

  // The styles before the system materials: more colour, then a plain fill. extraDark is ours.
  private static let traditionalStyles = [
    traditional("extraLight", isDark: false, blurRadius: 20, white: 0.97, opacity: 0.8),
    traditional("light", isDark: false, blurRadius: 30, white: 1, opacity: 0.3),
    traditional("dark", isDark: true, blurRadius: 20, white: 0.11, opacity: 0.73),
    traditional("extraDark", isDark: true, blurRadius: 20, white: 0.04, opacity: 0.8),
  ]

  private static func chain(
    _ amount: Double, _ curve: SIMD4<Double>, _ saturation: Double, _ brightness: Double
  ) -> ColourChain {
    ColourChain(
      luminanceAmount: amount, luminanceCurve: curve, saturation: saturation, brightness: brightness)
  }

  private static func traditional(
    _ name: String, isDark: Bool, blurRadius: Double, white: Double, opacity: Double
  ) -> Material {
    Material(
      name: name, isDark: isDark, blurRadius: blurRadius,
      chain: ColourChain(saturation: 1.8, fill: [white, white, white, opacity]))
  }
}
