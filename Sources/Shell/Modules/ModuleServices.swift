public import CompositorSources
import DBus
public import DesktopModel
public import DesktopServices
public import Loop
import Settings

/// The services that the sources of modules share. Those that only some kinds need are made for the first source that
/// uses them.
public final class ModuleServices {
  let loop: EventLoop
  let compositor: Compositor
  let idleness: Idleness
  let notifications: NotificationFacts
  let meters: Meters
  let names: SystemNames
  let keyboardUse = KeyboardUse()
  private let buses: ServiceBuses
  private(set) lazy var powerDevices = PowerDevices(buses.system)
  private(set) lazy var powerProfiles = PowerProfiles(buses.system)
  private(set) lazy var lights = MachineLights(buses.system)
  private(set) lazy var locks = LockKeys(loop)
  private(set) lazy var failedUnits = FailedUnits(session: buses.session, system: buses.system)
  private(set) lazy var networks = Networks(buses.system)
  private(set) lazy var session = SessionControl(buses.system)
  private(set) lazy var bluetooth = Bluetooth(buses.system)
  private(set) lazy var notices = NotificationSender(buses.session, application: "Hyaline")
  private(set) lazy var sound = SoundServer(loop)
  /// The observer of programs that use cameras, microphones and pictures of the screen.
  public private(set) lazy var media = PipeWireMonitor(loop)
  private(set) lazy var location = LocationUse(buses.system)
  /// The message bus of the session; nil: the environment names none.
  var sessionBus: MessageBus? { buses.session }
  /// The items of the tray; nil without a message bus of the session.
  private(set) lazy var tray = buses.session.map { TrayHost($0) }
  /// The players; nil without a message bus of the session.
  private(set) lazy var players = buses.session.map { MediaPlayers($0) }
  private var trayFolds: [ModuleName: TrayFold] = [:]

  /// `compositor` reports workspaces and windows, `idleness` keeps the session awake, services are asked over `buses`; whoever
  /// made them closes them. `notifications` reports open notifications.
  public init(
    loop: EventLoop, compositor: Compositor, idleness: Idleness, buses: ServiceBuses,
    notifications: NotificationFacts = NotificationFacts()
  ) {
    (self.loop, self.compositor, self.idleness) = (loop, compositor, idleness)
    (self.buses, self.notifications) = (buses, notifications)
    names = SystemNames(loop: loop)
    meters = Meters(loop: loop)
  }

  /// Sets whether a bar is on the screen, for services that modules share; their sources are told separately.
  public func barsAreSeen(_ areSeen: Bool) { meters.pause(!areSeen) }

  /// Sets whether a bar or one of its popups has the keyboard, so that no window has it.
  public func barsUseKeyboard(_ areUsing: Bool) { keyboardUse.isByBars = areUsing }

  /// Begins to follow levels, until the follower is stopped or released. Changes by modules are reported too.
  public func followLevels(
    _ kinds: [LevelKind], report: @escaping (LevelReport) -> Void
  ) -> LevelFollower {
    LevelFollower(
      kinds,
      of: LevelFollower.Services(sound: sound, lights: lights, profiles: powerProfiles, locks: locks),
      loop: loop, report: report)
  }

  /// Returns whether the items of a tray module that are folded away are shown, which outlasts the module's source.
  func trayFold(of module: ModuleName) -> TrayFold {
    if let fold = trayFolds[module] { return fold }
    let fold = TrayFold()
    trayFolds[module] = fold
    return fold
  }
}
