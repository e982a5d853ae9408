import DBus
import HeadlessSession
import Loop
import Notifications
import Settings
import TestSupport
import Testing
import TextProcessing

@testable import Control
@testable import NotificationService

/// The list of all notifications, with the history that it reads.
@Suite struct NotificationListTests {
  private let directory: PrivateDirectory
  private let clock = ManualClock()
  private let loop: EventLoop

  init() throws {
    directory = try PrivateDirectory()
    loop = try EventLoop(clock: clock)
  }

  private var path: String { directory.file("history.sqlite") }

  private func open(
    mostKept: Int = 100, _ change: (inout NotificationSettings) -> Void = { _ in }
  ) -> NotificationCenter {
    var settings = NotificationSettings()
    change(&settings)
    return NotificationCenter(
      MessageBus(BusAddress("unix:path=/nowhere")!, loop: loop), loop: loop, settings: settings,
      history: History(path: path, session: 1, limits: .init(count: mostKept, days: 9), loop: loop) { _ in },
      capabilities: [], version: "1", report: { _, _ in })
  }

  private func notify(_ summary: String, _ id: UInt32, timeout: Int32 = -1, in center: NotificationCenter) {
    var request = NotificationRequest()
    (request.summary, request.expireTimeout) = (summary, timeout)
    center.happenNow(.notified(request, id: NotificationID(rawValue: id)))
  }

  private func wait(_ awaited: String, _ isTrue: () -> Bool) throws {
    let comesTrue = loop.wait {
      clock.advance(by: .milliseconds(1))
      return isTrue()
    }
    guard comesTrue else { throw SessionError.timeout(awaited: awaited, log: "") }
  }

  private func summaries(_ center: NotificationCenter) -> [String]? {
    center.list.notifications?.map { listed in
      if case .open = listed.key {
        listed.notification.summary + " open"
      } else {
        listed.notification.summary
      }
    }
  }

  @Test func `the list has the history while it is observed, and follows what comes and goes`() throws {
    let center = open()
    defer { center.close() }
    notify("a", 1, in: center)
    #expect(center.list.notifications == nil)
    var changes = 0
    let observation = center.list.observe { changes += 1 }
    try wait("the history") { summaries(center) == ["a open"] }
    #expect(changes == 1)
    notify("b", 2, in: center)
    #expect(summaries(center) == ["b open", "a open"] && changes == 2)
    center.happenNow(.dismissed(id: 1))
    #expect(summaries(center) == ["b open", "a"])
    // The record of the second one is written a little later.
    center.happenNow(.dismissed(id: 2))
    try wait("the second record") { summaries(center) == ["b", "a"] }
    observation.cancel()
    let before = changes
    notify("c", 3, in: center)
    #expect(center.list.notifications == nil && changes == before)
  }

  @Test func `an age of a minute is told when the minute is over`() throws {
    clock.set(wallTime: Self.fullMinute)
    let center = open { $0.timeoutNormal = 0 }
    defer { center.close() }
    notify("a", 1, in: center)
    let observation = center.list.observe {}
    defer { observation.cancel() }
    try wait("the history") { center.list.notifications?.map(\.age) == ["now"] }
    clock.advance(by: .seconds(60))
    try wait("a minute") { center.list.notifications?.map(\.age) == ["1 min"] }
  }

  /// A moment at which a minute of the day begins.
  private static let fullMinute = WallTime(sinceEpoch: .seconds(60 * 20_000_000))

  @Test func `one change at each full minute tells all ages`() throws {
    clock.set(wallTime: Self.fullMinute)
    let center = open { $0.timeoutNormal = 0 }
    defer { center.close() }
    notify("a", 1, in: center)
    clock.advance(by: .seconds(20))
    notify("b", 2, in: center)
    var changes = 0
    let observation = center.list.observe { changes += 1 }
    defer { observation.cancel() }
    try wait("the history") { center.list.notifications?.count == 2 }
    let before = changes
    for _ in 0..<180 {
      clock.advance(by: .seconds(1))
      loop.serveWhatIsReady()
    }
    #expect(changes - before == 3)
  }

  @Test func `what commands remove leaves the list`() throws {
    let center = open()
    defer { center.close() }
    for (id, summary) in [(UInt32(1), "a"), (2, "b"), (3, "c")] { notify(summary, id, in: center) }
    center.happenNow(.dismissed(id: 1))
    center.happenNow(.dismissed(id: 2))
    let observation = center.list.observe {}
    defer { observation.cancel() }
    try wait("the history") { summaries(center) == ["c open", "b", "a"] }
    center.happenNow(.forgotten(id: 3))
    try wait("the removal") { summaries(center) == ["b", "a"] }
    var response: Response?
    let request = Request("notifications", ["action": "forget", "all": true])
    center.control.answer(request, ControlReply(respond: { response = $0 }, beginFeed: { ControlFeed() }))
    try wait("the removal of all") { summaries(center) == [] }
    #expect(response == .success())
  }

  @Test func `one that is removed while it is read does not come back`() throws {
    let center = open()
    defer { center.close() }
    let observation = center.list.observe {}
    defer { observation.cancel() }
    notify("a", 1, in: center)
    center.writeHistory()
    center.list.historyChanged()
    center.list.remove([.open(1)])
    #expect(summaries(center) != ["a"])
    #expect(try kept(by: center) == [] && summaries(center) == [])
  }

  @Test func `one that is removed is neither open nor in the history any more`() throws {
    let center = open()
    defer { center.close() }
    for (id, summary) in [(UInt32(1), "a"), (2, "b"), (3, "c")] { notify(summary, id, in: center) }
    center.happenNow(.dismissed(id: 1))
    let observation = center.list.observe {}
    defer { observation.cancel() }
    try wait("the history") { summaries(center) == ["c open", "b open", "a"] }
    center.list.remove([.open(3)])
    let past = try #require(center.list.notifications?.last?.key)
    center.list.remove([past])
    #expect(summaries(center) == ["b open"])
    center.happenNow(.dismissed(id: 2))
    #expect(try kept(by: center) == ["b"])
  }

  @Test func `those that tell the same are removed together, written or not, and no others`() throws {
    let center = open()
    defer { center.close() }
    for (id, summary) in [(UInt32(1), "a"), (2, "other"), (3, "a"), (4, "a")] {
      notify(summary, id, in: center)
      center.happenNow(.dismissed(id: NotificationID(rawValue: id)))
    }
    let observation = center.list.observe {}
    defer { observation.cancel() }
    try wait("the history") { summaries(center) == ["a", "other", "a"] }
    notify("a", 5, in: center)
    #expect(summaries(center) == ["a open", "other", "a"])
    let first = try #require(center.list.notifications?.first)
    #expect(first.count == 3 && first.keys.count == 3)
    center.list.remove(first.keys)
    #expect(summaries(center) == ["other", "a"])
    #expect(center.store.open.isEmpty)
    #expect(try kept(by: center) == ["other", "a"])
  }

  @Test func `older ones of the history take the places of those that are removed`() throws {
    let center = open(mostKept: 1000)
    defer { center.close() }
    for id in 1...UInt32(103) {
      notify(id > 3 ? "same" : "old \(id)", id, in: center)
      center.happenNow(.dismissed(id: NotificationID(rawValue: id)))
    }
    let observation = center.list.observe {}
    defer { observation.cancel() }
    try wait("the history") { center.list.notifications?.map(\.count) == [100] }
    center.list.remove(try #require(center.list.notifications?.first?.keys))
    try wait("older ones") { summaries(center) == ["old 3", "old 2", "old 1"] }
    #expect(try kept(by: center) == ["old 3", "old 2", "old 1"])
  }

  @Test func `one that is shown again is removed with its record`() throws {
    let center = open()
    defer { center.close() }
    notify("a", 1, in: center)
    center.happenNow(.dismissed(id: 1))
    let observation = center.list.observe {}
    defer { observation.cancel() }
    try wait("the history") { summaries(center) == ["a"] }
    center.list.choose(try #require(center.list.notifications?.first?.key), token: nil)
    #expect(summaries(center) == ["a open"])
    center.list.remove(try #require(center.list.notifications?.first?.keys))
    #expect(summaries(center) == [])
    #expect(try kept(by: center) == [])
  }

  @Test func `clearing leaves nothing, whatever is being written and read`() throws {
    let center = open()
    defer { center.close() }
    notify("a", 1, in: center)
    center.happenNow(.dismissed(id: 1))
    notify("b", 2, in: center)
    let observation = center.list.observe {}
    defer { observation.cancel() }
    notify("c", 3, in: center)
    center.list.clear()
    #expect(summaries(center) == [])
    #expect(try kept(by: center) == [])
    #expect(center.store.open.isEmpty)
  }

  @Test func `without a history the list has what is open, and no file is made`() throws {
    let center = open { $0.keepsHistory = false }
    notify("a", 1, in: center)
    let observation = center.list.observe {}
    #expect(summaries(center) == ["a open"])
    center.list.clear()
    #expect(summaries(center) == [])
    observation.cancel()
    // The last thing that the history would do is done when the center is closed.
    center.close()
    #expect(RegularFile.text(ofPath: path, upTo: 1) == nil)
  }

  /// The summaries in the history.
  private func kept(by center: NotificationCenter) throws -> [String] {
    var answer: Result<History.Page, HistoryError>?
    center.writeHistory()
    center.history?.page { answer = $0 }
    try wait("the history") { answer != nil }
    return try #require(try answer?.get()).items.map(\.record.summary)
  }
}
