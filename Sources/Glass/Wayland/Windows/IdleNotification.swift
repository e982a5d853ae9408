/// A report of whether there was input of the user in the last time, by the protocol ext-idle-notify.
///
/// Programs that keep the session from becoming idle keep it from being reported, too.
@MainActor public final class IdleNotification {
  /// Called with true when there was no input for the time, and with false when the user is back.
  public var onChange: ((Bool) -> Void)?
  private let notification: ExtIdleNotificationV1

  /// Starts to follow the input of the first seat; nil if the compositor does not offer the protocol or has no seat.
  public init?(_ connection: Connection, after time: Duration) {
    guard let notifier = try? connection.globals.shared(ExtIdleNotifierV1.self, version: 1),
      let seat = try? connection.globals.shared(WlSeat.self, version: 5)
    else { return nil }
    let milliseconds = min(max(time / .milliseconds(1), 0), Double(UInt32.max))
    notification = notifier.getIdleNotification(timeout: UInt32(milliseconds), seat: seat)
    notification.onEvent = { [unowned self] _, event in
      switch event {
      case .idled: onChange?(true)
      case .resumed: onChange?(false)
      }
    }
  }

  isolated deinit { destroy() }

  /// Ends the reports; idempotent.
  public func destroy() {
    onChange = nil
    notification.destroy()
  }
}
