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
    let offset = LocalTime.offset(at: 1_795_392_000)
    let midnight = CalendarDate(year: 2026, month: 11, day: 23).day * 86_400
    #expect(LocalCalendar.day(at: midnight - offset).dayOfMonth == 23)
    #expect(LocalCalendar.day(at: midnight - offset - 1).dayOfMonth == 22)
  }
}
