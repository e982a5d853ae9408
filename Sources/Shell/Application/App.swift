import Control
import Glibc
import LiveGlass
import Loop
import Modules
import NotificationService
import Notifications
import Settings
import ShellModel
import ShellSurfaces
import Toml
import Wayland

/// The program, which connects its owners with each other: the state, the desktop, modules, surfaces, notifications and
/// the control socket. It passes the commands of the state on to them.
final class App {
  private let options: RunOptions
  private let settings: SettingsFollower
  private let model: Model
  private lazy var desktop = Desktop(model)
  private lazy var notifications = NotificationServing(
    model, desktop, options: options, settingsPath: settings.file.path)
  private lazy var levels = LevelServing(model) { [unowned self] in modules.services }
  private lazy var bars: BarServing = BarServing(model) { [unowned self] in modules.uses }
  private lazy var surfaces = Surfaces(
    model, desktop, bars: bars, notifications: notifications, levels: levels
  ) { [unowned self] in end(status: 1, "\($0)") }
  private lazy var modules: ModuleServing = ModuleServing(
    model, desktop, surfaces, notificationFacts: notifications.facts)
  private lazy var barWindows = BarWindowsFollower(model, desktop.compositor) { [unowned self] in
    bars.outputNames
  }
  private lazy var sharing = SharingFollower { [unowned self] in modules.services.media }
  private let idle = IdleFollower()
  private var control: ControlServing?
  private var exitStatus: Int32 = 0

  /// Creates the program without connecting to anything.
  init(_ loop: EventLoop, settingsPath: String, options: RunOptions = RunOptions()) {
    self.options = options
    let locale = LayoutDirection.locale(variable: Environment.value)
    model = Model(loop, State(parts: options.parts, locale: locale))
    settings = SettingsFollower(.named(settingsPath), model)
    model.perform = { [unowned self] in perform($0) }
    bars.onOutputsChanged = { [unowned self] in barWindows.update() }
    bars.onShown = { [unowned self] in modules.barWasShown() }
    bars.onSettingsWanted = { [unowned self] in openSettings() }
    notifications.onSwitch = { [unowned self] in write($0) }
    model.onSettled = { [unowned self] in
      surfaces.settle()
      modules.followBars(areSeen: bars.areSeen, useKeyboard: bars.useKeyboard)
    }
  }

  /// Opens the settings with the desktop's program for their file, which keeps running when this program ends.
  private func openSettings() {
    do throws(LoopError) {
      try ChildProcess(
        ["xdg-open", settings.usedPath], lifetime: .independent, loop: model.loop, onLine: nil,
        onExit: { if $0 != .exited(0) { Log.warning("xdg-open cannot open the settings") } }
      ).begin()
    } catch {
      Log.warning("\(error)")
    }
  }

  /// Writes the user's choice for a program's notifications to the settings file, or, if that is not possible, opens it.
  private func write(_ wanted: NotifyingProgram.Switch) {
    settings.write(wanted) { [unowned self] outcome in
      switch outcome {
      case .written:
        if wanted.part == .banners, !wanted.isOn {
          notifications.center?.happen(.programDismissed(wanted.program))
        }
      case .refused(let reason):
        Log.warning(reason)
        openSettings()
      }
    }
  }

  /// Runs the program until a signal or the compositor ends it; returns the exit status.
  ///
  /// Notifications are served before the compositor is connected to: other programs may wait for them, and serving
  /// needs neither compositor nor graphics.
  func run() throws(StartError) -> Int32 {
    defer { tearDown() }
    notifications.connectSessionBus()
    do {
      control = try ControlServing(
        .ofEnvironment(options.parts.haveBars ? .main : .notifications), model, surfaces: surfaces,
        modules: modules, notifications: notifications, settings: settings)
      settings.start()
      model.handleEvents()
      if options.parts == .notifications, !model.state.settings.notifications.isEnabled {
        try notifications.reportNothingToDo()
      }
      notifications.awaitName()
      // The loop serves notifications meanwhile; there is no connection if a signal has ended the program.
      guard let connection = try Connection.open(loop: model.loop) else { return exitStatus }
      try surfaces.open(connection)
      idle.attach(connection)
    } catch {
      throw StartError(error)
    }
    model.loop.run()
    return exitStatus
  }

  /// The signals that `receive` handles.
  static let signals = [SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2] + RealTimeSignals.all

  /// Handles a signal: SIGHUP and SIGUSR2 read the settings again, SIGUSR1 hides the bars that are shown and shows those that are
  /// hidden, SIGRTMIN+n refreshes the modules whose settings name n, and any other signal ends the program in order. SIGUSR1 and
  /// SIGUSR2 are those of Waybar, which keys of compositors send.
  func receive(_ signal: Int32) {
    if let number = RealTimeSignals.number(of: signal) { return modules.signalled(number) }
    switch signal {
    case SIGHUP, SIGUSR2: settings.load()
    case SIGUSR1: for bar in bars.bars { bar.obey(.toggle, now: model.loop.now) }
    default: end(status: 0, nil)
    }
  }

  private func end(status: Int32, _ line: String?) {
    if let line { Log.error(line) }
    exitStatus = status
    model.loop.stop()
  }

  /// Ends everything: first the modules, so that nothing requests a redraw; then the surfaces, the control socket and
  /// the services; then the session with its graphics and connection; last the child processes.
  private func tearDown() {
    modules.close()
    surfaces.close()
    sharing.close()
    idle.close()
    barWindows.follow(false)
    control?.close()
    notifications.center?.close()
    desktop.close()
    settings.cancel()
    model.close()
    surfaces.closeSession()
    // Ending the child processes may take a second, so it comes last.
    model.loop.endChildren()
  }

  private func perform(_ command: Command) {
    switch command {
    case .startModule(let name, let settings): modules.start(name, settings)
    case .stopModule(let name):
      for bar in bars.bars { bar.closePopup(of: name) }
      modules.stop(name)
    case .showTimes(let name, let times): modules.showTimes(times, of: name)
    case .runUpdate(let name): modules.uses.update(name)
    case .followDesktop(let follows): desktop.followPreferences(follows)
    case .followLock(let follows): desktop.followLock(follows)
    case .followPower(let follows): desktop.followPower(follows)
    // The lock takes effect before the next command, so that no surface is arranged for banners that it hides.
    case .lockNotifications(let isLocked): notifications.center?.happenNow(.sessionLocked(isLocked))
    case .serveNotifications(let settings):
      notifications.serve(settings)
      sharing.follow(for: settings, center: notifications.center)
      idle.follow(for: settings, center: notifications.center)
    case .followLevels(let settings): levels.serve(settings)
    case .arrangeSurfaces:
      surfaces.arrange()
      for output in surfaces.outputs { bars.arrange(on: output) }
      notifications.banners?.settingsChanged()
      levels.banners?.settingsChanged()
    case .followBarWindows(let follows): barWindows.follow(follows)
    case .arrangeBars: for bar in bars.bars { bar.arrange(now: model.loop.now) }
    case .dodgeWindows: for bar in bars.bars { bar.dodge(now: model.loop.now) }
    case .refreshPopups: for bar in bars.bars { bar.refreshPopups() }
    case .searchForIcons: bars.searchForIcons()
    case .log(let lines): for line in lines { Log.warning(line) }
    // The model tells the bars.
    case .redraw: break
    }
  }
}
