import Notifications
import TestSupport
import Testing

@testable import NotificationService

/// Tests of histories whose file was damaged, or changed by another program.
@Suite(.serialized) struct HistoryDamageTests: HistorySuite {
  let directory = ScratchDirectory()
  private let day: Int64 = 86400

  @Test(arguments: ["header", "middle", "text", "later version", "truncated", "cut log"])
  func `a damaged file is set aside, and a new one begun`(damage: String) throws {
    let old = try history()
    for number in 1...200 { old.add(record(number)) }
    old.close(now: 1_000_000)
    let path = "state/history.sqlite"
    var bytes = bytes(of: path)
    switch damage {
    case "header": bytes.replaceSubrange(0..<16, with: [UInt8](repeating: 7, count: 16))
    case "middle": for index in 4096..<bytes.count { bytes[index] = 0xA5 }
    case "text": bytes = Array("this is no database, but a text that somebody wrote".utf8)
    case "later version": bytes[63] = 99
    case "truncated": bytes.removeLast(bytes.count / 2)
    default: break
    }
    directory.writeBytes(bytes, to: path)
    if damage == "cut log" { directory.write("garbage", to: path + "-wal") }
    let notices = HistoryNotices()
    let history = try history(notices: notices)
    history.add(record(1, "new"))
    history.flush(now: 1_000_000)
    let found = try history.find()
    if damage == "cut log" {
      #expect(notices.all == [] && found.count == 100)
      return
    }
    #expect(found.map(\.record.summary) == ["new"])
    #expect(notices.all.count == 1 && "\(notices.all)".contains("damaged"), "\(notices.all)")
    // Pages that are whole may have been written before the damage was met.
    #expect(self.bytes(of: path + ".damaged") == bytes || damage == "middle")
    #expect(directory.exists(path + ".damaged"))
    history.close(now: 1_000_000)
    // The name of the first is not used twice.
    directory.write("again no database, but something else", to: path)
    let other = try self.history(notices: notices)
    other.add(record(2))
    other.flush(now: 1_000_000)
    #expect(directory.exists(path + ".damaged-2") && notices.all.count == 2)
  }

  /// The table as an earlier version made it, with the rows of the present one.
  private static let formerTable = """
    ALTER TABLE notifications RENAME TO present;
    CREATE TABLE notifications (
      key INTEGER PRIMARY KEY, session INTEGER NOT NULL, number INTEGER NOT NULL, id INTEGER NOT NULL,
      time INTEGER NOT NULL, application TEXT NOT NULL, desktop_entry TEXT NOT NULL, category TEXT NOT NULL,
      summary TEXT NOT NULL, body TEXT NOT NULL, urgency INTEGER NOT NULL, icon TEXT NOT NULL,
      UNIQUE (session, number));
    INSERT INTO notifications SELECT * FROM present;
    DROP TABLE present;
    """

  /// Statements that leave in the table what nothing of ours writes, and the summaries that are found afterwards.
  nonisolated static let damages: [(String, [String])] = [
    ("", ["new", "3", "2", "1"]),
    ("UPDATE notifications SET key = 9223372036854775807 WHERE key = 3", ["new", "2", "1"]),
    ("UPDATE notifications SET key = -9223372036854775808 WHERE key = 1", ["new", "3", "2"]),
    ("UPDATE notifications SET key = 0 WHERE key = 1", ["new", "3", "2"]),
    ("UPDATE notifications SET key = 1000000000000000 WHERE key = 3", ["new", "2", "1"]),
    ("UPDATE notifications SET time = 9223372036854775807, id = -1", ["new", "3", "2", "1"]),
    ("UPDATE notifications SET time = 1e300, session = 'a', number = 'n' || number", ["new", "3", "2", "1"]),
    ("UPDATE notifications SET time = 'today', id = 1e99, urgency = x'ff'", ["new", "3", "2", "1"]),
    ("UPDATE notifications SET time = x'0001' WHERE key = 1", ["new", "3", "2", "1"]),
    (
      "UPDATE notifications SET summary = x'1b5b324aff00' || summary",
      ["new", "[2J\u{fffd}3", "[2J\u{fffd}2", "[2J\u{fffd}1"]
    ),
    ("UPDATE notifications SET body = zeroblob(2000000) WHERE key = 2", ["new"]),
    ("ALTER TABLE notifications DROP COLUMN body", ["new"]),
    ("DROP TABLE notifications; CREATE VIEW notifications AS SELECT 1 AS key", ["new"]),
    (
      "CREATE TRIGGER t AFTER INSERT ON notifications BEGIN DELETE FROM notifications; END",
      ["new", "3", "2", "1"]
    ),
  ]

  @Test(arguments: damages) func `values that this program never writes do no harm`(
    damage: String, expected: [String]
  ) throws {
    let old = try history(session: 7)
    for number in 1...3 { old.add(record(number, "\(number)")) }
    old.close(now: 1_000_000)
    let database = try Database(path: directory("state/history.sqlite"), longestRow: .max)
    try database.run(Self.formerTable)
    try database.run(damage)
    let history = try history(session: 8)
    history.add(record(1, "new"))
    history.flush(now: 1_000_000)
    let found = try history.find()
    #expect(found.map(\.record.summary) == expected)
    #expect(try history.page().items == found)
    for item in found {
      #expect((1..<1_000_000_000_000_000).contains(item.key.rawValue))
      // Until the end of the year 9999.
      #expect((0...253_402_300_799).contains(item.record.time))
    }
    // Times that are no numbers are times long ago, and none is beyond all others.
    _ = history.forgetOld(now: 1_000_000 + 30 * day)
    #expect(try history.find().contains { $0.record.summary == "new" })
    history.add(record(2, "newer"))
    history.flush(now: 1_000_000)
    #expect(try history.find().first?.record.summary == "newer")
  }

  @Test(arguments: [
    "time = 'today'", "time = 9223372036854775807", "time = -1", "key = 9223372036854775807", "key = 0",
    "id = 4294967296", "urgency = 3", "number = 'one'", "session = NULL", "summary = x'ff'",
  ])
  func `the file takes no values that this program never writes`(values: String) throws {
    let history = try history()
    history.add(record(1))
    history.close(now: 1_000_000)
    let database = try Database(path: directory("state/history.sqlite"))
    #expect(throws: HistoryError.self) { try database.run("UPDATE notifications SET \(values)") }
  }

  @Test(arguments: [
    "time = 'today'", "time = x'ff'", "time = 9223372036854775807", "key = 9223372036854775807",
  ])
  func `what another program does to the open file does no harm`(values: String) throws {
    let notices = HistoryNotices()
    let history = try history(notices: notices)
    for number in 1...3 { history.add(record(number)) }
    history.flush(now: 1_000_000)
    let database = try Database(path: directory("state/history.sqlite"))
    try database.run(Self.formerTable)
    try database.run("UPDATE notifications SET \(values) WHERE key = 3")
    _ = history.forgetOld(now: 1_000_000 + 31 * day)
    #expect(throws: Never.self) { try history.page() }
    history.add(record(4, "new", time: 1_000_000 + 31 * day))
    history.flush(now: 1_000_000 + 31 * day)
    #expect(try history.find().contains { $0.record.summary == "new" })
    #expect(history.waiting.isEmpty)
  }
}
