import Control
import Loop

extension NotificationInstance.Answer {
  /// Warns if notifications go to another program, since otherwise there would just seem to be none.
  @MainActor func warnOfOtherOwner() {
    if let otherOwner { Log.warning("notifications go to \(otherOwner)") }
  }
}
