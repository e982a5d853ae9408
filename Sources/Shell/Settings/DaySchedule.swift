/// A period that recurs every week: `22:00-07:00`, `mon-fri 09:00-12:30`, `sat,sun 00:00-24:00`.
public struct DaySchedule: Equatable, Hashable, Sendable, CustomStringConvertible {
  /// The days on which the period begins; bit 0 is Monday.
  public var days: UInt8
  /// Start in minutes after midnight, 0 … 1439.
  public var start: Int
  /// End in minutes after midnight, 1 … 1440; an end at or before `start` is on the next day.
  public var end: Int

  public init(days: UInt8 = 0x7F, start: Int, end: Int) {
    self.days = days
    self.start = start
    self.end = end
  }

  private static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  /// Reads a schedule; nil if the text is none, or ends when it begins.
  public init?(_ text: String) {
    guard let read = Self.read(text), read.start != read.end else { return nil }
    self.init(days: read.days, start: read.start, end: read.end == 0 ? 1440 : read.end)
  }

  /// Whether a text would be a schedule if it did not end when it begins.
  static func isEmpty(_ text: String) -> Bool { read(text).map { $0.start == $0.end } ?? false }

  /// Reads the days, and the times as they are written; nil if the text has another form.
  private static func read(_ text: String) -> (days: UInt8, start: Int, end: Int)? {
    let parts = text.split(separator: " ")
    guard let times = parts.last, (1...2).contains(parts.count) else { return nil }
    let ends = times.split(separator: "-", omittingEmptySubsequences: false).map(minutes)
    guard ends.count == 2, let start = ends[0], let end = ends[1], start < 1440 else { return nil }
    guard parts.count == 2 else { return (0x7F, start, end) }
    return days(parts[0]).map { ($0, start, end) }
  }

  public var description: String {
    func time(_ minutes: Int) -> String {
      let (hours, rest) = (minutes / 60, minutes % 60)
      return (hours < 10 ? "0" : "") + "\(hours)" + (rest < 10 ? ":0" : ":") + "\(rest)"
    }
    let times = time(start) + "-" + time(end)
    if days == 0x7F { return times }
    let listed = Self.names.indices.filter { days & 1 << $0 != 0 }.map { Self.names[$0] }
    return listed.joined(separator: ",") + " " + times
  }

  /// Duration in minutes.
  public var length: Int { end > start ? end - start : end + 1440 - start }

  /// Whether the period contains that minute; `day` is 0 … 6 for Monday to Sunday.
  public func contains(day: Int, minute: Int) -> Bool {
    let today = days & 1 << day != 0 && minute >= start && minute < start + length
    let yesterday = days & 1 << ((day + 6) % 7) != 0 && minute + 1440 < start + length
    return today || yesterday
  }

  private static func minutes(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2,
      parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let hours = Int(parts[0]), let minutes = Int(parts[1]), minutes < 60, hours * 60 + minutes <= 1440
    else { return nil }
    return hours * 60 + minutes
  }

  private static func days(_ text: Substring) -> UInt8? {
    var days: UInt8 = 0
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map {
        names.firstIndex(of: $0.lowercased())
      }
      guard let first = ends.first, let first, let last = ends.last, let last, ends.count <= 2 else {
        return nil
      }
      var day = first
      days |= 1 << day
      while day != last {
        day = (day + 1) % 7
        days |= 1 << day
      }
    }
    return days
  }
}
