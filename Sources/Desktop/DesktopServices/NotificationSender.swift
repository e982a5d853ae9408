public import DBus
import DBusValues

/// Sends notifications to the program that shows them, whichever that is.
@MainActor public final class NotificationSender {
  /// A notification.
  public nonisolated struct Notice: Equatable, Sendable {
    public var summary: String
    /// Plain text.
    public var body: String
    /// The name of an icon.
    public var icon: String
    public var isCritical: Bool

    public init(_ summary: String, body: String, icon: String, isCritical: Bool = false) {
      self.summary = summary
      self.body = body
      self.icon = icon
      self.isCritical = isCritical
    }
  }

  private let bus: MessageBus?
  private let application: String
  /// The number of the last notification of each subject, whose place the next one takes.
  private var numbers: [String: UInt32] = [:]

  private static let name = "org.freedesktop.Notifications"

  /// `application` is the name that people are told; without a bus nothing is sent.
  public init(_ bus: MessageBus?, application: String) {
    self.bus = bus
    self.application = application
  }

  /// Sends a notification in place of the last one of its subject.
  public func send(_ notice: Notice, subject: String) {
    guard let bus else { return }
    bus.start()
    let call = Call(
      to: Self.name, "/org/freedesktop/Notifications", Self.name, "Notify",
      [
        .string(application), .uint32(numbers[subject] ?? 0), .string(notice.icon), .string(notice.summary),
        .string(Self.escaped(notice.body)), .strings([]),
        .options(["urgency": .byte(notice.isCritical ? 2 : 1), "category": .string("device")]), .int32(-1),
      ], expects: "u")
    bus.call(call) { [weak self] result in
      if case .success(let values) = result { self?.numbers[subject] = values[0].uint32 }
    }
  }

  /// Programs that show notifications take bodies for markup.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
  }
}
