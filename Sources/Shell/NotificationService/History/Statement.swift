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

  /// The value of a parameter.
  enum Value {
    case integer(Int64)
    case text(String)
  }

  /// Runs the statement to its end with the values of its parameters; `row` is called for each row.
  ///
  /// The corresponding C function is `sqlite3_step`.
  func run(_ values: Value..., row: () -> Void = {}) throws(HistoryError) {
    defer { unsafe sqlite3_reset(statement) }
    for (index, value) in zip(CInt(1)..., values) { try bind(value, at: index) }
    while true {
      let result = unsafe sqlite3_step(statement)
      guard result == SQLITE_ROW else {
        if result != SQLITE_DONE { throw database.error(result) }
        return
      }
      row()
    }
  }

  /// Binds a value to a parameter, counted from 1.
  private func bind(_ value: Value, at index: CInt) throws(HistoryError) {
    let result =
      switch value {
      case .integer(let number): unsafe sqlite3_bind_int64(statement, index, number)
      case .text(let text): unsafe hyaline_sqlite3_bind_text(statement, index, text, CInt(text.utf8.count))
      }
    guard result == SQLITE_OK else { throw database.error(result) }
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
}
