import CompositorSources
import ModuleModel
import Settings

/// Keeps the session from becoming idle while it is switched on.
final class IdleSource: ModuleSource {
  private let idleness: Idleness
  private let shown: ObservingSource

  init(module: ModuleName, idleness: Idleness, outlet: ModuleOutlet) {
    self.idleness = idleness
    shown = ObservingSource(outlet: outlet, observe: idleness.observe) { idleness.reading(of: module) }
  }

  func stop() { shown.stop() }

  func perform(_ action: String, item: String?) {
    switch action {
    case "toggle": idleness.isInhibited.toggle()
    case "on": idleness.isInhibited = true
    case "off": idleness.isInhibited = false
    default: break
    }
  }
}

extension Idleness {
  fileprivate func reading(of module: ModuleName) -> ModuleReading {
    guard isOffered != false else {
      return .failure("\(module): the compositor does not support zwp_idle_inhibit_manager_v1")
    }
    return ModuleReading(
      ["active": .bool(isInhibited), "state": .text(isInhibited ? "awake" : "auto")],
      icon: isInhibited ? "view-reveal-symbolic" : "view-conceal-symbolic",
      states: isInhibited ? ["active"] : [])
  }
}
