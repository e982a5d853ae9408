import DBus
import DesktopModel
import HeadlessSession
import Loop
import NotificationService

/// A notification of the demonstration.
struct DemoNotification {
  /// The name of the program that the notification seems to come from.
  let sender: String
  let summary: String
  /// The text below the summary, with markup.
  let body: String
  /// The keys and the titles of the actions, alternating.
  var actions: [String] = []
  /// The absolute path of a picture; nil if there is none.
  var picture: String?
  /// The progress, 0 … 100; nil if there is none.
  var progress: Int32?

  /// All notifications, from the oldest to the newest; `picture` is the path of a picture of the wallpaper.
  static func all(picture: String) -> [DemoNotification] {
    [
      DemoNotification(
        sender: "Backup", summary: "Copying the photographs", body: "1248 of 2013, about a minute left",
        progress: 62),
      DemoNotification(
        sender: "Camera", summary: "One picture taken", body: "<i>Evening over the hills</i>, 1920 × 1080",
        picture: picture),
      DemoNotification(
        sender: "Messages", summary: "Anna Lindqvist",
        body: "Are we still on for lunch? <a href=\"https://example.org\">The menu</a> looks good 🍝",
        actions: ["yes", "Yes", "no", "Not today"]),
    ]
  }

  /// Sends notifications in their order; returns once the server has answered.
  static func send(_ all: [DemoNotification], on bus: PrivateBus) throws {
    guard let address = BusAddress(bus.address) else { preconditionFailure("the bus has an address") }
    let loop = try EventLoop()
    let connection = MessageBus(address, loop: loop)
    defer { connection.close() }
    connection.start()
    var answers: [Result<[DBusValue], BusError>] = []
    for notification in all { connection.call(notification.call) { answers.append($0) } }
    guard loop.run(for: .seconds(120), until: { answers.count == all.count }) else {
      throw SessionError.timeout(awaited: "the notifications", log: "")
    }
    for answer in answers { _ = try answer.get() }
  }

  private var call: Call {
    var hints: [DBusValue.Pair] = []
    func hint(_ name: String, _ value: DBusValue) { hints.append(.init(.string(name), .variant(value))) }
    if let picture { hint("image-path", .string(picture)) }
    if let progress { hint("value", .int32(progress)) }
    return Call(
      to: NotificationInterface.name, NotificationInterface.path, NotificationInterface.name, "Notify",
      [
        .string(sender), .uint32(0), .string(""), .string(summary), .string(body), .strings(actions),
        .dictionary(key: .string, value: .variant, hints), .int32(0),
      ], expects: "u")
  }
}
