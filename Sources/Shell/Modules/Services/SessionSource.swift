import BarUI
import DesktopModel
import DesktopServices
import Localization
import Loop
import ModuleModel
import Settings

extension SessionSettings: AsksServices {
  func makeSource(_ start: ModuleStart) -> (any ModuleSource)? {
    let (module, run) = (start.outlet.module, start.requests.run)
    return SessionSource(
      settings: self, control: start.services.session, windows: OpenWindows(start.services.compositor),
      loop: start.loop, outlet: start.outlet
    ) { run($0, module) }
  }
}

/// Shows a sign whose panel locks, ends or interrupts the session.
final class SessionSource: PerformsActions, StartsPrograms, AsksInPanel, KeepsPanels {
  private let settings: SessionSettings
  private let control: SessionControl
  private let windows: OpenWindows
  private let run: ([String]) -> Void
  private let outlet: ModuleOutlet
  let panels: OpenPanels
  /// The action that is asked about once more; nil: none is.
  private var unconfirmed: SessionAction?
  /// The time after which an action that is asked about in an open panel is performed by itself.
  private let countdown: Countdown
  /// Whether an action was done, so that the panel closes.
  private var isDone = false
  /// The observation of the windows while the panel is open.
  private var windowsObservation: Observation?

  private static let (consequence, confirm): (PanelRowKey, PanelRowKey) = ("consequence", "confirm")
  private static let secondsLeft: PanelRowKey = "countdown"

  /// `run` starts a command of the settings.
  init(
    settings: SessionSettings, control: SessionControl, windows: OpenWindows, loop: EventLoop,
    outlet: ModuleOutlet, run: @escaping ([String]) -> Void
  ) {
    (self.settings, self.control, self.windows, self.outlet) = (settings, control, windows, outlet)
    self.run = run
    (panels, countdown) = (OpenPanels(outlet), Countdown(loop))
    countdown.onTick = { [unowned self] in panels.tell() }
    countdown.onEnd = { [unowned self] in answer(isYes: true) }
    panels.follow = { [unowned self] tell in
      windowsObservation = windows.observe(tell)
      return control.observe(tell)
    }
    panels.onClose = { [unowned self] in
      unconfirmed = nil
      countdown.stop()
      windowsObservation.end()
    }
    outlet.show(ModuleReading(icon: "system-shutdown-symbolic"))
  }

  func stop() {
    panels.stop()
    countdown.stop()
    outlet.close()
  }

  func perform(_ action: String, item: String?, by contact: ModuleContact) {
    guard let action = SessionAction(rawValue: action) else { return }
    if action.needsConfirmation { ask(about: action) } else { perform(action) }
  }

  func opensPanel(_ action: String, of item: String?) -> Bool {
    SessionAction(rawValue: action)?.needsConfirmation == true
  }

  func program(_ action: String, item: String?) -> [String]? {
    action == SessionAction.lock.rawValue ? settings.commands[.lock] : nil
  }

  func panel(of item: String?) -> ControlPanel? {
    if isDone { return nil }
    var rows: [ControlPanel.Row] = []
    // An action that was requested by name need not be one of those that the panel offers.
    let asked = unconfirmed.flatMap { settings.actions.contains($0) ? nil : $0 }
    for action in settings.actions + [asked].compactMap(\.self) where isOffered(action) {
      rows.append(.init(action, .choice(choice(action))))
      guard action == unconfirmed else { continue }
      let consequence = action.consequence(windows: windows.count()).joined(separator: "\n")
      rows.append(.init(Self.consequence, .text(consequence)))
      if let seconds = countdown.secondsLeft {
        let figure = localized("\(seconds) s")
        rows.append(.init(Self.secondsLeft, .figure(localized("Automatically in"), figure)))
      }
      rows.append(
        .init(
          Self.confirm,
          .buttons([
            .init("cancel", localized("Cancel")),
            .init(action.rawValue, action.label, role: action.endsPrograms ? .destructive : .primary),
          ])))
    }
    return ControlPanel("", width: .menu, rows: rows + panels.failure.rows)
  }

  func use(_ use: ControlUse, of item: String?) {
    switch use {
    case .choose(let row):
      guard let action = row.as(SessionAction.self) else { return }
      if action.needsConfirmation { return ask(about: action, isCounted: true) }
      answer(isYes: false)
      perform(action)
    case .press(row: Self.confirm, let button): answer(isYes: button == unconfirmed?.rawValue)
    default: return
    }
  }

  /// Performs the action that is asked about, or leaves it.
  private func answer(isYes: Bool) {
    let action = unconfirmed
    unconfirmed = nil
    countdown.stop()
    if isYes, let action, isOffered(action) { perform(action) }
    panels.tell()
  }

  /// Asks whether an action is meant, or takes the question back. The time for the answer `isCounted` if the user has asked in the
  /// panel; the panel that a command opens may be covered, so that its question waits.
  private func ask(about action: SessionAction, isCounted: Bool = false) {
    unconfirmed = unconfirmed == action ? nil : action
    countdown.stop()
    if isCounted, panels.isOpen, unconfirmed?.endsPrograms == true, settings.countdown > 0 {
      countdown.start(.seconds(settings.countdown))
    }
    panels.tell()
  }

  /// Whether the panel offers an action: not if logind refuses it and no command replaces it, but before logind has
  /// answered.
  private func isOffered(_ action: SessionAction) -> Bool {
    settings.commands[action] != nil || control.permissions[action] != .refused
  }

  private func choice(_ action: SessionAction) -> ControlPanel.Choice {
    ControlPanel.Choice(action.label, icon: action.icon, isDestructive: action.endsPrograms)
  }

  private func perform(_ action: SessionAction) {
    panels.failure.clear()
    if let command = settings.commands[action] {
      run(command)
      return close()
    }
    control.perform(action) { [weak self] error in
      guard let self else { return }
      panels.failure.take(error, saying: localized("“\(action.label)” did not work."))
      if error == nil { close() }
    }
  }

  /// Requests that the panel be closed.
  private func close() {
    isDone = true
    panels.tell()
    isDone = false
  }
}

extension SessionAction {
  fileprivate var label: String {
    switch self {
    case .lock: localized("Lock")
    case .logOut: localized("Log out")
    case .suspend: localized("Suspend")
    case .hibernate: localized("Hibernate")
    case .restart: localized("Restart")
    case .powerOff: localized("Power off")
    }
  }

  /// The sentences that tell the user what the action does, beside the question whether to do it; none for locking, which is not
  /// asked about. `windows` is the number of open windows; nil: it is not known.
  fileprivate func consequence(windows: Int?) -> [String] {
    switch self {
    case .lock: []
    case .logOut: [localized("The session ends."), Self.end(of: windows)]
    case .suspend: [localized("The machine sleeps, and windows stay open.")]
    case .hibernate: [localized("The machine is switched off, and windows are back at the next start.")]
    case .restart: [localized("The machine restarts."), Self.end(of: windows)]
    case .powerOff: [localized("The machine is switched off."), Self.end(of: windows)]
    }
  }

  /// Whether the action ends the programs of the session, so that work may be lost.
  fileprivate var endsPrograms: Bool {
    switch self {
    case .lock, .suspend, .hibernate: false
    case .logOut, .restart, .powerOff: true
    }
  }

  private static func end(of windows: Int?) -> String {
    guard let windows else { return localized("All programs are closed.") }
    if windows == 0 { return localized("No window is open.") }
    return localized(
      "\(windows) open window is closed.", plural: "\(windows) open windows are closed.", count: windows)
  }

  fileprivate var icon: ModuleIcon {
    switch self {
    case .lock: "system-lock-screen-symbolic"
    case .logOut: "system-log-out-symbolic"
    // Themes without the first have the second, whose lines are as thick as those of its neighbours.
    case .suspend, .hibernate: ModuleIcon("system-suspend-symbolic", or: "weather-clear-night-symbolic")
    case .restart: "system-reboot-symbolic"
    case .powerOff: "system-shutdown-symbolic"
    }
  }
}
