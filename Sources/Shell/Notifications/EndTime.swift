/// An end time as people write it: `18:30`, `90m`, `1h30m`.
public enum EndTime: Equatable, Sendable {
  /// The next time at which the clock shows this, in minutes after midnight.
  case timeOfDay(Int)
  /// The end of a number of seconds from now on.
  case duration(Int64)

  /// Reads a time or a duration; nil for anything else, and for a duration that is zero or longer than a year.
  public init?(_ text: String) {
    if let minute = Self.timeOfDay(text) {
      self = .timeOfDay(minute)
    } else if let seconds = Self.duration(text) {
      self = .duration(seconds)
    } else {
      return nil
    }
  }

  /// The end in seconds since 1970.
  public func seconds(after now: ClockTime) -> Int64 {
    switch self {
    case .duration(let seconds): return now.seconds + seconds
    case .timeOfDay(let minute):
      let minutes = minute > now.minute ? minute - now.minute : minute - now.minute + 1440
      return now.seconds - Int64(now.second) + Int64(minutes) * 60
    }
  }

  private static func timeOfDay(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
      let hour = number(parts[0]), let minute = number(parts[1]), hour < 24, minute < 60
    else { return nil }
    return hour * 60 + minute
  }

  private static func duration(_ text: String) -> Int64? {
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86400]
    var seconds = 0
    var digits = ""[...]
    var rest = text[...]
    while let character = rest.popFirst() {
      if let unit = units[character] {
        guard let value = number(digits), value < 1_000_000_000 else { return nil }
        seconds += value * unit
        digits = ""
      } else {
        digits.append(character)
      }
    }
    return digits.isEmpty && seconds > 0 && seconds <= 366 * 86400 ? Int64(seconds) : nil
  }

  /// Reads a number of ASCII digits only.
  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
  }
}
