import DesktopModel
public import Loop
public import Notifications

/// The past notifications, stored in a file. A thread reads and writes it, since its file system may take any time.
///
/// Requests are done in their order. Added records are written together by the next `flush`. The first use opens the file; a
/// damaged file is renamed, and a new one is started. While the file cannot be written, the newest records wait in memory, and
/// everything else works.
@MainActor public final class History {
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
  static let mostWaiting = 1000
  /// Seconds between two attempts while the file cannot be written.
  public static let retryInterval: Int64 = 10
  /// Time limit for one read or write. If the file system does not answer, the third one is the last that is waited for
  /// (`Worker.mostAbandoned`), so that a command has its answer within ten seconds.
  private static let patience = Duration.seconds(3)
  /// Time limit, in milliseconds, for the last write, for which the end of the program waits.
  private static let lastPatience: Int32 = 2000

  public let path: String
  public var limits: Limits
  /// The records that are not written yet.
  public private(set) var waiting: [HistoryRecord] = []

  /// Identifies this run by its start, in milliseconds since 1970.
  public let session: Int64
  private let report: (Notice) -> Void
  private let worker: Worker<HistoryStorage>
  /// The number of records that have been removed from `waiting`, which is the number of the first that is in it.
  private var doneCount = 0
  /// The removals of notifications while records of theirs waited: the number of the first of these, and the place of the first record
  /// that may be written again.
  private var removed: [NotificationID: [(first: UInt64, end: Int)]] = [:]
  /// The number of writes that are under way.
  private var writeCount = 0
  private var failedAt: Int64?
  private var lost = 0
  /// Whether the thread may have the file open.
  private var isUsed = false
  /// Whether the last request got no answer from the file system in time.
  private var isUnanswered = false

  /// Makes a history without opening the file.
  ///
  /// `session` identifies this run by its start, in milliseconds since 1970.
  public init(
    path: String, session: Int64, limits: Limits, loop: EventLoop, report: @escaping (Notice) -> Void
  ) {
    self.path = path
    self.session = session
    self.limits = limits
    self.report = report
    worker = Worker(loop: loop, limit: Self.patience) { HistoryStorage(path: path) }
  }

  isolated deinit { worker.stop() }

  /// Whether no request is under way.
  public var isIdle: Bool { worker.pendingCount == 0 }
  /// Whether the last write has failed.
  var isFailing: Bool { failedAt != nil }

  /// The path of the history by the XDG Base Directory Specification; nil without a home directory.
  public static func standardPath(_ variable: (String) -> String?) -> String? {
    BaseFolders.user("XDG_STATE_HOME", usual: ".local/state", variable).map { $0 + "/hyaline/history.sqlite" }
  }

  /// Queues a record for the next `flush`.
  public func add(_ record: HistoryRecord) { waiting.append(record) }

  /// Writes the queued records; `now` is in seconds since 1970. `completion` is called when they were written or could not be.
  ///
  /// After a failure nothing is written until `retryInterval` has passed.
  public func flush(now: Int64, then completion: @escaping () -> Void = {}) {
    if let failedAt, now >= failedAt, now < failedAt + Self.retryInterval {
      dropOldest()
      return completion()
    }
    guard !waiting.isEmpty else { return completion() }
    let end = doneCount + waiting.count
    writeCount += 1
    // Records that are being written already are written once more: that changes nothing.
    let work = writing(unremoved, now: now)
    run(work) { [weak self] result in
      self?.wrote(result, upTo: end, now: now)
      completion()
    }
  }

  /// Removes records older than the limit in days, which each write does as well.
  ///
  /// `completion` is called with the moment when that is due again, in seconds since 1970 and at least a day after `now`; nil
  /// if no record is left.
  func forgetOld(now: Int64, then completion: @escaping (Int64?) -> Void) {
    let kept = Int64(limits.days) * Self.day
    let work: @Sendable (HistoryStorage) -> HistoryStorage.Outcome<Int64?> = { storage in
      // No empty file is made.
      guard storage.isThere else { return .init(result: .success(nil), notices: []) }
      return storage.perform { file throws(HistoryError) in try file.forget(before: now - kept) }
    }
    run(work) { result in
      // The next write reports an error.
      guard let oldest = try? result.get() else {
        let hasFailed = if case .failure = result { true } else { false }
        return completion(hasFailed ? now + Self.day : nil)
      }
      completion(max(oldest + kept + 1, now + Self.day))
    }
  }

  private static let day: Int64 = 86400

  /// The records that are not written yet, without those of notifications that were removed meanwhile.
  private var unremoved: [HistoryRecord] {
    waiting.enumerated().filter { place, record in
      removed[record.id, default: []].allSatisfy { doneCount + place >= $0.end || record.number < $0.first }
    }.map(\.element)
  }

  private func writing(
    _ records: [HistoryRecord], now: Int64
  ) -> @Sendable (HistoryStorage) -> HistoryStorage.Outcome<Void> {
    { [session, limits] storage in
      storage.perform { file throws(HistoryError) in
        try file.write(records, session: session, limits: limits, now: now)
      }
    }
  }

  /// Handles the result of a write of all records before the one with the number `end`.
  private func wrote(_ result: Result<Void, HistoryError>, upTo end: Int, now: Int64) {
    writeCount -= 1
    switch result {
    case .success:
      let written = max(0, end - doneCount)
      waiting.removeFirst(min(written, waiting.count))
      doneCount = max(doneCount, end)
      removed = removed.mapValues { $0.filter { $0.end > doneCount } }.filter { !$0.value.isEmpty }
      if failedAt != nil { report(.recovered(path: path, lost: lost)) }
      (failedAt, lost) = (nil, 0)
    case .failure(let error):
      if failedAt == nil { report(.failed(path: path, reason: error.words)) }
      failedAt = now
      dropOldest()
    }
  }

  /// Does work on the thread, then calls `completion` with its result.
  private func run<Value: Sendable>(
    _ work: @escaping @Sendable (HistoryStorage) -> HistoryStorage.Outcome<Value>,
    then completion: @escaping (Result<Value, HistoryError>) -> Void
  ) {
    isUsed = true
    worker.run(
      { storage in work(storage) },
      then: { [weak self] (outcome: HistoryStorage.Outcome<Value>?) in
        self?.isUnanswered = outcome == nil
        for notice in outcome?.notices ?? [] { self?.report(notice) }
        completion(outcome?.result ?? .failure(.noAnswer))
      })
  }

  /// A part of a search result, found in limited time whatever the size of the file.
  public nonisolated struct Page: Equatable, Sendable {
    /// The items from the newest to the oldest; may be empty even if more follow.
    public var items: [Item] = []
    /// The value of `Query.before` for the next page; nil for the last page.
    public var next: HistoryKey?
  }

  /// Searches a part of the file; queued records are found only after `flush`.
  public func page(
    _ query: Query = Query(), then completion: @escaping (Result<Page, HistoryError>) -> Void
  ) {
    run(
      { storage in storage.perform { file throws(HistoryError) in try file.page(query) } }, then: completion)
  }

  /// Removes the records with these keys, or all records if nil, without a trace in the file.
  public func remove(_ keys: [HistoryKey]?, then completion: @escaping (Result<Void, HistoryError>) -> Void) {
    if keys == nil {
      doneCount += waiting.count
      waiting = []
    }
    run(
      { storage in storage.perform { file throws(HistoryError) in try file.remove(keys) } }, then: completion)
  }

  /// Removes the records of notifications of this run without a trace in the file, those that are queued too. `first` is the number of
  /// the first record that is removed: earlier ones are those of other notifications with the same identifiers.
  public func remove(
    _ ids: [NotificationID], since first: UInt64 = 0,
    then completion: @escaping (Result<Void, HistoryError>) -> Void
  ) {
    // A write that began before this one goes on, but none brings the records back.
    for id in ids where waiting.contains(where: { $0.id == id && $0.number >= first }) {
      removed[id, default: []].append((first, doneCount + waiting.count))
    }
    run(
      { [session] storage in
        storage.perform { file throws(HistoryError) in try file.remove(ids, of: session, since: first) }
      }, then: completion)
  }

  /// Writes the queued records and closes the file, which the next use opens again.
  ///
  /// The call waits two seconds at most for the file system, and not at all if that did not answer before.
  public func close(now: Int64) {
    defer { worker.stop() }
    guard isUsed || !waiting.isEmpty else { return }
    isUsed = false
    let last = BoundedAnswer<HistoryStorage.Outcome<Void>>()
    let work = writing(unremoved, now: now)
    let hasRecords = !waiting.isEmpty
    worker.run(
      { storage in
        let outcome = hasRecords ? work(storage) : .init(result: .success(()), notices: [])
        storage.close()
        last.give(outcome)
      }, then: { (_: Void?) in })
    let outcome = isUnanswered ? nil : last.wait(Self.lastPatience)
    for notice in outcome?.notices ?? [] { report(notice) }
    // The completions of writes under way are not called any more.
    writeCount = hasRecords ? 1 : 0
    guard hasRecords else { return }
    wrote(outcome?.result ?? .failure(.noAnswer), upTo: doneCount + waiting.count, now: now)
  }

  private func dropOldest() {
    let surplus = waiting.count - Self.mostWaiting
    // Records that are being written must stay until the result is known.
    guard writeCount == 0, surplus > 0 else { return }
    waiting.removeFirst(surplus)
    doneCount += surplus
    lost += surplus
  }
}
