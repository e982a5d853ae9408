import CompositorSources
import DBus
import DesktopServices
import Loop
import Modules
import ShellModel
import Wayland

/// The owner of the connections to the compositor and to the message buses, for facts about the desktop.
///
/// Changes of the desktop's preferences, of the session's lock and of the power source become events. No call waits for a
/// bus.
final class Desktop {
  let compositor: Compositor
  let idleness = Idleness()
  /// The buses of the services that modules use.
  var buses: ServiceBuses { ServiceBuses(session: sessionBus, system: systemBus) }
  /// The session bus; nil if the environment gives no address.
  let sessionBus: MessageBus?
  let systemBus: MessageBus
  private let model: Model
  private var portal: PortalSettings?
  private var loginSession: LoginSession?
  private var powerSource: PowerSource?

  /// Creates the object without connecting to anything.
  init(_ model: Model) {
    self.model = model
    let loop = model.loop
    compositor = Compositor(Compositor.Addresses(environment: Environment.value), loop: loop) {
      Log.warning($0)
    }
    sessionBus = BusAddress.session(Environment.value).map { MessageBus($0, loop: loop) }
    systemBus = MessageBus(.system(Environment.value), loop: loop)
  }

  /// Uses the protocols of a Wayland connection too, from now on.
  func attach(_ connection: Connection) {
    compositor.attach(connection)
    idleness.attach(connection)
  }

  /// Adapts to outputs that were added, removed or changed.
  func outputsChanged() {
    compositor.refresh()
    idleness.outputsChanged()
  }

  /// Starts or stops following the desktop's preferences.
  func followPreferences(_ follows: Bool) {
    portal?.close()
    portal = nil
    guard follows, let sessionBus else { return leaveUnused() }
    portal = PortalSettings(sessionBus) { [model] in model.take(.systemPreferencesChanged($0)) }
    sessionBus.start()
  }

  /// Starts or stops following whether the session is locked.
  func followLock(_ follows: Bool) {
    loginSession?.close()
    loginSession = nil
    guard follows else { return leaveUnused() }
    loginSession = LoginSession(systemBus, id: Environment.value("XDG_SESSION_ID")) { [model] in
      model.take(.sessionLocked($0))
    }
    systemBus.start()
  }

  /// Starts or stops following whether the machine runs on its battery.
  func followPower(_ follows: Bool) {
    powerSource?.close()
    powerSource = nil
    guard follows else { return leaveUnused() }
    powerSource = PowerSource(systemBus) { [model] in model.take(.powerSourceChanged(isOnBattery: $0)) }
    systemBus.start()
  }

  /// Disconnects from the buses that nothing uses any more.
  func leaveUnused() {
    sessionBus?.closeIfUnused()
    systemBus.closeIfUnused()
  }

  /// Stops following and disconnects; idempotent.
  func close() {
    compositor.close()
    idleness.close()
    followPreferences(false)
    followLock(false)
    followPower(false)
    sessionBus?.close()
    systemBus.close()
  }
}
