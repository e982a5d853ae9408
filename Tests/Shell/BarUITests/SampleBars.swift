import BarUI
import Geometry
import ModuleModel
import Settings
import ShellModel
import VisualEffects

/// The name of the module at a place in a zone.
func module(_ zone: String, _ index: Int) -> ModuleName { ModuleName(.text, "\(zone)-\(index)") }

/// A material that leaves its backdrop as it is.
func material(isDark: Bool, ink: SIMD4<Double>? = nil) -> Material {
  let finish = ink.map { Material.Finish(ink: $0, borderWidth: 0, borderColour: .zero, cornerRadius: 0) }
  return Material(name: "test", isDark: isDark, blurRadius: 30, chain: .identity, finish: finish)
}

/// A bar whose modules show these texts, of sizes in pixels.
func bar(
  start: [String] = [], center: [String] = [], end: [String] = [], width: Int, height: Int = 32,
  scale: Double = 1
) -> BarView {
  var settings = Settings()
  settings.bar.start = start.indices.map { module("start", $0) }
  settings.bar.center = center.indices.map { module("center", $0) }
  settings.bar.end = end.indices.map { module("end", $0) }
  var state = State()
  _ = state.update(.settingsLoaded(settings), now: .start)
  let readings = zip(settings.bar.start + settings.bar.center + settings.bar.end, start + center + end)
  for (name, text) in readings { _ = state.update(.moduleReadingChanged(name, .text(text)), now: .start) }
  return BarView(
    state: state, size: PixelSize(width: width, height: height), scale: scale,
    material: material(isDark: true))
}

extension Instant {
  static let start = Instant(sinceOrigin: .zero)
}
