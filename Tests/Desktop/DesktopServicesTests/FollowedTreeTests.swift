import DesktopModel
import HeadlessSession
import Loop
import TestSupport
import Testing

@testable import DBus
@testable import DesktopServices

/// The objects of a service that tells hundreds of changes at once.
@Suite(.serialized)
struct FollowedTreeTests {
  let clock = ManualClock()
  let stage: BusStage

  init() throws {
    stage = try BusStage(clock: clock)
  }

  private static let (name, interface) = ("org.example.many", "org.example.Thing")

  private func startService(_ objects: Int) throws -> FakeObjects {
    let fake = FakeObjects(
      try stage.connect(), Self.name, root: "/",
      Dictionary(
        uniqueKeysWithValues: (0..<objects).map { ("/\($0)", [Self.interface: ["Number": .uint32(0)]]) }))
    try stage.wait("the name") { fake.service.isReady }
    return fake
  }

  /// Serves what the service has told until now, while no time passes.
  private func serve(_ bus: MessageBus) {
    var isAnswered = false
    bus.call(Call(to: Self.name, "/", Introspection.peer.name, "Ping")) { _ in isAnswered = true }
    let isServed = stage.loop.wait { isAnswered }
    #expect(isServed)
  }

  @Test func `a storm of changes is told at once and once more, and what nobody reads not at all`() throws {
    let fake = try startService(300)
    let bus = try stage.connect()
    var tellings = 0
    let tree = FollowedTree(
      bus, of: Self.name, "/", keeping: [Self.interface: ["Number"]], following: [Self.interface]
    ) { tellings += 1 }
    try stage.wait("the objects") { tree.tree?.paths(with: Self.interface).count == 300 }
    let told = tellings
    for number in 0..<300 { fake.set("/\(number)", Self.interface, ["Seen": .uint32(UInt32(number))]) }
    serve(bus)
    #expect(tellings == told)
    fake.set("/0", Self.interface, ["Number": .uint32(1)])
    serve(bus)
    #expect(tellings == told + 1)
    for number in 0..<300 { fake.set("/\(number)", Self.interface, ["Number": .uint32(2)]) }
    fake.add("/new", [Self.interface: ["Number": .uint32(2)]])
    fake.remove("/7")
    serve(bus)
    #expect(tellings == told + 1)
    #expect(tree.tree?["/299", Self.interface] == ["Number": .uint32(2)])
    clock.advance(by: .seconds(1))
    stage.loop.serveWhatIsReady()
    #expect(tellings == told + 2)
    tree.cancel()
  }

  @Test func `what was told before an answer is told before it is given`() throws {
    let fake = try startService(1)
    let bus = try stage.connect()
    var tellings = 0
    let tree = FollowedTree(
      bus, of: Self.name, "/", keeping: [Self.interface: ["Number"]], following: [Self.interface]
    ) { tellings += 1 }
    try stage.wait("the object") { tree.tree?["/0", Self.interface] != nil }
    fake.set("/0", Self.interface, ["Number": .uint32(1)])
    serve(bus)
    let told = tellings
    fake.set("/0", Self.interface, ["Number": .uint32(2)])
    var toldAtAnswer: Int?
    tree.call("/", Introspection.peer.name, "Ping") { _ in toldAtAnswer = tellings }
    let isAnswered = stage.loop.wait { toldAtAnswer != nil }
    #expect(isAnswered && toldAtAnswer == told + 1)
    fake.service.bus.close()
    try stage.wait("its end") { tree.tree == nil }
    #expect(tellings == told + 2)
    tree.cancel()
  }

  @Test func `an answer to a call that is cancelled for a change before it is not given`() throws {
    let fake = try startService(1)
    let bus = try stage.connect()
    var pending: PendingCall?
    let tree = FollowedTree(
      bus, of: Self.name, "/", keeping: [Self.interface: ["Number"]], following: [Self.interface]
    ) { pending?.cancel() }
    try stage.wait("the object") { tree.tree?["/0", Self.interface] != nil }
    // The first change is told at once, the second when the answer has come.
    fake.set("/0", Self.interface, ["Number": .uint32(1)])
    serve(bus)
    fake.set("/0", Self.interface, ["Number": .uint32(2)])
    var answers = 0
    pending = tree.call("/", Introspection.peer.name, "Ping") { _ in answers += 1 }
    serve(bus)
    #expect(answers == 0 && tree.tree?["/0", Self.interface] == ["Number": .uint32(2)])
    tree.cancel()
  }

  /// A value of which only a part is read.
  private static let excess = DBusValue.strings(Array(repeating: "", count: 200_000))

  @Test func `changes of which only a part is read are read from the object, after a pause`() throws {
    let fake = try startService(1)
    fake.service.add(
      "/0", Introspection.properties.name,
      methods: [.init("GetAll", in: [.init("interface", "s")], out: [.init("properties", "a{sv}")])]
    ) { _, _ in [.options(["Number": .uint32(7)])] }
    let bus = try stage.connect()
    let tree = FollowedTree(
      bus, of: Self.name, "/", keeping: [Self.interface: ["Number"]], following: [Self.interface]
    ) {}
    try stage.wait("the object") { tree.tree?["/0", Self.interface] != nil }
    func readings() -> Int { fake.service.calls.count { $0.member == "GetAll" } }
    for _ in 0..<10 { fake.set("/0", Self.interface, ["Huge": Self.excess, "Number": .uint32(7)]) }
    serve(bus)
    #expect(readings() <= 1)
    try stage.wait("the change") { tree.tree?["/0", Self.interface] == ["Number": .uint32(7)] }
    clock.advance(by: .seconds(1))
    stage.loop.serveWhatIsReady()
    serve(bus)
    #expect(readings() <= 2)
    tree.cancel()
  }

  @Test func `of an object that is added with more than is read a part is known`() throws {
    let fake = try startService(1)
    let bus = try stage.connect()
    let tree = FollowedTree(
      bus, of: Self.name, "/", keeping: [Self.interface: ["Number"]], following: [Self.interface]
    ) {}
    try stage.wait("the object") { tree.tree?["/0", Self.interface] != nil }
    fake.add("/new", [Self.interface: ["Number": .uint32(2)], "z.Huge": ["Huge": Self.excess]])
    try stage.wait("the new object") { tree.tree?["/new", Self.interface] == ["Number": .uint32(2)] }
    tree.cancel()
  }

  @Test func `an object with a text that the library refuses takes none of those before it away`() throws {
    try requireProgram("gdbus", of: "libglib2.0-bin")
    let mock = try MockProgram("bluez5", "org.bluez", "/", on: stage)
    for (path, properties) in [
      ("/one", "{'Name': <'a'>}"), ("/two", "{'Name': <'x\u{fffe}'>, 'Next': <'b'>}"),
    ] {
      let added = try stage.run([
        "gdbus", "call", "--session", "--dest", "org.bluez", "--object-path", "/", "--method",
        "org.freedesktop.DBus.Mock.AddObject", path, Self.interface, properties, "@a(ssss) []",
      ])
      #expect(added.ending == .exited(0), "\(added.text)")
    }
    let tree = FollowedTree(
      try stage.connect(), of: "org.bluez", "/", keeping: [Self.interface: ["Name"]],
      following: [Self.interface]
    ) {}
    try stage.wait("the object") { tree.tree?["/one", Self.interface] == ["Name": .string("a")] }
    #expect(tree.tree?["/two", Self.interface] == ["Name": .string("")])
    tree.cancel()
    mock.kill()
  }
}
