/// A material by its style, as `UIBlurEffect` names them: what a `VisualEffectView` does to its backdrop.
public struct BlurEffect: Equatable, Hashable, Sendable {
  /// The styles; those of the system materials without Light or Dark, `regular` and `prominent` adapt to the
  /// appearance.
  public enum Style: String, CaseIterable, Sendable {
    case extraLight, light, dark, extraDark, regular, prominent
    case systemUltraThinMaterial, systemUltraThinMaterialLight, systemUltraThinMaterialDark
    case systemThinMaterial, systemThinMaterialLight, systemThinMaterialDark
    case systemMaterial, systemMaterialLight, systemMaterialDark
    case systemThickMaterial, systemThickMaterialLight, systemThickMaterialDark
    case systemChromeMaterial, systemChromeMaterialLight, systemChromeMaterialDark
    case notificationBanner, notificationBannerLight, notificationBannerDark
  }

  private var light: Material
  private var dark: Material

  public init(style: Style) {
    light = Material.named(style.rawValue, isDark: false) ?? .none
    dark = Material.named(style.rawValue, isDark: true) ?? .none
  }

  /// A material of one's own, the same in every appearance.
  public init(material: Material) {
    light = material
    dark = material
  }

  /// The figures for an appearance.
  public func material(isDark: Bool) -> Material { isDark ? dark : light }
}

extension Material {
  /// Neither blurs nor colours: where an effect that fades in begins.
  public static let none = Material(name: "none", isDark: false, blurRadius: 0, chain: .identity)
}
