import BannerSurfaces
import BarSurfaces
import BarUI
import CompositorSources
import Control
import DesktopModel
import DesktopServices
import Geometry
import GlassModel
import Glibc
import LiveGlass
import Logging
import Loop
import ModuleModel
import Modules
import NotificationCenterService
import Notifications
import Pictures
import Rendering
import Settings
import ShellModel
import Toml
import Wayland

/// A bar on an output of the compositor.
typealias LiveBar = Bar<LiveOutput>

/// The owner of all parts of the program, which it connects with each other: the event loop, the session of live
/// glass, the bars of each output, the source of each module, and the notifications.
final class App {
  let loop: EventLoop
  /// The session of live glass; nil until `run` has connected to the compositor.
  private(set) var session: GlassSession?
  private(set) lazy var notifications = NotificationServing(
    loop, desktop, options: options, settingsPath: settingsPath,
    isFullscreenFocused: { [unowned self] in fullscreen.isFocused }, state: { [unowned self] in state })
  /// The notification center; nil if this program does not serve notifications.
  var center: NotificationCenter? { notifications.center }
  /// The banners of notifications; nil if notifications are not served, or there is no compositor yet.
  var banners: Banners? { notifications.banners }
  private(set) lazy var levels = LevelServing(loop) { [unowned self] in
    moduleSources
  } state: { [unowned self] in
    state
  } onOpen: { [unowned self] in
    mark.set()
  }
  private(set) var bars: [LiveBar] = []
  private(set) var state: State
  private let settings: SettingsFollower
  private var settingsPath: String { settings.file.path }
  private let compositor: Compositor
  private let idleness = Idleness()
  private let notificationFacts = NotificationFacts()
  private lazy var moduleSources = ModuleSources(
    loop: loop, compositor: compositor, idleness: idleness, buses: desktop.buses,
    notifications: notificationFacts
  ) { [unowned self] icon, picture in
    pictures.provide(picture, as: icon)
  } readAgain: { [unowned self] icon in
    // No picture was read if `barPictures` is nil.
    barPictures?.readAgain(icon)
  } run: { [unowned self] command, module in
    uses.run(command, of: module)
  } requestToken: { [unowned self] answer in
    guard let session else { return answer(nil) }
    session.requestActivationToken(surface: nil, applicationID: nil, answer: answer)
  } showMenu: { [unowned self] module, item, entry, output in
    uses.showMenu(of: module, item, at: entry, on: output)
  } onCommandEnd: { [unowned self] module, refusal in
    take(.commandEnded(module, refusal: refusal))
  } report: {
    Log.warning($0)
  }
  /// The icons and pictures of bars; nil until a bar has asked for one.
  private var barPictures: BarPictures?
  /// The observer of the desktop's icon theme; nil until a bar has asked for a picture.
  private var iconTheme: IconThemeFollower?
  private lazy var commands = ModuleCommands(loop: loop) { [unowned self] process, unit, completion in
    guard let bus = desktop.sessionBus else { return completion() }
    bus.move(process, toScope: unit, then: completion)
  } onEnd: { [unowned self] module in
    (sources[module] as? any FollowsCommands)?.commandEnded()
  } report: {
    Log.warning($0)
  }
  private var sources: [ModuleName: any ModuleSource] = [:]
  private lazy var uses: ModuleUses = ModuleUses(
    loop: loop, state: { [unowned self] in state }, bars: { [unowned self] in bars },
    source: { [unowned self] in sources[$0] }, take: { [unowned self] in take($0) },
    runCommand: { [unowned self] in commands.run($0, of: $1, environment: $2) },
    requestToken: { [unowned self] bar, answer in
      guard let session else { return answer(nil) }
      session.requestToken(for: (bar as? LiveBar)?.surface, answer: answer)
    },
    showLevel: { [unowned self] in levels.banners?.take(LevelReport.asked($0)) },
    redraw: { [unowned self] in redrawBars() })
  private var events: [Event] = []
  private lazy var desktop = Desktop(loop) { [unowned self] in take($0) }
  private let options: RunOptions
  private var control: ControlServer?
  /// The writer of the pictures that the command `snapshot` requests.
  private lazy var snapshots = SnapshotWriter(loop: loop)
  private lazy var sharing = SharingFollower { [unowned self] in moduleSources.media }
  private lazy var fullscreen = FullscreenFollower { [unowned self] in mark.set() }
  /// The mark by which the loop calls `settle` in the phase `update`.
  private lazy var mark = loop.register("program", for: .update) { [unowned self] in settle() }
  /// Whether a bar has a surface, or there is no bar at all; last reported to the modules.
  private var barsAreSeen = true
  /// The names of the outputs with bars; last reported to the state.
  private var barOutputs: Set<String> = []
  /// Whether a bar or one of its popups has the keyboard, or is about to take it or to give it back; last reported to
  /// the modules.
  private var barsUseKeyboard = false
  /// The preference by which the session has chosen its renderer.
  private var renderer = RendererPreference.auto
  private var exitStatus: Int32 = 0

  /// Creates the program without connecting to anything.
  init(_ loop: EventLoop, settingsPath: String, options: RunOptions = RunOptions()) {
    self.loop = loop
    self.options = options
    settings = SettingsFollower(SettingsFile(path: settingsPath), loop: loop)
    compositor = Compositor(Compositor.Addresses(environment: Environment.value), loop: loop) {
      Log.warning($0)
    }
    state = State(
      parts: options.parts, locale: LayoutDirection.locale(variable: Environment.value))
    notifications.onSettled = { [unowned self] in mark.set() }
    notifications.tell(notificationFacts)
  }

  /// Runs the program until a signal or the compositor ends it; returns the exit status.
  ///
  /// Notifications are served before the compositor is connected to: other programs may wait for them, and serving
  /// needs neither compositor nor graphics.
  func run() throws(StartError) -> Int32 {
    defer { tearDown() }
    notifications.connectSessionBus()
    do {
      let address = try ControlAddress.ofEnvironment(options.parts.haveBars ? .main : .notifications)
      control = try ControlServer(address, loop: loop) { [unowned self] request, reply in
        answers.answer(request, reply)
      }
      settings.onLoad = { [unowned self] in use($0) }
      use(settings.start(), isStart: true)
      takeEvents()
      if options.parts == .notifications, !state.settings.notifications.isEnabled {
        try notifications.reportNothingToDo()
      }
      notifications.awaitName()
      guard let connection = try connect() else { return exitStatus }
      renderer = state.settings.renderer
      try open(GlassSession(connection, loop: loop, renderer: .preferring(renderer)))
    } catch {
      throw StartError(error)
    }
    loop.run()
    return exitStatus
  }

  /// Connects to the compositor, while the loop serves notifications; returns nil if a signal ends the program
  /// meanwhile.
  private func connect() throws(WaylandError) -> Connection? {
    try Connection.open(loop: loop)
  }

  /// Handles a signal: SIGHUP reads the settings again, SIGRTMIN+n refreshes the modules whose settings name n, and
  /// any other signal ends the program in order.
  func receive(_ signal: Int32) {
    if let number = RealTimeSignals.number(of: signal) {
      for case let source as any HearsSignals in sources.values { source.signalled(number) }
      return
    }
    if signal == SIGHUP { settings.load() } else { end(status: 0, nil) }
  }

  private func open(_ session: GlassSession) {
    session.decodeWallpaper = Picture.wallpaper
    self.session = session
    follow(session)
    perform([.arrangeSurfaces])
    notifications.show(on: session)
    levels.show(on: session)
    session.attach()
    compositor.attach(session.connection)
    idleness.attach(session.connection)
  }

  private func follow(_ session: GlassSession) {
    session.onOutputAdded = { [unowned self] in outputChanged($0) }
    session.onOutputChanged = { [unowned self] in outputChanged($0) }
    session.onOutputRemoved = { [unowned self] output in
      for bar in bars where bar.output === output { bar.close() }
      bars.removeAll { $0.output === output }
      mark.set()
      compositor.outputsChanged()
      idleness.outputsChanged()
      banners?.outputsChanged()
      levels.banners?.outputsChanged()
    }
    session.onFailure = { [unowned self] in end(status: 1, "\($0)") }
    session.onMessage = { level, text in
      switch level {
      case .warning: Log.warning(text)
      case .info: Log.info(text)
      }
    }
  }

  private func outputChanged(_ output: LiveOutput) {
    arrangeBars(on: output)
    watchFullscreen()
    compositor.outputsChanged()
    idleness.outputsChanged()
    banners?.outputsChanged()
    levels.banners?.outputsChanged()
  }

  private func watchFullscreen() {
    if let session { fullscreen.watch(session, state: state, center: center, banners: banners) }
  }

  /// Answers requests of the control socket, for the present state.
  private var answers: ControlAnswers {
    ControlAnswers(
      bars: BarAnswers(
        state: state, bars: bars, focusedOutput: compositor.focusedOutput ?? fullscreen.focusedOutput,
        sources: sources, uses: uses, now: loop.now),
      surfaces: { [unowned self] in surfaceReport }, picture: { try ($0 as? LiveBar)?.surface?.snapshot() },
      snapshots: snapshots, notifications: { [unowned self] in notifications.answer($0, $1) },
      reload: { [unowned self] in loadSettings(then: $0) }, settingsPath: settingsPath,
      settingsLoads: settings.loads, wakeUps: loop.wakeUpCount)
  }

  private var surfaceReport: SurfaceReport {
    SurfaceReport(
      bars: bars.map { SurfaceReport.BarState($0) }, renderer: session?.rendererName,
      rejectedRenderers: session?.rejectedRenderers ?? [], liveObjects: session?.liveObjectCount ?? 0,
      postponements: session?.postponementCount ?? 0,
      isRehearsing: center != nil && banners?.isRehearsing != false, answers: banners?.answerCount ?? 0,
      banners: banners?.report ?? [], levels: levels.banners?.report ?? [])
  }

  /// Reads the settings file again; `answer` gets the messages about errors in the file.
  private func loadSettings(then answer: @escaping ([String]) -> Void) {
    settings.load { answer($0.messages(meanwhile: Self.meanwhile(isStart: false))) }
  }

  /// Queues what was read from the settings file as events.
  ///
  /// At the start, options with errors have their default values; later, a file with errors leaves all settings
  /// unchanged.
  private func use(_ contents: SettingsFile.Contents, isStart: Bool = false) {
    if contents.diagnostics.isEmpty || isStart { take(.settingsLoaded(contents.settings)) }
    guard !contents.diagnostics.isEmpty else { return }
    take(.settingsRejected(contents.messages(meanwhile: Self.meanwhile(isStart: isStart))))
  }

  /// The words for the settings in use while the file has errors.
  private static func meanwhile(isStart: Bool) -> String {
    isStart ? "the defaults hold" : "the old settings hold"
  }

  /// Queues an event, which is handled in the loop's phase `update`.
  func take(_ event: Event) {
    events.append(event)
    mark.set()
  }

  /// Applies the queued events to the state, and performs the resulting commands; the session draws in later phases
  /// of the loop.
  private func settle() {
    let now = loop.now
    if let due = state.nextDeadline, due <= now { events.append(.deadlineReached) }
    followBarOutputs()
    takeEvents()
    fullscreen.follow(
      session, state: state, center: center, banners: banners, levels: levels.banners, bars: bars, now: now)
    followVisibility()
    followKeyboard()
    mark.deadline = state.nextDeadline
  }

  /// Reports the outputs with bars to the state if they have changed.
  private func followBarOutputs() {
    let outputs = Set(bars.map(\.output.name))
    guard outputs != barOutputs else { return }
    barOutputs = outputs
    events.append(.barOutputsChanged(outputs))
  }

  /// Reports to the modules whether any bar has a surface, if that has changed.
  private func followVisibility() {
    let areSeen = bars.isEmpty || bars.contains { $0.surface != nil }
    guard areSeen != barsAreSeen else { return }
    barsAreSeen = areSeen
    moduleSources.barsAreSeen(areSeen)
    for case let source as any FollowsBars in sources.values { source.barsAreSeen(areSeen) }
  }

  /// Reports to the modules whether a bar uses the keyboard, so that no window has it, if that has changed.
  private func followKeyboard() {
    let areUsing = bars.contains(where: \.usesKeyboard)
    guard areUsing != barsUseKeyboard else { return }
    barsUseKeyboard = areUsing
    for case let source as any FollowsKeyboardUse in sources.values { source.barsUseKeyboard(areUsing) }
  }

  private func takeEvents() {
    while !events.isEmpty {
      let batch = events
      events = []
      for event in batch {
        let commands = state.update(event, now: loop.now)
        // A service that a restarted module observes before and after the change must not stop in between.
        Observers.replacing { perform(commands) }
      }
    }
  }

  private func perform(_ commands: [Command]) {
    for command in commands {
      switch command {
      case .startModule(let name, let settings):
        sources[name] = moduleSources.start(module: name, settings: settings) { [unowned self] reading in
          self.take(.moduleReadingChanged(name, reading))
        }
        if !barsAreSeen { (sources[name] as? any FollowsBars)?.barsAreSeen(false) }
      case .stopModule(let name):
        for bar in bars { bar.closePopup(of: name) }
        sources.removeValue(forKey: name)?.stop()
      case .showTimes(let name, let times): (sources[name] as? any ShowsTimes)?.showTimes(times)
      case .followDesktop(let follows): desktop.followPreferences(follows)
      case .followLock(let follows): desktop.followLock(follows)
      case .followPower(let follows): desktop.followPower(follows)
      // The lock takes effect before the next command, so that no surface is arranged for banners that it hides.
      case .lockNotifications(let isLocked): center?.happenNow(.sessionLocked(isLocked))
      case .serveNotifications(let settings):
        notifications.serve(settings)
        sharing.follow(for: settings, center: center)
      case .followLevels(let settings): levels.serve(settings)
      case .arrangeSurfaces:
        // Without a session there are no outputs.
        guard let session else { break }
        if renderer != state.settings.renderer {
          renderer = state.settings.renderer
          session.draw(by: .preferring(renderer))
        }
        session.backdrop = BackdropPolicy(state, home: Environment.value("HOME") ?? "/")
        watchFullscreen()
        for output in session.outputs { arrangeBars(on: output) }
        banners?.settingsChanged()
        levels.banners?.settingsChanged()
      case .redraw:
        redrawBars()
      case .refreshPopups:
        for bar in bars { bar.refreshPopups() }
      case .searchForIcons:
        // No icon was searched for if `barPictures` is nil.
        barPictures?.searchAgain()
      case .log(let lines):
        for line in lines { Log.warning(line) }
      }
    }
  }

  /// Redraws all bars and their popups.
  func redrawBars() {
    for bar in bars { bar.redraw() }
  }

  /// Opens and closes the bars of an output as the settings require it, and adapts them to the output.
  private func arrangeBars(on output: LiveOutput) {
    if session == nil { return }
    let names = OutputNames(output)
    let wanted = state.bars.indices.filter { state.bars[$0].isFor(names) }
    for bar in bars where bar.output === output && !wanted.contains(bar.index) { bar.close() }
    bars.removeAll { $0.output === output && !wanted.contains($0.index) }
    for index in wanted where !bars.contains(where: { $0.output === output && $0.index == index }) {
      bars.append(LiveBar(index, on: output, host: self))
    }
    for bar in bars where bar.output === output { bar.arrange(now: loop.now) }
    // In `settle`, new bars are told whether a fullscreen window covers the output.
    mark.set()
  }

  private func end(status: Int32, _ line: String?) {
    if let line { Log.error(line) }
    exitStatus = status
    loop.stop()
  }

  /// Ends everything: first the modules, so that nothing requests a redraw; then bars and banners, the control socket
  /// and the services; then the session with its graphics and connection; last the child processes.
  private func tearDown() {
    for source in sources.values { source.stop() }
    sources = [:]
    compositor.close()
    idleness.close()
    for bar in bars { bar.close() }
    bars = []
    notifications.closeBanners()
    levels.close()
    iconTheme?.close()
    barPictures?.stop()
    fullscreen.destroy()
    sharing.close()
    control?.close()
    snapshots.stop()
    notifications.closeCenter()
    desktop.close()
    settings.cancel()
    mark.cancel()
    session?.close()
    // Ending the child processes may take a second, so it comes last.
    loop.endChildren()
  }
}

extension App: BarHost {
  var clipboard: (any BarClipboard)? { session }

  func use(_ item: BarItem, by gesture: ModuleGesture, from source: UseSource, on bar: any ShellBar) {
    uses.perform(at: item, gesture, from: source, on: bar)
  }

  func useMenu(of item: BarItem, from source: UseSource, on bar: any ShellBar) {
    uses.openMenu(at: item, from: source, on: bar)
  }

  func canWalkOn(from bar: any ShellBar) -> Bool { nextBar(after: bar) != nil }

  func walkOn(from bar: any ShellBar, isBack: Bool) {
    nextBar(after: bar, isBack: isBack)?.focus(fromEnd: isBack)
  }

  /// Returns the bar on the screen that follows another one on its output, or precedes it if `isBack`; the last bar
  /// is followed by the first one. Nil if the bar is the only one.
  private func nextBar(after bar: any ShellBar, isBack: Bool = false) -> LiveBar? {
    let there = bars.filter { $0.output.name == bar.outputName && $0.visibility == .shown }
      .sorted { $0.index < $1.index }
    guard there.count > 1, let place = there.firstIndex(where: { $0 === bar }) else { return nil }
    return there[(place + (isBack ? there.count - 1 : 1)) % there.count]
  }

  func toggleDrawer(of group: ModuleName, on output: String) { take(.drawerToggled(group, on: output)) }

  func setDrawer(of group: ModuleName, isOpen: Bool, on output: String) {
    take(.drawerHovered(group, isOpen: isOpen, on: output))
  }

  func barVisibilityChanged() { mark.set() }

  func keyboardUseChanged() { mark.set() }

  func explainedModulesChanged() {
    take(.explainedModulesChanged(Set(bars.compactMap(\.explainedModule))))
  }

  var pictures: BarPictures {
    if let barPictures { return barPictures }
    let loader = notifications.pictureLoader()
    let followed = IconThemeFollower(loop, variable: Environment.value) { [unowned self] theme in
      barPictures?.use(theme: theme)
    }
    iconTheme = followed
    loader.theme = followed.theme
    let made = BarPictures(loader)
    made.onChange = { [unowned self] in redrawBars() }
    barPictures = made
    return made
  }
}
