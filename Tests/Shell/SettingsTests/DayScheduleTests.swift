import Testing

@testable import Settings

struct DayScheduleTests {
  @Test(arguments: [
    ("22:00-07:00", "22:00-07:00"), ("mon-fri 09:00-12:30", "mon,tue,wed,thu,fri 09:00-12:30"),
    ("sat,sun 00:00-24:00", "sat,sun 00:00-24:00"), ("Fri-Mon 10:00-10:30", "mon,fri,sat,sun 10:00-10:30"),
    ("22:00-00:00", "22:00-24:00"), ("mon-sun 00:00-24:00", "00:00-24:00"),
  ])
  func `a schedule is read and written`(text: String, expected: String) throws {
    let schedule = try #require(DaySchedule(text))
    #expect(schedule.description == expected)
    #expect(DaySchedule(expected) == schedule)
  }

  @Test(arguments: [
    "", "22:00", "22:00-", "24:00-07:00", "22:60-07:00", "2:00-3:00", "10:00-10:00", "mon",
    "moon 09:00-10:00",
    "mon- 09:00-10:00", "mon-tue-wed 09:00-10:00", "00:00-24:01", "+1:00-02:00", "mon 09:00-10:00 x",
    "00:00-00:00",
  ])
  func `what is no schedule is refused`(text: String) { #expect(DaySchedule(text) == nil) }

  @Test(arguments: [
    ("fri 22:00-07:00", 4, 1320, true), ("fri 22:00-07:00", 4, 1319, false),
    ("fri 22:00-07:00", 5, 419, true),
    ("fri 22:00-07:00", 5, 420, false), ("fri 22:00-07:00", 4, 419, false), ("sun 22:00-07:00", 0, 0, true),
    ("00:00-24:00", 3, 1439, true), ("09:00-10:00", 2, 540, true), ("09:00-10:00", 2, 600, false),
    ("mon 12:00-12:00", 0, 0, false),
  ])
  func `a schedule knows its minutes`(text: String, day: Int, minute: Int, expected: Bool) {
    #expect((DaySchedule(text)?.contains(day: day, minute: minute) ?? false) == expected)
  }
}
