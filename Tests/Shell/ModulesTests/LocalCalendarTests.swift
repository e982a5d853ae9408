import BarUI
import HeadlessSession
import Settings
import TestSupport
import Testing

@testable import Modules

struct LocalCalendarTests {
  /// The values of a keyword of the locale's times, as the command locale prints them in this program's own locale.
  private func values(of keyword: String) throws -> [String] {
    let directory = try PrivateDirectory()
    var environment = ["PATH": environmentVariable("PATH") ?? "/usr/bin:/bin"]
    for name in ["LANG", "LC_ALL", "LC_TIME"] { environment[name] = environmentVariable(name) }
    let command = try SessionProcess(
      ["locale", keyword], environment: environment, log: directory.file("locale.log"))
    #expect(command.waitForEnd() == .exited(0))
    return command.logText.split(separator: "\n").flatMap { $0.split(separator: ";") }.map(String.init)
  }

  @Test func `a calendar has the words that the locale has for months and days`() throws {
    let words = LocalCalendar.words()
    #expect(try words.months == values(of: "alt_mon"))
    let days = try values(of: "day")
    // The locale lists Sunday first.
    #expect(words.weekdays == Array(days.dropFirst()) + days.prefix(1))
  }

  @Test(arguments: [
    (["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"], "MTWTFSS"),
    (["周一", "周二", "周三", "周四", "周五", "周六", "周日"], "一二三四五六日"),
    (["lun", "mar", "mer", "jeu", "ven", "sam", "dim"], "LMMJVSD"),
  ]) func `a weekday is shortened to the first letter in which it may differ from others`(
    weekdays: [String], letters: String
  ) {
    #expect(LocalCalendar.letters(weekdays).joined() == letters)
  }

  @Test func `the settings of a clock decide how weeks begin and are numbered`() {
    var clock = ClockSettings()
    #expect(LocalCalendar.weekRule(of: clock) == LocalCalendar.weekRule())
    for (day, number) in zip(ClockSettings.FirstDay.allCases.dropFirst(), 1...7) {
      clock.firstDay = day
      #expect(LocalCalendar.weekRule(of: clock).firstWeekday == number)
    }
    for (numbering, days) in [(ClockSettings.WeekNumbering.iso, 4), (.firstDay, 1), (.fullWeek, 7)] {
      clock.weekNumbering = numbering
      #expect(LocalCalendar.weekRule(of: clock) == WeekRule(firstWeekday: 7, leastDaysInFirstWeek: days))
    }
  }

  @Test func `a locale by name has its own words, and one that is not installed is none`() throws {
    let locale = try #require(TimeLocale("C"))
    let words = LocalCalendar.words(in: locale)
    #expect(words.months.first == "January" && words.weekdays.first == "Monday")
    #expect(words.date.contains("%B"))
    // The C library begins the weeks of its own locale on Sunday, and the work on Monday.
    #expect(LocalCalendar.weekRule(in: locale).firstWeekday == 7)
    #expect(LocalCalendar.weekRule(in: locale).firstWorkday == 1)
    #expect(TimeLocale("xx_YY.UTF-8") == nil)
  }

  /// Rows have a zone and the second at which 26 October 2026 begins there.
  @Test(arguments: [
    ("UTC0", 1_792_972_800), ("EST5", 1_792_990_800), ("<+14>-14", 1_792_922_400),
    // The clocks have been turned back the day before.
    ("CET-1CEST,M3.5.0,M10.5.0/3", 1_792_969_200),
  ])
  func `a day begins at midnight of the time zone`(zone: String, midnight: Int) {
    let rules = LocalTime.rules(of: zone)
    #expect(LocalCalendar.day(at: midnight, in: rules) == CalendarDate(year: 2026, month: 10, day: 26))
    #expect(LocalCalendar.day(at: midnight - 1, in: rules).dayOfMonth == 25)
  }
}
