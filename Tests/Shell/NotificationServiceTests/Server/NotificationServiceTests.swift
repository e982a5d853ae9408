import DesktopModel
import Geometry
import Glibc
import HeadlessSession
import Loop
import Notifications
import TestSupport
import Testing

@testable import DBus
@testable import NotificationService

@Suite(.serialized)
struct NotificationServiceTests {
  let stage: BusStage
  let testServer: TestNotificationServer

  init() throws {
    stage = try BusStage()
    testServer = try TestNotificationServer.open(stage)
  }

  @Test func `the server reports its name, version and capabilities`() throws {
    #expect(
      try testServer.call("GetServerInformation", expects: "ssss")
        == .success([.string("hyaline"), .string("hyaline"), .string("1"), .string("1.3")]))
    #expect(
      try testServer.call("GetCapabilities", expects: "as")
        == .success([.strings(TestNotificationServer.capabilities)]))
  }

  @Test func `every argument of Notify is part of the request`() throws {
    let id = try testServer.notify(
      "Sum", body: "<b>Body</b>", replaces: 0, actions: ["default", "Open", "a", "Archive"],
      hints: ["urgency": .byte(2), "value": .int32(40), "category": .string("mail")], timeout: 1500)
    #expect(id == 1)
    let request = testServer.requests[0]
    #expect(request.summary == "Sum" && request.body == "<b>Body</b>" && request.expireTimeout == 1500)
    #expect(request.actions == ["default", "Open", "a", "Archive"] && request.applicationName == "test")
    #expect(
      request.hints == [
        .init("urgency", .integer(2)), .init("value", .integer(40)), .init("category", .string("mail")),
      ])
    #expect(try testServer.notify(replaces: 1) == 1)
    #expect(try testServer.notify() == 2)
  }

  /// Arguments with a text that the library refuses, and the summary and the actions of the requests that are read of them.
  @Test(
    arguments: [
      (["'Sum'", "'x\u{fffe}'", "['a', 'A']", "{'urgency': <byte 2>}"], "Sum", []),
      (
        ["'Sum'", "'Body'", "['a', 'A', 'b', 'x\u{fffe}']", "{'urgency': <byte 2>}"], "Sum",
        ["a", "A", "b", ""]
      ),
      (["'Sum'", "'Body'", "['a', 'A']", "{'category': <'x\u{fffe}'>}"], "Sum", ["a", "A"]),
      (["'Sum'", "'Body'", "['a', 'A']", "{'x-other': <'x\u{fffe}'>}"], "Sum", ["a", "A"]),
      (["'x\u{fffe}'", "'Body'", "['a', 'A']", "{}"], nil, []),
    ] as [([String], String?, [String])])
  func `a notification with a text that the library refuses is shown if its summary can be read`(
    _ arguments: [String], _ summary: String?, _ actions: [String]
  ) throws {
    try requireProgram("gdbus", of: "libglib2.0-bin")
    let call = try stage.run(
      [
        "gdbus", "call", "--session", "--dest", NotificationInterface.name, "--object-path",
        NotificationInterface.path, "--method", NotificationInterface.name + ".Notify", "'test'", "0", "''",
      ] + arguments + ["@i -1"])
    #expect((call.ending == .exited(0)) == (summary != nil), "\(call.text)")
    #expect(testServer.requests.map(\.summary) == (summary.map { [$0] } ?? []))
    #expect(testServer.requests.allSatisfy { $0.actions == actions })
  }

  /// Values that clients were seen to send for a hint, with the values as which they are read.
  @Test(
    arguments: [
      ("urgency", .byte(1), .integer(1)), ("urgency", .int32(1), .integer(1)),
      ("urgency", .uint64(.max), .integer(.max)),
      ("transient", .boolean(true), .boolean(true)), ("value", .double(0.5), .number(0.5)),
      ("image-path", .string("a"), .string("a")), ("image-path", .objectPath("/a"), .string("/a")),
      ("category", .variant(.variant(.string("x"))), .string("x")),
      ("x-kde-urls", .strings(["a", "b"]), .strings(["a", "b"])), ("x-kde-urls", .strings([]), .strings([])),
      (
        "image-data", .structure([.int32(1), .boolean(true), .bytes([1])]),
        .structure([.integer(1), .boolean(true), .bytes([1])])
      ),
      ("image-data", .options(["a": .byte(1)]), .other("a{sv}")),
      ("image-data", .array(.int32, [.int32(1)]), .other("ai")),
    ] as [(String, DBusValue, HintValue)])
  func `hints of every type are read`(_ name: String, _ value: DBusValue, _ expected: HintValue) throws {
    _ = try testServer.notify(hints: [name: value])
    #expect(testServer.requests[0].hints == [.init(name, expected)])
  }

  @Test func `hints that are unknown are not kept`() throws {
    _ = try testServer.notify(hints: ["x-unknown": .string("x"), "urgency": .byte(0)])
    #expect(testServer.requests[0].hints.map(\.name) == ["urgency"])
  }

  @Test func `calls of a program wait for files of its earlier calls, and those of others do not`() throws {
    testServer.readsAtOnce = false
    let other = try stage.connect()
    var answers: [String] = []
    func send(_ member: String, _ arguments: [DBusValue], expects: String) {
      let call = Call(
        to: NotificationInterface.name, NotificationInterface.path, NotificationInterface.name, member,
        arguments, expects: expects)
      testServer.client.call(call) { result in
        answers.append("\(member) \((try? result.get())?.first?.uint32.map { String($0) } ?? "")")
      }
    }
    func notify(_ summary: String, icon: String = "", replaces: UInt32 = 0) {
      send(
        "Notify",
        [
          .string("test"), .uint32(replaces), .string(icon), .string(summary), .string(""), .strings([]),
          .options([:]), .int32(-1),
        ], expects: "u")
    }
    notify("first", icon: "/a.png")
    notify("second")
    notify("third", icon: "mail", replaces: 1)
    send("CloseNotification", [.uint32(1)], expects: "")
    send("GetCapabilities", [], expects: "as")
    try stage.wait("what needs no file") { answers == ["GetCapabilities "] }
    #expect(try testServer.notify("other", as: other) == 1)
    #expect(testServer.readings.map(\.paths) == [["/a.png"], [], [], []])
    for _ in 1...4 { testServer.finishReading() }
    try stage.wait("the answers") { answers.count == 5 }
    #expect(testServer.requests.map(\.summary) == ["other", "first", "second", "third"])
    #expect(answers.dropFirst() == ["Notify 2", "Notify 3", "Notify 1", "CloseNotification "])
    #expect(try testServer.notify("fourth") == 4, "nothing is waited for any more")
  }

  /// Calls Notify of the service without waiting for the answer.
  private func send(_ icon: String, hint: String = "", as client: MessageBus) {
    let hints: KeyValuePairs<String, DBusValue> = hint.isEmpty ? [:] : ["image-path": .string(hint)]
    client.call(
      Call(
        to: NotificationInterface.name, NotificationInterface.path, NotificationInterface.name, "Notify",
        [
          .string("test"), .uint32(0), .string(icon), .string(icon), .string(""), .strings([]),
          .options(hints), .int32(-1),
        ], expects: "u")
    ) { _ in }
  }

  @Test func `a call that names no file is answered at once, also with the name of an icon in a hint`() throws
  {
    testServer.readsAtOnce = false
    #expect(try testServer.notify(body: "<img src='mail'>", hints: ["image-path": .string("mail")]) == 1)
    #expect(testServer.readings.isEmpty)
    send("/a.png", as: testServer.client)
    send("", hint: "mail", as: testServer.client)
    try stage.wait("the calls") { testServer.readings.count == 2 }
    #expect(testServer.readings.map(\.paths) == [["/a.png"], []], "a later call waits for an earlier one")
  }

  @Test func `files of a few calls of each program are read at a time, and the others keep their order`()
    throws
  {
    testServer.readsAtOnce = false
    let most = NotificationService.mostReadings
    for number in 0..<most + 2 { send("/\(number)", as: testServer.client) }
    try stage.wait("the calls") { testServer.readings.count == most + 2 }
    #expect(testServer.readings.map(\.paths) == (0..<most).map { ["/\($0)"] } + [[], []])
    testServer.finishReading()
    send("/new", as: testServer.client)
    try stage.wait("another call") { testServer.readings.count == most + 2 }
    #expect(testServer.readings.last?.paths == ["/new"])
    for _ in 1...most + 2 { testServer.finishReading() }
    #expect(testServer.requests.map(\.icon) == (0..<most + 2).map { "/\($0)" } + ["/new"])
  }

  @Test func `files of a limited number of calls of all programs are read at a time`() throws {
    testServer.readsAtOnce = false
    let count = NotificationService.mostReadings
    let programs = NotificationService.mostReadingsInAll / count
    var clients: [MessageBus] = []
    for program in 1...programs {
      let client = try stage.connect()
      clients.append(client)
      for number in 1...count { send("/\(number)", as: client) }
      try stage.wait("the calls") { testServer.readings.count == program * count }
    }
    #expect(testServer.readings.allSatisfy { !$0.paths.isEmpty })
    send("/last", as: testServer.client)
    try stage.wait("the last call") { !testServer.requests.isEmpty }
    #expect(testServer.requests.map(\.icon) == ["/last"], "it is answered at once")
    for _ in 0..<programs * count { testServer.finishReading() }
    #expect(testServer.requests.count == programs * count + 1)
  }

  @Test func `closing is answered and reported by a signal`() throws {
    let id = try testServer.notify()
    #expect(try testServer.call("CloseNotification", [.uint32(id.rawValue)]) == .success([]))
    try testServer.waitForSignals(1)
    #expect(testServer.signals == ["NotificationClosed(1, 3)"])
    guard case .failure(let error) = try testServer.call("CloseNotification", [.uint32(id.rawValue)]) else {
      Issue.record("closed twice")
      return
    }
    #expect(error.message == "")
  }

  @Test func `every reason for closing is reported`() throws {
    for reason in CloseReason.allCases { testServer.service.perform(.emitClosed(id: 7, reason)) }
    try testServer.waitForSignals(4)
    #expect(testServer.signals == (1...4).map { "NotificationClosed(7, \($0))" })
  }

  @Test func `the token for activation comes before the action`() throws {
    let id = try testServer.notify(actions: ["default", "Open", "a", "Archive"])
    testServer.activationToken = "token-1"
    testServer.happen(.actionChosen(id: id, key: "a"))
    try testServer.waitForSignals(3)
    #expect(
      testServer.signals == [
        "ActivationToken(1, token-1)", "ActionInvoked(1, a)", "NotificationClosed(1, 2)",
      ])
  }

  @Test func `an action goes without a token where there is none`() throws {
    let id = try testServer.notify(actions: ["default", "Open"], hints: ["resident": .boolean(true)])
    testServer.happen(.clicked(id: id))
    try testServer.waitForSignals(1)
    #expect(testServer.signals == ["ActionInvoked(1, default)"])
  }

  @Test func `a reply is reported by a signal`() throws {
    let id = try testServer.notify(actions: ["inline-reply", "Reply"])
    testServer.happen(.replied(id: id, text: "Grüße\n🎈"))
    try testServer.waitForSignals(1)
    #expect(testServer.signals[0] == "NotificationReplied(1, Grüße\n🎈)")
  }

  @Test(
    arguments: [
      ("Notify", [.string("test")], "s"), ("Notify", [], ""),
      (
        "Notify",
        [
          .string(""), .int32(0), .string(""), .string(""), .string(""), .strings([]), .options([:]),
          .int32(0),
        ], "sisssasa{sv}i"
      ),
      (
        "Notify",
        [
          .string(""), .uint32(0), .string(""), .string(""), .string(""), .strings([]),
          .dictionary(key: .string, value: .string, []), .int32(0),
        ], "susssasa{ss}i"
      ),
      ("CloseNotification", [.int32(1)], "i"), ("CloseNotification", [.uint32(1), .uint32(2)], "uu"),
      ("GetCapabilities", [.byte(1)], "y"), ("GetServerInformation", [.string("")], "s"),
    ] as [(String, [DBusValue], String)])
  func `wrong types are refused and nothing is shown`(
    _ member: String, _ arguments: [DBusValue], _ signature: String
  ) throws {
    guard case .failure(let error) = try testServer.call(member, arguments) else {
      Issue.record("taken")
      return
    }
    #expect(error.name == "org.freedesktop.DBus.Error.InvalidArgs")
    #expect(error.message.hasSuffix("got (\(signature))"))
    #expect(testServer.requests.isEmpty)
  }

  @Test func `a thousand notifications at once get a thousand numbers`() throws {
    var ids: Set<NotificationID> = []
    var answers = 0
    for index in 0..<1000 {
      let call = Call(
        to: NotificationInterface.name, NotificationInterface.path, NotificationInterface.name, "Notify",
        [
          .string("test"), .uint32(0), .string(""), .string("\(index)"), .string(""), .strings([]),
          .options([:]), .int32(-1),
        ], expects: "u")
      testServer.client.call(call) { result in
        answers += 1
        if case .success(let values) = result { ids.insert(NotificationID(rawValue: values[0].uint32!)) }
      }
    }
    try stage.wait("the answers") { answers == 1000 }
    #expect(ids.count == 1000 && !ids.contains(0))
  }

  @Test func `the owner of the bus name is known, and is replaced only on request`() throws {
    let second = try TestNotificationServer(stage)
    try stage.wait("the owner") { second.service.state != .waiting }
    #expect(
      second.service.state
        == .taken(
          by: NameOwner(
            uniqueName: testServer.bus.uniqueName!, processID: Int(getpid()),
            processName: NameOwner.name(ofProcess: Int(getpid())))))
    let third = try TestNotificationServer(stage, replaces: true)
    try stage.wait("the exchange") { third.service.state == .owned && testServer.service.state != .owned }
    _ = try testServer.notify()
    #expect(third.requests.count == 1 && testServer.requests.isEmpty)
    third.service.close()
    try stage.wait("the next") { testServer.service.state == .owned }
    _ = try testServer.notify()
    #expect(testServer.requests.count == 1)
    second.service.close()
  }

  @Test func `after a restart of the bus the server serves again`() throws {
    stage.daemon.stop()
    try stage.wait("the loss") { testServer.service.state == .waiting }
    try stage.daemon.start()
    try stage.wait("the name again") {
      testServer.service.state == .owned && testServer.client.state == .connected
    }
    #expect(try testServer.notify() == 1)
  }
}
