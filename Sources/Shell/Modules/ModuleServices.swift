import CompositorSources
import DBus
import DesktopServices
import Loop
import Settings

/// The services that the sources of modules share. Those that only some kinds need are made for the first source that
/// uses them.
final class ModuleServices {
  let loop: EventLoop
  let compositor: Compositor
  let idleness: Idleness
  let notifications: NotificationFacts
  let meters: Meters
  let names: SystemNames
  let keyboardUse = KeyboardUse()
  private let buses: ServiceBuses
  private(set) lazy var powerDevices = PowerDevices(buses.system, loop: loop)
  private(set) lazy var powerProfiles = PowerProfiles(buses.system)
  private(set) lazy var lights = MachineLights(buses.system, loop: loop)
  private(set) lazy var locks = LockKeys(loop)
  private(set) lazy var failedUnits = FailedUnits(session: buses.session, system: buses.system)
  private(set) lazy var networks = Networks(buses.system, loop: loop)
  private(set) lazy var session = SessionControl(buses.system)
  private(set) lazy var bluetooth = Bluetooth(buses.system, loop: loop)
  private(set) lazy var notices = NotificationSender(buses.session, application: "Hyaline")
  private(set) lazy var sound = SoundServer(loop)
  private(set) lazy var media = PipeWireMonitor(loop)
  private(set) lazy var location = LocationUse(buses.system)
  /// The message bus of the session; nil: the environment names none.
  var sessionBus: MessageBus? { buses.session }
  /// The items of the tray; nil without a message bus of the session.
  private(set) lazy var tray = buses.session.map { TrayHost($0, loop: loop) }
  /// The players; nil without a message bus of the session.
  private(set) lazy var players = buses.session.map { MediaPlayers($0) }
  private var trayFolds: [ModuleName: TrayFold] = [:]

  init(
    loop: EventLoop, compositor: Compositor, idleness: Idleness, buses: ServiceBuses,
    notifications: NotificationFacts
  ) {
    (self.loop, self.compositor, self.idleness) = (loop, compositor, idleness)
    (self.buses, self.notifications) = (buses, notifications)
    names = SystemNames(loop: loop)
    meters = Meters(loop: loop)
  }

  /// Returns whether the items of a tray module that are folded away are shown, which outlasts the module's source.
  func trayFold(of module: ModuleName) -> TrayFold {
    if let fold = trayFolds[module] { return fold }
    let fold = TrayFold()
    trayFolds[module] = fold
    return fold
  }
}
