public import CompositorSources
public import DesktopModel
public import DesktopServices
public import Loop
public import ModuleModel
public import PopupUI
public import Settings

/// A source of a module's readings, from its start to `stop`.
public protocol ModuleSource: AnyObject {
  /// Ends it and gives back all that it holds; nothing is delivered any more. Idempotent.
  func stop()
  /// Reads again at once, where that means anything.
  func refresh()
  /// Called when the signal SIGRTMIN+n has come.
  func signalled(_ n: Int)
  /// Called when a command has ended that a gesture on the module had started.
  func commandEnded()
  /// Does an action of its kind, for one of its items if there is one.
  func perform(_ action: String, item: String?)
  /// Does the same for who wants to know where the hand was.
  func perform(_ action: String, item: String?, by contact: ModuleContact)
  /// The program, with its arguments, that an action starts in place of being performed; nil: it starts none.
  func program(_ action: String, item: String?) -> [String]?
  /// The level that an action sets, as it is known at the moment; nil: the action sets none.
  func level(of action: String) -> Level?
  /// Sets which of the times in the readings are visible; before the first call all of them are.
  func showTimes(_ times: [String])
  /// Sets whether a bar is on the screen.
  func barsAreSeen(_ areSeen: Bool)
  /// Sets whether a bar or one of its popups has the keyboard, so that no window has it.
  func barsUseKeyboard(_ areUsing: Bool)
  /// The entries of the module's own menu, or of that of one of its items, as they are now; empty: there is none. Their
  /// identifiers are not negative.
  func menu(of item: String?) -> [MenuEntry]
  /// Requests the menu of an item from its program; `onChange` is called when the menu has come, and after each change.
  /// Returns false if `menu` returns the whole menu already.
  func readMenu(of item: String?, onChange: @escaping () -> Void) -> Bool
  /// Whether the menu of an item is laid out from right to left; nil: as everything else is.
  func menuIsRightToLeft(of item: String?) -> Bool?
  /// Whether an action of an item opens its menu.
  func opensMenu(_ action: String, of item: String?) -> Bool
  /// Whether an action of an item is asked about in its panel, which is opened for that.
  func opensPanel(_ action: String, of item: String?) -> Bool
  /// Sets whether the menu of an item (`entry` nil), or the submenu of an entry, is shown.
  func menuIsShown(_ isShown: Bool, entry: Int?, of item: String?)
  /// Does what an entry of that menu is for; called after the menu was closed.
  func choose(_ entry: Int, of item: String?)
  /// The program, with its arguments, that an entry of that menu starts in place of being chosen; nil: it starts none.
  func program(choosing entry: Int, of item: String?) -> [String]?
  /// The current content of the panel of the module or of one of its items; nil if it has no panel.
  func panel(of item: String?) -> ControlPanel?
  /// Begins to follow the open panel until the observation is cancelled; `onChange` is called whenever `panel` may
  /// return another value. Work for the panel alone, such as a scan for networks, is done meanwhile.
  func openPanel(of item: String?, onChange: @escaping () -> Void) -> Observation?
  /// Does what a control of the panel is for.
  func use(_ use: ControlUse, of item: String?)
  /// The day that it is at a second since the epoch in the time zone that the module shows on an output, or on none in
  /// particular; nil: it shows none of its own.
  func day(at time: Int, on output: String?) -> CalendarDate?
  /// Shows a text that a person gives in place of its own; false: the kind takes none.
  func set(_ text: String) -> Bool
}

extension ModuleSource {
  public func refresh() {}
  public func signalled(_ n: Int) {}
  public func commandEnded() {}
  public func perform(_ action: String, item: String?) {}
  public func perform(_ action: String, item: String?, by contact: ModuleContact) {
    perform(action, item: item)
  }
  public func program(_ action: String, item: String?) -> [String]? { nil }
  public func level(of action: String) -> Level? { nil }
  public func showTimes(_ times: [String]) {}
  public func barsAreSeen(_ areSeen: Bool) {}
  public func barsUseKeyboard(_ areUsing: Bool) {}
  public func menu(of item: String?) -> [MenuEntry] { [] }
  public func readMenu(of item: String?, onChange: @escaping () -> Void) -> Bool { false }
  public func menuIsRightToLeft(of item: String?) -> Bool? { nil }
  public func opensMenu(_ action: String, of item: String?) -> Bool { false }
  public func opensPanel(_ action: String, of item: String?) -> Bool { false }
  public func menuIsShown(_ isShown: Bool, entry: Int?, of item: String?) {}
  public func choose(_ entry: Int, of item: String?) {}
  public func program(choosing entry: Int, of item: String?) -> [String]? { nil }
  public func panel(of item: String?) -> ControlPanel? { nil }
  public func openPanel(of item: String?, onChange: @escaping () -> Void) -> Observation? { nil }
  public func use(_ use: ControlUse, of item: String?) {}
  public func day(at time: Int, on output: String?) -> CalendarDate? { nil }
  public func set(_ text: String) -> Bool { false }
}

/// Starts the sources of modules by their kinds, and holds what they share.
public final class ModuleSources {
  private let loop: EventLoop
  private let meters: Meters
  private let compositor: Compositor
  private let idleness: Idleness
  private let notifications: NotificationFacts
  private let names: SystemNames
  private let buses: ServiceBuses
  private lazy var powerDevices = PowerDevices(buses.system, loop: loop)
  private lazy var powerProfiles = PowerProfiles(buses.system)
  private lazy var lights = MachineLights(buses.system, loop: loop)
  private lazy var locks = LockKeys(loop)
  private lazy var failedUnits = FailedUnits(session: buses.session, system: buses.system)
  private lazy var networks = Networks(buses.system, loop: loop)
  private lazy var session = SessionControl(buses.system)
  private lazy var bluetooth = Bluetooth(buses.system, loop: loop)
  private lazy var notices = NotificationSender(buses.session, application: "Hyaline")
  private lazy var tray = buses.session.map { TrayHost($0, loop: loop) }
  /// The sound server of the user.
  public private(set) lazy var sound = SoundServer(loop)
  /// The observer of programs that use cameras, microphones and pictures of the screen.
  public private(set) lazy var media = MediaServer(loop)
  private var trayFolds: [ModuleName: TrayFold] = [:]
  private let provide: (String, ProvidedPicture?) -> Void
  private let readAgain: (String) -> Void
  private let run: ([String], ModuleName) -> Void
  private let requestToken: (_ answer: @escaping (String?) -> Void) -> Void
  private let onCommandEnd: (ModuleName, _ refusal: String?) -> Void
  private let report: (String) -> Void
  private let showMenu: (_ module: ModuleName, _ item: String, _ entry: Int?, _ output: String?) -> Void
  private lazy var players = buses.session.map { MediaPlayers($0) }

  /// `compositor` tells of workspaces and windows, `idleness` keeps the session awake, services are asked over `buses`; whoever
  /// made them closes them. `provide` takes pictures that programs send in place of icons, by the names that readings have for
  /// them. `readAgain` takes names of icons whose files may have changed. `notifications` tells of open notifications; `run`
  /// starts commands of settings. `requestToken` answers with an activation token for the last input, or with nil. `showMenu`
  /// shows the menu of an item, opened to an entry unless that is nil, on an output or, if that is nil, on any: the item's
  /// program asks for it, or cannot do what a click has asked for. `onCommandEnd` is called when a command that a module gave
  /// to a service has ended, with the reason why it was not done, or nil if it was. `report` takes lines for the log.
  public init(
    loop: EventLoop, compositor: Compositor, idleness: Idleness, buses: ServiceBuses,
    notifications: NotificationFacts = NotificationFacts(),
    provide: @escaping (_ icon: String, ProvidedPicture?) -> Void = { _, _ in },
    readAgain: @escaping (_ icon: String) -> Void = { _ in },
    run: @escaping (_ command: [String], _ module: ModuleName) -> Void = { _, _ in },
    requestToken: @escaping (_ answer: @escaping (String?) -> Void) -> Void = { $0(nil) },
    showMenu: @escaping (_ module: ModuleName, _ item: String, _ entry: Int?, _ output: String?) -> Void = {
      _, _, _, _ in
    },
    onCommandEnd: @escaping (ModuleName, _ refusal: String?) -> Void = { _, _ in },
    report: @escaping (String) -> Void = { _ in }
  ) {
    self.run = run
    (self.onCommandEnd, self.report) = (onCommandEnd, report)
    (self.requestToken, self.showMenu) = (requestToken, showMenu)
    (self.provide, self.readAgain) = (provide, readAgain)
    self.buses = buses
    self.idleness = idleness
    self.notifications = notifications
    self.loop = loop
    names = SystemNames(loop: loop)
    self.compositor = compositor
    meters = Meters(loop: loop)
  }

  /// Sets whether a bar is on the screen, for services that modules share; their sources are told separately.
  public func barsAreSeen(_ areSeen: Bool) { meters.pause(!areSeen) }

  /// Begins to follow levels, until the follower is stopped or released. It hears of what modules change, too.
  public func followLevels(
    _ kinds: [LevelKind], report: @escaping (LevelReport) -> Void
  ) -> LevelFollower {
    LevelFollower(
      kinds,
      of: LevelFollower.Services(sound: sound, lights: lights, profiles: powerProfiles, locks: locks),
      loop: loop, report: report)
  }

  /// Starts to deliver readings, each time only if it differs from the last.
  ///
  /// A reading that needs no waiting, such as a time or a text, is delivered before this returns. The source lives
  /// until it is stopped. Returns nil for kinds that read nothing.
  public func start(
    module: ModuleName, settings: SourceSettings, deliver: @escaping (ModuleReading) -> Void
  ) -> (any ModuleSource)? {
    let outlet = ModuleOutlet(deliver) { [onCommandEnd] in onCommandEnd(module, $0) }
    let report: (String) -> Void = { [report] in report("\(module): \($0)") }
    switch settings {
    case .clock(let settings):
      return ClockSource(module: module, settings: settings, loop: loop, outlet: outlet)
    case .text(let settings): return TextSource(settings: settings, outlet: outlet)
    case .script(let settings) where settings.speaksI3bar:
      return I3barSource(module: module, settings: settings, loop: loop, outlet: outlet, report: report)
    case .script(let settings) where settings.isContinuous:
      return ContinuousScriptSource(
        module: module, settings: settings, loop: loop, outlet: outlet, report: report)
    case .script(let settings):
      return PolledScriptSource(
        module: module, settings: settings, loop: loop, outlet: outlet, report: report)
    case .meter(let settings):
      return MeterSource(module: module, settings: settings, meters: meters, outlet: outlet)
    case .compositor(let settings):
      return CompositorModuleSource(
        module: module, settings: settings, compositor: compositor, names: names, outlet: outlet,
        report: report)
    case .keyboard(let settings):
      return KeyboardSource(
        module: module, settings: settings, compositor: compositor, names: names, keys: locks, loop: loop,
        outlet: outlet)
    case .idle(let settings):
      return IdleSource(module: module, settings: settings, idleness: idleness, loop: loop, outlet: outlet)
    case .bell: return BellSource(facts: notifications, outlet: outlet)
    case .image(let settings):
      return ImageSource(module: module, settings: settings, loop: loop, outlet: outlet, report: report)
    case .battery(let settings):
      return BatterySource(
        settings: settings, devices: powerDevices, notices: notices, outlet: outlet)
    case .media(let settings):
      guard let players else {
        outlet.fail("\(module): there is no message bus of the session")
        return nil
      }
      return MediaSource(
        settings: settings, players: players, loop: loop, outlet: outlet, readAgain: readAgain)
    case .light(let settings):
      return LightSource(settings: settings, lights: lights, outlet: outlet, report: report)
    case .sound(let settings):
      return SoundSource(
        module: module, settings: settings, server: sound, outlet: outlet, report: report)
    case .powerProfile: return PowerProfileSource(profiles: powerProfiles, outlet: outlet, report: report)
    case .tray(let settings):
      guard let tray else {
        outlet.fail("\(module): there is no message bus of the session")
        return nil
      }
      let fold = trayFolds[module] ?? TrayFold()
      trayFolds[module] = fold
      return TraySource(
        module, settings: settings, host: tray, outlet: outlet, provide: provide, readAgain: readAgain,
        requestToken: requestToken, fold: fold
      ) { [showMenu] item, entry, output in
        showMenu(module, item, entry, output)
      }
    case .network(let settings):
      return NetworkSource(
        module: module, settings: settings, networks: networks, meters: meters, outlet: outlet,
        report: report)
    case .bluetooth: return BluetoothSource(bluetooth: bluetooth, outlet: outlet, report: report)
    case .session(let settings):
      return SessionSource(settings: settings, control: session, outlet: outlet, report: report) { [run] in
        run($0, module)
      }
    case .privacy(let settings):
      return PrivacySource(module: module, settings: settings, server: media, outlet: outlet)
    case .failedUnits: return FailedUnitsSource(failed: failedUnits, outlet: outlet, report: report)
    case .group, .room: return nil
    }
  }
}
