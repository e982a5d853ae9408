public import CompositorSources
public import DesktopModel
public import DesktopServices
public import Loop
public import ModuleModel
public import Settings

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
  public private(set) lazy var media = PipeWireMonitor(loop)
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
