import Loop
import NotificationService
import Notifications
import Settings
import Wayland

/// Reports to the notification center whether the user is away, if timeouts depend on that.
final class IdleFollower {
  private weak var connection: Connection?
  private weak var center: NotificationCenter?
  private var notification: IdleNotification?
  /// The time without input after which the user is away; nil: it does not matter.
  private var threshold: Duration?

  /// Uses a Wayland connection from now on.
  func attach(_ connection: Connection) {
    self.connection = connection
    begin()
  }

  /// Starts or stops following the user's input, as the settings require it; nil settings stand for notifications that are not
  /// served.
  func follow(for settings: NotificationSettings?, center: NotificationCenter?) {
    let seconds = settings?.idleThreshold ?? 0
    let wanted = seconds > 0 ? Duration.seconds(seconds) : nil
    guard wanted != threshold || center !== self.center else { return }
    close()
    (threshold, self.center) = (wanted, center)
    begin()
  }

  /// Stops following; the user counts as present. Idempotent.
  func close() {
    guard let notification else { return }
    notification.destroy()
    self.notification = nil
    center?.happen(.userIdle(false))
  }

  private func begin() {
    guard notification == nil, let threshold, center != nil, let connection else { return }
    notification = IdleNotification(connection, after: threshold)
    notification?.onChange = { [unowned self] in center?.happen(.userIdle($0)) }
    if notification == nil {
      Log.warning("notifications.idle_threshold: the compositor does not support ext_idle_notifier_v1")
    }
  }
}
