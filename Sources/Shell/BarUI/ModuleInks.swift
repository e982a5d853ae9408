import ModuleModel
import Scenes
import Views
import VisualEffects

/// Chooses the ink of modules so that it is legible on the glass of their bar.
///
/// The glass guarantees the contrast of vibrant ink over any backdrop. A colour of the settings is mixed with
/// white on dark glass, or with black on light glass, as far as needed for the guaranteed contrast with mid
/// grey behind the material.
struct ModuleInks: Sendable {
  var material: Material
  var legibility: Legibility

  func view(_ ink: ModuleInk) -> ViewInk {
    switch ink {
    case .vibrant(let style): .vibrant(style)
    case .colour(let colour): .colour(legible(colour))
    }
  }

  private func legible(_ colour: SIMD4<Double>) -> SIMD4<Double> {
    let below = material.chain.apply(SIMD3(repeating: 0.5))
    let goal = SIMD3(repeating: material.isDark ? 1.0 : 0.0)
    let own = SIMD3(colour.x, colour.y, colour.z)
    let steps = 16
    for step in 0...steps {
      let mixed = own + (goal - own) * (Double(step) / Double(steps))
      let seen = below + (mixed - below) * colour.w
      if Luminance.contrast(seen, below) >= legibility.contrast || step == steps {
        return SIMD4(mixed, colour.w)
      }
    }
    return colour
  }
}
