/// A day of the proleptic Gregorian calendar.
public struct CalendarDate: Hashable, Comparable, Sendable {
  /// Days since 1 January 1970.
  public let day: Int

  public init(day: Int) {
    self.day = day
  }

  /// Creates a date; `month` and `day` count from 1, and values outside their range carry over to the adjacent years
  /// or months.
  public init(year: Int, month: Int, day: Int) {
    let months = 12 * year + month - 1
    // The computation uses years that begin on 1 March, so that the leap day is the last day of a year.
    let shifted = months - 2
    let year = floorDivision(shifted, 12)
    let monthOfYear = shifted - 12 * year
    let leapDays = floorDivision(year, 4) - floorDivision(year, 100) + floorDivision(year, 400)
    let dayOfYear = (153 * monthOfYear + 2) / 5
    self.day = 365 * year + leapDays + dayOfYear + day - 1 - 719_468
  }

  public var year: Int { components.year }
  /// The month of the year, 1 … 12.
  public var month: Int { components.month }
  /// The day of the month, 1 … 31.
  public var dayOfMonth: Int { components.day }
  /// The weekday by ISO 8601: 1 for Monday … 7 for Sunday.
  public var weekday: Int {
    // 1 January 1970 was a Thursday.
    day + 3 - 7 * floorDivision(day + 3, 7) + 1
  }

  public static func < (one: CalendarDate, other: CalendarDate) -> Bool { one.day < other.day }

  public static func + (date: CalendarDate, days: Int) -> CalendarDate { CalendarDate(day: date.day + days) }

  private var components: (year: Int, month: Int, day: Int) {
    // The inverse of `init(year:month:day:)`, computed in eras of 400 years that begin on 1 March.
    let shifted = day + 719_468
    let era = floorDivision(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthOfYear = (5 * dayOfYear + 2) / 153
    let month = monthOfYear < 10 ? monthOfYear + 3 : monthOfYear - 9
    return (
      400 * era + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthOfYear + 2) / 5 + 1
    )
  }
}

/// A quotient by a positive divisor that is rounded down.
public func floorDivision(_ number: Int, _ divisor: Int) -> Int {
  number >= 0 ? number / divisor : -((-number + divisor - 1) / divisor)
}

/// The convention that numbers weeks and says when they begin and end.
public struct WeekRule: Equatable, Sendable {
  /// The first day of a week, 1 for Monday … 7 for Sunday.
  public var firstWeekday: Int
  /// The minimum number of days of the new year in its first week, 1 … 7.
  public var leastDaysInFirstWeek: Int
  /// The day after the weekend, 1 for Monday … 7 for Sunday.
  public var firstWorkday: Int

  /// Traps if any of the three numbers is not in 1 … 7.
  public init(firstWeekday: Int, leastDaysInFirstWeek: Int, firstWorkday: Int = 1) {
    precondition((1...7).contains(firstWorkday), "first workday \(firstWorkday)")
    precondition((1...7).contains(firstWeekday), "first weekday \(firstWeekday)")
    precondition((1...7).contains(leastDaysInFirstWeek), "\(leastDaysInFirstWeek) days in the first week")
    self.firstWeekday = firstWeekday
    self.leastDaysInFirstWeek = leastDaysInFirstWeek
    self.firstWorkday = firstWorkday
  }

  /// Whether a date is one of the two days before the first workday.
  public func isWeekend(_ date: CalendarDate) -> Bool { (date.weekday - firstWorkday + 7) % 7 >= 5 }

  /// The rule of ISO 8601: weeks begin on Monday, and the first week has at least four days of the year.
  public static let iso = WeekRule(firstWeekday: 1, leastDaysInFirstWeek: 4)

  /// The day on which the week of a date begins.
  public func start(of date: CalendarDate) -> CalendarDate {
    date + -((date.weekday - firstWeekday + 7) % 7)
  }

  /// The number of the week that contains a date; the week may belong to the previous or the next year.
  public func week(of date: CalendarDate) -> Int {
    let start = start(of: date)
    // The first week of a year is the week that contains this day of January.
    func firstStart(_ year: Int) -> CalendarDate {
      self.start(of: CalendarDate(year: year, month: 1, day: leastDaysInFirstWeek))
    }
    let year = (start + 6).year
    let first = firstStart(year)
    let base = start < first ? firstStart(year - 1) : first
    return (start.day - base.day) / 7 + 1
  }
}
