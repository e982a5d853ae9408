/// A material by its style, as `UIBlurEffect` names them: what a sheet of glass does to its backdrop.
public struct BlurEffect: Equatable, Hashable, Sendable {
  /// The styles that a blur effect can have.
  ///
  /// `regular`, `prominent` and the styles of system materials, banners and glass without Light or Dark in their
  /// name adapt to the appearance; all others are always the same.
  public enum Style: String, CaseIterable, Sendable {
    case extraLight, light, dark, extraDark, regular, prominent
    case systemUltraThinMaterial, systemUltraThinMaterialLight, systemUltraThinMaterialDark
    case systemThinMaterial, systemThinMaterialLight, systemThinMaterialDark
    case systemMaterial, systemMaterialLight, systemMaterialDark
    case systemThickMaterial, systemThickMaterialLight, systemThickMaterialDark
    case systemChromeMaterial, systemChromeMaterialLight, systemChromeMaterialDark
    case notificationBanner, notificationBannerLight, notificationBannerDark
    /// A white fill of opacity 60 %; its finish is black text of opacity 70 %, a border of 1 point in black
    /// of opacity 40 % and corners of radius 6 points. Text on it is legible over any backdrop.
    case legible
    /// Clear glass that bends its backdrop at the edge: `glass` is thin and coloured, `clearGlass` nearly clear.
    case glass, glassLight, glassDark, clearGlass, clearGlassLight, clearGlassDark

    /// Whether the style has a different material for light and dark appearance.
    public var isAdaptive: Bool {
      Material(self, isDark: false) != Material(self, isDark: true)
    }
  }

  /// The materials for light and for dark appearance.
  private var light, dark: Material

  public init(style: Style) {
    self.init(light: Material(style, isDark: false), dark: Material(style, isDark: true))
  }

  /// Uses one custom material in every appearance.
  public init(material: Material) {
    self.init(light: material, dark: material)
  }

  /// Uses one custom material for light and one for dark appearance.
  public init(light: Material, dark: Material) {
    self.light = light
    self.dark = dark
  }

  /// Uses the style with some of its figures replaced and the given name; it adapts where the style does.
  public init(style: Style, name: String, overrides: MaterialOverrides) {
    self.init(light: Material(style, isDark: false), dark: Material(style, isDark: true))
    for material in [\Self.light, \.dark] {
      self[keyPath: material] = overrides.applied(to: self[keyPath: material])
      self[keyPath: material].name = name
    }
  }

  /// Whether the effect has a different material for light and dark appearance.
  public var isAdaptive: Bool { light != dark }

  /// Returns the effect with as much of what makes it glass as `strength` says, 0 … 1; see `Material.weakened`.
  public func weakened(to strength: Double) -> BlurEffect {
    BlurEffect(light: light.weakened(to: strength), dark: dark.weakened(to: strength))
  }

  /// The material for light or dark appearance.
  public func material(isDark: Bool) -> Material { isDark ? dark : light }
}
