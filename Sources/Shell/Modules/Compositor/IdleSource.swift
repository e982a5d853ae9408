import CompositorSources
import Geometry
import Localization
import Loop
import ModuleModel
import Settings

extension IdleSettings: SourceMaking {
  func makeSource(_ start: ModuleStart) -> (any ModuleSource)? {
    IdleSource(
      module: start.module, settings: self, idleness: start.services.idleness, loop: start.loop,
      outlet: start.outlet)
  }
}

/// Keeps the session from becoming idle while it is switched on, or for a time.
final class IdleSource: PerformsActions {
  private let module: ModuleName
  private let idleness: Idleness
  private let loop: EventLoop
  private let outlet: ModuleOutlet
  /// The time after which the inhibition ends; nil if it does not end by itself.
  private let timeout: Duration?
  private var observation: Observation?
  private var timer: Timer?

  init(
    module: ModuleName, settings: IdleSettings, idleness: Idleness, loop: EventLoop, outlet: ModuleOutlet
  ) {
    (self.module, self.idleness, self.loop, self.outlet) = (module, idleness, loop, outlet)
    timeout = settings.timeout > 0 ? .seconds(settings.timeout) : nil
    observation = idleness.observe { [unowned self] in show() }
    if settings.startsActive { idleness.isInhibited = true }
    show()
  }

  func stop() {
    timer?.cancel()
    observation?.cancel()
    (timer, observation) = (nil, nil)
    outlet.close()
  }

  func perform(_ action: String, item: String?, by contact: ModuleContact) {
    switch action {
    case "toggle": idleness.isInhibited.toggle()
    case "on": idleness.isInhibited = true
    case "off": idleness.isInhibited = false
    default: break
    }
  }

  private func show() {
    if !idleness.isInhibited {
      timer?.cancel()
      timer = nil
    } else if let timeout, timer == nil {
      timer = loop.schedule(at: loop.now + timeout, tolerance: min(timeout / 10, .seconds(1))) {
        [unowned self] in
        timer = nil
        idleness.isInhibited = false
      }
    }
    outlet.show(idleness.reading(of: module))
  }
}

extension Idleness {
  fileprivate func reading(of module: ModuleName) -> ModuleReading {
    guard isOffered != false else {
      return .failure("\(module): the compositor does not support zwp_idle_inhibit_manager_v1")
    }
    return ModuleReading(
      [
        "active": .bool(isInhibited), "state": .text(isInhibited ? "awake" : "auto"),
        "summary": .text(
          isInhibited ? localized("The screen stays on") : localized("The screen may turn off")),
      ],
      icon: isInhibited
        ? ModuleIcon("caffeine-cup-full-symbolic", or: "view-reveal-symbolic")
        : ModuleIcon("caffeine-cup-empty-symbolic", or: "view-conceal-symbolic"),
      states: isInhibited ? ["active"] : [])
  }
}
