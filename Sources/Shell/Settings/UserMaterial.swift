public import VisualEffects

/// A table of `materials`, as the file tells it.
struct UserMaterial: Sendable {
  var base = BlurEffect.Style.systemMaterial
  var overrides = MaterialOverrides()

  /// The base with what is set here in its place; it adapts where the base does.
  func effect(named name: String) -> BlurEffect {
    BlurEffect(style: base, name: name, overrides: overrides)
  }
}

extension Settings {
  /// The effect of that name, one of the user's own or a style; nil if there is none.
  public func blurEffect(named name: String) -> BlurEffect? {
    materials[name] ?? BlurEffect.Style(rawValue: name).map { BlurEffect(style: $0) }
  }

  /// What the bar is made of.
  ///
  /// Traps if `bar.material` is neither ours nor among `materials`; decoding sees to it.
  public var barEffect: BlurEffect { effect(of: bar) }

  /// What a bar of these settings is made of; traps as above.
  public func effect(of bar: BarSettings) -> BlurEffect {
    guard let effect = blurEffect(named: bar.material) else {
      preconditionFailure("no material \(bar.material)")
    }
    return effect
  }
}
