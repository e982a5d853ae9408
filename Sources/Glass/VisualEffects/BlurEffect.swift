/// A material by its style, as `UIBlurEffect` names them: what a sheet of glass does to its backdrop.
public struct BlurEffect: Equatable, Hashable, Sendable {
  /// The styles.
  ///
  /// Those of the system materials and of banners without Light or Dark, `regular` and `prominent` adapt to the
  /// appearance; all others are always the same.
  public enum Style: String, CaseIterable, Sendable {
    case extraLight, light, dark, extraDark, regular, prominent
    case systemUltraThinMaterial, systemUltraThinMaterialLight, systemUltraThinMaterialDark
    case systemThinMaterial, systemThinMaterialLight, systemThinMaterialDark
    case systemMaterial, systemMaterialLight, systemMaterialDark
    case systemThickMaterial, systemThickMaterialLight, systemThickMaterialDark
    case systemChromeMaterial, systemChromeMaterialLight, systemChromeMaterialDark
    case notificationBanner, notificationBannerLight, notificationBannerDark
    /// White at 60 %, and by itself black text at 70 % and a border of 1 px black at 40 % with the radius 6: legible
    /// over anything without looking at it.
    case legible

    /// Whether it follows the appearance.
    public var isAdaptive: Bool {
      Material(self, isDark: false) != Material(self, isDark: true)
    }
  }

  /// On light and on dark appearance.
  private var light, dark: Material

  public init(style: Style) {
    self.init(light: Material(style, isDark: false), dark: Material(style, isDark: true))
  }

  /// A material of one's own, the same in every appearance.
  public init(material: Material) {
    self.init(light: material, dark: material)
  }

  /// A material of one's own that adapts to the appearance.
  public init(light: Material, dark: Material) {
    self.light = light
    self.dark = dark
  }

  /// The style with some of its figures replaced, under a name of one's own; it adapts where the style does.
  public init(style: Style, name: String, overrides: MaterialOverrides) {
    self.init(light: Material(style, isDark: false), dark: Material(style, isDark: true))
    for material in [\Self.light, \.dark] {
      self[keyPath: material] = overrides.applied(to: self[keyPath: material])
      self[keyPath: material].name = name
    }
  }

  /// Whether it looks different on light and dark appearance.
  public var isAdaptive: Bool { light != dark }

  /// The figures for an appearance.
  public func material(isDark: Bool) -> Material { isDark ? dark : light }
}
