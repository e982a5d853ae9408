public import VisualEffects

/// A table of `materials`, as it is written in the file.
struct UserMaterial: Sendable {
  var base = BlurEffect.Style.systemMaterial
  var overrides = MaterialOverrides()
  var relief = ReliefSettings()

  /// The base material with the overrides; it adapts where the base does.
  func effect(named name: String) -> BlurEffect {
    BlurEffect(style: base, name: name, overrides: overrides)
  }
}

extension Settings {
  /// The effect of that name, one of the user's or a style, in the strength of the settings; nil if there is none.
  public func blurEffect(named name: String) -> BlurEffect? {
    guard let effect = materials[name] ?? BlurEffect.Style(rawValue: name).map({ BlurEffect(style: $0) })
    else { return nil }
    let own = reliefs[name] ?? ReliefSettings()
    return own.completed(by: glass.relief).applied(to: effect.weakened(to: glass.strength))
  }

  /// The effect of a name that decoding has checked, such as that of a bar's material; traps if there is none.
  public func effect(named name: String) -> BlurEffect {
    guard let effect = blurEffect(named: name) else { preconditionFailure("no material \(name)") }
    return effect
  }

  /// The effect of the glass of banners.
  public var bannerEffect: BlurEffect { effect(named: notifications.material) }
}
