import DesktopModel
import HeadlessSession
import Loop
import TestSupport
import Testing

@testable import DBus
@testable import DesktopServices

/// The properties of an object whose owner answers late, with an error, or after a while again.
@Suite(.serialized)
struct FollowedObjectTests {
  let clock = ManualClock()
  let stage: BusStage

  init() throws {
    stage = try BusStage(clock: clock)
  }

  private static let (name, path, interface) = ("org.example.slow", "/slow", "org.example.Slow")
  private static let late = BusError("org.freedesktop.DBus.Error.NoReply", "Method call timed out")

  /// A value of which only a part is read.
  private static let excess = DBusValue.strings(Array(repeating: "", count: 100_000))

  /// A service whose answers to GetAll wait for the test; they have the property Number, and then `more`.
  private func startService(
    more: [DBusValue.Pair] = [], _ number: @escaping () -> UInt32
  ) throws -> FakeService {
    let service = FakeService(try stage.connect(), Self.name)
    service.add(
      Self.path, Introspection.properties.name,
      methods: [.init("GetAll", in: [.init("interface", "s")], out: [.init("properties", "a{sv}")])]
    ) { _, _ in
      let pair = DBusValue.Pair(.string("Number"), .variant(.uint32(number())))
      return [.dictionary(key: .string, value: .variant, [pair] + more)]
    }
    service.heldMembers = ["GetAll"]
    try stage.wait("the name") { service.isReady }
    return service
  }

  private func tell(_ service: FakeService, _ number: UInt32) {
    service.bus.emit(
      "PropertiesChanged", Self.path, Introspection.properties.name,
      [
        .string(Self.interface),
        .dictionary(
          key: .string, value: .variant, [.init(.string("Number"), .variant(.uint32(number)))]),
        .strings([]),
      ])
  }

  @Test func `an owner that does not answer in time is asked again, and what is known of it stays`() throws {
    var number: UInt32 = 1
    let service = try startService { number }
    let bus = try stage.connect()
    let object = FollowedObject(bus, of: Self.name, Self.path, Self.interface, keeping: ["Number"]) {}
    var asked = 1
    func fail() throws {
      try stage.wait("question \(asked)") { service.calls.count == asked }
      service.failHeld(Self.late)
      asked += 1
      // The answer has come when another call of the same service is answered.
      _ = try stage.answer(bus, .init(to: Self.name, "/", Introspection.peer.name, "Ping"))
    }
    // After 5 seconds, and then after 10.
    try fail()
    clock.advance(by: .seconds(7))
    try fail()
    clock.advance(by: .seconds(7))
    stage.loop.serveWhatIsReady()
    #expect(service.calls.count == 2 && object.content == nil)
    clock.advance(by: .seconds(7))
    try stage.wait("the third question") { service.calls.count == 3 }
    service.answerHeld()
    try stage.wait("the properties") { object.content?["Number"] == .uint32(1) }
    // The next reading has no answer in time: the known properties are kept.
    number = 2
    asked = 4
    object.readSoon()
    try fail()
    #expect(object.content?["Number"] == .uint32(1))
    clock.advance(by: .seconds(7))
    try stage.wait("the fifth question") { service.calls.count == 5 }
    service.answerHeld()
    try stage.wait("the other number") { object.content?["Number"] == .uint32(2) }
    object.cancel()
  }

  /// A service whose answers to GetAll wait for the test.
  private func startPropertyService() throws -> FakeService {
    let service = FakeService(try stage.connect(), Self.name)
    service.add(
      Self.path, Introspection.properties.name,
      methods: [
        .init("GetAll", in: [.init("interface", "s")], out: [.init("values", "a{sv}")])
      ]
    ) { _, _ in [.options(["Number": .uint32(3)])] }
    service.heldMembers = ["GetAll"]
    try stage.wait("the name") { service.isReady }
    return service
  }

  @Test func `the next owner of a property is asked again as soon as the first one was`() throws {
    let bus = try stage.connect()
    var values: [DBusValue?] = []
    func failOnce(_ service: FakeService) throws {
      try stage.wait("the question") { service.calls.count == 1 }
      service.failHeld(Self.late)
      _ = try stage.answer(bus, .init(to: Self.name, "/", Introspection.peer.name, "Ping"))
    }
    let first = try startPropertyService()
    let property = FollowedObject(bus, of: Self.name, Self.path, Self.interface, property: "Number") {
      values.append($0)
    }
    try failOnce(first)
    first.leave()
    let second = try startPropertyService()
    try failOnce(second)
    clock.advance(by: .seconds(7))
    try stage.wait("another question") { second.calls.count == 2 }
    #expect(values.isEmpty, "nothing was known, so nothing was lost")
    second.answerHeld()
    try stage.wait("the value") { values == [.uint32(3)] }
    second.leave()
    try stage.wait("the end of the second owner") { values == [.uint32(3), nil] }
    property.cancel()
  }

  @Test func `a property that its owner does not tell in time is asked for again`() throws {
    let service = try startPropertyService()
    let bus = try stage.connect()
    var values: [DBusValue?] = []
    let property = FollowedObject(bus, of: Self.name, Self.path, Self.interface, property: "Number") {
      values.append($0)
    }
    try stage.wait("the question") { service.calls.count == 1 }
    service.failHeld(Self.late)
    _ = try stage.answer(bus, .init(to: Self.name, "/", Introspection.peer.name, "Ping"))
    #expect(values.isEmpty)
    clock.advance(by: .seconds(7))
    try stage.wait("another question") { service.calls.count == 2 }
    service.answerHeld()
    try stage.wait("the value") { values == [.uint32(3)] }
    property.cancel()
  }

  @Test func `one that has answered with an error is read when it tells a change`() throws {
    let service = try startService { 7 }
    let bus = try stage.connect()
    let object = FollowedObject(bus, of: Self.name, Self.path, Self.interface, keeping: ["Number"]) {}
    try stage.wait("the question") { service.calls.count == 1 }
    service.failHeld(.unknownInterface("not yet"))
    _ = try stage.answer(bus, .init(to: Self.name, "/", Introspection.peer.name, "Ping"))
    clock.advance(by: .seconds(1000))
    stage.loop.serveWhatIsReady()
    #expect(service.calls.count == 1 && object.content == nil)
    tell(service, 6)
    try stage.wait("another question") { service.calls.count == 2 }
    service.answerHeld()
    try stage.wait("the properties") { object.content?["Number"] == .uint32(7) }
    tell(service, 8)
    try stage.wait("the change") { object.content?["Number"] == .uint32(8) }
    #expect(service.calls.count == 2)
    object.cancel()
  }

  /// Serves what the service has told until now, while no time passes.
  private func serve(_ bus: MessageBus) {
    var isAnswered = false
    bus.call(Call(to: Self.name, "/", Introspection.peer.name, "Ping")) { _ in isAnswered = true }
    let isServed = stage.loop.wait { isAnswered }
    #expect(isServed)
  }

  private func tell(
    _ service: FakeService, _ changed: KeyValuePairs<String, DBusValue>, untold: [String] = []
  ) {
    service.bus.emit(
      "PropertiesChanged", Self.path, Introspection.properties.name,
      [.string(Self.interface), .options(changed), .strings(untold)])
  }

  @Test func `properties that nobody reads are not kept, no changes, and no reason to read`() throws {
    let service = try startService { 7 }
    service.heldMembers = []
    let bus = try stage.connect()
    var tellings = 0
    let object = FollowedObject(bus, of: Self.name, Self.path, Self.interface, keeping: ["Number"]) {
      tellings += 1
    }
    try stage.wait("the properties") { object.content == ["Number": .uint32(7)] }
    for number in 0..<100 { tell(service, ["Position": .int64(Int64(number))], untold: ["Volume"]) }
    serve(bus)
    #expect(tellings == 1 && service.calls.count == 1 && object.content == ["Number": .uint32(7)])
    tell(service, ["Position": .int64(0), "Number": .uint32(8)])
    serve(bus)
    #expect(tellings == 2 && object.content == ["Number": .uint32(8)])
    object.cancel()
  }

  @Test func `an owner that tells without end that something has changed is read again after a pause`() throws
  {
    var number: UInt32 = 1
    let service = try startService { number }
    let bus = try stage.connect()
    let object = FollowedObject(bus, of: Self.name, Self.path, Self.interface, keeping: ["Number"]) {}
    try stage.wait("the question") { service.calls.count == 1 }
    tell(service, [:], untold: ["Number"])
    serve(bus)
    service.answerHeld()
    // The answer is taken although it may be older than the signal.
    try stage.wait("the properties") { object.content == ["Number": .uint32(1)] }
    try stage.wait("another question") { service.calls.count == 2 }
    number = 2
    service.heldMembers = []
    service.answerHeld()
    for _ in 0..<100 { tell(service, [:], untold: ["Number"]) }
    serve(bus)
    #expect(service.calls.count == 2)
    number = 3
    try stage.wait("what it was last") { object.content == ["Number": .uint32(3)] }
    #expect(service.calls.count <= 4)
    object.cancel()
  }

  @Test func `an owner that is slow to answer is asked once more for all later requests`() throws {
    let service = try startService { 7 }
    let bus = try stage.connect()
    let object = FollowedObject(bus, of: Self.name, Self.path, Self.interface, keeping: ["Number"]) {}
    try stage.wait("the question") { service.calls.count == 1 }
    for _ in 0..<10 {
      clock.advance(by: .milliseconds(150))
      object.readSoon()
      serve(bus)
    }
    #expect(service.calls.count == 1 && object.content == nil)
    service.heldMembers = []
    service.answerHeld()
    try stage.wait("another question") { service.calls.count == 2 }
    #expect(object.content == ["Number": .uint32(7)])
    // Several requests at once are one.
    clock.advance(by: .seconds(1))
    serve(bus)
    for _ in 0..<10 { object.readSoon() }
    try stage.wait("the last question") { service.calls.count == 3 }
    clock.advance(by: .seconds(1))
    serve(bus)
    #expect(service.calls.count == 3)
    object.cancel()
  }

  @Test func `an object that is not there yet is read again although its owner has signalled meanwhile`()
    throws
  {
    let service = try startService { 7 }
    let bus = try stage.connect()
    let object = FollowedProperties(
      bus, of: Self.name, Self.path, Self.interface, keeping: ["Number"], toleratedErrors: 4,
      adopt: FollowedProperties.merge
    ) {}
    try stage.wait("the question") { service.calls.count == 1 }
    service.failHeld(.unknownInterface("not yet"))
    serve(bus)
    object.readSoon()
    try stage.wait("the question after the signal") { service.calls.count == 2 }
    service.failHeld(.unknownInterface("not yet"))
    serve(bus)
    #expect(object.content == nil)
    // Nothing but a timer leads to another question.
    clock.advance(by: .seconds(10))
    try stage.wait("another question") { service.calls.count == 3 }
    service.answerHeld()
    try stage.wait("the properties") { object.content == ["Number": .uint32(7)] }
    object.cancel()
  }

  @Test func `an object that has more than is read is known by a part`() throws {
    let service = try startService(more: [.init(.string("Huge"), .variant(Self.excess))]) { 7 }
    service.heldMembers = []
    let bus = try stage.connect()
    let object = FollowedObject(bus, of: Self.name, Self.path, Self.interface, keeping: ["Number"]) {}
    try stage.wait("the properties") { object.content == ["Number": .uint32(7)] }
    object.cancel()
  }

  @Test func `changes of which only a part is read are read from the object, after a pause`() throws {
    var number: UInt32 = 1
    let service = try startService { number }
    service.heldMembers = []
    let bus = try stage.connect()
    let object = FollowedObject(bus, of: Self.name, Self.path, Self.interface, keeping: ["Number"]) {}
    try stage.wait("the properties") { object.content == ["Number": .uint32(1)] }
    let asked = service.calls.count
    number = 2
    for _ in 0..<10 { tell(service, ["Huge": Self.excess, "Number": .uint32(2)]) }
    serve(bus)
    #expect(service.calls.count <= asked + 1)
    try stage.wait("the change") { object.content == ["Number": .uint32(2)] }
    #expect(service.calls.count <= asked + 2)
    object.cancel()
  }

  @Test func `a change of which only a part is read leads to another reading of a property`() throws {
    let service = try startPropertyService()
    service.heldMembers = []
    let bus = try stage.connect()
    var values: [DBusValue?] = []
    let property = FollowedObject(bus, of: Self.name, Self.path, Self.interface, property: "Number") {
      values.append($0)
    }
    try stage.wait("the value") { values == [.uint32(3)] }
    tell(service, ["Huge": Self.excess, "Number": .uint32(4)])
    try stage.wait("another reading") { service.calls.count == 2 && values.count == 2 }
    property.cancel()
  }
}
