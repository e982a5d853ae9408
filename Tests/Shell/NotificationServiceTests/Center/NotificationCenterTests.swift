import DBus
import DesktopModel
import Geometry
import Glibc
import HeadlessSession
import Loop
import Notifications
import Settings
import TestSupport
import Testing

@testable import NotificationService

@Suite(.serialized) struct NotificationCenterTests {
  let directory: PrivateDirectory
  let daemon: PrivateBus
  let clock = ManualClock()
  let loop: EventLoop
  let client: MessageBus

  init() throws {
    directory = try PrivateDirectory()
    daemon = try PrivateBus(in: directory)
    loop = try EventLoop(clock: clock)
    client = MessageBus(BusAddress(daemon.address)!, loop: loop)
    client.start()
  }

  private func wait(_ awaited: String, _ isTrue: () -> Bool) throws {
    let clock = clock
    let comesTrue = loop.wait {
      clock.advance(by: .milliseconds(1))
      return isTrue()
    }
    guard comesTrue else {
      throw SessionError.timeout(awaited: awaited, log: "")
    }
  }

  private func open(
    settings: NotificationSettings = NotificationSettings(), history: History? = nil, replaces: Bool = false,
    on bus: MessageBus? = nil, report: @escaping (Log.Level, String) -> Void = { _, _ in }
  ) -> NotificationCenter {
    NotificationCenter(
      bus ?? MessageBus(BusAddress(daemon.address)!, loop: loop), loop: loop, settings: settings,
      history: history, capabilities: ["body"], version: "1", replaces: replaces, filePatience: .seconds(30),
      report: report)
  }

  private func notify(_ summary: String, actions: [String] = []) throws -> UInt32 {
    var id: UInt32?
    send(summary, actions: actions) { id = $0 }
    try wait("the number") { id != nil }
    // The store records a notification after its call was answered, but before the loop sleeps again.
    loop.runOnce(until: loop.now)
    return id!
  }

  /// Calls Notify without waiting for the number.
  private func send(
    _ summary: String, replaces: UInt32 = 0, actions: [String] = [],
    hints: KeyValuePairs<String, DBusValue> = [:], _ answer: @escaping (UInt32?) -> Void
  ) {
    client.call(
      Call(
        to: NotificationInterface.name, NotificationInterface.path, NotificationInterface.name, "Notify",
        [
          .string("test"), .uint32(replaces), .string(""), .string(summary), .string(""), .strings(actions),
          .options(hints), .int32(-1),
        ], expects: "u")
    ) { answer((try? $0.get())?[0].uint32) }
  }

  @Test
  func `a file that is removed as soon as the call is answered was copied, until the notification is closed`()
    throws
  {
    let center = open()
    defer { center.close() }
    try wait("the name") { center.isServing }
    let scratch = ScratchDirectory()
    scratch.write("picture", to: "a.png")
    var id: UInt32?
    send("with a file", hints: ["image-path": .string(scratch("a.png"))]) { answer in
      scratch.remove("a.png")
      id = answer
    }
    try wait("the number") { id != nil }
    let number = NotificationID(rawValue: try #require(id))
    #expect(center.files.copy(at: scratch("a.png"), of: number)?.byteCount == 7)
    center.happenNow(.dismissed(id: number))
    #expect(center.files.copy(at: scratch("a.png"), of: number) == nil)
  }

  @Test func `calls in one go have the numbers that they would have one by one`() throws {
    let center = open()
    defer { center.close() }
    try wait("the name") { center.isServing }
    var ids: [UInt32?] = []
    func send(_ summary: String, replaces: UInt32 = 0, tag: String? = nil) {
      let hints: KeyValuePairs<String, DBusValue> = tag.map { ["synchronous": .string($0)] } ?? [:]
      self.send(summary, replaces: replaces, hints: hints) { ids.append($0) }
    }
    send("new")
    send("tagged", tag: "a")
    send("tagged again", tag: "a")
    send("other tag", tag: "b")
    send("asked for", replaces: 5)
    for index in 0..<3 { send("further \(index)") }
    send("instead", replaces: 1)
    try wait("the numbers") { ids.count == 9 }
    #expect(ids == [1, 2, 2, 3, 5, 4, 6, 7, 1])
    #expect(
      Dictionary(uniqueKeysWithValues: center.store.open.map { ($0.id, $0.summary) }) == [
        1: "instead", 2: "tagged again", 3: "other tag", 4: "further 0", 5: "asked for", 6: "further 1",
        7: "further 2",
      ])
  }

  @Test func `what is notified is open, and goes when its time is over`() throws {
    var settings = NotificationSettings()
    settings.timeoutNormal = 0.2
    let center = open(settings: settings)
    defer { center.close() }
    var shown: [[String]] = []
    center.onRedraw = { shown.append(center.store.open.map(\.summary)) }
    try wait("the name") { center.isServing }
    var closed: [Int?] = []
    client.subscribe(.ofAnyone(interface: NotificationInterface.name, member: "NotificationClosed")) {
      closed = $0.arguments.map(\.integer)
    }
    let id = try notify("Hello")
    try wait("its end") { !closed.isEmpty }
    #expect(closed == [Int(id), 1] && shown == [["Hello"], []])
  }

  @Test func `it ends in order while there is memory to give back`() throws {
    weak var gone: NotificationCenter?
    do {
      let center = open()
      gone = center
      try wait("the name") { center.isServing }
      _ = try notify(String(repeating: "long ", count: 20_000))
      center.close()
      center.close()
    }
    #expect(gone == nil)
  }

  @Test func `an action waits for its token, which is told first`() throws {
    let center = open()
    defer { center.close() }
    try wait("the name") { center.isServing }
    var signals: [String] = []
    client.subscribe(.ofAnyone(interface: NotificationInterface.name)) { signals.append($0.member) }
    let id = try notify("Hello", actions: ["default", "Open"])
    var answer: ((String?) -> Void)?
    center.requestActivationToken = { answer = $0 }
    center.happen(.clicked(id: NotificationID(rawValue: id)))
    #expect(center.store.open.count == 1)
    answer?("token")
    try wait("the signals") { signals.count == 3 }
    #expect(signals == ["ActivationToken", "ActionInvoked", "NotificationClosed"])
  }

  @Test func `the history is written soon, and not before the answer`() throws {
    let path = directory.file("history.sqlite")
    let history = History(path: path, session: 1, limits: .init(count: 10, days: 1), loop: loop) { _ in }
    let center = open(history: history)
    defer { center.close() }
    try wait("the name") { center.isServing }
    for index in 0..<3 { _ = try notify("\(index)") }
    #expect(history.waiting.count == 3)
    try wait("the history") { history.waiting.isEmpty }
    #expect(try summaries(in: history) == ["2", "1", "0"])
  }

  private func summaries(in history: History) throws -> [String] {
    var answer: Result<History.Page, HistoryError>?
    history.page { answer = $0 }
    try wait("the history") { answer != nil }
    return try answer?.get().items.map(\.record.summary) ?? []
  }

  @Test func `what is too old in the history goes after the start, and later by itself`() throws {
    let path = directory.file("history.sqlite")
    let now = Int64(loop.wallTime.seconds)
    func history() -> History {
      History(path: path, session: 1, limits: .init(count: 10, days: 3), loop: loop) { _ in }
    }
    let former = history()
    for (number, days) in [(UInt64(1), Int64(4)), (2, 1)] {
      former.add(
        HistoryRecord(
          number: number, id: 1, time: now - days * 86400, applicationName: "", desktopEntry: "",
          category: "",
          summary: "\(days)", body: "", urgency: .normal, icon: ""))
    }
    former.limits.days = 10
    former.close(now: now)
    let center = open(history: history())
    defer { center.close() }
    clock.advance(by: NotificationCenter.forgetDelay + .seconds(2))
    try wait("the end of the first") { (try? summaries(in: former)) == ["1"] }
    clock.advance(by: .seconds(2 * 86400))
    try wait("the end of the second") { (try? summaries(in: former)) == [] }
  }

  @Test func `who has the name is said once, with its process`() throws {
    let first = open()
    try wait("the name") { first.isServing }
    var lines: [String] = []
    let second = open { _, line in lines.append(line) }
    defer { second.close() }
    try wait("the line") { !lines.isEmpty }
    #expect(lines.count == 1 && lines[0].hasPrefix("notifications go to "))
    #expect(
      lines[0].contains("(process \(getpid()))")
        && lines[0].hasSuffix("\"hyaline run --replace\" asks for it"))
    first.close()
    try wait("the exchange") { second.isServing }
    #expect(lines.count == 2 && lines[1] == "notifications come here now")
  }

  @Test func `who replaces takes the name over`() throws {
    let first = open()
    defer { first.close() }
    try wait("the name") { first.isServing }
    let second = open(replaces: true)
    defer { second.close() }
    try wait("the exchange") { second.isServing && !first.isServing }
    _ = try notify("for the second")
    #expect(second.store.open.count == 1 && first.store.open.isEmpty)
  }

  @Test func `who does not let go of the name is waited for`() throws {
    func askBus(_ member: String, _ arguments: [DBusValue]) throws {
      var isDone = false
      client.call(
        Call(to: "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member, arguments)
      ) { _ in isDone = true }
      try wait(member) { isDone }
    }
    // Neither queued nor to be replaced, as mako has it.
    try askBus("RequestName", [.string(NotificationInterface.name), .uint32(4)])
    var lines: [String] = []
    let center = open(replaces: true) { _, line in lines.append(line) }
    defer { center.close() }
    try wait("the line") { !lines.isEmpty }
    #expect(lines.count == 1, "\(lines)")
    #expect(lines[0].split(separator: "; ").last?.hasPrefix("it does not give that away") == true)
    try askBus("ReleaseName", [.string(NotificationInterface.name)])
    try wait("the name") { center.isServing }
  }

  @Test func `a bus that was greeted before gives the name`() throws {
    let bus = MessageBus(BusAddress(daemon.address)!, loop: loop)
    bus.start()
    try wait("the bus") { bus.state == .connected }
    let center = open(on: bus)
    defer { center.close() }
    #expect(center.isStarting)
    try wait("the name") { center.isServing }
  }

  @Test func `a bus that was greeted before and is not there is told of, and not waited for`() throws {
    let bus = MessageBus(BusAddress("unix:path=\(directory.file("nowhere"))")!, loop: loop)
    bus.start()
    var lines: [String] = []
    let center = open(on: bus) { lines.append($1) }
    defer { center.close() }
    #expect(!center.isStarting && lines.isEmpty)
    try wait("the loss") { !lines.isEmpty }
    #expect(lines.count == 1 && lines[0].hasPrefix("no notifications: "))
  }

  @Test func `the loss of the bus is said once, and what is open stays`() throws {
    var lines: [String] = []
    let center = open { _, line in lines.append(line) }
    defer { center.close() }
    try wait("the name") { center.isServing }
    // A critical notification does not expire, however much time passes.
    var id: UInt32?
    send("Hello", hints: ["urgency": .byte(2)]) { id = $0 }
    try wait("the number") { id != nil }
    daemon.stop()
    try wait("the loss") { !lines.isEmpty }
    for _ in 0..<50 {
      clock.advance(by: .seconds(10))
      loop.serveWhatIsReady()
    }
    #expect(lines.count == 1 && lines[0].hasPrefix("no notifications: "))
    try daemon.start()
    try wait("the service") { center.isServing && client.state == .connected }
    #expect(lines.count == 2 && center.store.open.count == 1)
    #expect(try notify("again") == 2)
  }

  @Test func `rules run programs with the notification in their environment`() throws {
    let file = directory.file("ran")
    var rule = NotificationRule()
    rule.command = ["sh", "-c", "echo \"$HYALINE_SUMMARY\" > '\(file)'"]
    var settings = NotificationSettings()
    settings.rules = [rule]
    let center = open(settings: settings)
    defer { center.close() }
    try wait("the name") { center.isServing }
    _ = try notify("It's; a $test")
    try wait("the program") {
      readText(file)?.hasSuffix("\n") == true
    }
    #expect(readText(file) == "It's; a $test\n")
  }

  @Test func `of many programs of rules some run, some wait, and the log says how many are left out`() throws
  {
    let (file, go) = (directory.file("ran"), directory.file("go"))
    var rule = NotificationRule()
    rule.command = ["sh", "-c", "echo x >> '\(file)'; while [ ! -e '\(go)' ]; do sleep .1; done"]
    var settings = NotificationSettings()
    settings.rules = [rule]
    var lines: [String] = []
    let center = open(settings: settings) { lines.append($1) }
    defer { center.close() }
    try wait("the name") { center.isServing }
    for index in 0..<200 { _ = try notify("\(index)") }
    func waitForPrograms(_ count: Int) throws {
      try wait("\(count) programs") {
        loop.schedule(at: loop.now + .milliseconds(5)) {}
        return (readText(file) ?? "").utf8.count / 2 >= count
      }
    }
    try waitForPrograms(Limits.runningCommands)
    try wait("the report") { !lines.isEmpty }
    let most = Limits.runningCommands + Limits.waitingCommands
    #expect(
      lines == ["notifications.rules: \(200 - most) commands were left out: 8 ran and 100 waited already"])
    #expect(readText(file)?.utf8.count == 2 * Limits.runningCommands)
    try directory.write("", to: "go")
    try waitForPrograms(most)
    // One more has its turn as soon as those have had theirs.
    _ = try notify("the last")
    try waitForPrograms(most + 1)
    #expect(readText(file)?.utf8.count == 2 * (most + 1))
  }

  @Test func `what the clock of the system says is told apart from Sunday to Monday`() {
    // 5 January 2025 was a Sunday; the zone of the tests is whatever it is, but whole days are a week apart.
    let sunday = ClockTime(WallTime(sinceEpoch: .seconds(1_736_078_400)))
    let later = ClockTime(WallTime(sinceEpoch: .seconds(1_736_078_400 + 7 * 86400)))
    #expect(sunday.day == later.day && (0...6).contains(sunday.day) && (0..<1440).contains(sunday.minute))
    #expect(sunday.seconds == 1_736_078_400)
  }
}
