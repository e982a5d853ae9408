import CompositorSources
import Loop
import ModuleModel
import Settings

/// Keeps the session from becoming idle while it is switched on.
final class IdleSource: ModuleSource {
  private let module: ModuleName
  private let idleness: Idleness
  private let outlet: ModuleOutlet
  private var observation: Observation?

  init(module: ModuleName, idleness: Idleness, outlet: ModuleOutlet) {
    self.module = module
    self.idleness = idleness
    self.outlet = outlet
    observation = idleness.observe { [unowned self] in show() }
    show()
  }

  func stop() {
    observation?.cancel()
    observation = nil
    outlet.close()
  }

  func perform(_ action: String, item: String?) {
    switch action {
    case "toggle": idleness.isInhibited.toggle()
    case "on": idleness.isInhibited = true
    case "off": idleness.isInhibited = false
    default: break
    }
  }

  private func show() {
    guard idleness.isOffered != false else {
      return outlet.fail("\(module): the compositor does not support zwp_idle_inhibit_manager_v1")
    }
    let isActive = idleness.isInhibited
    outlet.show(
      ModuleReading(
        ["active": .bool(isActive), "state": .text(isActive ? "awake" : "auto")],
        icon: isActive ? "view-reveal-symbolic" : "view-conceal-symbolic",
        states: isActive ? ["active"] : []))
  }
}
