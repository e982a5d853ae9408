import DesktopModel
import DesktopServices
import Loop
import NotificationService
import Notifications
import Settings

/// Reports to the notification center whether the screen is shared, if do not disturb depends on that.
final class SharingFollower {
  private let media: () -> PipeWireMonitor
  private var observation: Observation?
  private var isShared = false

  /// Creates the object without following anything; `media` returns the media server, which modules use too.
  init(media: @escaping () -> PipeWireMonitor) { self.media = media }

  /// Starts or stops following whether the screen is shared, as the settings require it; nil settings stand for
  /// notifications that are not served. A new center is told the current state.
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

  /// Stops following; idempotent.
  func close() {
    observation.end()
  }
}
