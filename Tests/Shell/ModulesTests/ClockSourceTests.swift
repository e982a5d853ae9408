import BarUI
import Geometry
import Loop
import ModuleModel
import Settings
import TestSupport
import Testing

@testable import Modules

/// Clocks of one zone and of several.
@Suite(.serialized)
final class ClockSourceTests: SourceStage {
  @Test func `a clock shows each second once, soon after it begins`() throws {
    var times: [Int] = []
    let source = start(clockModule("%s")) { [loop] reading in
      guard let text = reading.text, let time = Int(text) else {
        Issue.record("\(reading)")
        return
      }
      #expect(time == loop.wallTime.seconds)
      times.append(time)
    }
    #expect(times.count == 1)
    clock.set(wallTime: WallTime(sinceEpoch: .seconds(times[0])))
    loop.serveWhatIsReady()
    let before = loop.wakeUpCount
    for second in 1...2 {
      clock.advance(by: .seconds(1) - .nanoseconds(1))
      #expect(!loop.runOnce(until: loop.now) && times.count == second)
      clock.advance(by: .nanoseconds(1))
      #expect(loop.runOnce())
      #expect(times == (0...second).map { times[0] + $0 })
    }
    #expect(loop.wakeUpCount - before == 4)
    source.stop()
    source.stop()
    clock.advance(by: .seconds(60))
    loop.serveWhatIsReady()
    #expect(times.count == 3)
  }

  @Test func `a clock whose locale is not installed says so`() {
    var settings = ClockSettings()
    (settings.times, settings.locale) = (["time:%A"], "xx_YY.UTF-8")
    var readings: [ModuleReading] = []
    start(settings) { readings.append($0) }.stop()
    #expect(readings.compactMap(\.failure) == ["clock: locale: the system has no locale xx_YY.UTF-8"])
    clock.set(wallTime: WallTime(sinceEpoch: .seconds(3600)))
    settings.locale = "C"
    start(settings) { readings.append($0) }.stop()
    #expect(readings.last?.fields["time:%A"] == .text("Thursday"))
  }

  @Test func `the month is a table in which the present day is bold, if a format shows it`() {
    var settings = ClockSettings()
    (settings.times, settings.locale, settings.zones) = (["time:%d"], "C", ["UTC"])
    var readings: [ModuleReading] = []
    // 2026-02-11, a Wednesday.
    clock.set(wallTime: WallTime(sinceEpoch: .seconds(1_770_800_000)))
    var source = start(settings) { readings.append($0) }
    #expect(loop.wait { readings.last?.fields["time:%d"] == .text("11") })
    #expect(readings.last?.fields["calendar"] == nil)
    source.stop()
    (settings.showsCalendar, settings.hasWeekNumbers) = (true, true)
    (settings.firstDay, settings.weekNumbering) = (.monday, .iso)
    readings = []
    source = start(settings) { readings.append($0) }
    #expect(loop.wait { !readings.isEmpty })
    source.stop()
    guard case .markup(let markup, let plain)? = readings.last?.fields["calendar"] else {
      Issue.record("\(readings)")
      return
    }
    #expect(
      plain == """
             February 2026
           Mo Tu We Th Fr Sa Su
         5                    1
         6  2  3  4  5  6  7  8
         7  9 10 11 12 13 14 15
         8 16 17 18 19 20 21 22
         9 23 24 25 26 27 28   
        """)
    #expect(markup.split(separator: "\n")[4] == " 7  9 10 <b><u>11</u></b> 12 13 14 15")
  }

  @Test func `a clock wakes up once per unit that is to be seen, and never while no bar is`() {
    clock.set(wallTime: WallTime(sinceEpoch: .seconds(3600)))
    var settings = ClockSettings()
    settings.times = ["time:%M", "time:%S"]
    var readings: [ModuleReading] = []
    let source = start(settings) { readings.append($0) }
    defer { source.stop() }
    func seconds() -> FieldValue? { readings.last?.fields["time:%S"] }
    func pass(_ seconds: Int) {
      clock.advance(by: .seconds(seconds))
      loop.serveWhatIsReady()
    }
    source.showTimes(["time:%M"])
    readings = []
    pass(59)
    #expect(readings == [])
    // A time that has become visible is right at once.
    source.showTimes(["time:%M", "time:%S"])
    #expect(seconds() == .text("59"))
    pass(1)
    pass(1)
    #expect(readings.count == 3 && seconds() == .text("01"))
    source.barsAreSeen(false)
    pass(120)
    source.showTimes(["time:%M"])
    #expect(readings.count == 3)
    source.barsAreSeen(true)
    #expect(readings.count == 4 && readings.last?.fields["time:%M"] == .text("03"))
    pass(58)
    #expect(readings.count == 4)
    pass(1)
    #expect(readings.count == 5 && readings.last?.fields["time:%M"] == .text("04"))
  }

  @Test func `a clock of several zones tells the time in each, and wakes up when any of them is due`() {
    // The minutes in the second zone are 30 when an hour begins in the first.
    let zones = ["AAA0", "BBB-5:30"]
    clock.set(wallTime: WallTime(sinceEpoch: .seconds(20 * 3600)))
    var settings = ClockSettings()
    settings.times = ["time:%H", "zones:%d %H"]
    settings.zones = [zones[0]]
    var readings: [ModuleReading] = []
    let single = start(settings) { readings.append($0) }
    #expect(loop.wait { !readings.isEmpty })
    single.stop()
    #expect(readings.last?.fields["zones:%d %H"] == .text(""))
    settings.zones = zones
    readings = []
    let source = start(settings) { readings.append($0) }
    defer { source.stop() }
    #expect(loop.wait { !readings.isEmpty })
    #expect(readings.last?.fields["zones:%d %H"] == .text("01 20  AAA0\n02 01  BBB-5:30"))
    #expect(readings.last?.fields["time:%H"] == .text("20"))
    clock.advance(by: .seconds(1800))
    loop.serveWhatIsReady()
    #expect(readings.last?.fields["zones:%d %H"] == .text("01 20  AAA0\n02 02  BBB-5:30"))
    clock.advance(by: .seconds(1800))
    loop.serveWhatIsReady()
    #expect(readings.last?.fields["zones:%d %H"] == .text("01 21  AAA0\n02 02  BBB-5:30"))
    // The day of a calendar is that of the zone that is shown.
    #expect(source.day(at: 20 * 3600, on: nil)?.dayOfMonth == 1)
    // A calendar shows the times in all zones, with the weekday where it is another day than in that zone: the first of January 1970 was a
    // Thursday.
    func clocks(_ first: String, _ second: String) -> [WorldClock] {
      [
        WorldClock(place: "AAA0", time: "20:00", weekday: first),
        WorldClock(place: "BBB-5:30", time: "01:30", weekday: second),
      ]
    }
    #expect(source.clocks(at: 20 * 3600, on: nil) == clocks("", "Fri"))
    #expect(single.clocks(at: 20 * 3600, on: nil).isEmpty)
    source.perform("next_zone", item: nil)
    #expect(source.day(at: 20 * 3600, on: nil)?.dayOfMonth == 2)
    #expect(source.clocks(at: 20 * 3600, on: nil) == clocks("Thu", ""))
    #expect(start(clockModule("%H")) { _ in }.day(at: 0, on: nil) == nil)
  }

  @Test func `a zone is read again after its file system has not answered`() throws {
    let answer = BoundedAnswer<Void>()
    var settings = ClockSettings()
    (settings.times, settings.zones) = (["time:%H"], ["AAA0"])
    var readings: [ModuleReading] = []
    let source = ClockSource(
      settings: settings, loop: loop, outlet: ModuleOutlet(of: .clock) { readings.append($0) },
      rulesOfZone: { zone in
        _ = answer.wait(-1)
        return LocalTime.rules(of: zone)
      })
    defer { source.stop() }
    #expect(
      loop.wait {
        clock.advance(by: .seconds(1))
        return !readings.isEmpty
      })
    #expect(
      readings == [
        .failure(
          "clock: timezones: the file system of AAA0 does not answer",
          words: "The file system of “AAA0” does not answer.")
      ])
    answer.give(())
    #expect(
      loop.wait {
        clock.advance(by: .seconds(1))
        return readings.last?.fields["time:%H"] != nil
      })
  }

  @Test func `each output has the zone of a clock that was chosen on it`() {
    clock.set(wallTime: WallTime(sinceEpoch: .seconds(20 * 3600)))
    var settings = ClockSettings()
    settings.times = ["time:%H"]
    settings.zones = ["AAA0", "BBB-5", "CCC-10"]
    var readings: [ModuleReading] = []
    let source = start(settings) { readings.append($0) }
    defer { source.stop() }
    #expect(loop.wait { !readings.isEmpty })
    func hour(_ output: String?) -> FieldValue? { readings.last?.on(output).fields["time:%H"] }
    func scroll(_ action: String, on output: String?) {
      source.perform(action, item: nil, by: ModuleContact(.scrollDown, on: output))
    }
    scroll("next_zone", on: "one")
    #expect([hour("one"), hour("two"), hour(nil)] == [.text("01"), .text("20"), .text("20")])
    scroll("previous_zone", on: "two")
    #expect([hour("one"), hour("two"), hour(nil)] == [.text("01"), .text("06"), .text("20")])
    #expect(source.day(at: 20 * 3600, on: "two")?.dayOfMonth == 2)
    #expect(source.day(at: 20 * 3600, on: "three")?.dayOfMonth == 1)
    scroll("next_zone", on: nil)
    #expect([hour("one"), hour("two"), hour(nil)] == [.text("06"), .text("20"), .text("01")])
    clock.advance(by: .seconds(3600))
    loop.serveWhatIsReady()
    #expect([hour("one"), hour("two"), hour(nil)] == [.text("07"), .text("21"), .text("02")])
    for output in ["one", "two"] { scroll(output == "one" ? "previous_zone" : "next_zone", on: output) }
    #expect(readings.last?.byOutput.isEmpty == true, "all outputs show the same again")
  }

  @Test(arguments: ["%a %e %b  %H:%M", "%A %B %Y", "", "100 %%", "%Z %z", "%Ex %Oe", "é %%H"])
  func `a clock writes what the command date writes`(format: String) throws {
    var readings: [ModuleReading] = []
    let source = start(clockModule(format)) { readings.append($0) }
    let command = start(script(["date", "--date=@\(loop.wallTime.seconds)", "+" + format])) {
      readings.append($0)
    }
    #expect(loop.wait { readings.count == 2 })
    #expect(readings[0].text == readings[1].text)
    source.stop()
    command.stop()
  }

  @Test func `a clock whose format has a thousand times is shown completely`() {
    var readings: [ModuleReading] = []
    start(clockModule(String(repeating: "%A, ", count: 1000))) { readings.append($0) }.stop()
    guard let text = readings.first?.text else {
      Issue.record("\(readings)")
      return
    }
    #expect(text.split(separator: ",").count == 1001)
    start(clockModule(String(repeating: "%c%c%c%c", count: 1000))) { readings.append($0) }.stop()
    #expect(
      readings.last
        == .failure(
          "clock: format: expected a text of at most 64 KiB", words: "The text of the clock is too long."))
  }
}
