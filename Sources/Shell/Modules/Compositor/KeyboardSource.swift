import CompositorSources
import DesktopModel
import DesktopServices
import Geometry
import Localization
import Loop
import ModuleModel
import ModuleReadings
import Settings

extension KeyboardSettings: SourceMaking {
  func makeSource(_ start: ModuleStart) -> (any ModuleSource)? {
    KeyboardSource(
      settings: self, compositor: start.services.compositor, names: start.services.names,
      keys: start.services.locks, loop: start.loop, outlet: start.outlet)
  }
}

/// Shows the layout of the keyboard, which the compositor tells, and the locks that are on.
final class KeyboardSource: Refreshes, PerformsActions {
  private let settings: KeyboardSettings
  private let compositor: Compositor
  private let names: SystemNames
  private let keys: LockKeys
  private let loop: EventLoop
  private let outlet: ModuleOutlet
  private var layouts: Observation?
  private var locks: Observation?
  /// Fires when the files of lights are to be read again.
  private var timer: Timer?

  init(
    settings: KeyboardSettings, compositor: Compositor, names: SystemNames, keys: LockKeys, loop: EventLoop,
    outlet: ModuleOutlet
  ) {
    (self.settings, self.names) = (settings, names)
    (self.compositor, self.keys, self.loop, self.outlet) = (compositor, keys, loop, outlet)
    layouts = compositor.observe([.keyboard]) { [unowned self] in show() }
    if settings.followsLocks { locks = keys.observe { [unowned self] in show() } }
    show()
  }

  func stop() {
    layouts.end()
    locks.end()
    timer.end()
    outlet.close()
  }

  func refresh() {
    compositor.refresh()
    show()
  }

  func perform(_ action: String, item: String?, by contact: ModuleContact) {
    guard action == "next" || action == "previous" else { return }
    compositor.perform(.switchLayout(isForward: action == "next"), by: .keyboard)
  }

  private func show() {
    let layout = layoutReading
    guard let locks = currentLocks() else {
      if let layout { outlet.show(layout) }
      return
    }
    outlet.show(locks.reading(over: layout))
  }

  /// The reading of the layout alone; nil while nothing is known of it.
  private var layoutReading: ModuleReading? {
    guard let state = compositor.state(of: .keyboard) else {
      // The connection to the compositor may be yet to come, and with it protocols that tell.
      guard compositor.isAttached else { return nil }
      return outlet.failure(
        "the compositor tells of no keyboard layouts",
        words: localized("The compositor does not report keyboard layouts."))
    }
    switch state.status {
    case .connecting: return nil
    case .failed(let reason): return outlet.failure(reason, words: CompositorState.failureWords)
    case .connected: return state.keyboardReading(short: names.layoutCode)
    }
  }

  /// The locks that are on; nil: they are not followed, or unknown. The files of lights are read from time to time if no
  /// keyboard tells of changes.
  private func currentLocks() -> KeyboardLocks? {
    timer.end()
    guard settings.followsLocks else { return nil }
    if let locks = keys.locks { return locks }
    guard let locks = keys.readLights() else { return nil }
    let interval = Duration.seconds(settings.interval)
    timer = loop.schedule(at: loop.now + interval, tolerance: min(interval / 10, .seconds(1))) {
      [unowned self] in
      show()
    }
    return locks
  }
}

nonisolated extension KeyboardLocks {
  /// The reading of the layout with the locks that are on; they are shown alone if nothing is known of the layout.
  func reading(over layout: ModuleReading?) -> ModuleReading {
    var reading = ModuleReading(icon: "input-keyboard-symbolic", states: ["empty"])
    if let layout, layout.failure == nil { reading = layout }
    let all: [(lock: KeyboardLocks, name: String, words: String)] = [
      (.caps, "caps", localized("Caps Lock")), (.num, "num", localized("Num Lock")),
      (.scroll, "scroll", localized("Scroll Lock")),
    ]
    for (lock, name, _) in all { reading.fields[name] = .bool(contains(lock)) }
    let on = all.filter { contains($0.lock) }
    reading.fields["locks"] = .text(on.map(\.words).joined(separator: ", "))
    reading.states += on.map(\.name)
    if contains(.caps) { reading.icon = "caps-lock-symbolic" }
    return reading
  }
}
