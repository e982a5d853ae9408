public import DBus
import DesktopModel
import Loop
import TextProcessing

/// Sends notifications to the notification server of the session, whichever program that is.
@MainActor public final class NotificationSender {
  /// Contents of a notification.
  public nonisolated struct Notice: Equatable, Sendable {
    public var summary: String
    /// The body as plain text.
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
  /// The identifiers of the notifications that are shown, by subject; the next one of a subject replaces it.
  private var numbers: [String: UInt32] = [:]
  /// The subjects whose last notification has no identifier yet, and the request that follows its arrival.
  private var waiting: [String: Wish] = [:]
  /// The owner of the server's name, followed while there are identifiers, since those of another server have another
  /// meaning.
  private var server: FollowedOwner?
  private var serverName: String?
  private var ends: Subscription?

  /// A request to be carried out once the notification that was sent last has an identifier.
  private enum Wish {
    /// The notification is kept.
    case nothing
    /// The notification is closed.
    case withdrawal
    /// The notification is replaced by this one.
    case notice(Notice)
  }

  private static let name = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"

  /// Creates a sender; `application` is the program's name for the user. Without a bus nothing is sent.
  public init(_ bus: MessageBus?, application: String) {
    self.bus = bus
    self.application = application
  }

  /// Sends a notification that replaces the last one of its subject.
  public func send(_ notice: Notice, subject: String) {
    guard let bus else { return }
    guard waiting[subject] == nil else {
      waiting[subject] = .notice(notice)
      return
    }
    bus.start()
    follow(bus)
    waiting[subject] = .nothing
    let call = Call(
      to: Self.name, Self.path, Self.name, "Notify",
      [
        .string(application), .uint32(numbers[subject] ?? 0), .string(notice.icon), .string(notice.summary),
        .string(notice.body.escapedForMarkup()), .strings([]),
        .options(["urgency": .byte(notice.isCritical ? 2 : 1), "category": .string("device")]), .int32(-1),
      ], expects: "u")
    bus.call(call) { [weak self] result in
      guard let self else { return }
      if case .success(let values) = result { numbers[subject] = values[0].uint32 }
      switch waiting.removeValue(forKey: subject) {
      case .withdrawal: withdraw(subject: subject)
      case .notice(let next): send(next, subject: subject)
      case .nothing, nil: rest()
      }
    }
  }

  /// Closes the last notification of a subject if it is shown.
  public func withdraw(subject: String) {
    guard waiting[subject] == nil else {
      waiting[subject] = .withdrawal
      return
    }
    guard let bus, let number = numbers.removeValue(forKey: subject) else { return rest() }
    let call = Call(
      to: Self.name, Self.path, Self.name, "CloseNotification", [.uint32(number)], startsService: false)
    bus.call(call) { _ in }
    rest()
  }

  private func follow(_ bus: MessageBus) {
    guard server == nil else { return }
    let closed = SignalMatch(
      sender: Self.name, path: Self.path, interface: Self.name, member: "NotificationClosed")
    ends = bus.subscribe(closed) { [unowned self] signal in
      guard let number = signal.arguments.first?.uint32 else { return }
      numbers = numbers.filter { $0.value != number }
      rest()
    }
    server = FollowedOwner(bus, of: Self.name) { [unowned self] name in
      if name != serverName { numbers = [:] }
      serverName = name
    }
  }

  /// Stops following the server if no notification of this program is shown or pending.
  private func rest() {
    guard numbers.isEmpty, waiting.isEmpty else { return }
    ends.end()
    server.end()
    serverName = nil
  }
}
