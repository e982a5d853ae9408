import DesktopModel
import Glibc
import HeadlessSession
import Loop
import Notifications
import TestSupport
import Testing

@testable import DBus
@testable import NotificationService

/// Tests of the clients that receive the signals of a notification, and of those that may close or replace it.
@Suite(.serialized)
struct NotificationSenderTests {
  let stage: BusStage

  init() throws { stage = try BusStage() }

  private static let actions = ["a", "Archive", "inline-reply", "Reply"]

  /// All that can be told of one notification.
  private func tellAll(_ testServer: TestNotificationServer, of id: NotificationID) {
    testServer.activationToken = "token"
    testServer.happen(.actionChosen(id: id, key: "a"))
    testServer.happen(.replied(id: id, text: "secret"))
    testServer.happen(.dismissed(id: id))
  }

  @Test func `what becomes of a notification is told to its sender alone`() throws {
    let testServer = try TestNotificationServer.open(stage)
    let others = try Ears(stage)
    let id = try testServer.notify(actions: Self.actions, hints: ["resident": .boolean(true)])
    tellAll(testServer, of: id)
    try testServer.waitForSignals(4)
    #expect(
      testServer.signals == [
        "ActivationToken(1, token)", "ActionInvoked(1, a)", "NotificationReplied(1, secret)",
        "NotificationClosed(1, 2)",
      ])
    try others.catchUp()
    #expect(others.signals == [])
  }

  @Test func `where the sender has gone everyone is told, but of no token and no text`() throws {
    let testServer = try TestNotificationServer.open(stage)
    let others = try Ears(stage)
    let sender = try stage.connect()
    let id = try testServer.notify(actions: Self.actions, hints: ["resident": .boolean(true)], as: sender)
    #expect(testServer.service.hasSender(id))
    #expect(testServer.store.open.allSatisfy { $0.reply != nil })
    sender.close()
    try stage.wait("its end") { !testServer.service.hasSender(id) }
    #expect(
      testServer.store.open.map(\.summary) == ["Summary"]
        && testServer.store.open.allSatisfy { $0.reply == nil })
    tellAll(testServer, of: id)
    try others.catchUp()
    #expect(others.signals == ["ActionInvoked(1, a)", "NotificationClosed(1, 2)"])
  }

  @Test func `who replaces a notification is its sender from then on`() throws {
    let testServer = try TestNotificationServer.open(stage)
    let other = try Ears(stage)
    let id = try testServer.notify()
    #expect(try testServer.notify(replaces: id, as: other.bus) == id)
    testServer.happen(.dismissed(id: id))
    try other.catchUp()
    #expect(other.signals == ["NotificationClosed(1, 2)"] && testServer.signals == [])
  }

  @Test func `each of those that are counted on one banner has its own sender`() throws {
    let testServer = try TestNotificationServer.open(stage)
    let other = try Ears(stage)
    _ = try testServer.notify("same", actions: ["a", "Archive"])
    _ = try testServer.notify("same", actions: ["a", "Archive"], as: other.bus)
    testServer.happen(.actionChosen(id: 1, key: "a"))
    try testServer.waitForSignals(1)
    try other.catchUp()
    #expect(testServer.signals == ["NotificationClosed(1, 2)"])
    #expect(other.signals == ["ActionInvoked(2, a)", "NotificationClosed(2, 2)"])
  }

  @Test func `a new bus gives old names to others, who are not told`() throws {
    let testServer = try TestNotificationServer.open(stage)
    let id = try testServer.notify()
    stage.daemon.stop()
    try stage.wait("the loss") { testServer.service.state == .waiting }
    #expect(!testServer.service.hasSender(id))
  }

  // MARK: - Departures

  /// Connects and disconnects clients; returns the number of messages that the service has received because of that.
  private func countMessages(_ testServer: TestNotificationServer) throws -> Int {
    let observer = try stage.connect()
    var departures = 0
    observer.subscribe(
      SignalMatch(
        sender: BusNames.bus, interface: BusNames.bus, member: "NameOwnerChanged", thirdArgument: "")
    ) { _ in departures += 1 }
    // The bus knows of the subscription by then, and the service has no answer to wait for.
    _ = try stage.answer(observer, .ofBus("GetId", [], expects: "s"))
    _ = try stage.answer(testServer.bus, .ofBus("GetId", [], expects: "s"))
    let before = testServer.bus.receivedCount
    for _ in 0..<3 { try stage.connect().close() }
    try stage.wait("their ends") { departures >= 3 }
    _ = try stage.answer(testServer.bus, .ofBus("GetId", [], expects: "s"))
    observer.close()
    return testServer.bus.receivedCount - before
  }

  @Test func `clients that come and go send the service nothing unless a sender is to be followed`() throws {
    let testServer = try TestNotificationServer.open(stage)
    #expect(try countMessages(testServer) == 0)
    let senders = [try stage.connect(), try stage.connect()]
    #expect(try testServer.notify("first", as: senders[0]) == 1)
    #expect(try testServer.notify("second", as: senders[1]) == 2)
    testServer.happen(.dismissed(id: 2))
    #expect(try countMessages(testServer) >= 3)
    senders[0].close()
    try stage.wait("its end") { !testServer.service.hasSender(1) }
    #expect(testServer.store.open.map(\.id) == [1])
    #expect(try countMessages(testServer) == 0)
    let id = try testServer.notify("third")
    #expect(try countMessages(testServer) >= 3)
    testServer.happen(.dismissed(id: id))
    #expect(try countMessages(testServer) == 0)
  }

  @Test func `a sender that has left before it could be followed is found out, and can be sent no reply`()
    throws
  {
    let testServer = try TestNotificationServer.open(stage)
    let arguments = [
      "busctl", "--address=\(stage.daemon.address)", "--expect-reply=no", "call", NotificationInterface.name,
      NotificationInterface.path, NotificationInterface.name, "Notify", "susssasa{sv}i", "", "0", "", "late",
      "", "2", "inline-reply", "Reply", "0", "0",
    ]
    let client = try SessionProcess(
      arguments, environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"],
      log: stage.directory.file("client.log"))
    // Nothing is served meanwhile.
    #expect(client.waitForEnd() == .exited(0), "\(client.logText)")
    try stage.wait("what it sent") { !testServer.store.open.isEmpty }
    try stage.wait("its end") { !testServer.service.hasSender(1) }
    #expect(
      testServer.store.open.map(\.summary) == ["late"] && testServer.store.open.allSatisfy { $0.reply == nil }
    )
    #expect(try countMessages(testServer) == 0)
  }

  // MARK: - Sandboxes

  /// A folder like that in which the system shows its processes, with this one in it, that seems to live in a sandbox.
  private func sandboxed() throws -> String {
    let processes = try stage.directory.makeDirectory("processes")
    _ = try stage.directory.makeDirectory("processes/\(getpid())")
    _ = try stage.directory.makeDirectory("processes/\(getpid())/root")
    try stage.directory.write("[Application]\n", to: "processes/\(getpid())/root/.flatpak-info")
    return processes
  }

  @Test func `who lives in a sandbox closes and replaces only its own`() throws {
    let testServer = try TestNotificationServer.open(stage, processes: try sandboxed())
    let other = try Ears(stage)
    #expect(try testServer.notify("first") == 1)
    #expect(try testServer.notify("tagged", hints: ["synchronous": .string("t")]) == 2)
    // Nothing of another's is closed or replaced, and what was sent is shown.
    guard case .failure = try testServer.call("CloseNotification", [.uint32(1)], as: other.bus) else {
      Issue.record("closed another's")
      return
    }
    #expect(try testServer.notify("not first", replaces: 1, as: other.bus) == 3)
    #expect(try testServer.notify("not tagged", hints: ["synchronous": .string("t")], as: other.bus) == 4)
    #expect(testServer.store.open.map(\.summary) == ["not tagged", "not first", "tagged", "first"])
    // A client in a sandbox may close and replace its own notifications, and use an identifier that is not open.
    #expect(try testServer.notify("still not first", replaces: 3, as: other.bus) == 3)
    #expect(try testServer.call("CloseNotification", [.uint32(4)], as: other.bus) == .success([]))
    #expect(try testServer.notify("free", replaces: 40, as: other.bus) == 40)
    #expect(try testServer.notify("tagged again", hints: ["synchronous": .string("t")]) == 2)
    #expect(testServer.store.open.map(\.summary) == ["free", "still not first", "tagged again", "first"])
    try other.catchUp()
    #expect(other.signals == ["NotificationClosed(4, 3)"] && testServer.signals == [])
  }

  @Test func `everyone else closes and replaces what others sent`() throws {
    let processes = try sandboxed()
    unsafe unlink("\(processes)/\(getpid())/root/.flatpak-info")
    let testServer = try TestNotificationServer.open(stage, processes: processes)
    let other = try stage.connect()
    for _ in 0..<2 { _ = try testServer.notify() }
    #expect(try testServer.notify("new", replaces: 1, as: other) == 1)
    #expect(try testServer.call("CloseNotification", [.uint32(2)], as: other) == .success([]))
    #expect(testServer.store.open.map(\.summary) == ["new"])
    try testServer.waitForSignals(1)
    #expect(testServer.signals == ["NotificationClosed(2, 3)"])
  }

  @Test func `one that leaves while it is looked at is not taken for a sender that is there`() throws {
    let testServer = try TestNotificationServer.open(stage)
    let others = try Ears(stage)
    _ = try testServer.notify()
    let run = try stage.run([
      "busctl", "--address=\(stage.daemon.address)", "--expect-reply=no", "call", NotificationInterface.name,
      NotificationInterface.path, NotificationInterface.name, "Notify", "susssasa{sv}i", "", "1", "", "late",
      "", "0", "0", "--", "-1",
    ])
    #expect(run.ending == .exited(0), "\(run.text)")
    try stage.wait("what it sent") { testServer.store.open.contains { $0.summary == "late" } }
    let id = try #require(testServer.store.open.first { $0.summary == "late" }).id
    try stage.wait("its end") { !testServer.service.hasSender(id) }
    testServer.happen(.dismissed(id: id))
    try others.catchUp()
    #expect(others.signals.last == "NotificationClosed(\(id), 2)")
  }

  @Test func `calls of one program are done in their order, whoever has sent what they concern`() throws {
    let testServer = try TestNotificationServer.open(stage)
    let other = try stage.connect()
    _ = try testServer.notify()
    var answers: [String] = []
    for number in 0..<5 {
      for member in ["Notify", "CloseNotification"] {
        let arguments: [DBusValue] =
          member == "Notify"
          ? [
            .string(""), .uint32(1), .string(""), .string("\(number)"), .string(""), .strings([]),
            .options([:]), .int32(-1),
          ] : [.uint32(1)]
        other.call(
          Call(
            to: NotificationInterface.name, NotificationInterface.path, NotificationInterface.name, member,
            arguments, expects: member == "Notify" ? "u" : "")
        ) { result in
          if case .success = result { answers.append(member) } else { answers.append("failure") }
        }
      }
    }
    try stage.wait("the answers") { answers.count == 10 }
    #expect(answers == (0..<5).flatMap { _ in ["Notify", "CloseNotification"] })
    #expect(testServer.requests.map(\.summary) == ["Summary", "0", "1", "2", "3", "4"])
  }
}

/// Tests of the detection of sandboxes by the files of a process.
struct SandboxTests {
  /// The files of a process beside its root, the label that the bus tells, and whether it is confined.
  nonisolated static let rows: [(files: [String: String], label: String?, isConfined: Bool)] = [
    ([:], nil, false), (["root/.flatpak-info": ""], nil, true),
    (["attr/current": "unconfined\n"], "unconfined", false),
    (["attr/current": "snap.firefox.firefox (enforce)\n"], nil, true),
    (["attr/apparmor/current": "snap.firefox.firefox (enforce)\n", "attr/current": "other"], nil, true),
    ([:], "snap.firefox.firefox (enforce)", true), ([:], "snap.code.code (complain)", false),
    (
      ["cgroup": "0::/user.slice/user@1000.service/app.slice/snap.firefox.firefox-1234.scope\n"], nil,
      true
    ),
    (["cgroup": "12:freezer:/snap.firefox\n0::/user.slice\n"], nil, true),
    (["cgroup": "0::/user.slice/user@1000.service/app.slice/app-foot-1.scope\n"], nil, false),
    (["cgroup": "0::/system.slice/snapd.service\n"], nil, false),
  ]

  @Test(arguments: rows) func `a process is looked at`(
    files: [String: String], label: String?, isConfined: Bool
  ) throws {
    let directory = try PrivateDirectory()
    for folder in ["7", "7/root", "7/attr", "7/attr/apparmor"] { _ = try directory.makeDirectory(folder) }
    for (name, text) in files { try directory.write(text, to: "7/\(name)") }
    #expect(
      Sandbox.confines(process: 7, label: label, processes: directory.path) == isConfined, "\(files)")
  }

  @Test func `one that has gone, or cannot be looked into, counts as confined`() throws {
    let directory = try PrivateDirectory()
    #expect(Sandbox.confines(process: 7, label: nil, processes: directory.path))
    _ = try directory.makeDirectory("7")
    #expect(Sandbox.confines(process: 7, label: nil, processes: directory.path))
  }

  @Test func `this process is found where the system shows it`() {
    // The tests may themselves be run in a sandbox, where this file is seen from within.
    let isFlatpak = unsafe access("/.flatpak-info", F_OK) == 0
    #expect(Sandbox.confines(process: Int(getpid()), label: nil) == isFlatpak)
  }
}
