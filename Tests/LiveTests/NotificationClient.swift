import DBus
import DesktopModel
import NotificationService
import TestSupport

/// Calls as clients of notifications make them.
enum NotificationClient {
  static let interface = NotificationInterface.name

  /// Makes a call of Notify, whose notification stays until it is closed unless `timeout` says otherwise.
  static func notify(
    _ summary: String, body: String = "", application: String = "test", replaces id: UInt32 = 0,
    icon: String = "", actions: [String] = [], hints: KeyValuePairs<String, DBusValue> = [:],
    timeout: Int32 = 0
  ) -> Call {
    call(
      "Notify",
      [
        .string(application), .uint32(id), .string(icon), .string(summary), .string(body), .strings(actions),
        .options(hints), .int32(timeout),
      ], expects: "u")
  }

  /// Makes a call of any method of the interface, whose answer is waited for as long as any fact.
  static func call(_ method: String, _ arguments: [DBusValue] = [], expects: String = "") -> Call {
    Call(
      to: NotificationInterface.name, NotificationInterface.path, NotificationInterface.name, method,
      arguments, expects: expects, timeout: patience)
  }
}
