import CSQLite

/// A compiled statement, which is used repeatedly.
@safe nonisolated final class Statement {
  private let statement: OpaquePointer
  private let database: Database

  init(owning statement: OpaquePointer, of database: Database) {
    unsafe self.statement = unsafe statement
    self.database = database
  }

  /// Finalises the statement before the connection is closed, which is kept until then.
  deinit { unsafe sqlite3_finalize(statement) }

  /// Binds a number to a parameter, counted from 1.
  func bind(_ value: Int64, at index: Int) throws(HistoryError) {
    try check(unsafe sqlite3_bind_int64(statement, CInt(index), value))
  }

  /// Binds a text to a parameter, counted from 1.
  func bind(_ value: String, at index: Int) throws(HistoryError) {
    try check(unsafe hyaline_sqlite3_bind_text(statement, CInt(index), value, CInt(value.utf8.count)))
  }

  /// Runs the statement to its end; `row` is called for each row.
  ///
  /// The corresponding C function is `sqlite3_step`.
  func run(_ row: () -> Void = {}) throws(HistoryError) {
    defer { unsafe sqlite3_reset(statement) }
    while true {
      let result = unsafe sqlite3_step(statement)
      guard result == SQLITE_ROW else {
        if result != SQLITE_DONE { throw database.error(result) }
        return
      }
      row()
    }
  }

  /// The number in a column of the current row, counted from 0.
  func integer(_ column: Int) -> Int64 { unsafe sqlite3_column_int64(statement, CInt(column)) }

  /// The first `limit` bytes, and one more character, of a column counted from 0; invalid UTF-8 is replaced.
  func text(_ column: Int, limit: Int) -> String {
    guard let bytes = unsafe sqlite3_column_text(statement, CInt(column)) else { return "" }
    // A character has at most four bytes, so that a caller can cut the text at the limit between characters.
    let count = unsafe min(Int(sqlite3_column_bytes(statement, CInt(column))), limit + 4)
    return unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  private func check(_ result: CInt) throws(HistoryError) {
    guard result == SQLITE_OK else { throw database.error(result) }
  }
}
