public import BarUI
import Glibc
import Localization
public import Settings

/// Calendars as they are usual where the user lives, by the category LC_TIME of the user's locale.
public enum LocalCalendar {
  /// The day that it is at a second since the epoch, in the user's time zone.
  public static func day(at time: Int) -> CalendarDate { day(at: time, in: nil) }

  /// The same in a zone, or in that of the user.
  static func day(at time: Int, in zone: ZoneRules?) -> CalendarDate {
    CalendarDate(day: floorDivision(time + LocalTime.offset(at: time, in: zone), 86_400))
  }

  /// The words of a calendar in the language of a locale, or of the user.
  public static func words(in locale: TimeLocale? = nil) -> CalendarWords {
    func word(_ format: String, _ date: CalendarDate) -> String {
      // Noon, local time.
      let noon = date.day * 86_400 + 43_200 - LocalTime.offset(at: date.day * 86_400)
      return LocalTime.text(of: noon, format: format, locale: locale) ?? ""
    }
    // Some languages have another form of a month's name beside the number of a day: %OB is the one that stands alone.
    let months = (1...12).map { word("%OB", CalendarDate(year: 2026, month: $0, day: 15)) }
    // A Monday.
    let first = CalendarDate(year: 2026, month: 6, day: 1)
    let monthsOfDates = (1...12).map { word("%B", CalendarDate(year: 2026, month: $0, day: 15)) }
    return CalendarWords(
      months: months, monthsOfDates: monthsOfDates, weekdays: (0..<7).map { word("%A", first + $0) },
      letters: letters((0..<7).map { word("%a", first + $0) }),
      date: (locale.map(form) ?? DateForm.local).dayAndMonth)
  }

  private static func form(of locale: TimeLocale) -> DateForm {
    func item(_ number: Int) -> String {
      unsafe String(cString: nl_langinfo_l(nl_item(number), locale.raw))
    }
    return DateForm(
      locale: locale.name, date: item(D_FMT), dateAndTime: item(D_T_FMT), time: item(T_FMT))
  }

  /// Returns one letter for each abbreviated weekday: the first one that is not the same in all of them.
  static func letters(_ weekdays: [String]) -> [String] {
    let words = weekdays.map { Array($0) }
    let place = (0..<(words.map(\.count).min() ?? 0)).first { place in Set(words.map { $0[place] }).count > 1
    }
    return words.map { word in place.map { word[$0].uppercased() } ?? String(word) }
  }

  /// The rule by which the calendar of a clock counts weeks.
  public static func weekRule(of clock: ClockSettings, in locale: TimeLocale? = nil) -> WeekRule {
    var rule = weekRule(in: locale)
    // The cases after that of the locale are the days from Monday on.
    if let day = ClockSettings.FirstDay.allCases.firstIndex(of: clock.firstDay), day > 0 {
      rule.firstWeekday = day
    }
    switch clock.weekNumbering {
    case .locale: break
    case .iso: rule.leastDaysInFirstWeek = 4
    case .firstDay: rule.leastDaysInFirstWeek = 1
    case .fullWeek: rule.leastDaysInFirstWeek = 7
    }
    return rule
  }

  /// The rule by which a locale, or that of the user, counts weeks.
  ///
  /// glibc gives the first day of the week and the first workday as counts, from 1, that begin with the weekday of a reference
  /// date.
  static func weekRule(in locale: TimeLocale? = nil) -> WeekRule {
    LocalTime.takeLocale()
    func value(_ item: Int) -> UnsafeMutablePointer<CChar> {
      if let locale {
        unsafe nl_langinfo_l(nl_item(item), locale.raw)
      } else {
        unsafe nl_langinfo(nl_item(item))
      }
    }
    // The value of an item that is one byte in place of a text.
    func byte(_ item: Int) -> Int { Int(unsafe UInt8(bitPattern: value(item)[0])) }
    // The value of an item that is a number in place of a text: the lower half of the pointer's bits.
    let reference = Int(UInt32(truncatingIfNeeded: unsafe UInt(bitPattern: value(_NL_TIME_WEEK_1STDAY))))
    let date = CalendarDate(
      year: reference / 10_000, month: reference / 100 % 100, day: reference % 100)
    func weekday(_ item: Int) -> Int { (date.weekday - 1 + max(byte(item), 1) - 1) % 7 + 1 }
    return WeekRule(
      firstWeekday: weekday(_NL_TIME_FIRST_WEEKDAY),
      leastDaysInFirstWeek: min(max(byte(_NL_TIME_WEEK_1STWEEK), 1), 7),
      firstWorkday: weekday(_NL_TIME_FIRST_WORKDAY))
  }
}
