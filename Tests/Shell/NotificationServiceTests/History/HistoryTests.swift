import Glibc
import Loop
import Notifications
import Settings
import TestSupport
import Testing

@testable import NotificationService

@Suite(.serialized) struct HistoryTests: HistorySuite {
  let directory = ScratchDirectory()
  private let day: Int64 = 86400

  @Test func `the settings limit the number and the age of notifications`() {
    var settings = NotificationSettings()
    (settings.historyCount, settings.historyDays) = (5, 6)
    let limits = History.Limits(settings)
    #expect(limits.count == 5 && limits.days == 6)
  }

  @Test func `what is written is found again, the newest first`() throws {
    let first = try history()
    #expect(!directory.exists("state"))
    let records = (1...3).map { record($0) }
    for record in records { first.add(record) }
    first.flush(now: 1_000_000)
    let second = try history(session: 2)
    second.add(record(1, "later"))
    second.flush(now: 1_000_000)
    let found = try second.find()
    #expect(found.map(\.record) == [record(1, "later")] + records.reversed())
    #expect(found.map(\.session) == [2, 1, 1, 1])
    #expect(try first.find().count == 4)
  }

  @Test func `a record of the same number replaces the earlier one`() throws {
    let history = try history()
    history.add(record(1))
    history.add(record(2))
    history.flush(now: 1_000_000)
    history.add(record(1, "new"))
    history.add(record(1, "newer"))
    history.flush(now: 1_000_000)
    #expect(try history.find().map(\.record.summary) == ["summary 2", "newer"])
  }

  @Test(arguments: [
    ("", 5), ("mail", 1), ("MAIL", 1), ("%", 1), ("_", 1), ("\\", 1), ("世界", 5), ("app", 5), ("nosuch", 0),
    ("'; DROP", 0),
  ])
  func `text is searched as it is written`(text: String, count: Int) throws {
    let history = try history()
    for (number, summary) in ["a mail", "50 %", "a_b", "a\\b", "plain"].enumerated() {
      history.add(record(number + 1, summary))
    }
    history.flush(now: 1_000_000)
    var query = History.Query()
    query.text = text
    #expect(try history.find(query).count == count)
    query.limit = 2
    let page = try history.find(query)
    #expect(page.count == min(count, 2))
    query.before = page.last?.key
    if count == 5 { #expect(try history.find(query).map(\.record.number) == [3, 2]) }
  }

  @Test(arguments: [(Int64.min, 0), (0, 0), (2, 1), (.max, 3)])
  func `a page may begin anywhere`(before: Int64, count: Int) throws {
    let history = try history()
    for number in 1...3 { history.add(record(number)) }
    history.flush(now: 1_000_000)
    var query = History.Query()
    query.before = HistoryKey(rawValue: before)
    let page = try history.page(query)
    #expect(page.items.count == count && page.next == nil)
  }

  @Test func `count and age are limited`() throws {
    let history = try history(count: 10, days: 2)
    for number in 1...25 { history.add(record(number)) }
    history.flush(now: 1_000_000)
    #expect(try history.find().map(\.record.number) == (16...25).reversed().map { UInt64($0) })
    history.add(record(26, time: 1_000_000 + 3 * day))
    history.flush(now: 1_000_000 + 3 * day)
    #expect(try history.find().map(\.record.number) == [26])
  }

  @Test func `what is too old is forgotten without a write, and it is told when more will be`() throws {
    let history = try history(days: 2)
    #expect(history.forgetOld(now: 1_000_000) == nil && !directory.exists("state"))
    // More than one step removes.
    for number in 1...2500 { history.add(record(number)) }
    history.add(record(2501, time: 1_000_000 + 2 * day))
    history.limit(toCount: 5000)
    history.flush(now: 1_000_000)
    #expect(history.forgetOld(now: 1_000_000) == 1_000_000 + 2 * day + 1)
    #expect(try history.page().items.count == 100)
    #expect(history.forgetOld(now: 1_000_001 + 2 * day) == 1_000_001 + 4 * day)
    #expect(try history.find().map(\.record.number) == [2501])
    #expect(history.forgetOld(now: 1_000_000 + 9 * day) == nil)
    #expect(try history.find() == [])
  }

  @Test func `some or all can be removed, and leave no trace`() throws {
    let history = try history()
    for number in 1...5 { history.add(record(number, "secret \(number)")) }
    history.flush(now: 1_000_000)
    let keys = try history.find().map(\.key)
    try history.remove([keys[3]])
    #expect(try history.find().map(\.record.number) == [5, 4, 3, 1])
    expectNoTrace(of: "secret 2")
    // No record has one of these keys.
    let unknown = ([-1, 0, 9, .min, .max] as [Int64]).map { HistoryKey(rawValue: $0) }
    for key in unknown { try history.remove([key]) }
    try history.remove([])
    #expect(try history.find().count == 4)
    try history.remove([keys[0]] + unknown + [keys[2]])
    #expect(try history.find().map(\.record.number) == [4, 1])
    for number in [3, 5] { expectNoTrace(of: "secret \(number)") }
    try history.remove(nil)
    #expect(try history.find() == [])
    expectNoTrace(of: "secret")
  }

  private func expectNoTrace(of secret: String) {
    for file in ["state/history.sqlite", "state/history.sqlite-wal"] {
      #expect(!bytes(of: file).contains(sub: secret), "\(file)")
    }
  }

  @Test func `notifications of this run are removed by their numbers, without a trace`() throws {
    let other = try self.history(session: 7)
    other.add(record(2, "another run"))
    other.close(now: 1_000_000)
    let history = try history()
    for number in 1...3 { history.add(record(number, "secret \(number)")) }
    history.flush(now: 1_000_000)
    try history.remove([2, 3, 9])
    #expect(try history.find().map(\.record.summary) == ["secret 1", "another run"])
    expectNoTrace(of: "secret 2")
    expectNoTrace(of: "secret 3")
  }

  @Test(arguments: [true, false])
  func `earlier notifications with the same identifier are not removed`(areWritten: Bool) throws {
    let history = try history()
    for number: UInt64 in 1...3 {
      history.add(HistoryRecord(number: number, id: 7, time: 1_000_000, summary: "\(number)"))
    }
    if areWritten { history.flush(now: 1_000_000) }
    try history.remove([7], since: 2)
    history.flush(now: 1_000_000)
    #expect(try history.find().map(\.record.summary) == ["1"])
  }

  @Test func `a notification that is removed while it is written does not come back`() throws {
    let history = try history()
    for number in 1...2 { history.add(record(number, "secret \(number)")) }
    history.startFlush(now: 1_000_000)
    // Nothing of the first write is known yet, so the next one writes its records once more.
    history.startRemoval([2])
    history.add(record(3, "third"))
    history.flush(now: 1_000_000)
    #expect(try history.find().map(\.record.summary) == ["third", "secret 1"])
    // A later notification with the number is kept.
    history.add(record(2, "again"))
    history.flush(now: 1_000_000)
    #expect(try history.find().map(\.record.summary).contains("again"))
    expectNoTrace(of: "secret 2")
  }

  @Test func `what was written survives a process that is killed`() throws {
    let history = try history()
    for number in 1...50 {
      history.add(record(number))
      history.flush(now: 1_000_000)
    }
    // A killed process leaves its files as they are, with a write-ahead log that was not checkpointed.
    directory.makeDirectory("left")
    for suffix in ["", "-wal", "-shm"] {
      copy("state/history.sqlite" + suffix, to: "left/history.sqlite" + suffix)
    }
    #expect(try self.history("left/history.sqlite").find().count == 50)
  }

  @Test func `a file that was removed while it was open is made anew`() throws {
    let history = try history()
    history.add(record(1))
    history.flush(now: 1_000_000)
    directory.remove("state")
    #expect(history.forgetOld(now: 1_000_000) == nil && !directory.exists("state"))
    history.add(record(2))
    history.flush(now: 1_000_000)
    #expect(try history.find().map(\.record.number) == [2])
    #expect(try self.history(session: 2).find().map(\.record.number) == [2])
  }

  @Test func `while the disk does not answer everything goes on, and nothing is lost`() throws {
    let (notices, clock) = (HistoryNotices(), ManualClock())
    let history = try history(notices: notices, clock: clock)
    history.add(record(1))
    history.flush(now: 1_000_000)
    SmallDisk.hang()
    defer { SmallDisk.release() }
    history.add(record(2))
    history.startFlush(now: 1_000_000)
    #expect(!history.isIdle)
    // The clock is advanced again and again, as the job begins at a time of its own.
    try eventually("the end of the attempt") {
      clock.advance(by: .seconds(1))
      history.loop.serveWhatIsReady()
      return history.isIdle
    }
    #expect(
      notices.all == [
        .failed(path: directory("state/history.sqlite"), reason: "its file system does not answer")
      ])
    // The end of the program does not wait for it.
    history.close(now: 1_000_001)
    SmallDisk.release()
    // The write that was left behind may still hold the lock of the file.
    var now: Int64 = 1_000_002
    try eventually("the write") {
      now += History.retryInterval
      history.flush(now: now)
      return history.waiting.isEmpty
    }
    #expect(try history.find().map(\.record.number) == [2, 1])
  }

  @Test func `texts longer than this program writes are cut`() throws {
    let old = try history(session: 7)
    old.add(record(1))
    old.close(now: 1_000_000)
    let long = "substr(replace(hex(zeroblob(40000)), '0', 'é'), 1, 60000)"
    try Database(path: directory("state/history.sqlite")).run(
      """
      UPDATE notifications SET application = \(long), desktop_entry = \(long), category = \(long),
        summary = \(long), body = \(long), icon = \(long)
      """)
    let record = try #require(try history(session: 8).find().first).record
    for (text, limit) in [
      (record.applicationName, Limits.name), (record.desktopEntry, Limits.name),
      (record.category, Limits.name),
      (record.summary, Limits.summary), (record.body, Limits.body), (record.icon, Limits.path),
    ] {
      #expect(text == String(repeating: "é", count: limit / 2))
    }
  }

  @Test func `without a place to write, records wait, and it is said once`() throws {
    directory.write("", to: "state")
    let notices = HistoryNotices()
    let history = try history(notices: notices)
    for number in 1...(History.mostWaiting + 10) {
      history.add(record(number))
      history.flush(now: 1000)
    }
    #expect(history.waiting.count == History.mostWaiting)
    #expect(notices.all.count == 1 && "\(notices.all)".contains("cannot write history"), "\(notices.all)")
    #expect(throws: HistoryError.self) { try history.find() }
    directory.remove("state")
    history.flush(now: 1000 + History.retryInterval)
    #expect(notices.all.last == .recovered(path: directory("state/history.sqlite"), lost: 10))
    #expect(try history.find().first?.record.number == UInt64(History.mostWaiting + 10))
  }

  @Test func `what was removed while nothing could be written is not written later`() throws {
    directory.write("", to: "state")
    let history = try history(notices: HistoryNotices())
    for number: UInt64 in 1...4 {
      history.add(HistoryRecord(number: number, id: 7, time: 1_000_000, summary: "\(number)"))
      history.flush(now: 1000)
      if number > 1, number < 4 { history.startRemoval([7], since: number) }
    }
    directory.remove("state")
    history.flush(now: 1000 + History.retryInterval)
    #expect(try history.find().map(\.record.summary) == ["4", "1"])
  }

  @Test func `a directory that cannot be made is named, once until the end`() throws {
    let notices = HistoryNotices()
    let path = "/proc/none/hyaline/history.sqlite"
    let history = try history(at: path, count: 10, days: 1, notices: notices)
    history.add(record(1))
    history.flush(now: 1000)
    history.close(now: 1001)
    history.close(now: 1002)
    let reason = "cannot make /proc/none: no such file or directory"
    #expect(notices.all == [.failed(path: path, reason: reason)])
  }

  @Test func `a full disk loses nothing that was written, and is used again when there is room`() throws {
    SmallDisk.mostBytes = 300_000
    defer { SmallDisk.mostBytes = nil }
    let notices = HistoryNotices()
    let history = try history(notices: notices)
    var number = 0
    var time: Int64 = 1_000_000
    while notices.all.isEmpty, number < 5000 {
      number += 1
      history.add(record(number, String(repeating: "x", count: 1000), time: time))
      history.flush(now: time)
    }
    #expect(notices.all.count == 1 && "\(notices.all)".contains("full"), "\(notices.all)")
    let written = number - history.waiting.count
    #expect(written > 10)
    var query = History.Query()
    query.limit = 10000
    #expect(try history.find(query).count == written)
    SmallDisk.mostBytes = nil
    time += History.retryInterval
    history.flush(now: time)
    #expect(notices.all.last == .recovered(path: directory("state/history.sqlite"), lost: 0))
    #expect(try history.find(query).count == number)
  }

  @Test func `a second process that writes is waited for`() throws {
    let notices = HistoryNotices()
    let one = try history(session: 1, notices: notices)
    let other = try history(session: 2, notices: notices)
    for number in 1...20 {
      one.add(record(number))
      one.flush(now: 1000)
      other.add(record(number))
      other.flush(now: 1000)
    }
    #expect(notices.all == [])
    #expect(try one.find().count == 40)
  }

  @Test func `only its owner can read the file`() throws {
    let history = try history()
    history.add(record(1))
    history.flush(now: 1000)
    for name in ["state", "state/history.sqlite", "state/history.sqlite-wal"] {
      var status = stat()
      #expect(unsafe stat(directory(name), &status) == 0)
      #expect(status.st_mode & 0o077 == 0, "\(name)")
    }
  }

  @Test func `a thousand in one go are one transaction`() throws {
    let history = try history()
    history.add(record(0))
    history.flush(now: 1000)
    let before = transactionCount(inLog: "state/history.sqlite-wal")
    for number in 1...1000 { history.add(record(number)) }
    history.flush(now: 1000)
    #expect(transactionCount(inLog: "state/history.sqlite-wal") == before + 1)
    for number in 1001...1100 {
      history.add(record(number))
      history.flush(now: 1000)
    }
    #expect(transactionCount(inLog: "state/history.sqlite-wal") == before + 101)
    var query = History.Query()
    query.limit = 2000
    #expect(try history.find(query).count == 1000)
  }

  @Test(arguments: [
    (["XDG_STATE_HOME": "/s", "HOME": "/h"], "/s/hyaline/history.sqlite"),
    (["XDG_STATE_HOME": "s", "HOME": "/h"], "/h/.local/state/hyaline/history.sqlite"), ([:], nil),
  ])
  func `the path follows the base directories`(variables: [String: String], path: String?) {
    #expect(History.standardPath { variables[$0] } == path)
  }

  /// Returns the number of transactions in a new write-ahead log: the frame that ends a transaction has the size of
  /// the database after it, other frames have 0.
  private func transactionCount(inLog name: String) -> Int {
    let bytes = bytes(of: name)
    func number(at index: Int) -> Int { bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) } }
    guard bytes.count > 32 else { return 0 }
    let frame = 24 + number(at: 8)
    return stride(from: 32, through: bytes.count - frame, by: frame).count { number(at: $0 + 4) != 0 }
  }
}

extension [UInt8] {
  fileprivate func contains(sub text: String) -> Bool {
    let wanted = Array(text.utf8)
    return indices.dropLast(Swift.min(count, wanted.count)).contains {
      self[$0..<$0 + wanted.count].elementsEqual(wanted)
    }
  }
}
