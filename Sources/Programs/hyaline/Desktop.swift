import DBus
import DesktopServices
import Loop
import ShellModel

/// What tells of the desktop and the machine over the message buses, as events; nothing waits for any of it.
final class Desktop {
  /// The user's bus; nil: the environment names none.
  let sessionBus: MessageBus?
  private let systemBus: MessageBus
  private let onEvent: (Event) -> Void
  private var portal: PortalSettings?
  private var loginSession: LoginSession?
  private var powerSource: PowerSource?

  /// Connects to nothing yet.
  init(_ loop: EventLoop, onEvent: @escaping (Event) -> Void) {
    sessionBus = BusAddress.session(Environment.value).map { MessageBus($0, loop: loop) }
    systemBus = MessageBus(.system(Environment.value), loop: loop)
    self.onEvent = onEvent
  }

  /// Begins or ends to follow the desktop's preferences.
  func followPreferences(_ follows: Bool) {
    portal?.close()
    portal = nil
    guard follows, let sessionBus else { return leaveUnused() }
    portal = PortalSettings(sessionBus) { [unowned self] in onEvent(.systemPreferencesChanged($0)) }
    sessionBus.start()
  }

  /// Begins or ends to follow whether the session is locked.
  func followLock(_ follows: Bool) {
    loginSession?.close()
    loginSession = nil
    guard follows else { return leaveUnused() }
    loginSession = LoginSession(systemBus, id: Environment.value("XDG_SESSION_ID")) { [unowned self] in
      onEvent(.sessionLocked($0))
    }
    systemBus.start()
  }

  /// Begins or ends to follow the machine's source of power.
  func followPower(_ follows: Bool) {
    powerSource?.close()
    powerSource = nil
    guard follows else { return leaveUnused() }
    powerSource = PowerSource(systemBus) { [unowned self] in onEvent(.powerSourceChanged(isOnBattery: $0)) }
    systemBus.start()
  }

  /// Hangs up where nobody needs a bus any more.
  func leaveUnused() {
    sessionBus?.closeIfUnused()
    systemBus.closeIfUnused()
  }

  /// Hangs up; idempotent.
  func close() {
    followPreferences(false)
    followLock(false)
    followPower(false)
    sessionBus?.close()
    systemBus.close()
  }
}
