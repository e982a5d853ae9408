import Arguments
import CPlatform
import Control
import Loop
import TextProcessing

extension NotificationInstance.Answer {
  /// Warns if notifications go to another program, since otherwise there would just seem to be none.
  @MainActor func warnOfOtherOwner() {
    if let otherOwner { Log.warning("notifications go to \(otherOwner)") }
  }
}

/// Prints lines on standard output, each flushed at once.
nonisolated enum StandardOutput {
  /// Prints a line; returns whether it could be written.
  @discardableResult
  static func line(_ text: String) -> Bool {
    print(text)
    return hyaline_flush_output()
  }
}
