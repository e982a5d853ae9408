public import VisualEffects

/// A material of the user's own, as the file tells it.
struct MaterialOverrides: Sendable {
  var base = "systemMaterial"
  var blur: Double?
  var saturation: Double?
  var brightness: Double?
  var luminanceAmount: Double?
  var luminanceCurve: SIMD4<Double>?
  var tint: SIMD4<Double>?

  /// The base with what is set here in its place.
  func material(named name: String, appearance: Appearance) -> Material {
    var material = Material.system(base, appearance)
    material.name = name
    material.blurRadius = blur ?? material.blurRadius
    material.chain.saturation = saturation ?? material.chain.saturation
    material.chain.brightness = brightness ?? material.chain.brightness
    material.chain.luminanceAmount = luminanceAmount ?? material.chain.luminanceAmount
    material.chain.luminanceCurve = luminanceCurve ?? material.chain.luminanceCurve
    material.chain.fill = tint ?? material.chain.fill
    return material
  }
}

extension Settings {
  /// What the bar is made of, in the look that `appearance` asks for.
  ///
  /// Traps if `bar.material` is neither ours nor among `materials`; decoding sees to it.
  public func material() -> Material {
    materials[bar.material] ?? .system(bar.material, appearance)
  }
}

extension Material {
  fileprivate static func system(_ name: String, _ appearance: Appearance) -> Material {
    guard let material = Material.named(name, isDark: appearance == .dark) else {
      preconditionFailure("no material \(name)")
    }
    return material
  }
}
