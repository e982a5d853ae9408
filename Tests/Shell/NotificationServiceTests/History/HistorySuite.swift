import Glibc
import Loop
import Notifications
import Settings
import TestSupport
import Testing

@testable import NotificationService

/// A history whose answers are waited for.
struct AwaitedHistory {
  private let history: History
  let loop: EventLoop

  init(_ history: History, _ loop: EventLoop) { (self.history, self.loop) = (history, loop) }

  var waiting: [HistoryRecord] { history.waiting }
  var isIdle: Bool { history.isIdle }

  func add(_ record: HistoryRecord) { history.add(record) }

  func startFlush(now: Int64) { history.flush(now: now) }

  func startRemoval(_ ids: [NotificationID], since first: UInt64 = 0) {
    history.remove(ids, since: first) { _ in }
  }

  func flush(now: Int64) {
    history.flush(now: now)
    settle()
  }

  func close(now: Int64) { history.close(now: now) }

  func limit(toCount count: Int) { history.limits.count = count }

  func forgetOld(now: Int64) -> Int64? {
    var next: Int64?
    history.forgetOld(now: now) { next = $0 }
    settle()
    return next
  }

  func page(_ query: History.Query = History.Query()) throws(HistoryError) -> History.Page {
    var answer = Result<History.Page, HistoryError>.failure(.noAnswer)
    history.page(query) { answer = $0 }
    settle()
    return try answer.get()
  }

  /// The items of all pages, up to the limit of the query.
  func find(_ query: History.Query = History.Query()) throws(HistoryError) -> [History.Item] {
    var items: [History.Item] = []
    var query = query
    let limit = query.limit
    while true {
      query.limit = limit - items.count
      let page = try page(query)
      items += page.items
      guard items.count < limit, let next = page.next else { return items }
      query.before = next
    }
  }

  func remove(_ keys: [HistoryKey]?) throws(HistoryError) {
    var answer = Result<Void, HistoryError>.failure(.noAnswer)
    history.remove(keys) { answer = $0 }
    settle()
    try answer.get()
  }

  func remove(_ ids: [NotificationID], since first: UInt64 = 0) throws(HistoryError) {
    var answer = Result<Void, HistoryError>.failure(.noAnswer)
    history.remove(ids, since: first) { answer = $0 }
    settle()
    try answer.get()
  }

  private func settle() { #expect(loop.wait { history.isIdle }) }
}

/// The notices of histories.
final class HistoryNotices { var all: [History.Notice] = [] }

/// A suite whose histories are in a directory of its own.
protocol HistorySuite {
  var directory: ScratchDirectory { get }
}

extension HistorySuite {
  func record(_ number: Int, _ summary: String = "", time: Int64 = 1_000_000) -> HistoryRecord {
    HistoryRecord(
      number: UInt64(number), id: NotificationID(rawValue: UInt32(number)), time: time,
      applicationName: "app", desktopEntry: "org.app",
      category: "im", summary: summary.isEmpty ? "summary \(number)" : summary, body: "body \(number) – 世界 😀",
      urgency: .critical, icon: "mail")
  }

  func history(
    _ name: String = "state/history.sqlite", session: Int64 = 1, count: Int = 1000, days: Int = 30,
    notices: HistoryNotices = HistoryNotices(), clock: ManualClock? = nil
  ) throws -> AwaitedHistory {
    try history(
      at: directory(name), session: session, count: count, days: days, notices: notices, clock: clock)
  }

  func history(
    at path: String, session: Int64 = 1, count: Int = 1000, days: Int = 30, notices: HistoryNotices,
    clock: ManualClock? = nil
  ) throws -> AwaitedHistory {
    let loop = try clock.map { try EventLoop(clock: $0) } ?? EventLoop()
    let history = History(
      path: path, session: session, limits: .init(count: count, days: days), loop: loop
    ) { notices.all.append($0) }
    return AwaitedHistory(history, loop)
  }

  func bytes(of name: String) -> [UInt8] {
    guard let file = unsafe fopen(directory(name), "r") else { return [] }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = unsafe getc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return bytes
  }

  func copy(_ name: String, to other: String) { directory.writeBytes(bytes(of: name), to: other) }
}

extension ScratchDirectory {
  func writeBytes(_ bytes: [UInt8], to name: String) {
    guard let file = unsafe fopen(self(name), "w") else { return }
    unsafe fwrite(bytes, 1, bytes.count, file)
    unsafe fclose(file)
  }
}
