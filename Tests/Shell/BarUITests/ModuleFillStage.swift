import Geometry
import ModuleModel
import Scenes
import Settings
import ShellModel
import TestSupport
import Testing
import Views
import VisualEffects

@testable import BarUI

/// Draws a bar of 400 × 32 pixels with two modules.
protocol ModuleFillStage {}

extension ModuleFillStage {
  var one: ModuleName { ModuleName(.text, "one") }
  var two: ModuleName { ModuleName(.text, "two") }

  func drawn(
    edge: OutputEdge = .top, hovering module: ModuleName? = nil, isPressed: Bool = false,
    swollen share: Double = 0, _ change: (inout Settings) -> Void
  ) -> (scene: Scene, frames: [ModuleName: PixelRect]) {
    var settings = Settings()
    (settings.bar.start, settings.bar.center, settings.bar.edge) = ([one, two], [], edge)
    for name in [one, two] { settings.modules[name] = .defaults(of: .text) }
    change(&settings)
    var state = State()
    _ = state.update(.settingsLoaded(settings), now: Instant(sinceOrigin: .zero))
    for name in [one, two] {
      _ = state.update(.moduleReadingChanged(name, .text("text")), now: Instant(sinceOrigin: .zero))
    }
    let size = edge.isLevel ? PixelSize(width: 400, height: 32) : PixelSize(width: 60, height: 400)
    var view = BarView(
      state: state, size: size, scale: 1,
      material: Material(name: "test", isDark: true, blurRadius: 30, chain: .identity))
    if share > 0 { view.context.pulses = [BarItem(zone: .start, place: [0], module: one): share] }
    if let module {
      let plain = view.laidOut(measurer: MonospaceMeasurer())
      let item = plain.identities.first { ($0.key.value as? BarItem)?.module == module }
      let region = plain.regions.first { $0.visible == item?.frame }
      (view.interaction.hovered, view.interaction.pressed) = (region?.id, isPressed ? region?.id : nil)
    }
    let layout = view.laidOut(measurer: MonospaceMeasurer())
    var frames: [ModuleName: PixelRect] = [:]
    for identity in layout.identities {
      if let item = identity.key.value as? BarItem { frames[item.module] = identity.frame }
    }
    return (layout.scene, frames)
  }

  func content(_ scene: Scene) -> [Node] {
    guard case .effect(let sheet)? = scene.nodes.first else { return [] }
    return sheet.content
  }

  func fills(_ scene: Scene) -> [FillNode] {
    content(scene).compactMap { if case .fill(let fill) = $0 { fill } else { nil } }
  }

  func contrast(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> Double {
    let (x, y) = (Luminance.of([a.x, a.y, a.z]), Luminance.of([b.x, b.y, b.z]))
    return (max(x, y) + Luminance.flare) / (min(x, y) + Luminance.flare)
  }
}
