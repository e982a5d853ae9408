public import Control
import Notifications
import Settings
import TextProcessing

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
    let arguments = Arguments(request.arguments)
    let answer: Completion = { [weak self] in self?.answer($0, to: reply) }
    do throws(Refusal) {
      switch request.arguments["action"]?.string {
      case "subscribe": feeds.add(reply.stream())
      case "history": try history(arguments, then: answer)
      case "forget": try forget(arguments, then: answer)
      case "restore": try restore(key: arguments.historyKey("key"), then: answer)
      case let action: answer(.success(try perform(action ?? "", arguments)))
      }
    } catch {
      answer(.failure(error))
    }
  }

  /// Called once with the members of the answer to a request, at once or when the history has answered.
  private typealias Completion = (Result<[String: JSONValue], Refusal>) -> Void

  private func answer(_ result: Result<[String: JSONValue], Refusal>, to reply: ControlReply) {
    switch result {
    case .success(var members):
      members["otherOwner"] = center.otherOwner.map { .string($0) }
      reply(.success(members))
    case .failure(let refusal): reply(.failure(refusal.words))
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
    case "list": return try list(before: try arguments.integer("before"))
    case "dismiss": return try dismiss(arguments)
    case "invoke": return try invoke(arguments)
    case "reply": return try reply(arguments)
    case "do-not-disturb": return try setDoNotDisturb(arguments)
    case "mode": return try setMode(arguments)
    case "rule": return try setRule(arguments)
    case "count": return center.situation
    default: throw Refusal("notifications: unknown action \"\(action)\"")
    }
  }

  // MARK: - Lists

  private func list(before: Int64?) throws(Refusal) -> [String: JSONValue] {
    var open = store.open[...]
    if let before {
      open = open.drop { Int64($0.id.rawValue) != before }
      if open.isEmpty { throw Refusal("notification \(before) was closed meanwhile; list them again") }
      open.removeFirst()
    }
    let shown = open.prefix(Self.page)
    return [
      "notifications": .array(shown.map { store.describe($0) }),
      "next": open.count > shown.count ? shown.last.map { JSONValue(Int($0.id.rawValue)) } ?? .null : .null,
    ]
  }

  // MARK: - Actions on open notifications

  /// The notification that a request names; without a number the newest, nil if none is open.
  private func target(_ arguments: Arguments) throws(Refusal) -> Notification? {
    guard let id = try arguments.integer("id") else { return store.open.first }
    guard let found = UInt32(exactly: id).flatMap({ store.notification(NotificationID(rawValue: $0)) }) else {
      throw Refusal("no open notification \(id)\(otherOwner)")
    }
    return found
  }

  /// The end of a sentence that names the program which gets notifications in our place, if there is one.
  private var otherOwner: String { center.otherOwner.map { "; notifications go to \($0)" } ?? "" }

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
      center.happen(
        arguments.isSet("group")
          ? .groupDismissed(id: id) : arguments.isSet("forget") ? .forgotten(id: id) : .dismissed(id: id))
    }
    return [:]
  }

  private func invoke(_ arguments: Arguments) throws(Refusal) -> [String: JSONValue] {
    guard let notification = try target(arguments) else {
      throw Refusal("no notification is open\(otherOwner)")
    }
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
    case "level":
      guard let level = try arguments.integer("level"), 0...100 ~= level else {
        throw Refusal("level: expected a number from 0 to 100")
      }
      choice = .level(Int(level))
    case nil: return center.situation
    case let other?: throw Refusal("expected on, off, toggle, until or level, got \"\(other)\"")
    }
    center.happenNow(.doNotDisturbSet(choice))
    return center.situation
  }

  private func setMode(_ arguments: Arguments) throws(Refusal) -> [String: JSONValue] {
    guard let name = arguments.text("name") else { return center.situation }
    guard Limits.takesMode(name) else { throw Refusal("expected the name of a mode") }
    let isOn = store.modes.contains(name)
    guard isOn || store.modes.count < Limits.modes || ["off", "only"].contains(arguments.text("set")) else {
      throw Refusal("\(Limits.modes) modes are on already, which is the most that can be")
    }
    switch arguments.text("set") ?? "on" {
    case "on": center.happenNow(.modeSet(name, isOn: true))
    case "off": center.happenNow(.modeSet(name, isOn: false))
    case "toggle": center.happenNow(.modeSet(name, isOn: !isOn))
    case "only": center.happenNow(.modeSetAlone(name))
    case let other: throw Refusal("expected on, off, toggle or only, got \"\(other)\"")
    }
    return center.situation
  }

  private func setRule(_ arguments: Arguments) throws(Refusal) -> [String: JSONValue] {
    guard let name = arguments.text("name") else { return center.situation }
    guard let rule = store.namedRules.first(where: { $0.name == name }) else {
      let names = store.namedRules.map(\.name)
      let known = names.isEmpty ? "no rule has a name" : "there are \(names.joined(separator: ", "))"
      throw Refusal("no rule has the name \"\(name)\"; \(known)")
    }
    switch arguments.text("set") ?? "on" {
    case "on": center.happenNow(.ruleSet(name, isOn: true))
    case "off": center.happenNow(.ruleSet(name, isOn: false))
    case "toggle": center.happenNow(.ruleSet(name, isOn: !rule.isOn))
    case let other: throw Refusal("expected on, off or toggle, got \"\(other)\"")
    }
    return center.situation
  }

  // MARK: - History

  /// The history, after the records so far were passed to it; later requests to it find them.
  private func writtenHistory() throws(Refusal) -> History {
    guard let history = center.history else {
      throw Refusal("there is no history: neither XDG_STATE_HOME nor HOME says where it would be")
    }
    center.writeHistory()
    return history
  }

  /// Makes a completion for the history that passes on its answer, with errors as refusals.
  private func reading<Value>(
    _ history: History, then completion: @escaping (Result<Value, Refusal>) -> Void
  ) -> (Result<Value, HistoryError>) -> Void {
    { [path = history.path] in
      completion($0.mapError { Refusal("cannot read history \(path): \($0)") })
    }
  }

  private func history(_ arguments: Arguments, then completion: @escaping Completion) throws(Refusal) {
    var query = History.Query()
    query.text = arguments.text("search") ?? ""
    query.limit = Int(clamping: max(1, min(try arguments.integer("limit") ?? .max, Int64(Self.page))))
    query.before = try arguments.historyKey("before")
    let history = try writtenHistory()
    history.page(
      query,
      then: reading(history) { answer in
        completion(
          answer.map { page in
            [
              "notifications": .array(page.items.map { .object($0.members) }),
              "next": page.next.map { .number(Double($0.rawValue)) } ?? .null,
            ]
          })
      })
  }

  private func forget(_ arguments: Arguments, then completion: @escaping Completion) throws(Refusal) {
    let key = try arguments.historyKey("key")
    guard key != nil || arguments.isSet("all") else { throw Refusal("expected the key of a notification") }
    let history = try writtenHistory()
    let remove = { [self] in
      history.remove(key.map { [$0] }, then: reading(history) { answer in completion(answer.map { [:] }) })
      center.historyChanged()
    }
    guard let key else { return remove() }
    findItem(key, in: history) { answer in
      switch answer {
      case .success(nil): completion(.failure(Self.unknown(key)))
      case .success: remove()
      case .failure(let refusal): completion(.failure(refusal))
      }
    }
  }

  /// Shows the newest notification of the history that is not open; does nothing where there is none.
  public func restoreNewest() { try? restore(key: nil) { _ in } }

  /// Shows the entry with a key again, or the newest that is not open.
  private func restore(key: HistoryKey?, then completion: @escaping Completion) throws(Refusal) {
    let history = try writtenHistory()
    let show: (Result<History.Item?, Refusal>) -> Void = { [weak self] answer in
      guard let self else { return }
      completion(
        answer.flatMap { item in
          guard let item else {
            return .failure(key.map(Self.unknown) ?? Refusal("nothing to restore"))
          }
          return .success(self.show(item))
        })
    }
    if let key { findItem(key, in: history, then: show) } else { findClosed(in: history, then: show) }
  }

  /// Shows an entry of the history again; returns the members of the answer to the request.
  @discardableResult
  func show(_ item: History.Item) -> [String: JSONValue] {
    let before = Set(store.open.map(\.id))
    center.happenNow(.restored(item.record))
    guard let id = store.open.first?.id else { return [:] }
    if !before.contains(id) { feeds.tell("opened", of: id) }
    return ["id": JSONValue(Int(id.rawValue))]
  }

  /// Finds the newest entry that is not open, page by page, so that no read takes long.
  private func findClosed(
    _ query: History.Query? = nil, in history: History,
    then completion: @escaping (Result<History.Item?, Refusal>) -> Void
  ) {
    var query = query ?? History.Query()
    query.limit = Self.page
    history.page(
      query,
      then: reading(history) { [weak self] (answer: Result<History.Page, Refusal>) in
        guard let self else { return }
        switch answer {
        case .failure(let refusal): completion(.failure(refusal))
        case .success(let page):
          let found = page.items.first { !self.isOpen($0, in: history) }
          guard found == nil, let next = page.next else { return completion(.success(found)) }
          query.before = next
          findClosed(query, in: history, then: completion)
        }
      })
  }

  private func findItem(
    _ key: HistoryKey, in history: History,
    then completion: @escaping (Result<History.Item?, Refusal>) -> Void
  ) {
    guard key.rawValue < .max else { return completion(.success(nil)) }
    var query = History.Query()
    query.limit = 1
    query.before = HistoryKey(rawValue: key.rawValue + 1)
    history.page(
      query,
      then: reading(history) { (answer: Result<History.Page, Refusal>) in
        completion(answer.map { page in page.items.first { $0.key == key } })
      })
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
