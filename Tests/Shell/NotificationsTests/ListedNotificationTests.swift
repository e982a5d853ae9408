import Notifications
import Settings
import Testing

/// The list of all notifications.
struct ListedNotificationTests {
  private typealias Record = ListedNotification.Record

  /// Records as the history has them: those of the commands that the driver has got, the newest first.
  private struct Kept {
    private(set) var records: [Record] = []

    mutating func take(_ commands: [NotificationCommand]) {
      for case .record(let record) in commands {
        let new = Record(key: Int64(record.number), record, isOfThisRun: true)
        if let place = records.firstIndex(where: { $0.key == new.key }) {
          records[place] = new
        } else {
          records.insert(new, at: 0)
        }
      }
    }
  }

  private func summaries(_ driver: Driver, _ kept: Kept, most: Int = 50) -> [String] {
    driver.store.list(with: kept.records, most: most, now: driver.clock.seconds).map { listed in
      let isOpen = if case .open = listed.key { true } else { false }
      return
        "\(listed.notification.summary)\(isOpen ? " open" : "")\(listed.count > 1 ? " ×\(listed.count)" : "")"
    }
  }

  @Test func `what is open and what has ended is in the list once, the newest first`() {
    var (driver, kept) = (Driver(), Kept())
    for summary in ["a", "b", "c"] {
      driver.clock.seconds += 1
      driver.notify(summary)
      kept.take(driver.commands)
    }
    #expect(summaries(driver, kept) == ["c open", "b open", "a open"])
    driver.send(.closeRequested(id: 2))
    #expect(summaries(driver, kept) == ["c open", "b", "a open"])
    driver.send(.allDismissed)
    #expect(summaries(driver, kept) == ["c", "b", "a"])
    #expect(summaries(driver, kept, most: 2) == ["c", "b"])
  }

  @Test func `several with one content are one while they are open`() {
    var (driver, kept) = (Driver(), Kept())
    for _ in 0..<3 {
      driver.notify("same")
      kept.take(driver.commands)
    }
    #expect(kept.records.count == 3 && summaries(driver, kept) == ["same open ×3"])
    #expect(driver.store.records(of: 3, among: kept.records).map(\.key) == [3, 2, 1])
    #expect(kept.records.allSatisfy { driver.store.isOpen($0.record, isOfThisRun: true) })
  }

  @Test func `the newest come first, whatever was shown again or replaced last`() throws {
    var (driver, kept) = (Driver(), Kept())
    for summary in ["old", "former", "new"] {
      driver.clock.seconds += 10
      driver.notify(summary)
      kept.take(driver.commands)
    }
    driver.send(.dismissed(id: 1))
    driver.send(.restored(try #require(kept.records.last).record))
    #expect(summaries(driver, kept) == ["new open", "former open", "old open"])
    driver.clock.seconds += 10
    driver.notify("latter", replaces: 2)
    kept.take(driver.commands)
    #expect(summaries(driver, kept) == ["latter open", "new open", "old open"])
    #expect(summaries(driver, kept, most: 2) == ["latter open", "new open"])
  }

  @Test func `an earlier one with the number of an open one is one of the past`() throws {
    var (driver, kept) = (Driver(), Kept())
    driver.notify("earlier")
    kept.take(driver.commands)
    driver.send(.dismissed(id: 1))
    driver.clock.seconds += 10
    driver.notify("later", replaces: 1)
    kept.take(driver.commands)
    #expect(summaries(driver, kept) == ["later open", "earlier"])
    #expect(driver.store.records(of: 1, among: kept.records).map(\.key) == [2])
    #expect(kept.records.map { driver.store.isOpen($0.record, isOfThisRun: true) } == [true, false])
    #expect(driver.send(.forgotten(id: 1)).contains(.forget([1], since: 2)))
  }

  @Test func `what the history does not keep leaves the list as it ends`() {
    var (driver, kept) = (Driver(), Kept())
    driver.notify("secret", hints: [.init("transient", .boolean(true))])
    kept.take(driver.commands)
    #expect(summaries(driver, kept) == ["secret open"])
    driver.send(.dismissed(id: 1))
    #expect(summaries(driver, kept) == [])
  }

  @Test(arguments: [true, false]) func `one that a rule hides is in the list if the history keeps it`(
    isKept: Bool
  ) {
    var kept = Kept()
    var driver = Driver {
      var rule = NotificationRule()
      (rule.isHidden, rule.keepsHistory) = (true, isKept)
      $0.rules = [rule]
    }
    driver.notify("hidden")
    kept.take(driver.commands)
    #expect(summaries(driver, kept) == (isKept ? ["hidden open"] : []))
  }

  @Test func `one that is shown again takes the place of its record`() throws {
    var (driver, kept) = (Driver(), Kept())
    driver.notify("again")
    kept.take(driver.commands)
    driver.send(.dismissed(id: 1))
    driver.send(.restored(try #require(kept.records.first).record))
    #expect(summaries(driver, kept) == ["again open"])
    #expect(driver.store.records(of: 2, among: kept.records).map(\.key) == [1])
    driver.send(.dismissed(id: 2))
    #expect(summaries(driver, kept) == ["again"])
  }

  @Test func `records of former runs are those of other notifications, whatever their numbers`() throws {
    var (driver, kept) = (Driver(), Kept())
    driver.notify("now")
    kept.take(driver.commands)
    let former = Record(key: 0, HistoryRecord(id: 1, time: 0, summary: "former"), isOfThisRun: false)
    let list = driver.store.list(with: kept.records + [former], most: 9, now: driver.clock.seconds)
    #expect(list.map(\.notification.summary) == ["now", "former"] && list.map(\.age) == ["now", "11 d"])
    #expect(driver.store.records(of: 1, among: [former]).isEmpty)
  }

  @Test func `nothing counts as missed once the list was seen`() {
    var driver = Driver()
    driver.notify("missed", timeout: 1)
    _ = driver.wait(.seconds(60))
    #expect(driver.store.missedCount == 1 && driver.store.restorableCount == 1)
    driver.send(.listSeen)
    #expect(driver.store.missedCount == 0 && driver.store.restorableCount == 0)
  }

  /// A driver with notifications that came one after another and were dismissed, each with its program and summary.
  private func ended(
    _ notifications: [(program: String, summary: String)],
    configure: (inout NotificationSettings) -> Void = { _ in }
  ) -> (driver: Driver, kept: Kept) {
    var (driver, kept) = (Driver(configure), Kept())
    for (program, summary) in notifications {
      driver.clock.seconds += 1
      driver.notify(summary, app: program)
      kept.take(driver.commands)
      driver.send(.allDismissed)
    }
    return (driver, kept)
  }

  @Test func `those of one program that tell the same and follow one another are one`() throws {
    let (driver, kept) = ended(
      [("A", "x"), ("A", "x"), ("A", "y"), ("A", "x"), ("B", "x"), ("A", "x"), ("A", "x"), ("B", "x")])
    #expect(summaries(driver, kept) == ["x ×2", "x ×3", "y", "x ×2"])
    let list = driver.store.list(with: kept.records, most: 50, now: driver.clock.seconds)
    #expect(list.map(\.notification.shownApplication) == ["B", "A", "A", "A"])
    let keys: [[Int64]] = [[8, 5], [7, 6, 4], [3], [2, 1]]
    #expect(list.map(\.keys) == keys.map { $0.map { .past($0) } })
    let newest = try #require(kept.records.first).record.time
    #expect(list[0].notification.time == newest, "it has the time of the newest one")
  }

  @Test func `one that is open is one with the earlier ones, all of which it counts`() {
    var (driver, kept) = ended([("A", "x"), ("A", "x")])
    for _ in 0..<2 {
      driver.clock.seconds += 1
      driver.notify("x", app: "A", actions: ["default", "Open"])
      kept.take(driver.commands)
    }
    let list = driver.store.list(with: kept.records, most: 50, now: driver.clock.seconds)
    #expect(list.map(\.keys) == [[.open(4), .past(2), .past(1)]] && list.map(\.count) == [4])
    #expect(list.first?.notification.hasDefaultAction == true)
  }

  @Test func `each later list shares an origin with the former one, whatever arrives or closes`() throws {
    var (driver, kept) = ended([("A", "x")])
    var former: Set<ListedNotification.Origin> = [.record(1)]
    func follow(_ expected: Set<ListedNotification.Origin>) throws {
      let list = driver.store.list(with: kept.records, most: 50, now: driver.clock.seconds)
      let origins = try #require(list.first).origins
      #expect(list.count == 1 && origins == expected && !origins.isDisjoint(with: former))
      former = origins
    }
    try follow([.record(1), .ownRecord(1)])
    let banner = ListedNotification.Origin.banner(BannerID(rawValue: 2))
    for arrival: Int64 in 2...3 {
      driver.notify("x", app: "A")
      // The record has not been read yet.
      try follow(Set((1..<arrival).map { .record($0) } + [banner, .ownRecord(1), .ownRecord(2)]))
      kept.take(driver.commands)
      try follow(Set((1...arrival).map { .record($0) } + [banner, .ownRecord(1), .ownRecord(2)]))
    }
    driver.send(.allDismissed)
    let ended = (1...3).flatMap { [ListedNotification.Origin.record($0), .ownRecord(UInt64($0))] }
    try follow(Set(ended))
    driver.send(.restored(try #require(kept.records.first).record))
    try follow(Set(ended).subtracting([.ownRecord(3)]).union([.banner(BannerID(rawValue: 3))]))
  }

  @Test func `a row is found again if its banner closes before its first record is read`() throws {
    var (driver, kept) = (Driver(), Kept())
    driver.notify("x", app: "A")
    let open = try #require(driver.store.list(with: [], most: 50, now: 0).first)
    kept.take(driver.commands)
    driver.send(.allDismissed)
    let ended = try #require(driver.store.list(with: kept.records, most: 50, now: 0).first)
    #expect(!open.origins.isDisjoint(with: ended.origins))
    driver.notify("y", app: "A")
    let other = try #require(driver.store.list(with: kept.records, most: 50, now: 0).first)
    #expect(other.origins.isDisjoint(with: ended.origins))
  }

  @Test func `long texts, markup and pictures with names do not part one that is open from its records`() {
    var (driver, kept) = (Driver(), Kept())
    for _ in 0..<3 {
      driver.send(.allDismissed)
      driver.clock.seconds += 1
      driver.notify(
        String(repeating: "long\n", count: 500), app: String(repeating: "name ", count: 200),
        hints: [
          .init("image-path", .string("file:///a%20b.png")), .init("desktop-entry", .string("org.a.desktop")),
        ], body: String(repeating: "<b>5</b> &lt; 6\n", count: 5000))
      kept.take(driver.commands)
    }
    #expect(driver.store.list(with: kept.records, most: 9, now: 0).map(\.count) == [3])
  }

  @Test(arguments: 0..<5) func `what differs in anything that is shown is listed by itself`(part: Int) {
    var (driver, kept) = (Driver(), Kept())
    for isOther in [false, true] {
      driver.clock.seconds += 1
      let hints: [NotificationRequest.Hint] =
        switch part {
        case 1 where isOther: [.init("image-path", .string("/a.png"))]
        case 2 where isOther: [.init("urgency", .integer(2))]
        case 3 where isOther: [.init("category", .string("im"))]
        case 4 where isOther: [.init("desktop-entry", .string("org.other"))]
        default: []
        }
      driver.notify("x", hints: hints, body: part == 0 && isOther ? "other" : "body")
      kept.take(driver.commands)
      driver.send(.allDismissed)
    }
    #expect(summaries(driver, kept) == ["x", "x"])
  }

  @Test func `progress is listed by itself, since its bars differ`() {
    var (driver, kept) = (Driver(), Kept())
    for value in [10, 20] {
      driver.notify("x", hints: [.init("value", .integer(Int64(value)))])
      kept.take(driver.commands)
    }
    #expect(summaries(driver, kept) == ["x open", "x open"])
  }

  @Test func `nothing is counted where the settings say so`() {
    let (driver, kept) = ended([("A", "x"), ("A", "x")]) { $0.countsDuplicates = false }
    #expect(summaries(driver, kept) == ["x", "x"])
  }

  @Test func `several that are one take one place of the list`() {
    let (driver, kept) = ended([("A", "z"), ("A", "y"), ("A", "x"), ("A", "x"), ("A", "x")])
    #expect(summaries(driver, kept, most: 2) == ["x ×3", "y"])
    #expect(summaries(driver, kept, most: 1) == ["x ×3"])
  }
}
