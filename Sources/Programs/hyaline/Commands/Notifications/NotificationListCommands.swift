import ArgumentParser
import Control
import Glibc
import JSON
import Notifications

/// `hyaline notifications list`: what is open.
struct NotificationListCommand: ParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Print the open notifications, the newest first.")

  @OptionGroup var output: JSONOption

  func run() throws {
    try onMainThread {
      var printer = NotificationPrinter(isJSON: output.json, number: "id")
      var arguments: [String: JSONValue] = [:]
      while true {
        let answer = try NotificationInstance.ask("list", arguments)
        // One warning is enough for all pages.
        if arguments.isEmpty { answer.warnOfOtherOwner() }
        printer.print(answer["notifications"])
        guard let next = answer["next"]?.number else { break }
        arguments["before"] = .number(next)
      }
      printer.finish()
    }
  }
}

/// `hyaline notifications history`: what has been.
struct NotificationHistoryCommand: ParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Print the notifications of the past, the newest first.")

  @OptionGroup var output: JSONOption

  @Option(help: "Print this many at most.")
  var limit: Int?

  @Option(help: "Print those with this text in their application's name, summary or body.")
  var search: String?

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit: expected a positive integer, got \(limit)") }
  }

  func run() throws {
    try onMainThread {
      var printer = NotificationPrinter(isJSON: output.json, number: "key")
      var left = limit ?? .max
      var arguments: [String: JSONValue] = [:]
      if let search { arguments["search"] = .string(search) }
      while left > 0 {
        // No answer has as many.
        if limit != nil { arguments["limit"] = JSONValue(min(left, 1_000_000)) }
        let answer = try NotificationInstance.ask("history", arguments)
        left -= printer.print(answer["notifications"])
        guard let next = answer["next"]?.number else { break }
        arguments["before"] = .number(next)
      }
      printer.finish()
    }
  }
}

/// `hyaline notifications count`: how many are open.
struct NotificationCountCommand: ParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "count", abstract: "Print how many notifications are open.")

  @OptionGroup var output: JSONOption

  func run() throws {
    try onMainThread {
      let answer = try NotificationInstance.ask("count")
      if !output.json { answer.warnOfOtherOwner() }
      let count = Int(answer["open"]?.number ?? 0)
      StandardOutput.line(output.json ? "\(JSONValue.object(answer.members.withoutStatus))" : "\(count)")
    }
  }
}

/// `hyaline notifications subscribe`: a line for whatever happens.
struct NotificationSubscribeCommand: ParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "subscribe", abstract: "Print a line whenever a notification comes, changes or goes.")

  @OptionGroup var output: JSONOption

  func run() throws {
    try onMainThread {
      try NotificationInstance.follow("subscribe") { line in
        StandardOutput.line(output.json ? "\(line)" : NotificationText.event(line))
      }
    }
  }
}

/// Prints notifications as they come, as lines or as one array of JSON.
struct NotificationPrinter {
  let isJSON: Bool
  /// The member by which commands name one.
  let number: String
  private var isFirst = true

  init(isJSON: Bool, number: String) {
    self.isJSON = isJSON
    self.number = number
  }

  /// Returns how many these were.
  @discardableResult
  mutating func print(_ notifications: JSONValue?) -> Int {
    guard case .array(let all)? = notifications else { return 0 }
    for notification in all {
      if isJSON {
        Swift.print(isFirst ? "[" : ",\n ", terminator: "")
        Swift.print(notification, terminator: "")
      } else {
        Swift.print(NotificationText.line(notification, number: number))
      }
      isFirst = false
    }
    return all.count
  }

  func finish() { if isJSON { Swift.print(isFirst ? "[]" : "]") } }
}

/// Notifications on a terminal.
enum NotificationText {
  /// `5  12:04  Mail: New message  (3 times)`.
  static func line(_ notification: JSONValue, number: String) -> String {
    let count = notification["count"]?.number ?? 1
    return "\(integer(notification[number]))  \(time(notification["time"]))  \(title(notification))"
      + (count > 1 ? "  (\(Int(count)) times)" : "")
  }

  /// What a subscriber is told.
  static func event(_ line: JSONValue) -> String {
    let event = line["event"]?.string ?? ""
    switch event {
    case "opened", "changed":
      let notification = line["notification"] ?? .null
      return "\(event) \(integer(notification["id"]))  \(title(notification))"
    case "closed": return "closed \(integer(line["id"]))  \(line["reason"]?.string ?? "")"
    case "invoked": return "invoked \(integer(line["id"]))  \(plain(line["action"]))"
    case "replied": return "replied \(integer(line["id"]))  \(plain(line["text"]))"
    default:
      return "\(event) open \(integer(line["open"])), do-not-disturb \(doNotDisturb(line["doNotDisturb"]))"
    }
  }

  /// `on until 12:04`, `on (schedule)` or `off`.
  static func doNotDisturb(_ value: JSONValue?) -> String {
    guard value?["isOn"]?.bool == true else { return "off" }
    if let until = value?["until"], until != .null { return "on until \(time(until))" }
    guard case .array(let reasons)? = value?["reasons"] else { return "on" }
    let words = reasons.compactMap(\.string).filter { $0 != "asked" }
    return words.isEmpty ? "on" : "on (\(words.joined(separator: ", ")))"
  }

  /// Nothing that a terminal would take for a command.
  private static func plain(_ value: JSONValue?) -> String {
    PlainText.line(value?.string ?? "", ReplyText.limit)
  }

  private static func integer(_ value: JSONValue?) -> Int { Int(value?.number ?? 0) }

  private static func title(_ notification: JSONValue) -> String {
    let application = notification["application"]?.string ?? ""
    let summary = notification["summary"]?.string ?? ""
    return application.isEmpty ? summary : "\(application): \(summary)"
  }

  /// Of today without the date, in the zone of the system.
  private static func time(_ value: JSONValue?) -> String {
    var seconds = time_t(value?.number ?? 0)
    var now = Glibc.time(nil)
    var (shown, today) = unsafe (tm(), tm())
    unsafe localtime_r(&seconds, &shown)
    unsafe localtime_r(&now, &today)
    let isToday = unsafe shown.tm_yday == today.tm_yday && shown.tm_year == today.tm_year
    var buffer = [CChar](repeating: 0, count: 64)
    let count = unsafe strftime(&buffer, buffer.count, isToday ? "%H:%M" : "%Y-%m-%d %H:%M", &shown)
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension [String: JSONValue] {
  /// What a script asked for.
  fileprivate var withoutStatus: Self { filter { $0.key != "ok" } }
}
