/// The table of a history's file, and its conversion from a table without conditions.
nonisolated enum HistorySchema {
  /// The version of the table; a file with a later one is renamed.
  private static let version: Int64 = 1
  /// Valid keys: the file counts from 1, and larger numbers would lose digits in JSON.
  private static let keys: ClosedRange<Int64> = 1...999_999_999_999_999
  /// Valid times, in seconds since 1970: up to the end of the year 9999, for calendars that print years.
  private static let times: ClosedRange<Int64> = 0...253_402_300_799

  private static let columns = """
    (
      key INTEGER PRIMARY KEY CHECK (key BETWEEN \(keys.lowerBound) AND \(keys.upperBound)),
      session INTEGER NOT NULL, number INTEGER NOT NULL, id INTEGER NOT NULL CHECK (id BETWEEN 0 AND 4294967295),
      time INTEGER NOT NULL CHECK (time BETWEEN \(times.lowerBound) AND \(times.upperBound)),
      application TEXT NOT NULL, desktop_entry TEXT NOT NULL, category TEXT NOT NULL, summary TEXT NOT NULL,
      body TEXT NOT NULL, urgency INTEGER NOT NULL CHECK (urgency BETWEEN 0 AND 2), icon TEXT NOT NULL,
      UNIQUE (session, number)) STRICT
    """

  /// Limits a time of the file or of a record to the valid times.
  static func time(_ time: Int64) -> Int64 { min(max(time, times.lowerBound), times.upperBound) }

  /// Makes sure that the file has the table with its conditions.
  ///
  /// An earlier version of the program made the table without conditions, and another program may have done so; the rows are
  /// moved to a table that has them.
  static func prepare(_ database: Database) throws(HistoryError) {
    if try hasTable(database) { return }
    try database.run("BEGIN IMMEDIATE")
    do throws(HistoryError) {
      // Another process may have made it meanwhile.
      if try !hasTable(database) { try makeTable(database) }
      try database.run("COMMIT")
    } catch {
      if database.isInTransaction { try? database.run("ROLLBACK") }
      // A file without room can still be read as it is.
      guard error.kind == .full, try tableText(database) != nil else { throw error }
    }
  }

  /// Whether the file has the table with its conditions; throws if the file is of a later version.
  private static func hasTable(_ database: Database) throws(HistoryError) -> Bool {
    let statement = try database.prepare("PRAGMA user_version")
    var found: Int64 = 0
    try statement.run { found = statement.integer(0) }
    guard found <= version else {
      throw HistoryError(kind: .damaged, words: "version \(found) of the file is not known")
    }
    return try tableText(database) == "CREATE TABLE notifications " + columns
  }

  /// The statement by which the table was made; nil if there is none.
  private static func tableText(_ database: Database) throws(HistoryError) -> String? {
    let statement = try database.prepare("SELECT type, sql FROM sqlite_master WHERE name = 'notifications'")
    var found: (type: String, text: String)?
    try statement.run { found = (statement.text(0, limit: 100), statement.text(1, limit: 10_000)) }
    guard let found else { return nil }
    guard found.type == "table" else {
      throw HistoryError(kind: .damaged, words: "notifications is a \(found.type)")
    }
    return found.text
  }

  private static func makeTable(_ database: Database) throws(HistoryError) {
    let isThere = try tableText(database) != nil
    if isThere { try database.run("ALTER TABLE notifications RENAME TO former_notifications") }
    try database.run(
      "CREATE TABLE notifications \(columns); PRAGMA user_version = \(version)")
    guard isThere else { return }
    try database.run(
      """
      INSERT OR IGNORE INTO notifications
        SELECT key, \(numbered("session", or: "0")), \(numbered("number", or: "key")),
          CAST(id AS INTEGER) & 4294967295,
          min(max(CAST(time AS INTEGER), \(times.lowerBound)), \(times.upperBound)),
          CAST(application AS TEXT), CAST(desktop_entry AS TEXT), CAST(category AS TEXT), CAST(summary AS TEXT),
          CAST(body AS TEXT), CASE WHEN urgency IN (0, 1, 2) THEN urgency ELSE 1 END, CAST(icon AS TEXT)
        FROM former_notifications WHERE key BETWEEN \(keys.lowerBound) AND \(keys.upperBound) ORDER BY key;
      DROP TABLE former_notifications;
      """)
  }

  /// The SQL of a column that identifies a row, or of `other` if the row is not identified by integers.
  private static func numbered(_ column: String, or other: String) -> String {
    "CASE WHEN typeof(session) = 'integer' AND typeof(number) = 'integer' THEN \(column) ELSE \(other) END"
  }
}
