import DBus
import DBusValues
import NotificationServer

/// Calls as clients of notifications make them.
enum NotificationClient {
  static let interface = NotificationInterface.name

  /// Of Notify.
  static func notify(
    _ summary: String, body: String = "", application: String = "test", replaces id: UInt32 = 0,
    icon: String = "", actions: [String] = [], hints: KeyValuePairs<String, DBusValue> = [:],
    timeout: Int32 = -1
  ) -> Call {
    call(
      "Notify",
      [
        .string(application), .uint32(id), .string(icon), .string(summary), .string(body), .strings(actions),
        .options(hints), .int32(timeout),
      ], expects: "u")
  }

  /// Of any method of the interface.
  static func call(_ method: String, _ arguments: [DBusValue] = [], expects: String = "") -> Call {
    Call(
      to: NotificationInterface.name, NotificationInterface.path, NotificationInterface.name, method,
      arguments, expects: expects)
  }
}
