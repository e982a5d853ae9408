import Notifications
import Testing

@Suite struct EndTimeTests {
  @Test(arguments: [
    ("18:30", EndTime.timeOfDay(1110)), ("7:05", .timeOfDay(425)), ("00:00", .timeOfDay(0)),
    ("90m", .duration(5400)), ("1h30m", .duration(5400)), ("45s", .duration(45)), ("1d", .duration(86400)),
  ]) func `times and durations are read`(_ text: String, _ expected: EndTime) {
    #expect(EndTime(text) == expected)
  }

  @Test(arguments: [
    "", "24:00", "12:60", "1:5", ":30", "12:", "-1:30", "+1:30", "12:30:00", "m", "5", "0m", "-5m", "5x",
    "5m5",
    "99999999999999999999h", "999999999d", "٥m", "367d",
  ]) func `anything else is no time`(_ text: String) {
    #expect(EndTime(text) == nil)
  }

  @Test(arguments: [
    // 17:15:20.
    ("18:30", 1075 * 60 + 20, 1110 * 60), ("17:15", 1035 * 60 + 20, 1440 * 60 + 1035 * 60),
    ("17:14", 1035 * 60 + 20, 1440 * 60 + 1034 * 60), ("30m", 1035 * 60 + 20, 1065 * 60 + 20),
  ]) func `a time of day is the next one`(_ text: String, now: Int, expected: Int) {
    let midnight: Int64 = 1_736_035_200
    let clock = ClockTime(seconds: midnight + Int64(now), day: 0, minute: now / 60, second: now % 60)
    #expect(EndTime(text)?.seconds(after: clock) == midnight + Int64(expected))
  }
}
