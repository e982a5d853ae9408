import CSQLite

/// A compiled statement, used again and again.
@MainActor @safe final class Statement {
  private let statement: OpaquePointer
  private let database: Database

  init(owning statement: OpaquePointer, of database: Database) {
    unsafe self.statement = unsafe statement
    self.database = database
  }

  /// Before the connection: it is kept until then.
  isolated deinit { unsafe sqlite3_finalize(statement) }

  /// A parameter, from 1.
  func bind(_ value: Int64, at index: Int) throws(HistoryError) {
    try check(unsafe sqlite3_bind_int64(statement, CInt(index), value))
  }

  /// A parameter, from 1.
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

  /// A column of the row, from 0.
  func integer(_ column: Int) -> Int64 { unsafe sqlite3_column_int64(statement, CInt(column)) }

  /// The first bytes of a column of the row, from 0: `limit`, or one more character; what is no UTF-8 is mended.
  func text(_ column: Int, limit: Int) -> String {
    guard let bytes = unsafe sqlite3_column_text(statement, CInt(column)) else { return "" }
    // A character has at most four bytes: who cuts it at the limit cuts between characters.
    let count = unsafe min(Int(sqlite3_column_bytes(statement, CInt(column))), limit + 4)
    return unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  private func check(_ result: CInt) throws(HistoryError) {
    guard result == SQLITE_OK else { throw database.error(result) }
  }
}
