import PopupUI
import Testing

@testable import Modules

struct LocalCalendarTests {
  @Test func `a calendar has words for all months and days`() {
    let words = LocalCalendar.words()
    #expect(Set(words.months).count == 12 && Set(words.weekdays).count == 7)
    #expect((words.months + words.weekdays).allSatisfy { !$0.isEmpty })
    #expect(words.months[10] == LocalTime.text(of: 1_700_000_000, format: "%OB"))
    #expect(words.weekdays[1] == LocalTime.text(of: 1_700_000_000, format: "%a"))
  }

  @Test func `a day begins at midnight of the time zone`() {
    let midnight = CalendarDate(year: 2026, month: 11, day: 23).day * 86_400
    for (zone, offset) in [("UTC0", 0), ("EST5", -18_000), ("IST-5:30", 19_800)] {
      LocalTime.inZone(zone) {
        #expect(LocalCalendar.day(at: midnight - offset).dayOfMonth == 23, "\(zone)")
        #expect(LocalCalendar.day(at: midnight - offset - 1).dayOfMonth == 22, "\(zone)")
        #expect(LocalCalendar.day(at: -1 - offset) == CalendarDate(day: -1), "\(zone)")
      }
    }
  }
}
