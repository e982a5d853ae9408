import Arguments
import Control
import Glibc
import Notifications
import TextProcessing

/// `hyaline notifications list`: prints the open notifications.
struct NotificationListCommand: RunnableCommand {
  var json = false

  static var rows: [Row<Self>] { [.json(\.json)] }

  func run() throws {
    var printer = NotificationPrinter(isJSON: json, number: "id")
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

/// `hyaline notifications history`: prints the past notifications.
struct NotificationHistoryCommand: RunnableCommand {
  var limit: Int?
  var search: String?
  var json = false

  static var rows: [Row<Self>] {
    [
      .option("limit", \.limit, "count", .integer, "The greatest number of notifications to print."),
      .option(
        "search", \.search, "text", .text,
        "Print only notifications with this text in their application's name, summary or body."),
      .json(\.json),
    ]
  }

  func validate() throws(ValidationError) {
    if let limit, limit < 1 { throw ValidationError("--limit: expected a positive integer, got \(limit)") }
  }

  func run() throws {
    var printer = NotificationPrinter(isJSON: json, number: "key")
    var left = limit ?? .max
    var arguments: [String: JSONValue] = [:]
    if let search { arguments["search"] = .string(search) }
    while left > 0 {
      // An answer never has more than this.
      if limit != nil { arguments["limit"] = JSONValue(min(left, 1_000_000)) }
      let answer = try NotificationInstance.ask("history", arguments)
      left -= printer.print(answer["notifications"])
      guard let next = answer["next"]?.number else { break }
      arguments["before"] = .number(next)
    }
    printer.finish()
  }
}

/// `hyaline notifications count`: prints the number of open notifications.
struct NotificationCountCommand: RunnableCommand {
  var json = false

  static var rows: [Row<Self>] { [.json(\.json)] }

  func run() throws {
    let answer = try NotificationInstance.ask("count")
    if !json { answer.warnOfOtherOwner() }
    let count = Int(answer["open"]?.number ?? 0)
    StandardOutput.line(json ? "\(JSONValue.object(answer.members.withoutStatus))" : "\(count)")
  }
}

/// `hyaline notifications subscribe`: prints a line for each change.
struct NotificationSubscribeCommand: RunnableCommand {
  var json = false

  static var rows: [Row<Self>] { [.json(\.json)] }

  func run() throws {
    try NotificationInstance.follow("subscribe") { line in
      StandardOutput.line(json ? "\(line)" : NotificationText.event(line))
    }
  }
}

/// Prints notifications page by page, as lines or as one JSON array.
struct NotificationPrinter {
  let isJSON: Bool
  /// The member with the number by which commands refer to a notification.
  let number: String
  private(set) var isFirst = true

  /// Prints one page, and returns the number of its notifications.
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

/// Formats notifications for a terminal.
enum NotificationText {
  /// A notification as a line: `5  12:04  Mail: New message  (3 times)`.
  static func line(_ notification: JSONValue, number: String) -> String {
    let count = notification["count"]?.number ?? 1
    return "\(integer(notification[number]))  \(time(notification["time"]))  \(title(notification))"
      + (count > 1 ? "  (\(Int(count)) times)" : "")
  }

  /// An event of a subscription as a line.
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

  /// The state of do not disturb: `on until 12:04`, `on (schedule)` or `off`.
  static func doNotDisturb(_ value: JSONValue?) -> String {
    guard value?["isOn"]?.bool == true else { return "off" }
    if let until = value?["until"], until != .null { return "on until \(time(until))" }
    guard case .array(let reasons)? = value?["reasons"] else { return "on" }
    let words = reasons.compactMap(\.string).filter { $0 != "asked" }
    return words.isEmpty ? "on" : "on (\(words.joined(separator: ", ")))"
  }

  /// The text on one line, without control characters that a terminal would interpret.
  private static func plain(_ value: JSONValue?) -> String {
    PlainText.line(value?.string ?? "", Notification.Reply.limit)
  }

  private static func integer(_ value: JSONValue?) -> Int { Int(value?.number ?? 0) }

  private static func title(_ notification: JSONValue) -> String {
    let application = notification["application"]?.string ?? ""
    let summary = notification["summary"]?.string ?? ""
    return application.isEmpty ? summary : "\(application): \(summary)"
  }

  /// A time in the system's time zone, without the date if it is today.
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
  /// The members without `ok`.
  fileprivate var withoutStatus: Self { filter { $0.key != "ok" } }
}
