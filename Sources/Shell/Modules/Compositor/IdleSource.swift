import CompositorSources
import Geometry
import Localization
import Loop
import ModuleModel
import Settings

extension IdleSettings: SourceMaking {
  func makeSource(_ start: ModuleStart) -> (any ModuleSource)? {
    // The compositor inhibits idling; logind is asked only if the settings name more to inhibit.
    let lock =
      inhibitions.isEmpty
      ? nil : LoginLock(inhibitions.map(\.lock), loop: start.loop, report: start.outlet.report)
    return IdleSource(
      settings: self, idleness: start.services.idleness, loop: start.loop, outlet: start.outlet, lock: lock)
  }
}

/// Keeps the session from becoming idle while it is switched on, or for a time.
final class IdleSource: PerformsActions {
  private let idleness: Idleness
  private let loop: EventLoop
  private let outlet: ModuleOutlet
  /// The time after which the inhibition ends; nil if it does not end by itself.
  private let timeout: Duration?
  /// The times that `next` goes through, in seconds.
  private let durations: [Double]
  /// The place of the time that was chosen; nil if none was.
  private var chosen: Int?
  private var observation: Observation?
  private var timer: Timer?
  private let lock: LoginLock?

  /// `lock` is held while the session is kept from becoming idle; nil: nothing else is.
  init(
    settings: IdleSettings, idleness: Idleness, loop: EventLoop, outlet: ModuleOutlet, lock: LoginLock? = nil
  ) {
    (self.idleness, self.loop, self.outlet, self.lock) = (idleness, loop, outlet, lock)
    timeout = settings.timeout > 0 ? .seconds(settings.timeout) : nil
    durations = settings.durations
    observation = idleness.observe { [unowned self] in show() }
    if settings.startsActive { idleness.isInhibited = true }
    show()
  }

  func stop() {
    timer.end()
    observation.end()
    lock?.hold(false)
    outlet.close()
  }

  func perform(_ action: String, item: String?, by contact: ModuleContact) {
    switch action {
    case "toggle": idleness.isInhibited.toggle()
    case "next": chooseNext()
    case "on": idleness.isInhibited = true
    case "off": idleness.isInhibited = false
    default: break
    }
  }

  /// Inhibits idleness for the next time, or no more after the last one.
  private func chooseNext() {
    let next = idleness.isInhibited ? chosen.map { $0 + 1 } ?? 0 : 0
    guard durations.indices.contains(next) else {
      idleness.isInhibited = durations.isEmpty && !idleness.isInhibited
      return
    }
    chosen = next
    timer.end()
    idleness.isInhibited = true
    show()
  }

  /// The time after which the inhibition ends; nil if it does not end by itself.
  private var limit: Duration? {
    guard let chosen else { return timeout }
    return durations[chosen] > 0 ? .seconds(durations[chosen]) : nil
  }

  private func show() {
    lock?.hold(idleness.isInhibited)
    if !idleness.isInhibited {
      timer.end()
      chosen = nil
    } else if let limit, timer == nil {
      timer = loop.schedule(at: loop.now + limit, tolerance: min(limit / 10, .seconds(1))) {
        [unowned self] in
        timer = nil
        idleness.isInhibited = false
      }
    }
    guard idleness.isOffered != false else {
      return outlet.fail(
        "the compositor does not support zwp_idle_inhibit_manager_v1",
        words: localized("The compositor cannot keep the screen awake."))
    }
    var reading = idleness.reading
    if chosen != nil, let limit { reading.fields["duration"] = .duration(limit) }
    outlet.show(reading)
  }
}

nonisolated extension IdleSettings.Inhibition {
  /// The name of the lock that logind has for it.
  fileprivate var lock: String {
    switch self {
    case .sleep: "sleep"
    case .shutdown: "shutdown"
    case .lid: "handle-lid-switch"
    }
  }
}

extension Idleness {
  fileprivate var reading: ModuleReading {
    ModuleReading(
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
