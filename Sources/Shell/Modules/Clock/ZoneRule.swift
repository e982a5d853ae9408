import BarUI

/// A rule for the time that is kept in each year, as TZ may hold it: `CET-1CEST,M3.5.0,M10.5.0/3`.
nonisolated struct ZoneRule: Equatable {
  /// A day of the year and a time on it, in seconds since its midnight.
  struct Change: Equatable {
    enum Day: Equatable {
      /// A number from 1 that does not count the 29th of February.
      case julian(Int)
      /// A number from 0 that does.
      case zeroBased(Int)
      /// The nth such weekday of a month, 0 being Sunday; the fifth is the last.
      case month(Int, week: Int, weekday: Int)
    }

    var day: Day
    var time: Int
  }

  var standard: ZoneRules.Kind
  /// The summer time, and when it begins and ends; nil: there is none.
  private var summer: (kind: ZoneRules.Kind, start: Change, end: Change)?

  init(standard: ZoneRules.Kind) { self.standard = standard }

  static func == (a: ZoneRule, b: ZoneRule) -> Bool {
    a.standard == b.standard && a.summer?.kind == b.summer?.kind && a.summer?.start == b.summer?.start
      && a.summer?.end == b.summer?.end
  }

  /// The time that is in use at a moment in seconds since 1970.
  func kind(at time: Int) -> ZoneRules.Kind {
    guard let summer else { return standard }
    let year = CalendarDate(day: floorDivision(time + standard.offset, 86_400)).year
    let start = summer.start.seconds(in: year) - standard.offset
    let end = summer.end.seconds(in: year) - summer.kind.offset
    let isSummer = start < end ? (start..<end).contains(time) : !(end..<start).contains(time)
    return isSummer ? summer.kind : standard
  }
}

nonisolated extension ZoneRule {
  /// Reads a rule; nil if the text is none.
  init?(_ text: String) {
    var reader = ZoneRuleReader(Array(text.utf8))
    guard let name = reader.name(), let offset = reader.offset() else { return nil }
    standard = ZoneRules.Kind(offset: -offset, isSummerTime: false, name: name)
    if reader.isAtEnd { return }
    guard let summerName = reader.name() else { return nil }
    var summerOffset = standard.offset + 3600
    if reader.next != nil, reader.next != UInt8(ascii: ",") {
      guard let offset = reader.offset() else { return nil }
      summerOffset = -offset
    }
    // Without dates those of the United States hold, as the C library has it.
    if reader.isAtEnd { reader = ZoneRuleReader(Array(",M3.2.0,M11.1.0".utf8)) }
    guard let start = reader.change(), let end = reader.change(), reader.isAtEnd else { return nil }
    summer = (ZoneRules.Kind(offset: summerOffset, isSummerTime: true, name: summerName), start, end)
  }
}

nonisolated extension ZoneRule.Change {
  /// The local moment in a year, in seconds since 1970.
  fileprivate func seconds(in year: Int) -> Int {
    let first = CalendarDate(year: year, month: 1, day: 1).day
    let day: Int
    switch self.day {
    case .zeroBased(let number): day = first + number
    case .julian(let number):
      let isLeap = CalendarDate(year: year, month: 3, day: 1).day - first == 60
      day = first + number - 1 + (isLeap && number >= 60 ? 1 : 0)
    case .month(let month, let week, let weekday):
      let start = CalendarDate(year: year, month: month, day: 1).day
      let next =
        month == 12
        ? CalendarDate(year: year + 1, month: 1, day: 1).day
        : CalendarDate(year: year, month: month + 1, day: 1).day
      // The first of January 1970 was a Thursday.
      let weekdayOfFirst = ((start + 4) % 7 + 7) % 7
      var found = start + (weekday - weekdayOfFirst + 7) % 7 + 7 * (week - 1)
      while found >= next { found -= 7 }
      day = found
    }
    return day * 86_400 + time
  }
}

/// Reads the parts of a rule.
private nonisolated struct ZoneRuleReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var next: UInt8? { place < bytes.count ? bytes[place] : nil }
  var isAtEnd: Bool { place == bytes.count }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  /// Three letters or more, or anything in angle brackets.
  mutating func name() -> String? {
    let isQuoted = skip("<")
    let start = place
    while let byte = next, isQuoted ? byte != UInt8(ascii: ">") : (0x61...0x7A).contains(byte | 0x20) {
      place += 1
    }
    let name = bytes[start..<place]
    guard name.count >= 3, name.count <= 32, !isQuoted || skip(">") else { return nil }
    return String(decoding: name, as: UTF8.self)
  }

  /// Hours, minutes and seconds, in seconds.
  mutating func offset() -> Int? {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    guard let hours = number(upTo: 167) else { return nil }
    var seconds = hours * 3600
    for unit in [60, 1] {
      guard skip(":") else { break }
      guard let part = number(upTo: 59) else { return nil }
      seconds += part * unit
    }
    return isNegative ? -seconds : seconds
  }

  mutating func change() -> ZoneRule.Change? {
    guard skip(","), let day = day() else { return nil }
    guard skip("/") else { return ZoneRule.Change(day: day, time: 7200) }
    return offset().map { ZoneRule.Change(day: day, time: $0) }
  }

  private mutating func day() -> ZoneRule.Change.Day? {
    if skip("J") { return number(upTo: 365).flatMap { $0 > 0 ? .julian($0) : nil } }
    guard skip("M") else { return number(upTo: 365).map { .zeroBased($0) } }
    guard let month = number(upTo: 12), month > 0, skip("."), let week = number(upTo: 5), week > 0, skip("."),
      let weekday = number(upTo: 6)
    else { return nil }
    return .month(month, week: week, weekday: weekday)
  }

  private mutating func number(upTo most: Int) -> Int? {
    let start = place
    var value = 0
    while let byte = next, (0x30...0x39).contains(byte), place - start < 4 {
      value = value * 10 + Int(byte - 0x30)
      place += 1
    }
    return place > start && value <= most ? value : nil
  }
}
