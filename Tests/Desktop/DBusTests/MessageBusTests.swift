import DesktopModel
import Geometry
import Glibc
import HeadlessSession
import Loop
import TestSupport
import Testing

@testable import DBus

@Suite(.serialized)
struct MessageBusTests {
  let stage: BusStage
  let server: MessageBus
  let client: MessageBus

  init() throws {
    stage = try BusStage()
    server = try stage.connect()
    client = try stage.connect()
  }

  /// Serves `Echo` and returns the name, owned.
  private func serve(limits: ReadLimits = .usual, _ handler: @escaping (MethodCall) -> Void) throws
    -> OwnedName
  {
    server.export(
      BusObject(
        path: Echo.path, interfaces: [Echo.interface], limits: limits,
        property: { $1 == "Version" ? .uint32(3) : .string("echo") }, handler: handler))
    let name = server.own(Echo.name) { _ in }
    try stage.wait("the name") { name.state == .owned }
    return name
  }

  private static let everything = DBusValue.structure([
    .byte(7), .boolean(true), .int16(-2), .uint16(65535), .int32(.min), .uint32(.max), .int64(.min),
    .uint64(.max), .double(0.1), .string("Grüße 🎈"), .objectPath("/a/b_1"), .signature("a{sv}"),
    .variant(.array(.variant, [.variant(.byte(1)), .variant(.structure([.string("")]))])),
    .bytes([0, 255, 1]), .strings(["", "x"]), .options(["k": .int64(-5)]),
    .array(.structure([.string, .int32]), [.structure([.string("a"), .int32(1)])]),
    .array(.array(.byte), [.bytes([]), .bytes([9])]),
    .dictionary(
      key: .uint32, value: .structure([.string, .variant]),
      [.init(.uint32(1), .structure([.string("one"), .variant(.boolean(false))]))]),
  ])

  @Test func `every type of value arrives unchanged`() throws {
    let name = try serve { $0.reply($0.arguments[0]) }
    let call = Echo.call("Echo", [Self.everything], expects: Echo.allTypes)
    #expect(try stage.answer(client, call) == .success([Self.everything]))
    name.release()
  }

  @Test func `during long work calls are answered while signals and answers wait`() throws {
    var served: [String] = []
    let name = try serve { call in
      served.append(call.arguments[0].string ?? "")
      call.reply(.uint32(7))
    }
    var (said, hasAnswer) = (0, false)
    server.subscribe(.ofAnyone(interface: Echo.name)) { _ in said += 1 }
    _ = try stage.answer(server, .ofBus("GetId", [], expects: "s"))
    server.call(.ofBus("GetId", [], expects: "s")) { _ in hasAnswer = true }
    var replies = 0
    // The second comes after the bus has seen to what was sent with the first.
    for text in ["one", "two"] {
      client.emit("Said", Echo.path, Echo.name, [.string(text)])
      client.call(Echo.call("Notify", [.string(text), .options([:])], expects: "u")) { _ in replies += 1 }
      let deadline = Deadline.patient
      while served.last != text, !deadline.hasPassed { server.answerCalls() }
    }
    #expect(served == ["one", "two"] && said == 0 && !hasAnswer && replies == 0)
    try stage.wait("the rest") { said == 2 && hasAnswer && replies == 2 }
    name.release()
  }

  @Test func `signals that waited for long work to end are dropped if the bus was closed meanwhile`() throws {
    var (said, isServed) = (0, false)
    let name = try serve { call in
      isServed = true
      call.reply(.uint32(7))
    }
    server.subscribe(.ofAnyone(interface: Echo.name)) { [server] _ in
      said += 1
      server.close()
      server.start()
    }
    _ = try stage.answer(server, .ofBus("GetId", [], expects: "s"))
    for text in ["one", "two"] { client.emit("Said", Echo.path, Echo.name, [.string(text)]) }
    client.call(Echo.call("Notify", [.string("three"), .options([:])], expects: "u")) { _ in }
    let deadline = Deadline.patient
    while !isServed, !deadline.hasPassed { server.answerCalls() }
    #expect(isServed && said == 0)
    try stage.wait("the first signal") { said > 0 }
    _ = try stage.answer(server, .ofBus("GetId", [], expects: "s"))
    #expect(said == 1)
    name.release()
  }

  @Test func `a text with a NUL is sent without it`() throws {
    let name = try serve { $0.reply($0.arguments[0]) }
    let call = Echo.call("EchoVariant", [.variant(.string("a\0b"))], expects: "v")
    #expect(try stage.answer(client, call) == .success([.variant(.string("a\u{fffd}b"))]))
    name.release()
  }

  @Test func `a text with characters that the library refuses is sent without them`() throws {
    let name = try serve { $0.reply($0.arguments[0]) }
    let refused = [0xFFFF, 0xFDD0, 0xFDEF, 0x1FFFE, 0x10FFFF].map { String(Unicode.Scalar($0)!) }
    let call = Echo.call(
      "EchoVariant", [.variant(.string("é" + refused.joined(separator: "🎈") + "\u{fffc}"))], expects: "v")
    let sent = "é" + refused.map { _ in "\u{fffd}" }.joined(separator: "🎈") + "\u{fffc}"
    #expect(try stage.answer(client, call) == .success([.variant(.string(sent))]))
    name.release()
  }

  @Test func `wrong arguments are refused and not delivered`() throws {
    var delivered = 0
    let name = try serve { _ in delivered += 1 }
    for arguments in [[], [.string("x")], [.string("x"), .strings([])], [.variant(.string("x"))]]
      as [[DBusValue]]
    {
      let result = try stage.answer(client, Echo.call("Notify", arguments, expects: "u"))
      guard case .failure(let error) = result else {
        Issue.record("\(arguments) was taken")
        continue
      }
      #expect(error.name == "org.freedesktop.DBus.Error.InvalidArgs")
      #expect(
        error.message == "expected arguments of type (sa{sv}), got (\(arguments.map(\.type).signature))")
    }
    #expect(delivered == 0)
    name.release()
  }

  @Test(arguments: [
    ("/org/example/Echo", "org.example.Echo", "Nothing", "UnknownMethod"),
    ("/org/example/Echo", "org.example.Other", "Echo", "UnknownInterface"),
    ("/org/example/Nowhere", "org.example.Echo", "Fail", "UnknownObject"),
  ])
  func `a call to an unknown object, interface or member fails with the matching error`(
    _ path: String, _ interface: String, _ member: String, _ error: String
  ) throws {
    let name = try serve { _ in }
    guard case .failure(let got) = try stage.answer(client, Call(to: Echo.name, path, interface, member))
    else {
      Issue.record("answered")
      return
    }
    #expect(got.name == "org.freedesktop.DBus.Error.\(error)")
    name.release()
  }

  @Test func `a call may be answered later or with an error, and never stays unanswered`() throws {
    let loop = stage.loop
    let name = try serve { call in
      switch call.member {
      case "Fail": call.fail(BusError("org.example.Bad", "because"))
      case "Later": loop.schedule(at: loop.now) { call.reply(.boolean(true)) }
      default: break
      }
    }
    #expect(try stage.answer(client, Echo.call("Fail")) == .failure(BusError("org.example.Bad", "because")))
    #expect(try stage.answer(client, Echo.call("Later", expects: "b")) == .success([.boolean(true)]))
    #expect(try stage.answer(client, Echo.call("Forget")) == .failure(.failed("Forget was not answered")))
    name.release()
  }

  @Test func `an answer of unexpected types is an error`() throws {
    let name = try serve { $0.reply($0.arguments[0]) }
    let result = try stage.answer(client, Echo.call("EchoVariant", [.variant(.byte(1))], expects: "s"))
    guard case .failure(let error) = result else {
      Issue.record("taken")
      return
    }
    #expect(error.message == "EchoVariant: expected an answer of type (s), got (v)")
    name.release()
  }

  @Test func `elements beyond the limits are left out`() throws {
    var arguments: [DBusValue] = []
    let name = try serve(limits: ReadLimits(textBytes: 5, bytes: 2, elements: 3)) {
      arguments = $0.arguments
      $0.reply(.uint32(1))
    }
    let hints = DBusValue.options([
      "long key": .bytes([1, 2, 3]), "b": .strings(["1", "2", "3", "4"]), "c": .bytes([1, 2]),
      "d": .uint32(1),
    ])
    let call = Echo.call("Notify", [.string("ab€€"), hints], expects: "u")
    #expect(try stage.answer(client, call) == .success([.uint32(1)]))
    #expect(arguments[0] == .string("ab€"))
    #expect(
      arguments[1]
        == .options(["long ": .bytes([]), "b": .strings(["1", "2", "3"]), "c": .bytes([1, 2])]))
    name.release()
  }

  @Test func `of replies and signals no more is read than their receivers want`() throws {
    let texts = DBusValue.variant(.strings(["1", "2", "3", "4"]))
    let name = try serve { $0.reply($0.arguments[0]) }
    var call = Echo.call("EchoVariant", [texts], expects: "v")
    call.limits = ReadLimits(elements: 2)
    #expect(try stage.answer(client, call) == .success([.variant(.strings(["1", "2"]))]))
    var got: [[DBusValue]] = []
    let match = SignalMatch.ofAnyone(interface: Echo.name, member: "Said")
    for limits in [
      ReadLimits(elements: 3), .usual, ReadLimits(elements: 3), ReadLimits(visits: 1, allowsPart: true),
    ] {
      client.subscribe(match, limits: limits) { got.append($0.arguments) }
    }
    _ = try stage.answer(client, .ofBus("GetId", [], expects: "s"))
    server.emit("Said", Echo.path, Echo.name, [texts, .string("end")])
    try stage.wait("the signals") { got.count == 4 }
    let three: [DBusValue] = [.variant(.strings(["1", "2", "3"])), .string("end")]
    #expect(got[0] == three && got[1] == [texts, .string("end")] && got[2] == three)
    #expect(got[3].count == 1)
    name.release()
  }

  @Test func `variants that are nested too deeply are refused by the library or the bus`() throws {
    let name = try serve { $0.reply($0.arguments[0]) }
    var value = DBusValue.byte(1)
    for _ in 0..<60 { value = .variant(value) }
    #expect(try stage.answer(client, Echo.call("EchoVariant", [value], expects: "v")) == .success([value]))
    for _ in 0..<60 { value = .variant(value) }
    guard case .failure = try stage.answer(client, Echo.call("EchoVariant", [value], expects: "v")) else {
      Issue.record("taken")
      return
    }
    name.release()
  }

  @Test func `signals reach those that subscribed to them`() throws {
    var got: [Signal] = []
    var other = 0
    let wanted = client.subscribe(
      SignalMatch(sender: server.uniqueName!, interface: Echo.name, member: "Said", firstArgument: "it's")
    ) { got.append($0) }
    client.subscribe(.ofAnyone(interface: "org.example.Other")) { _ in other += 1 }
    // The bus answers in order: afterwards it knows the rules.
    _ = try stage.answer(client, .ofBus("GetId", [], expects: "s"))
    server.emit("Said", Echo.path, Echo.name, [.string("other")])
    server.emit("Said", Echo.path, Echo.name, [.string("it's")])
    try stage.wait("the signal") { !got.isEmpty }
    #expect(got.map(\.arguments) == [[.string("it's")]])
    #expect(got[0].sender == server.uniqueName)
    wanted.cancel()
    _ = try stage.answer(client, .ofBus("GetId", [], expects: "s"))
    server.emit("Said", Echo.path, Echo.name, [.string("it's")])
    _ = try stage.answer(server, .ofBus("GetId", [], expects: "s"))
    _ = try stage.answer(client, .ofBus("GetId", [], expects: "s"))
    #expect(got.count == 1)
    #expect(other == 0)
  }

  @Test func `a signal that one subscriber cannot read reaches the others`() throws {
    var got: [String] = []
    let match = SignalMatch.ofAnyone(interface: Echo.name, member: "Said")
    // A subscriber to one value does not read the second, whose type has no meaning without descriptors.
    for (name, limits) in [
      ("all", ReadLimits.usual), ("first", ReadLimits(visits: 1, allowsPart: true)), ("all again", .usual),
    ] {
      client.subscribe(match, limits: limits) { got.append("\(name): \($0.arguments.count)") }
    }
    _ = try stage.answer(client, .ofBus("GetId", [], expects: "s"))
    try requireProgram("gdbus", of: "libglib2.0-bin")
    for value in ["<@ah []>", "<'text'>"] {
      let sender = try SessionProcess(
        [
          "gdbus", "emit", "--session", "--object-path", Echo.path, "--signal", "\(Echo.name).Said", "['a']",
          value,
        ],
        environment: ["PATH": "/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": stage.daemon.address],
        log: stage.directory.file("gdbus.log"))
      #expect(sender.waitForEnd() == .exited(0), "\(sender.logText)")
    }
    try stage.wait("the second signal") { got.contains("all again: 2") }
    #expect(got == ["first: 1", "all: 2", "first: 1", "all again: 2"])
  }

  /// Values with a text that the library refuses, and the parts of them that are read.
  private static let refused: [(value: String, part: [DBusValue])] = [
    ("'x\u{fffe}'", [.string("")]), ("<'x\u{fffe}'>", [.variant(.string(""))]),
    ("['1', 'x\u{fffe}', '3']", [.strings(["1", ""])]),
    ("['1', '2', 'x\u{fffe}']", [.strings(["1", "2"])]),
    ("{'a': <'1'>, 'b': <'x\u{fffe}'>, 'c': <'3'>}", [.options(["a": .string("1"), "b": .string("")])]),
    ("{'a': <'1'>, 'z': <'x\u{fffe}'>, 'c': <'3'>}", [.options(["a": .string("1")])]),
    ("{'a': <'1'>, 'z': <['x\u{fffe}']>, 'c': <'3'>}", [.options(["a": .string("1")])]),
    ("{'x\u{fffe}': <'1'>, 'c': <'3'>}", [.options([:])]),
    (
      "{'a': {'x\u{fffe}': '1'}}",
      [
        .dictionary(
          key: .string, value: .dictionary(key: .string, value: .string),
          [
            .init(.string("a"), .dictionary(key: .string, value: .string, []))
          ])
      ]
    ),
    ("('1', 'x\u{fffe}', '3')", [.structure([.string("1"), .string("")])]),
  ]

  @Test func `of a message with a text that the library refuses, a part is read where that is allowed`()
    throws
  {
    try requireProgram("gdbus", of: "libglib2.0-bin")
    let match = SignalMatch.ofAnyone(interface: Echo.name, member: "Said")
    let limits = ReadLimits(elements: 2, keys: ["a", "b", "c"], allowsPart: true)
    var got: [Signal] = []
    client.subscribe(match, limits: limits) { got.append($0) }
    client.subscribe(match) { _ in Issue.record("a message without a text of its own was read") }
    _ = try stage.answer(client, .ofBus("GetId", [], expects: "s"))
    for (value, part) in Self.refused {
      let sender = try stage.run([
        "gdbus", "emit", "--session", "--object-path", Echo.path, "--signal", "\(Echo.name).Said", "'say'",
        value, "'end'",
      ])
      #expect(sender.ending == .exited(0), "\(sender.text)")
      try stage.wait("the signal") { !got.isEmpty }
      let signal = got.removeFirst()
      #expect(signal.arguments == [.string("say")] + part && signal.isPart, "\(value)")
    }
  }

  @Test func `an observer that was cancelled is released while the bus stays connected`() {
    weak let observer = client.observe { _ in }
    #expect(observer != nil)
    observer?.cancel()
    client.observe { _ in }.cancel()
    #expect(observer == nil)
  }

  @Test func `properties can be read but not set`() throws {
    let name = try serve { _ in }
    func ask(_ member: String, _ arguments: [DBusValue], _ expects: String) throws -> Result<
      [DBusValue], BusError
    > {
      let face = "org.freedesktop.DBus.Properties"
      return try stage.answer(
        client, Call(to: Echo.name, Echo.path, face, member, arguments, expects: expects))
    }
    #expect(
      try ask("Get", [.string(Echo.name), .string("Version")], "v") == .success([.variant(.uint32(3))]))
    #expect(
      try ask("GetAll", [.string(Echo.name)], "a{sv}")
        == .success([.options(["Version": .uint32(3), "Name": .string("echo")])]))
    for (member, property, error) in [
      ("Get", "Colour", "UnknownProperty"), ("Set", "Version", "PropertyReadOnly"),
    ] {
      let more: [DBusValue] = member == "Set" ? [.variant(.uint32(1))] : []
      let result = try ask(
        member, [.string(Echo.name), .string(property)] + more, member == "Set" ? "" : "v")
      guard case .failure(let got) = result else {
        Issue.record("\(member) \(property) was answered")
        continue
      }
      #expect(got.name == "org.freedesktop.DBus.Error.\(error)")
    }
    name.release()
  }

  @Test func `a thousand calls at once are all answered in order`() throws {
    var count: UInt32 = 0
    let name = try serve { call in
      count += 1
      call.reply(.uint32(count))
    }
    var answers: [UInt32] = []
    for _ in 0..<1000 {
      client.call(Echo.call("Notify", [.string("x"), .options([:])], expects: "u")) {
        if case .success(let values) = $0 { answers.append(values[0].uint32!) }
      }
    }
    try stage.wait("the answers") { answers.count == 1000 }
    #expect(answers == Array(1...1000))
    name.release()
  }

  @Test func `a cancelled call is never answered`() throws {
    let name = try serve { _ in }
    let call = client.call(Echo.call("Forget")) { _ in Issue.record("heard") }
    call.cancel()
    _ = try stage.answer(client, .ofBus("GetId", [], expects: "s"))
    name.release()
  }

  @Test func `a call that nobody answers fails after its time limit`() throws {
    var held: [MethodCall] = []
    let name = try serve { held.append($0) }
    var call = Echo.call("Later", expects: "b")
    call.timeout = .milliseconds(50)
    guard case .failure = try stage.answer(client, call) else {
      Issue.record("answered")
      return
    }
    #expect(held.count == 1)
    held = []
    name.release()
  }

  @Test func `other programs can introspect all objects from the root down`() throws {
    try requireProgram("gdbus", of: "libglib2.0-bin")
    let name = try serve { _ in }
    let result = try stage.run([
      "gdbus", "introspect", "--session", "--recurse", "--dest", Echo.name, "--object-path", "/",
    ])
    #expect(result.ending == .exited(0))
    for part in [
      "node /org/example/Echo", "interface org.example.Echo", "Said(s text)", "readonly u Version = 3",
    ] {
      #expect(result.text.contains(part), "\(result.text)")
    }
    name.release()
  }
}
