import DBus
import DesktopServices
import Loop
import Modules
import ShellModel

/// Follows the desktop's preferences, the lock of the session and the power source through the message buses, and
/// reports changes as events. No call waits for a bus.
final class Desktop {
  /// The buses of the services that modules use.
  var buses: ServiceBuses { ServiceBuses(session: sessionBus, system: systemBus) }
  /// The session bus; nil if the environment gives no address.
  let sessionBus: MessageBus?
  let systemBus: MessageBus
  private let onEvent: (Event) -> Void
  private var portal: PortalSettings?
  private var loginSession: LoginSession?
  private var powerSource: PowerSource?

  /// Creates the object without connecting to a bus.
  init(_ loop: EventLoop, onEvent: @escaping (Event) -> Void) {
    sessionBus = BusAddress.session(Environment.value).map { MessageBus($0, loop: loop) }
    systemBus = MessageBus(.system(Environment.value), loop: loop)
    self.onEvent = onEvent
  }

  /// Starts or stops following the desktop's preferences.
  func followPreferences(_ follows: Bool) {
    portal?.close()
    portal = nil
    guard follows, let sessionBus else { return leaveUnused() }
    portal = PortalSettings(sessionBus) { [unowned self] in onEvent(.systemPreferencesChanged($0)) }
    sessionBus.start()
  }

  /// Starts or stops following whether the session is locked.
  func followLock(_ follows: Bool) {
    loginSession?.close()
    loginSession = nil
    guard follows else { return leaveUnused() }
    loginSession = LoginSession(systemBus, id: Environment.value("XDG_SESSION_ID")) { [unowned self] in
      onEvent(.sessionLocked($0))
    }
    systemBus.start()
  }

  /// Starts or stops following whether the machine runs on its battery.
  func followPower(_ follows: Bool) {
    powerSource?.close()
    powerSource = nil
    guard follows else { return leaveUnused() }
    powerSource = PowerSource(systemBus) { [unowned self] in onEvent(.powerSourceChanged(isOnBattery: $0)) }
    systemBus.start()
  }

  /// Disconnects from the buses that nothing uses any more.
  func leaveUnused() {
    sessionBus?.closeIfUnused()
    systemBus.closeIfUnused()
  }

  /// Stops following and disconnects; idempotent.
  func close() {
    followPreferences(false)
    followLock(false)
    followPower(false)
    sessionBus?.close()
    systemBus.close()
  }
}
