public import Control
import History
import JSON
import Notifications
import Settings

/// Answers `hyaline notifications` over the control socket.
@MainActor public final class NotificationControl {
  private unowned let center: NotificationCenter
  private let feeds: NotificationFeeds

  /// Most notifications in one answer; the client requests the rest.
  private static let page = 100

  init(_ center: NotificationCenter) {
    self.center = center
    feeds = NotificationFeeds(center)
  }

  private var store: NotificationStore { center.store }

  /// Answers a request such as `{"command":"notifications","action":"dismiss","id":5}`.
  public func answer(_ request: Request, _ reply: ControlReply) {
    switch request.arguments["action"]?.string {
    case "subscribe": feeds.add(reply.stream())
    case let action:
      do throws(Refusal) {
        var members = try perform(action ?? "", Arguments(request.arguments))
        members["otherOwner"] = center.otherOwner.map { .string($0) }
        reply(.success(members))
      } catch {
        reply(.failure(error.words))
      }
    }
  }

  /// The reason why a request did nothing, in words.
  private struct Refusal: Error {
    var words: String
    init(_ words: String) { self.words = words }
  }

  /// The members of a request.
  private struct Arguments {
    let members: [String: JSONValue]
    init(_ members: [String: JSONValue]) { self.members = members }

    func text(_ name: String) -> String? { members[name]?.string }

    /// A member as a whole number; nil if it is missing. Longer numbers may have lost
    /// digits in the JSON text.
    func integer(_ name: String) throws(Refusal) -> Int64? {
      guard let value = members[name], value != .null else { return nil }
      if let whole = value.number.flatMap({ Int64(exactly: $0) }), whole.magnitude < 1_000_000_000_000_000 {
        return whole
      }
      let got = value.number == nil ? "" : ", got \(value)"
      throw Refusal("\(name): expected a whole number of at most 15 digits" + got)
    }

    func historyKey(_ name: String) throws(Refusal) -> HistoryKey? {
      try integer(name).map { HistoryKey(rawValue: $0) }
    }

    func isSet(_ name: String) -> Bool { members[name]?.bool ?? false }
  }

  private func perform(_ action: String, _ arguments: Arguments) throws(Refusal) -> [String: JSONValue] {
    switch action {
    case "list": return list(before: try arguments.integer("before"))
    case "history": return try history(arguments)
    case "forget": return try forget(arguments)
    case "dismiss": return try dismiss(arguments)
    case "invoke": return try invoke(arguments)
    case "reply": return try reply(arguments)
    case "restore": return try restore(key: arguments.historyKey("key"))
    case "do-not-disturb": return try setDoNotDisturb(arguments)
    case "mode": return try setMode(arguments)
    case "count": return center.situation
    default: throw Refusal("notifications: unknown action \"\(action)\"")
    }
  }

  // MARK: - What there is

  private func list(before: Int64?) -> [String: JSONValue] {
    var open = store.open[...]
    if let before { open = open.drop { Int64($0.id.rawValue) != before }.dropFirst() }
    let shown = open.prefix(Self.page)
    return [
      "notifications": .array(shown.map { store.describe($0) }),
      "next": open.count > shown.count ? shown.last.map { JSONValue(Int($0.id.rawValue)) } ?? .null : .null,
    ]
  }

  // MARK: - What people do

  /// The notification that a request names; without a number the newest, nil if none is open.
  private func target(_ arguments: Arguments) throws(Refusal) -> Notification? {
    guard let id = try arguments.integer("id") else { return store.open.first }
    guard let found = UInt32(exactly: id).flatMap({ store.notification(NotificationID(rawValue: $0)) }) else {
      throw Refusal(
        "no open notification \(id)" + (center.otherOwner.map { "; notifications go to \($0)" } ?? ""))
    }
    return found
  }

  private func named(_ arguments: Arguments) throws(Refusal) -> Notification {
    guard try arguments.integer("id") != nil, let found = try target(arguments) else {
      throw Refusal("expected the number of a notification")
    }
    return found
  }

  private func dismiss(_ arguments: Arguments) throws(Refusal) -> [String: JSONValue] {
    if arguments.isSet("all") {
      center.happen(.allDismissed)
    } else if let notification = try target(arguments) {
      let id = notification.id
      center.happen(arguments.isSet("group") ? .groupDismissed(id: id) : .dismissed(id: id))
    }
    return [:]
  }

  private func invoke(_ arguments: Arguments) throws(Refusal) -> [String: JSONValue] {
    let notification = try named(arguments)
    let key = arguments.text("key") ?? Notification.defaultAction
    guard notification.hasAction(key) else {
      // The keys come from other programs and are printed to a terminal.
      let keys =
        (notification.hasDefaultAction ? ["default"] : [])
        + notification.buttons.map { PlainText.line($0.key, Limits.name) }
      throw Refusal(
        "notification \(notification.id) has no action \"\(key)\"; "
          + (keys.isEmpty ? "it has none" : "it has: \(keys.joined(separator: ", "))"))
    }
    center.happen(.actionChosen(id: notification.id, key: key))
    return [:]
  }

  private func reply(_ arguments: Arguments) throws(Refusal) -> [String: JSONValue] {
    let notification = try named(arguments)
    guard let text = arguments.text("text") else { throw Refusal("expected a text") }
    guard notification.reply != nil else {
      throw Refusal("notification \(notification.id) takes no reply")
    }
    guard center.hasSender(notification.id) else {
      throw Refusal(
        "notification \(notification.id) takes no reply any more: \(NotificationCenter.senderIsGone)")
    }
    guard text.utf8.count <= Notification.Reply.limit else {
      throw Refusal("expected a text of at most \(Notification.Reply.limit) bytes")
    }
    center.happen(.replied(id: notification.id, text: text))
    return [:]
  }

  private func setDoNotDisturb(_ arguments: Arguments) throws(Refusal) -> [String: JSONValue] {
    let choice: DoNotDisturb.Choice
    switch arguments.text("set") {
    case "on": choice = .on
    case "off": choice = .off
    case "toggle": choice = .toggled
    case "until":
      guard let time = try arguments.integer("time") else { throw Refusal("until: expected a time") }
      choice = .until(time)
    case nil: return center.situation
    case let other?: throw Refusal("expected on, off, toggle or until, got \"\(other)\"")
    }
    center.happenNow(.doNotDisturbSet(choice))
    return center.situation
  }

  private func setMode(_ arguments: Arguments) throws(Refusal) -> [String: JSONValue] {
    guard let name = arguments.text("name") else { return center.situation }
    guard Limits.takesMode(name) else { throw Refusal("expected the name of a mode") }
    let isOn = store.modes.contains(name)
    guard isOn || store.modes.count < Limits.modes || arguments.text("set") == "off" else {
      throw Refusal("\(Limits.modes) modes are on already, which is the most that can be")
    }
    switch arguments.text("set") ?? "on" {
    case "on": center.happenNow(.modeSet(name, isOn: true))
    case "off": center.happenNow(.modeSet(name, isOn: false))
    case "toggle": center.happenNow(.modeSet(name, isOn: !isOn))
    case let other: throw Refusal("expected on, off or toggle, got \"\(other)\"")
    }
    return center.situation
  }

  // MARK: - The past

  private func withHistory<Result>(
    _ body: (History) throws(HistoryError) -> Result
  ) throws(Refusal) -> Result {
    guard let history = center.history else {
      throw Refusal("there is no history: neither XDG_STATE_HOME nor HOME says where it would be")
    }
    center.writeHistory()
    do throws(HistoryError) { return try body(history) } catch {
      throw Refusal("cannot read history \(history.path): \(error)")
    }
  }

  private func history(_ arguments: Arguments) throws(Refusal) -> [String: JSONValue] {
    var query = History.Query()
    query.text = arguments.text("search") ?? ""
    query.limit = Int(clamping: max(1, min(try arguments.integer("limit") ?? .max, Int64(Self.page))))
    query.before = try arguments.historyKey("before")
    let page = try withHistory { history throws(HistoryError) in try history.page(query) }
    return [
      "notifications": .array(page.items.map { .object($0.members) }),
      "next": page.next.map { .number(Double($0.rawValue)) } ?? .null,
    ]
  }

  private func forget(_ arguments: Arguments) throws(Refusal) -> [String: JSONValue] {
    let key = try arguments.historyKey("key")
    guard key != nil || arguments.isSet("all") else { throw Refusal("expected the key of a notification") }
    let isThere = try withHistory { history throws(HistoryError) -> Bool in
      if let key, try item(key, in: history) == nil { return false }
      try history.remove(key)
      return true
    }
    if let key, !isThere { throw Self.unknown(key) }
    return [:]
  }

  /// Shows the newest notification of the history that is not open; does nothing where there is none.
  public func restoreNewest() { _ = try? restore(key: nil) }

  /// Shows the entry with a key again, or the newest that is not open.
  private func restore(key: HistoryKey?) throws(Refusal) -> [String: JSONValue] {
    let item = try withHistory { history throws(HistoryError) -> History.Item? in
      if let key { return try self.item(key, in: history) }
      var query = History.Query()
      query.limit = Self.page
      while true {
        let page = try history.page(query)
        if let found = page.items.first(where: { !isOpen($0, in: history) }) { return found }
        guard let next = page.next else { return nil }
        query.before = next
      }
    }
    guard let item else {
      throw key.map(Self.unknown) ?? Refusal("nothing to restore")
    }
    let before = Set(store.open.map(\.id))
    center.happenNow(.restored(item.record))
    guard let id = store.open.first?.id else { return [:] }
    if !before.contains(id) { feeds.tell("opened", of: id) }
    return ["id": JSONValue(Int(id.rawValue))]
  }

  private func item(_ key: HistoryKey, in history: History) throws(HistoryError) -> History.Item? {
    guard key.rawValue < .max else { return nil }
    var query = History.Query()
    query.limit = 1
    query.before = HistoryKey(rawValue: key.rawValue + 1)
    return try history.page(query).items.first { $0.key == key }
  }

  private static func unknown(_ key: HistoryKey) -> Refusal {
    Refusal("no notification \(key) in the history")
  }

  private func isOpen(_ item: History.Item, in history: History) -> Bool {
    store.isOpen(item.record, isOfThisRun: item.session == history.session)
  }

  /// Closes the connections of all subscribers.
  func close() { feeds.close() }
}
