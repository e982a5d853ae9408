import Glibc
public import Notifications

/// The past notifications, stored in a file.
///
/// Added records are written together by the next `flush`. The first use opens the file; a damaged file is
/// renamed, and a new one is started. While the file cannot be written, the newest records wait in memory,
/// and everything else works.
public final class History {
  /// Limits of the stored records.
  public nonisolated struct Limits: Equatable, Sendable {
    /// Most records.
    public var count: Int
    public var days: Int

    public init(count: Int, days: Int) {
      self.count = count
      self.days = days
    }
  }

  /// A search in the history.
  public nonisolated struct Query: Equatable, Sendable {
    /// A text in the application's name, the summary or the body, ignoring the case of ASCII
    /// letters; empty for all.
    public var text = ""
    /// Most items of the result.
    public var limit = 100
    /// The key before which items must be; nil to start at the newest.
    public var before: HistoryKey?

    public init() {}
  }

  /// A record in the file.
  public nonisolated struct Item: Equatable, Sendable {
    public var key: HistoryKey
    /// The start of the run that wrote it, in milliseconds since 1970.
    public var session: Int64
    public var record: HistoryRecord
  }

  /// A message about the file.
  public nonisolated enum Notice: Equatable, Sendable, CustomStringConvertible {
    /// A damaged file was renamed to this path.
    case setAside(path: String, to: String, reason: String)
    /// The file cannot be written for now; reported once.
    case failed(path: String, reason: String)
    /// The file can be written again; `lost` records were dropped meanwhile.
    case recovered(path: String, lost: Int)

    public var description: String {
      switch self {
      case .setAside(let path, let new, let reason):
        "history \(path) is damaged (\(reason)): kept as \(new), and a new one begun"
      case .failed(let path, let reason): "cannot write history \(path): \(reason)"
      case .recovered(let path, let lost):
        "history \(path) is written again" + (lost > 0 ? "; \(lost) notifications are missing" : "")
      }
    }
  }

  /// Most records that wait while the file cannot be written.
  public static let mostWaiting = 1000
  /// Seconds between two attempts while the file cannot be written.
  public static let retryInterval: Int64 = 10

  public let path: String
  public var limits: Limits
  /// The records that are not written yet.
  public private(set) var waiting: [HistoryRecord] = []

  /// Identifies this run by its start, in milliseconds since 1970.
  public let session: Int64
  private let report: (Notice) -> Void
  private var file: HistoryFile?
  private var failedAt: Int64?
  private var lost = 0

  /// Makes a history without opening the file.
  ///
  /// `session` identifies this run by its start, in milliseconds since 1970.
  public init(path: String, session: Int64, limits: Limits, report: @escaping (Notice) -> Void) {
    self.path = path
    self.session = session
    self.limits = limits
    self.report = report
  }

  /// The path of the history by the XDG Base Directory Specification; nil without a home directory.
  public static func standardPath(_ variable: (String) -> String?) -> String? {
    func absolute(_ name: String) -> String? { variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
    guard let directory = absolute("XDG_STATE_HOME") ?? absolute("HOME").map({ $0 + "/.local/state" }) else {
      return nil
    }
    return directory + "/hyaline/history.sqlite"
  }

  /// Queues a record for the next `flush`.
  public func add(_ record: HistoryRecord) { waiting.append(record) }

  /// Writes the queued records; `now` is in seconds since 1970.
  ///
  /// After a failure nothing is written until `retryInterval` has passed.
  public func flush(now: Int64) {
    if let failedAt, now >= failedAt, now < failedAt + Self.retryInterval { return dropOldest() }
    write(now: now)
  }

  /// Removes records older than the limit in days, which each write does as well.
  ///
  /// Returns when that is due again, in seconds since 1970 and at least a day after `now`; nil if
  /// no record is left.
  public func forgetOld(now: Int64) -> Int64? {
    guard unsafe file != nil || access(path, F_OK) == 0 else { return nil }
    let kept = Int64(limits.days) * Self.day
    var oldest: Int64?
    do throws(HistoryError) {
      try withFile { file throws(HistoryError) in oldest = try file.forget(before: now - kept) }
    } catch {
      // The next write reports the error.
      return now + Self.day
    }
    return oldest.map { max($0 + kept + 1, now + Self.day) }
  }

  private static let day: Int64 = 86400

  private func write(now: Int64) {
    guard !waiting.isEmpty else { return }
    do throws(HistoryError) {
      try withFile { file throws(HistoryError) in
        try file.write(waiting, session: session, limits: limits, now: now)
      }
      waiting.removeAll(keepingCapacity: waiting.count < 64)
      if failedAt != nil { report(.recovered(path: path, lost: lost)) }
      (failedAt, lost) = (nil, 0)
    } catch {
      if failedAt == nil { report(.failed(path: path, reason: error.words)) }
      failedAt = now
      dropOldest()
    }
  }

  /// Finds records in the file, from the newest to the oldest; queued records are found only after `flush`.
  public func find(_ query: Query = Query()) throws(HistoryError) -> [Item] {
    var items: [Item] = []
    try withFile { file throws(HistoryError) in items = try file.find(query) }
    return items
  }

  /// A part of a search result, found in limited time whatever the size of the file.
  public nonisolated struct Page: Equatable, Sendable {
    /// The items from the newest to the oldest; may be empty even if more follow.
    public var items: [Item] = []
    /// The value of `Query.before` for the next page; nil for the last page.
    public var next: HistoryKey?
  }

  /// Searches a part of the file; queued records are found only after `flush`.
  public func page(_ query: Query = Query()) throws(HistoryError) -> Page {
    var page = Page()
    try withFile { file throws(HistoryError) in page = try file.page(query) }
    return page
  }

  /// Removes the record with a key, or all records if nil, without a trace in the file.
  public func remove(_ key: HistoryKey?) throws(HistoryError) {
    if key == nil { waiting = [] }
    try withFile { file throws(HistoryError) in try file.remove(key) }
  }

  /// Writes the queued records and closes the file, which the next use opens again.
  public func close(now: Int64) {
    write(now: now)
    file = nil
  }

  private func dropOldest() {
    let surplus = waiting.count - Self.mostWaiting
    guard surplus > 0 else { return }
    waiting.removeFirst(surplus)
    lost += surplus
  }

  /// Calls `body` with the open file; renames a damaged file and tries once more.
  private func withFile(_ body: (HistoryFile) throws(HistoryError) -> Void) throws(HistoryError) {
    do throws(HistoryError) {
      try body(try openFile())
    } catch {
      // A file without room can still be read; opening it anew would need room.
      if error.kind != .full, error.kind != .busy { file = nil }
      guard error.kind == .damaged else { throw error }
      try setAside(error)
      try body(try openFile())
    }
  }

  private func openFile() throws(HistoryError) -> HistoryFile {
    if let file { return file }
    try makeDirectories()
    let opened = try HistoryFile(path: path)
    file = opened
    return opened
  }

  /// Makes missing directories of the path, as in the XDG Base Directory Specification.
  private func makeDirectories() throws(HistoryError) {
    var prefix = ""
    for name in path.split(separator: "/").dropLast() {
      prefix += "/" + name
      guard unsafe mkdir(prefix, 0o700) != 0, errno != EEXIST else { continue }
      throw HistoryError(errorNumber: errno, "cannot make \(prefix): ")
    }
  }

  private func setAside(_ error: HistoryError) throws(HistoryError) {
    var new = path + ".damaged"
    var number = 1
    while unsafe access(new, F_OK) == 0 {
      number += 1
      new = path + ".damaged-\(number)"
    }
    guard unsafe rename(path, new) == 0 else { throw error }
    // These files belong to the renamed file, and would damage the new one.
    for suffix in ["-wal", "-shm"] where unsafe access(path + suffix, F_OK) == 0 {
      if unsafe rename(path + suffix, new + suffix) != 0 { _ = unsafe unlink(path + suffix) }
    }
    report(.setAside(path: path, to: new, reason: error.words))
  }
}
