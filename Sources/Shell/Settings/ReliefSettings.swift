public import VisualEffects

/// The strengths of rim, shadow and press light that a surface or a material of the user's own has in place of others; nil leaves
/// a strength as it is.
public struct ReliefSettings: Equatable, Sendable {
  public var rim, shadow, pressLight: Double?

  public init() {}

  /// Returns all strengths, with those of `relief` in place of the missing ones.
  func completed(by relief: Relief) -> ReliefSettings {
    let whole = applied(to: relief)
    var settings = self
    (settings.rim, settings.shadow, settings.pressLight) = (whole.rim, whole.shadow, whole.pressLight)
    return settings
  }

  /// Returns the strengths with these in place of their own.
  public func applied(to relief: Relief) -> Relief {
    var relief = relief
    relief.rim = rim ?? relief.rim
    relief.shadow = shadow ?? relief.shadow
    relief.pressLight = pressLight ?? relief.pressLight
    return relief
  }

  /// Returns the material with these strengths in place of its own.
  public func applied(to material: Material) -> Material {
    var material = material
    material.relief = applied(to: material.relief)
    return material
  }

  /// Returns the effect with these strengths in place of its own, in both appearances.
  public func applied(to effect: BlurEffect) -> BlurEffect {
    BlurEffect(
      light: applied(to: effect.material(isDark: false)), dark: applied(to: effect.material(isDark: true)))
  }
}
