import Notifications
import Settings

/// The table in a history's file.
@MainActor final class HistoryFile {
  /// The version of the table; a file with a later one is renamed.
  private static let version: Int64 = 1

  private let database: Database
  private let insert: Statement
  private let removeBeyond: Statement
  private let removeOlder: Statement
  private let oldest: Statement
  private let search: Statement
  private let delete: Statement
  private let ends: Statement
  /// Rows that one page reads: a millisecond of work, however long the rows are.
  private static let pageRows: Int64 = 1000
  /// Valid keys: the file counts from 1, and larger numbers would lose digits in JSON.
  private static let keys: ClosedRange<Int64> = 1...999_999_999_999_999
  /// Valid times, in seconds since 1970: up to the end of the year 9999, for calendars that print years.
  private static let times: ClosedRange<Int64> = 0...253_402_300_799

  /// Opens or creates the file.
  init(path: String) throws(HistoryError) {
    database = try Database(path: path)
    // A write-ahead log survives the process, and does not wait for the disk at each commit. The cache and
    // the log stay small, since no query is urgent.
    try database.run(
      """
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA cache_size = -256;
      PRAGMA wal_autocheckpoint = 500;
      PRAGMA journal_size_limit = 1048576;
      PRAGMA temp_store = MEMORY;
      PRAGMA secure_delete = ON;
      """)
    try Self.checkVersion(database)
    try database.run(
      """
      CREATE TABLE IF NOT EXISTS notifications (
        key INTEGER PRIMARY KEY, session INTEGER NOT NULL, number INTEGER NOT NULL, id INTEGER NOT NULL,
        time INTEGER NOT NULL, application TEXT NOT NULL, desktop_entry TEXT NOT NULL, category TEXT NOT NULL,
        summary TEXT NOT NULL, body TEXT NOT NULL, urgency INTEGER NOT NULL, icon TEXT NOT NULL,
        UNIQUE (session, number));
      PRAGMA user_version = \(Self.version);
      """)
    // A key beyond all others would end the numbering, and the limit of records is applied to the keys.
    try database.run(
      """
      DELETE FROM notifications WHERE key < \(Self.keys.lowerBound);
      DELETE FROM notifications WHERE key > \(Self.keys.upperBound);
      """)
    insert = try database.prepare(
      """
      INSERT INTO notifications
        (session, number, id, time, application, desktop_entry, category, summary, body, urgency, icon)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (session, number) DO UPDATE SET id = excluded.id, time = excluded.time,
        application = excluded.application, desktop_entry = excluded.desktop_entry, category = excluded.category,
        summary = excluded.summary, body = excluded.body, urgency = excluded.urgency, icon = excluded.icon
      """)
    // Rows are removed by their keys, so that nothing is counted.
    removeBeyond = try database.prepare(
      "DELETE FROM notifications WHERE key <= (SELECT max(key) FROM notifications) - ?")
    // Keys grow with time, unless the clock is set back.
    removeOlder = try database.prepare(
      """
      DELETE FROM notifications
      WHERE key IN (SELECT key FROM notifications ORDER BY key LIMIT 1000) AND time < ?
      """)
    oldest = try database.prepare("SELECT time FROM notifications ORDER BY key LIMIT 1")
    search = try database.prepare(
      """
      SELECT key, session, number, id, time, application, desktop_entry, category, summary, body, urgency, icon
      FROM notifications
      WHERE key < ?1 AND key >= ?4 AND (?2 = '' OR application LIKE ?2 ESCAPE '\\' OR summary LIKE ?2 ESCAPE '\\'
        OR body LIKE ?2 ESCAPE '\\')
      ORDER BY key DESC LIMIT ?3
      """)
    // Separate queries for the least and the greatest key read one row each.
    ends = try database.prepare(
      "SELECT (SELECT min(key) FROM notifications), (SELECT max(key) FROM notifications)")
    delete = try database.prepare("DELETE FROM notifications WHERE key = ?")
  }

  private static func checkVersion(_ database: Database) throws(HistoryError) {
    let statement = try database.prepare("PRAGMA user_version")
    var found: Int64 = 0
    try statement.run { found = statement.integer(0) }
    guard found <= version else {
      throw HistoryError(kind: .damaged, words: "version \(found) of the file is not known")
    }
  }

  /// Writes all records, or none if it throws.
  func write(
    _ records: [HistoryRecord], session: Int64, limits: History.Limits, now: Int64
  ) throws(HistoryError) {
    try database.run("BEGIN IMMEDIATE")
    do throws(HistoryError) {
      for record in records { try write(record, session: session) }
      try removeBeyond.bind(Int64(limits.count), at: 1)
      try removeBeyond.run()
      try removeOlder.bind(now - Int64(limits.days) * 86400, at: 1)
      try removeOlder.run()
      try database.run("COMMIT")
    } catch {
      // Some failures have ended the transaction already.
      if database.isInTransaction { try? database.run("ROLLBACK") }
      throw error
    }
  }

  /// Removes records older than `time`, and returns the time of the oldest that is left; nil if none is.
  func forget(before time: Int64) throws(HistoryError) -> Int64? {
    while true {
      var found: Int64?
      try oldest.run { found = oldest.integer(0) }
      guard let found, found < time else { return found }
      try removeOlder.bind(time, at: 1)
      try removeOlder.run()
    }
  }

  private func write(_ record: HistoryRecord, session: Int64) throws(HistoryError) {
    try insert.bind(session, at: 1)
    try insert.bind(Int64(bitPattern: record.number), at: 2)
    try insert.bind(Int64(record.id.rawValue), at: 3)
    try insert.bind(record.time, at: 4)
    try insert.bind(record.applicationName, at: 5)
    try insert.bind(record.desktopEntry, at: 6)
    try insert.bind(record.category, at: 7)
    try insert.bind(record.summary, at: 8)
    try insert.bind(record.body, at: 9)
    try insert.bind(Int64(record.urgency.level), at: 10)
    try insert.bind(record.icon, at: 11)
    try insert.run()
  }

  /// Searches the newest rows before the key of the query.
  func page(_ query: History.Query) throws(HistoryError) -> History.Page {
    var (first, last): (Int64, Int64) = (0, 0)
    try ends.run { (first, last) = (ends.integer(0), ends.integer(1)) }
    let lowest = min(max(first, query.before?.rawValue ?? .max), last + 1) - Self.pageRows
    var page = History.Page(items: try find(query, from: lowest))
    let next = page.items.count == query.limit ? page.items.last?.key.rawValue : lowest
    if let next, next > first { page.next = HistoryKey(rawValue: next) }
    return page
  }

  /// Finds records, the newest first, with texts and times cut to their limits; `lowest` is the least key that is read.
  func find(_ query: History.Query, from lowest: Int64 = .min) throws(HistoryError) -> [History.Item] {
    var items: [History.Item] = []
    try search.bind(query.before?.rawValue ?? .max, at: 1)
    try search.bind(query.text.isEmpty ? "" : "%" + Self.escaped(query.text) + "%", at: 2)
    try search.bind(Int64(query.limit), at: 3)
    try search.bind(lowest, at: 4)
    try search.run {
      items.append(
        History.Item(
          key: HistoryKey(rawValue: search.integer(0)), session: search.integer(1), record: foundRecord))
    }
    return items
  }

  /// The record in the current row of `search`, which another program may have written.
  private var foundRecord: HistoryRecord {
    let time = min(max(search.integer(4), Self.times.lowerBound), Self.times.upperBound)
    let urgency = Urgency.allCases.first { Int64($0.level) == search.integer(10) } ?? .normal
    return HistoryRecord(
      number: UInt64(bitPattern: search.integer(2)),
      id: NotificationID(rawValue: UInt32(truncatingIfNeeded: search.integer(3))),
      time: time, applicationName: line(5, Limits.name), desktopEntry: line(6, Limits.name),
      category: line(7, Limits.name), summary: line(8, Limits.summary),
      body: MarkedText(plain: search.text(9, limit: Limits.body)).string, urgency: urgency,
      icon: line(11, Limits.path))
  }

  private func line(_ column: Int, _ limit: Int) -> String {
    PlainText.line(search.text(column, limit: limit), limit)
  }

  /// Removes one record, or all if nil; no trace is left in the file or its log.
  func remove(_ key: HistoryKey?) throws(HistoryError) {
    if let key {
      try delete.bind(key.rawValue, at: 1)
      try delete.run()
    } else {
      try database.run("DELETE FROM notifications; VACUUM")
    }
    try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      if character == "%" || character == "_" || character == "\\" { result += "\\" }
      result.unicodeScalars.append(character)
    }
    return result
  }
}
