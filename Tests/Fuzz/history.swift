import Glibc
import Notifications

@testable import NotificationService

/// Any bytes as the file of the history, or, where they are none of SQLite's, as values of its rows.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHistory(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = unsafe UnsafeBufferPointer(start: bytes, count: count)
  let path = "/dev/shm/hyaline-fuzz-\(getpid()).sqlite"
  func removeFiles() {
    for suffix in ["", "-wal", "-shm", ".damaged", ".damaged-wal", ".damaged-shm"] {
      _ = unsafe unlink(path + suffix)
    }
  }
  removeFiles()
  defer { removeFiles() }
  if unsafe bytes.starts(with: "SQLite".utf8) {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    _ = unsafe write(file, bytes.baseAddress, count)
    close(file)
  } else {
    makeRows(path, unsafe HistoryValues(bytes: Array(bytes)))
  }
  use(HistoryStorage(path: path))
  return 0
}

private let now: Int64 = 1_700_000_000
private let limits = History.Limits(count: 10, days: 30)

/// Uses a file as the program does, and checks the limits of what was read.
private func use(_ storage: HistoryStorage) {
  for number in 1...2 {
    let record = HistoryRecord(number: UInt64(number), id: 1, time: now, summary: "new \(number)")
    let written = storage.perform { file throws(HistoryError) in
      try file.write([record], session: now, limits: limits, now: now)
    }
    guard case .success = written.result else { continue }
    // The record is found, unless a page that was not read before is damaged.
    guard case .success(let items) = pages(storage) else { continue }
    precondition(
      items.isEmpty || items.contains { $0.record.summary == record.summary } || items.count >= 200)
  }
  let oldest = storage.perform { file throws(HistoryError) in try file.forget(before: now - 30 * 86400) }
  if case .success(let time?) = oldest.result { precondition((0...253_402_300_799).contains(time)) }
  _ = storage.perform { file throws(HistoryError) in try file.remove([HistoryKey(rawValue: 1)]) }
  _ = storage.perform { file throws(HistoryError) in try file.remove(nil) }
  storage.close()
}

/// The items of the first pages.
private func pages(_ storage: HistoryStorage) -> Result<[History.Item], HistoryError> {
  var items: [History.Item] = []
  var query = History.Query()
  for _ in 0..<2 {
    let page = storage.perform { file throws(HistoryError) in try file.page(query) }
    switch page.result {
    case .failure(let error): return .failure(error)
    case .success(let page):
      precondition(page.items.count <= query.limit)
      for item in page.items {
        precondition((0...253_402_300_799).contains(item.record.time))
        precondition(
          item.record.summary.utf8.count <= Limits.summary && item.record.body.utf8.count <= Limits.body)
        precondition(query.before.map { item.key < $0 } ?? true)
      }
      items += page.items
      guard let next = page.next else { return .success(items) }
      precondition(query.before.map { next < $0 } ?? true)
      query.before = next
    }
  }
  return .success(items)
}

/// Makes a file as an earlier version did, with rows of any values.
private func makeRows(_ path: String, _ values: HistoryValues) {
  var values = values
  guard let database = try? Database(path: path) else { return }
  let columns = [
    "key", "session", "number", "id", "time", "application", "desktop_entry", "category", "summary", "body",
    "urgency", "icon",
  ]
  let definitions = columns.dropFirst().map { $0 + " NOT NULL" }.joined(separator: ", ")
  try? database.run(
    "CREATE TABLE notifications (key INTEGER PRIMARY KEY, \(definitions), UNIQUE (session, number))")
  for row in 1...4 {
    var literals = ["\(row)", "1", "\(row)", "1", "\(now)", "'a'", "'d'", "'c'", "'s'", "'b'", "1", "''"]
    for _ in 0..<2 {
      guard let (column, literal) = values.next(below: columns.count) else { break }
      literals[column] = literal
    }
    try? database.run("INSERT INTO notifications VALUES (\(literals.joined(separator: ", ")))")
  }
}

/// Reads bytes as columns and values for them.
private struct HistoryValues {
  private var bytes: ArraySlice<UInt8>

  init(bytes: [UInt8]) { self.bytes = bytes[...] }

  /// A column and a value as SQL writes it; nil: there are no more bytes.
  mutating func next(below columns: Int) -> (Int, String)? {
    guard let column = bytes.popFirst(), let kind = bytes.popFirst() else { return nil }
    let content = bytes.prefix(8)
    bytes = bytes.dropFirst(8)
    let number = content.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let hex = content.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let literal =
      switch kind % 6 {
      case 0: Int64(bitPattern: number) == .min ? "-1" : "\(Int64(bitPattern: number))"
      case 1: "CAST(x'\(hex)' AS TEXT)"
      case 2: "x'\(hex)'"
      case 3: Double(bitPattern: number).isFinite ? "\(Double(bitPattern: number))" : "9e999"
      case 4: "NULL"
      default: "zeroblob(\(number % 3_000_000))"
      }
    return (Int(column) % columns, literal)
  }
}
