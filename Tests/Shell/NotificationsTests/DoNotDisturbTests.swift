import Geometry
import Notifications
import Settings
import Testing

struct DoNotDisturbTests {
  typealias Hint = NotificationRequest.Hint
  private let critical = [Hint("urgency", .integer(2))]

  @Test func `notifications are kept back, and what is still open is shown afterwards`() {
    var driver = Driver()
    driver.notify("before", timeout: 0)
    #expect(driver.send(.doNotDisturbSet(.on)) == [.redraw])
    driver.notify("short", timeout: 1000)
    #expect(driver.records.map(\.summary) == ["short"])
    driver.notify("stays", timeout: 0)
    driver.notify("urgent", hints: critical)
    #expect(driver.shown() == ["urgent"])
    #expect(driver.wait(.seconds(1)) == [.init(2, .expired)])
    #expect(driver.send(.doNotDisturbSet(.off)) == [.redraw])
    #expect(driver.shown() == ["urgent", "stays", "before"])
  }

  @Test func `critical ones can be kept back too`() {
    var driver = Driver { $0.doNotDisturb.lettingCritical = false }
    driver.send(.doNotDisturbSet(.on))
    driver.notify("urgent", hints: critical)
    #expect(driver.shown() == [])
  }

  @Test func `rules let a notification through that has come before, too`() {
    var rule = NotificationRule()
    (rule.mode, rule.pauseLevel) = ("work", 100)
    var driver = Driver { [rule] in $0.rules = [rule] }
    driver.send(.doNotDisturbSet(.on))
    driver.notify("a", timeout: 0)
    #expect(driver.shown() == [])
    driver.send(.modeSet("work", isOn: true))
    driver.notify("a", timeout: 0)
    #expect(driver.shown().count == 1 && driver.store.count(of: 1) == 2)
  }

  @Test func `one that the user has shown again is not held back`() {
    var driver = Driver()
    driver.send(.doNotDisturbSet(.level(100)))
    driver.send(.restored(HistoryRecord(id: 5, time: 7, applicationName: "app", summary: "a")))
    #expect(driver.shown() == ["a"])
  }

  /// When the store is to be called again, in a zone whose offset changes by so many minutes at `change`, in seconds since 1970.
  private func nextChange(_ driver: Driver, offset minutes: Int = 0, from change: Int64 = .max) -> Int64? {
    driver.store.nextClockDeadline { seconds in
      let minute = driver.clock.seconds - Int64(driver.clock.second)
      let passed = Int((seconds - minute) / 60) + (seconds >= change ? minutes : 0)
      return (driver.clock.minute + passed + 1440) % 1440
    }
  }

  @Test(arguments: [(0, 540), (60, 480), (-60, 600), (-30, 570)])
  func `a schedule ends at its time of day in the night in which summer time begins or ends`(
    offset: Int, minutes: Int
  ) {
    var driver = Driver { $0.doNotDisturb.schedule = [DaySchedule(start: 1320, end: 420)] }
    driver.clock.minute = 1320
    driver.send(.deadlineReached)
    let start = driver.clock.seconds
    #expect(driver.store.isQuiet)
    #expect(nextChange(driver, offset: offset, from: start + 4 * 3600) == start + Int64(minutes) * 60)
  }

  @Test func `an edge that is left out when summer time begins is noticed an hour later`() {
    var driver = Driver { $0.doNotDisturb.schedule = [DaySchedule(start: 150, end: 151)] }
    driver.clock.minute = 119
    driver.send(.deadlineReached)
    let start = driver.clock.seconds
    // The clock goes from two to three o'clock, and half past two would have been at half past three.
    #expect(nextChange(driver, offset: 60, from: start + 60) == start + 31 * 60)
  }

  @Test func `it can be on until a time`() {
    var driver = Driver()
    driver.send(.doNotDisturbSet(.until(1_000_600)))
    #expect(driver.store.isQuiet && nextChange(driver) == 1_000_600)
    driver.clock.seconds = 1_000_599
    #expect(driver.send(.deadlineReached) == [] && driver.store.isQuiet)
    driver.clock.seconds = 1_000_600
    #expect(driver.send(.deadlineReached) == [.redraw])
    #expect(!driver.store.isQuiet && nextChange(driver) == nil)
    driver.send(.doNotDisturbSet(.until(5)))
    #expect(!driver.store.isQuiet)
  }

  @Test func `a schedule turns it on and off, and the user's word holds until its next edge`() {
    var driver = Driver { $0.doNotDisturb.schedule = [DaySchedule(start: 780, end: 840)] }
    func reach(_ minute: Int) {
      driver.clock.seconds += Int64(minute - driver.clock.minute) * 60
      driver.clock.minute = minute
      driver.send(.deadlineReached)
    }
    driver.send(.deadlineReached)
    #expect(nextChange(driver) == Int64(1_003_600))
    reach(780)
    #expect(driver.store.isQuiet && nextChange(driver) == Int64(1_007_200))
    driver.send(.doNotDisturbSet(.toggled))
    #expect(!driver.store.isQuiet)
    reach(800)
    #expect(!driver.store.isQuiet)
    reach(840)
    #expect(!driver.store.isQuiet && driver.store.doNotDisturb.choice == .automatic)
    driver.send(.doNotDisturbSet(.toggled))
    #expect(driver.store.isQuiet && driver.store.doNotDisturb.choice == .on)
  }

  @Test func `it is on while a window is in fullscreen, if that is wished`() {
    var driver = Driver()
    #expect(driver.send(.fullscreenChanged(true)) == [])
    #expect(!driver.store.isQuiet)
    var new = driver.store.settings
    new.doNotDisturb.whileFullscreen = true
    driver.send(.settingsLoaded(new))
    #expect(driver.store.doNotDisturb.reasons(new.doNotDisturb) == .fullscreen)
    driver.send(.doNotDisturbSet(.off))
    #expect(!driver.store.isQuiet)
  }

  @Test func `it is on while the screen is shared, if that is wished, unless it is turned off`() {
    var driver = Driver()
    #expect(driver.send(.sharingChanged(true)) == [])
    #expect(!driver.store.isQuiet)
    var new = driver.store.settings
    new.doNotDisturb.whileSharing = true
    driver.send(.settingsLoaded(new))
    #expect(driver.store.doNotDisturb.reasons(new.doNotDisturb) == .shared)
    driver.send(.doNotDisturbSet(.off))
    #expect(!driver.store.isQuiet)
    driver.send(.sharingChanged(false))
    driver.send(.sharingChanged(true))
    #expect(driver.store.isQuiet)
    driver.send(.sharingChanged(false))
    #expect(!driver.store.isQuiet)
  }

  @Test func `turned off it comes by itself again, but not for what went on then`() {
    var driver = Driver {
      $0.doNotDisturb.whileFullscreen = true
      $0.doNotDisturb.schedule = [DaySchedule(start: 720, end: 840)]
    }
    driver.clock.minute = 700
    driver.send(.doNotDisturbSet(.on))
    driver.send(.doNotDisturbSet(.off))
    driver.send(.fullscreenChanged(true))
    #expect(driver.store.isQuiet)
    driver.send(.doNotDisturbSet(.toggled))
    #expect(!driver.store.isQuiet)
    driver.clock.minute = 720
    driver.send(.deadlineReached)
    #expect(driver.store.doNotDisturb.reasons(driver.store.settings.doNotDisturb) == .scheduled)
    driver.send(.doNotDisturbSet(.toggled))
    driver.send(.fullscreenChanged(false))
    #expect(!driver.store.isQuiet)
    driver.send(.fullscreenChanged(true))
    #expect(driver.store.doNotDisturb.reasons(driver.store.settings.doNotDisturb) == .fullscreen)
  }

  @Test(
    arguments: [
      (1, ["critical", "low", "mail"]), (20, ["critical", "mail"]), (60, ["critical", "mail"]),
      (61, ["critical"]), (100, ["critical"]),
    ] as [(Int, [String])])
  func `notifications of at least the level are shown`(level: Int, shown: [String]) throws {
    let pattern = try NegatablePattern("mail")
    var driver = Driver {
      var (mail, low) = (NotificationRule(), NotificationRule())
      (mail.summary, mail.pauseLevel) = (pattern, 60)
      (low.urgency, low.pauseLevel) = (.low, 1)
      $0.rules = [low, mail]
    }
    driver.notify("critical", hints: critical)
    driver.notify("low", hints: [Hint("urgency", .integer(0))])
    driver.notify("mail")
    driver.notify("other")
    #expect(driver.shown().count == 4)
    driver.send(.doNotDisturbSet(.level(level)))
    #expect(driver.shown().sorted() == shown)
    driver.send(.doNotDisturbSet(.on))
    #expect(driver.shown() == ["critical"], "the level of the settings")
    var new = driver.store.settings
    (new.doNotDisturb.level, new.doNotDisturb.lettingCritical) = (60, false)
    driver.send(.settingsLoaded(new))
    #expect(driver.shown() == ["mail"])
    driver.send(.doNotDisturbSet(.level(0)))
    #expect(!driver.store.isQuiet && driver.shown().count == 4)
  }

  @Test func `banners are drawn anew when the level changes what is held back`() {
    var driver = Driver { _ in }
    driver.notify("a")
    #expect(driver.send(.doNotDisturbSet(.level(50))).contains(.redraw))
    #expect(driver.send(.doNotDisturbSet(.level(70))).contains(.redraw))
    #expect(!driver.send(.doNotDisturbSet(.level(70))).contains(.redraw))
    #expect(driver.send(.doNotDisturbSet(.off)).contains(.redraw))
    #expect(!driver.send(.doNotDisturbSet(.off)).contains(.redraw))
  }

  @Test func `a reading of the clock serves until its minute is over`() {
    let time = ClockTime(seconds: 1000, day: 3, minute: 17, second: 58)
    #expect(time.moved(to: 1000) == time)
    #expect(time.moved(to: 1001) == ClockTime(seconds: 1001, day: 3, minute: 17, second: 59))
    for seconds: Int64 in [1002, 5000, 999, .min / 2] { #expect(time.moved(to: seconds) == nil) }
  }

  @Test func `a minute's seconds are counted in`() {
    var driver = Driver { $0.doNotDisturb.schedule = [DaySchedule(start: 721, end: 722)] }
    driver.clock.second = 59
    driver.send(.deadlineReached)
    #expect(nextChange(driver) == 1_000_001)
  }
}
