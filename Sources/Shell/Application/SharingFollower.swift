import DesktopModel
import DesktopServices
import Loop
import NotificationCenterService
import Notifications
import Settings

/// Tells the notification center whether the picture of the screen is shared, as far as the settings require it.
final class SharingFollower {
  private let media: () -> MediaServer
  private var observation: Observation?
  private var isShared = false

  /// Makes the object without following anything; `media` returns the service that modules use, too.
  init(media: @escaping () -> MediaServer) { self.media = media }

  /// Follows whether the screen is shared if the settings make do not disturb depend on that; nil: notifications are not served.
  /// A center that is new is told what is known.
  func follow(for settings: NotificationSettings?, center: NotificationCenter?) {
    guard settings?.doNotDisturb.whileSharing == true, let center else { return close() }
    let server = media()
    let tell = { [unowned self, weak center] in
      guard server.use.isScreenShared != isShared else { return }
      isShared.toggle()
      center?.happen(.sharingChanged(isShared))
    }
    isShared = center.store.doNotDisturb.isShared
    observation = server.observe(tell)
    tell()
  }

  /// Follows no more; idempotent.
  func close() {
    observation?.cancel()
    observation = nil
  }
}
