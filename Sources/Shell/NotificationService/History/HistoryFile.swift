import Notifications
import Settings

/// The table in a history's file, used by one thread.
nonisolated final class HistoryFile {
  private let database: Database
  private let insert: Statement
  private let removeBeyond: Statement
  private let removeOlder: Statement
  private let oldest: Statement
  private let search: Statement
  private let delete: Statement
  private let deleteByID: Statement
  private let part: Statement
  /// Rows that one page reads: a millisecond of work, however long the rows are.
  private static let pageRows: Int64 = 1000

  /// The mode of the database: a write-ahead log survives the process, and does not wait for the disk at each commit. The
  /// cache and the log stay small, since no query is urgent.
  private static let pragmas = """
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA cache_size = -256;
    PRAGMA wal_autocheckpoint = 500;
    PRAGMA journal_size_limit = 1048576;
    PRAGMA temp_store = MEMORY;
    PRAGMA secure_delete = ON;
    """

  /// Opens or creates the file.
  init(path: String) throws(HistoryError) {
    database = try Database(path: path)
    try database.run(Self.pragmas)
    try HistorySchema.prepare(database)
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
    oldest = try database.prepare("SELECT key, time FROM notifications ORDER BY key LIMIT 1")
    search = try database.prepare(
      """
      SELECT key, session, number, id, time, application, desktop_entry, category, summary, body, urgency, icon
      FROM notifications
      WHERE key < ?1 AND key >= ?4 AND (?2 = '' OR application LIKE ?2 ESCAPE '\\' OR summary LIKE ?2 ESCAPE '\\'
        OR body LIKE ?2 ESCAPE '\\')
      ORDER BY key DESC LIMIT ?3
      """)
    // Another program may have left gaps between the keys, so that rows are counted.
    part = try database.prepare(
      """
      SELECT (SELECT min(key) FROM notifications), min(key)
      FROM (SELECT key FROM notifications WHERE key < ?1 ORDER BY key DESC LIMIT \(Self.pageRows))
      """)
    delete = try database.prepare("DELETE FROM notifications WHERE key = ?")
    deleteByID = try database.prepare(
      "DELETE FROM notifications WHERE session = ? AND id = ? AND number >= ?")
  }

  /// Whether the file is still at its path.
  var isInPlace: Bool { database.isInPlace }

  /// Writes all records, or none if it throws.
  func write(
    _ records: [HistoryRecord], session: Int64, limits: History.Limits, now: Int64
  ) throws(HistoryError) {
    try transact { () throws(HistoryError) in
      for record in records { try write(record, session: session) }
      try removeBeyond.run(.integer(Int64(limits.count)))
      try removeOlder.run(.integer(now - Int64(limits.days) * 86400))
    }
  }

  /// Makes all changes of `work`, or none if it throws.
  private func transact(_ work: () throws(HistoryError) -> Void) throws(HistoryError) {
    try database.run("BEGIN IMMEDIATE")
    do throws(HistoryError) {
      try work()
      try database.run("COMMIT")
    } catch {
      // Some failures have ended the transaction already.
      if database.isInTransaction { try? database.run("ROLLBACK") }
      throw error
    }
  }

  /// Removes records older than `time`, and returns the time of the oldest that is left; nil if none is.
  func forget(before time: Int64) throws(HistoryError) -> Int64? {
    var kept: Int64?
    while true {
      var found: (key: Int64, time: Int64)?
      try oldest.run { found = (oldest.integer(0), HistorySchema.time(oldest.integer(1))) }
      // A time that is no number counts as the oldest here, but as the latest for SQLite, so that its row stays.
      guard let found, found.time < time, found.key != kept else { return found?.time }
      kept = found.key
      try removeOlder.run(.integer(time))
    }
  }

  private func write(_ record: HistoryRecord, session: Int64) throws(HistoryError) {
    try insert.run(
      .integer(session), .integer(Int64(bitPattern: record.number)), .integer(Int64(record.id.rawValue)),
      .integer(HistorySchema.time(record.time)), .text(record.applicationName), .text(record.desktopEntry),
      .text(record.category), .text(record.summary), .text(record.body),
      .integer(Int64(record.urgency.level)), .text(record.icon))
  }

  /// Searches the newest rows before the key of the query.
  func page(_ query: History.Query) throws(HistoryError) -> History.Page {
    // Both numbers are 0 if there is no row.
    var (first, lowest): (Int64, Int64) = (0, 0)
    try part.run(.integer(query.before?.rawValue ?? .max)) {
      (first, lowest) = (part.integer(0), part.integer(1))
    }
    var page = History.Page(items: try find(query, from: lowest))
    let next = page.items.count == query.limit ? page.items.last?.key.rawValue : lowest
    if let next, next > first { page.next = HistoryKey(rawValue: next) }
    return page
  }

  /// Finds records, the newest first, with texts and times cut to their limits; `lowest` is the least key that is read.
  func find(_ query: History.Query, from lowest: Int64) throws(HistoryError) -> [History.Item] {
    var items: [History.Item] = []
    try search.run(
      .integer(query.before?.rawValue ?? .max),
      .text(query.text.isEmpty ? "" : "%" + Self.escaped(query.text) + "%"), .integer(Int64(query.limit)),
      .integer(lowest)
    ) {
      items.append(
        History.Item(
          key: HistoryKey(rawValue: search.integer(0)), session: search.integer(1), record: foundRecord))
    }
    return items
  }

  /// The record in the current row of `search`, which another program may have written.
  private var foundRecord: HistoryRecord {
    let urgency = Urgency.allCases.first { Int64($0.level) == search.integer(10) } ?? .normal
    return HistoryRecord(
      number: UInt64(bitPattern: search.integer(2)),
      id: NotificationID(rawValue: UInt32(truncatingIfNeeded: search.integer(3))),
      time: HistorySchema.time(search.integer(4)), applicationName: line(5, Limits.name),
      desktopEntry: line(6, Limits.name),
      category: line(7, Limits.name), summary: line(8, Limits.summary),
      body: MarkedText(plain: search.text(9, limit: Limits.body)).string, urgency: urgency,
      icon: line(11, Limits.path))
  }

  private func line(_ column: Int, _ limit: Int) -> String {
    PlainText.line(search.text(column, limit: limit), limit)
  }

  /// Removes the records with these keys, or all if nil; no trace is left in the file or its log.
  func remove(_ keys: [HistoryKey]?) throws(HistoryError) {
    if let keys {
      try transact { () throws(HistoryError) in
        for key in keys { try delete.run(.integer(key.rawValue)) }
      }
    } else {
      try database.run("DELETE FROM notifications; VACUUM")
    }
    try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// Removes the records of notifications of a run from the number of one of them on.
  func remove(_ ids: [NotificationID], of session: Int64, since first: UInt64) throws(HistoryError) {
    for id in ids {
      try deleteByID.run(
        .integer(session), .integer(Int64(id.rawValue)), .integer(Int64(bitPattern: first)))
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
