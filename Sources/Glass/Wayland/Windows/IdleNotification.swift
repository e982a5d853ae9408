/// A report of whether there was input of the user in the last time, by the protocol ext-idle-notify.
///
/// Programs that keep the session from becoming idle keep it from being reported, too.
@MainActor public final class IdleNotification {
  /// Called with true when there was no input for the time, and with false when the user is back or the seat was removed.
  public var onChange: ((Bool) -> Void)?
  private let globals: Globals
  private let notifier: ExtIdleNotifierV1
  private let milliseconds: UInt32
  /// The seat whose input is followed; nil while the compositor has none.
  private var followed: (name: UInt32, seat: WlSeat, notification: ExtIdleNotificationV1)?

  /// Starts to follow the input of the first seat, and of another one after it was removed; nil if the compositor does
  /// not offer the protocol or has no seat. A connection has at most one such object at a time.
  public init?(_ connection: Connection, after time: Duration) {
    guard let notifier = try? connection.globals.shared(ExtIdleNotifierV1.self, version: 1) else {
      return nil
    }
    (globals, self.notifier) = (connection.globals, notifier)
    milliseconds = UInt32(min(max(time / .milliseconds(1), 0), Double(UInt32.max)))
    follow()
    if followed == nil { return nil }
    globals.idle = self
  }

  isolated deinit { destroy() }

  /// Ends the reports; idempotent.
  public func destroy() {
    onChange = nil
    if globals.idle === self { globals.idle = nil }
    stop()
  }

  private func follow() {
    guard let global = globals.all.first(where: { $0.interface == WlSeat.interfaceName }),
      let seat = try? globals.bind(WlSeat.self, to: global, version: 5)
    else { return }
    let notification = notifier.getIdleNotification(timeout: milliseconds, seat: seat)
    notification.onEvent = { [unowned self] _, event in
      switch event {
      case .idled: onChange?(true)
      case .resumed: onChange?(false)
      }
    }
    followed = (global.name, seat, notification)
  }

  private func stop() {
    followed?.notification.destroy()
    followed?.seat.destroy()
    followed = nil
  }

  // MARK: - For the registry

  func add(_ global: Globals.Global) {
    if followed == nil, global.interface == WlSeat.interfaceName { follow() }
  }

  func remove(_ global: Globals.Global) {
    guard followed?.name == global.name else { return }
    stop()
    follow()
    // The compositor reports no input of a seat that has gone.
    onChange?(false)
  }
}
