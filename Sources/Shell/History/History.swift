import Glibc
public import Notifications

/// The notifications of the past, on disk.
///
/// What is added is written with the next `flush`, all of it at once. The file is opened by the first; one that is
/// damaged is set aside under another name, and a new one begun. While the file cannot be written, the newest records
/// wait in memory, and everything else goes on.
public final class History {
  /// What is kept.
  public nonisolated struct Limits: Equatable, Sendable {
    /// Records.
    public var count: Int
    public var days: Int

    public init(count: Int, days: Int) {
      self.count = count
      self.days = days
    }
  }

  /// What is looked for.
  public nonisolated struct Query: Equatable, Sendable {
    /// In the application's name, the summary or the body, whatever the case of ASCII letters; empty: all.
    public var text = ""
    /// Items at most.
    public var limit = 100
    /// Only what is older than the item of this key; nil: from the newest on.
    public var before: HistoryKey?

    public init() {}
  }

  /// A record in the file.
  public nonisolated struct Item: Equatable, Sendable {
    public var key: HistoryKey
    /// The run that wrote it: when it began, milliseconds since 1970.
    public var session: Int64
    public var record: HistoryRecord
  }

  /// What is to be said of the file.
  public nonisolated enum Notice: Equatable, Sendable, CustomStringConvertible {
    /// A damaged file was renamed to this path.
    case setAside(path: String, to: String, reason: String)
    /// Nothing can be written for now; said once.
    case failed(path: String, reason: String)
    /// It works again; so many records were lost meanwhile.
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

  /// Records that wait for a file that cannot be written.
  public static let mostWaiting = 1000
  /// From one try to the next while the file cannot be written, seconds.
  public static let retryInterval: Int64 = 10

  public let path: String
  public var limits: Limits
  /// Records not yet written.
  public private(set) var waiting: [HistoryRecord] = []

  /// Tells this run from others: when it began, milliseconds since 1970.
  public let session: Int64
  private let report: (Notice) -> Void
  private var file: HistoryFile?
  private var failedAt: Int64?
  private var lost = 0

  /// Does not touch the file yet.
  ///
  /// `session` tells this run from others: when it began, milliseconds since 1970.
  public init(path: String, session: Int64, limits: Limits, report: @escaping (Notice) -> Void) {
    self.path = path
    self.session = session
    self.limits = limits
    self.report = report
  }

  /// Where the history is by the XDG Base Directory Specification; nil without a home.
  public static func standardPath(_ variable: (String) -> String?) -> String? {
    func absolute(_ name: String) -> String? { variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
    guard let directory = absolute("XDG_STATE_HOME") ?? absolute("HOME").map({ $0 + "/.local/state" }) else {
      return nil
    }
    return directory + "/hyaline/history.sqlite"
  }

  /// Keeps a record for the next `flush`.
  public func add(_ record: HistoryRecord) { waiting.append(record) }

  /// Writes what waits; `now` is in seconds since 1970.
  ///
  /// After a failure it tries again only after `retryInterval`.
  public func flush(now: Int64) {
    if let failedAt, now >= failedAt, now < failedAt + Self.retryInterval { return dropOldest() }
    write(now: now)
  }

  /// Removes what has been kept for the limit in days, which otherwise goes with the next write.
  ///
  /// Returns when that is due again, in seconds since 1970 and at least a day after `now`; nil: nothing is kept.
  public func forgetOld(now: Int64) -> Int64? {
    guard unsafe file != nil || access(path, F_OK) == 0 else { return nil }
    let kept = Int64(limits.days) * Self.day
    var oldest: Int64?
    do throws(HistoryError) {
      try withFile { file throws(HistoryError) in oldest = try file.forget(before: now - kept) }
    } catch {
      // The next write tells why.
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

  /// What is in the file, from the newest to the oldest; call `flush` before to find what waits too.
  public func find(_ query: Query = Query()) throws(HistoryError) -> [Item] {
    var items: [Item] = []
    try withFile { file throws(HistoryError) in items = try file.find(query) }
    return items
  }

  /// A part of what is in the file, which takes no longer however much there is.
  public nonisolated struct Page: Equatable, Sendable {
    /// From the newest to the oldest; may be empty though more follow.
    public var items: [Item] = []
    /// For `Query.before` of the next page; nil: this was the last.
    public var next: HistoryKey?
  }

  /// Looks through a part of the file; call `flush` before to find what waits too.
  public func page(_ query: Query = Query()) throws(HistoryError) -> Page {
    var page = Page()
    try withFile { file throws(HistoryError) in page = try file.page(query) }
    return page
  }

  /// Removes a record by its key; nil: all, so that no trace is left in the file.
  public func remove(_ key: HistoryKey?) throws(HistoryError) {
    if key == nil { waiting = [] }
    try withFile { file throws(HistoryError) in try file.remove(key) }
  }

  /// Writes what waits and closes the file, which the next use opens again.
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

  /// Opens the file if need be; sets a damaged one aside and tries once more.
  private func withFile(_ body: (HistoryFile) throws(HistoryError) -> Void) throws(HistoryError) {
    do throws(HistoryError) {
      try body(try openFile())
    } catch {
      // One that found no room can still read; opening it anew would take room.
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

  /// Every directory on the way that is missing, as the specification of base directories has it.
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
    // They belong to the file that is gone, and would spoil the new one.
    for suffix in ["-wal", "-shm"] where unsafe access(path + suffix, F_OK) == 0 {
      if unsafe rename(path + suffix, new + suffix) != 0 { _ = unsafe unlink(path + suffix) }
    }
    report(.setAside(path: path, to: new, reason: error.words))
  }
}
