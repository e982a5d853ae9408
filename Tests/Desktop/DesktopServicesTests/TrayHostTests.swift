import DesktopModel
import HeadlessSession
import Loop
import TestSupport
import Testing

@testable import DBus
@testable import DesktopServices

/// The tray with programs that come, change and go, as the watcher of items and beside another one.
@Suite(.serialized)
struct TrayHostTests {
  let clock = ManualClock()
  let stage: BusStage

  init() throws {
    stage = try BusStage(clock: clock)
  }

  private static let interface = "org.kde.StatusNotifierItem"
  private static let path = "/StatusNotifierItem"
  private static let methods: [InterfaceDescription.Method] = [
    .init("Activate", in: [.init("x", "i"), .init("y", "i")]),
    .init("SecondaryActivate", in: [.init("x", "i"), .init("y", "i")]),
    .init("ContextMenu", in: [.init("x", "i"), .init("y", "i")]),
    .init("Scroll", in: [.init("delta", "i"), .init("orientation", "s")]),
    .init("ProvideXdgActivationToken", in: [.init("token", "s")]),
  ]

  /// A program with an item, which it has told the watcher of by `argument`, its name on the bus by itself.
  private func startItem(_ title: String, argument: String? = nil, path: String = path) throws -> FakeService
  {
    let service = FakeService(try stage.connect(), "org.example.\(title)")
    service.add(
      path, Self.interface,
      ["Id": .string(title), "Title": .string(title), "Status": .string("Active"), "IconName": .string("a")],
      methods: Self.methods)
    try stage.wait("the name") { service.isReady }
    let call = Call(
      to: TrayWatcher.name, TrayWatcher.path, TrayWatcher.name, "RegisterStatusNotifierItem",
      [.string(argument ?? service.bus.uniqueName ?? "")])
    #expect(try stage.answer(service.bus, call) == .success([]))
    return service
  }

  /// Numbers of processes as they would be if each connection belonged to a program of its own, except those of `many`.
  private func findProcess(many: [String] = []) -> TrayWatcher.ProcessSearch {
    { connection, answer in
      answer(
        many.contains(connection) ? 1 : 2 + (connection.split(separator: ".").last.flatMap { Int($0) } ?? 0))
    }
  }

  private func startHost(_ findProcess: TrayWatcher.ProcessSearch? = nil) throws -> (TrayHost, Observation) {
    let host = TrayHost(stage.makeBus(), findProcess: findProcess ?? self.findProcess())
    let observation = host.observe {}
    try waitForWatcher()
    return (host, observation)
  }

  private func waitForWatcher() throws {
    let bus = try stage.connect()
    try stage.wait("the watcher") {
      (try? stage.answer(bus, .ofBus("NameHasOwner", [.string(TrayWatcher.name)], expects: "b")))
        == .success([.boolean(true)])
    }
  }

  @Test func `items come, change, are used and go with their programs`() throws {
    let (host, observation) = try startHost()
    let first = try startItem("first")
    let second = try startItem("second", argument: "/org/ayatana/second", path: "/org/ayatana/second")
    try stage.wait("both") { host.items.map(\.title) == ["first", "second"] }
    #expect(host.items[1].id == "\(second.bus.uniqueName!)/org/ayatana/second")
    // The signal says that something has changed, but not what.
    first.add(
      Self.path, Self.interface,
      [
        "Id": .string("first"), "Title": .string("other"), "Status": .string("NeedsAttention"),
        "IconName": .string("b"),
      ],
      methods: Self.methods)
    first.bus.emit("NewTitle", Self.path, Self.interface, [])
    try stage.wait("the title") { host.items[0].title == "other" && host.items[0].status == .needsAttention }
    first.add(
      Self.path, Self.interface,
      ["Id": .string("first"), "Title": .string("other"), "XAyatanaLabel": .string("43 °C")],
      methods: Self.methods)
    first.bus.emit("XAyatanaNewLabel", Self.path, Self.interface, [.string("43 °C"), .string("")])
    try stage.wait("the label") { host.items[0].label == "43 °C" }
    host.perform(.activate, on: host.items[0].id, token: "token")
    host.perform(.scroll(-2, isHorizontal: false), on: host.items[0].id)
    host.perform(.contextMenu, on: host.items[1].id)
    try stage.wait("the calls") { first.calls.count == 3 && second.calls.count == 1 }
    #expect(first.calls.map(\.member) == ["ProvideXdgActivationToken", "Activate", "Scroll"])
    #expect(first.calls[2].arguments == [.int32(-240), .string("vertical")])
    first.bus.close()
    try stage.wait("the first to go") { host.items.map(\.title) == ["second"] }
    observation.cancel()
    #expect(host.items.isEmpty)
  }

  @Test func `a program may ask once that its menu be shown after each use of its item, and others may not`()
    throws
  {
    let (host, observation) = try startHost()
    var requests: [String] = []
    let requested = host.observeMenuRequests { requests.append("\($0.hasSuffix(Self.path)) \($1)") }
    let item = FakeService(try stage.connect(), "org.example.item")
    func tell(_ menu: String) {
      item.add(
        Self.path, Self.interface,
        ["Id": .string("item"), "Title": .string(menu), "Menu": .objectPath(menu)])
    }
    tell("/Menu")
    try stage.wait("the name") { item.isReady }
    let call = Call(
      to: TrayWatcher.name, TrayWatcher.path, TrayWatcher.name, "RegisterStatusNotifierItem",
      [.string("org.example.item")])
    #expect(try stage.answer(item.bus, call) == .success([]))
    try stage.wait("the item") { host.items.map(\.menu) == ["/Menu"] }
    func ask(_ bus: MessageBus, _ path: String, _ arguments: [DBusValue]) {
      bus.emit("ItemActivationRequested", path, ServiceMenuSource.interface, arguments)
    }
    let id = host.items[0].id
    // Nobody has used the item: neither a command nor the reading of its menu is a use.
    host.perform(.contextMenu, on: id)
    host.menu(of: host.items[0])?.close()
    ask(item.bus, "/Menu", [.int32(65), .uint32(1)])
    _ = try stage.answer(item.bus, .ofBus("GetId", expects: "s"))
    host.used(id)
    let other = try stage.connect()
    ask(other, "/Menu", [.int32(66), .uint32(1)])
    _ = try stage.answer(other, .ofBus("GetId", expects: "s"))
    ask(item.bus, "/Elsewhere", [.int32(67), .uint32(1)])
    ask(item.bus, "/Menu", [.string("68"), .uint32(1)])
    ask(item.bus, "/Menu", [.int32(69)])
    ask(item.bus, "/Menu", [.int32(0), .uint32(1)])
    try stage.wait("the request") { requests.count >= 1 }
    host.used(id)
    clock.advance(by: .seconds(9))
    ask(item.bus, "/Menu", [.int32(-4), .uint32(1)])
    for _ in 0..<5 { ask(item.bus, "/Menu", [.int32(71), .uint32(1)]) }
    try stage.wait("the requests") { requests.count >= 2 }
    host.used(id)
    clock.advance(by: .seconds(10))
    ask(item.bus, "/Menu", [.int32(72), .uint32(1)])
    // Another menu takes the place of the first.
    tell("/Other")
    item.bus.emit("NewTitle", Self.path, Self.interface, [])
    try stage.wait("the other menu") { host.items.map(\.menu) == ["/Other"] }
    // Answers that came too late, or without a request, have been read by now.
    #expect(requests == ["true 0", "true -4"])
    host.used(id)
    ask(item.bus, "/Menu", [.int32(70), .uint32(1)])
    ask(item.bus, "/Other", [.int32(7), .uint32(1)])
    try stage.wait("its request") { requests.count >= 3 }
    #expect(requests.last == "true 7" && requests.count == 3)
    requested.cancel()
    observation.cancel()
  }

  @Test func `a program that tells of very many items leaves room for those of others`() throws {
    let (host, observation) = try startHost()
    let many = FakeService(try stage.connect(), "org.example.many")
    try stage.wait("the name") { many.isReady }
    for number in 0..<400 {
      many.add(
        "/item/\(number)", Self.interface, ["Id": .string("many"), "Title": .string("\(number)")],
        methods: Self.methods)
      let call = Call(
        to: TrayWatcher.name, TrayWatcher.path, TrayWatcher.name, "RegisterStatusNotifierItem",
        [.string("/item/\(number)")])
      #expect(try stage.answer(many.bus, call) == .success([]))
    }
    _ = try startItem("other")
    try stage.wait("the other") { host.items.last?.title == "other" && host.items.count == 65 }
    many.bus.close()
    try stage.wait("the end of many") { host.items.map(\.title) == ["other"] }
    observation.cancel()
  }

  private func register(_ service: String, by bus: MessageBus) throws -> Result<[DBusValue], BusError> {
    try stage.answer(
      bus,
      Call(
        to: TrayWatcher.name, TrayWatcher.path, TrayWatcher.name, "RegisterStatusNotifierItem",
        [.string(service)]))
  }

  /// The items that the watcher tells other hosts.
  private func registered(_ bus: MessageBus) throws -> [String] {
    let call = Call(
      to: TrayWatcher.name, TrayWatcher.path, Introspection.properties.name, "Get",
      [.string(TrayWatcher.name), .string("RegisteredStatusNotifierItems")], expects: "v",
      startsService: false)
    return try stage.answer(bus, call).get()[0].unwrapped.strings ?? []
  }

  @Test func `a registration for which there is no room is refused`() throws {
    // Nothing is known of any process, so that no examination ends.
    let (host, observation) = try startHost { _, _ in }
    let program = try stage.connect()
    for number in 0..<64 { #expect(try register("/item/\(number)", by: program) == .success([])) }
    guard case .failure(let error) = try register("/item/64", by: program) else {
      Issue.record("taken")
      return
    }
    #expect(error.name == "org.freedesktop.DBus.Error.LimitsExceeded")
    #expect(try register("/item/0", by: stage.connect()) == .success([]))
    #expect(host.items.isEmpty)
    observation.cancel()
  }

  @Test func `icons that are told to be new all the time are taken for new once a second`() throws {
    let host = TrayHost(stage.makeBus(), findProcess: findProcess())
    var tellings = 0
    let observation = host.observe { tellings += 1 }
    try waitForWatcher()
    let item = try startItem("item")
    try stage.wait("the item") { host.items.count == 1 }
    item.bus.emit("NewIcon", Self.path, Self.interface, [])
    try stage.wait("the first") { host.items.first?.iconChanges == 1 }
    tellings = 0
    for _ in 0..<20 {
      item.bus.emit("NewIcon", Self.path, Self.interface, [])
      clock.advance(by: .milliseconds(150))
      var isAnswered = false
      item.bus.call(.ofBus("GetId", expects: "s")) { _ in isAnswered = true }
      #expect(stage.loop.wait { isAnswered })
      stage.loop.serveWhatIsReady()
    }
    // These are three seconds.
    #expect(tellings <= 4)
    try stage.wait("the last") { host.items.first?.iconChanges == 21 }
    observation.cancel()
  }

  @Test func `names of nobody take no room, and items go with the program that has told of them`() throws {
    let (host, observation) = try startHost()
    // One connection after another tells of names that nobody owns.
    for round in 0..<5 {
      let liar = try stage.connect()
      for number in 0..<64 { _ = try register("org.example.nobody\(round)x\(number)", by: liar) }
      liar.close()
    }
    let item = try startItem("item")
    try stage.wait("the item") { host.items.map(\.title) == ["item"] }
    #expect(try registered(item.bus) == ["\(item.bus.uniqueName!)\(Self.path)"])
    // A program that tells of an object of another one, and ends.
    item.add("/other", Self.interface, ["Id": .string("other"), "Title": .string("other")])
    let teller = try stage.connect()
    #expect(try register("org.example.item/other", by: teller) == .success([]))
    try stage.wait("the other item") { host.items.map(\.title) == ["item", "other"] }
    teller.close()
    try stage.wait("its end") { host.items.map(\.title) == ["item"] }
    observation.cancel()
  }

  @Test func `a program that has many connections has no more items than another`() throws {
    let connections = try (0..<8).map { _ in try stage.connect() }
    let (host, observation) = try startHost(findProcess(many: connections.map { $0.uniqueName! }))
    for connection in connections {
      for number in 0..<32 { _ = try register("/item/\(number)", by: connection) }
    }
    _ = try startItem("other")
    try stage.wait("the other") { host.items.map(\.title) == ["other"] }
    #expect(try registered(connections[0]).count == 65)
    observation.cancel()
  }

  @Test(arguments: [
    "org.freedesktop.StatusNotifierItem-42-1/StatusNotifierItem/1", "/StatusNotifierItem/1",
    "UNIQUE/StatusNotifierItem/1",
  ])
  func `an item has the path that its program tells with or without a name`(_ told: String) throws {
    let (host, observation) = try startHost()
    let service = FakeService(try stage.connect(), "org.freedesktop.StatusNotifierItem-42-1")
    service.add("/StatusNotifierItem/1", Self.interface, ["Id": .string("a"), "Title": .string("a")])
    try stage.wait("the name") { service.isReady }
    let unique = service.bus.uniqueName!
    let address = told.hasPrefix("UNIQUE") ? unique + told.dropFirst("UNIQUE".count) : told
    #expect(try register(address, by: service.bus) == .success([]))
    try stage.wait("the item") { host.items.map(\.title) == ["a"] }
    #expect(try registered(service.bus) == [address.hasPrefix("/") ? unique + address : address])
    // The same object by another name is the same item.
    #expect(try register(unique + "/StatusNotifierItem/1", by: service.bus) == .success([]))
    _ = try startItem("b")
    try stage.wait("another item") { host.items.map(\.title) == ["a", "b"] }
    observation.cancel()
  }

  @Test(arguments: [
    "a/b c", "no name", "org.example.a//b", "/a/", "org..a", "name", ":1.1/a-b",
    String(repeating: "a.", count: 200) + "a",
    "/" + String(repeating: "a", count: 300), String(repeating: "x", count: 2 << 20),
  ])
  func `what is no address of an item is refused`(_ told: String) throws {
    let (host, observation) = try startHost()
    let program = try stage.connect()
    guard case .failure(let error) = try register(told, by: program) else {
      Issue.record("taken")
      return
    }
    #expect(["InvalidArgs", "LimitsExceeded"].contains { error.name == "org.freedesktop.DBus.Error.\($0)" })
    #expect(try registered(program) == [] && host.items.isEmpty)
    observation.cancel()
  }

  @Test func `items whose programs do not register them again with a new watcher are found by their names`()
    throws
  {
    func item(_ name: String, _ path: String = Self.path) throws -> FakeService {
      let service = FakeService(try stage.connect(), name)
      service.add(path, Self.interface, ["Id": .string(name), "Title": .string(name)])
      try stage.wait("the name") { service.isReady }
      return service
    }
    let (kde, other) = (
      try item("org.kde.StatusNotifierItem-1-1"), try item("org.freedesktop.StatusNotifierItem-2-1")
    )
    _ = try item("org.kde.StatusNotifierItem-3-1", "/elsewhere")
    _ = try item("org.example.item")
    let (host, observation) = try startHost()
    try stage.wait("the items") {
      Set(host.items.map(\.title)) == [
        "org.kde.StatusNotifierItem-1-1", "org.freedesktop.StatusNotifierItem-2-1",
      ]
    }
    // An item that was found and registers itself later is the same item.
    #expect(try register(kde.bus.uniqueName!, by: kde.bus) == .success([]))
    other.bus.close()
    try stage.wait("the end of the other") { host.items.map(\.title) == ["org.kde.StatusNotifierItem-1-1"] }
    #expect(try registered(kde.bus) == ["org.kde.StatusNotifierItem-1-1/StatusNotifierItem"])
    observation.cancel()
  }

  @Test func `a program's items count while they are there, and a host that goes is told of`() throws {
    let (host, observation) = try startHost()
    let program = try stage.connect()
    func register(_ service: String) throws {
      let call = Call(
        to: TrayWatcher.name, TrayWatcher.path, TrayWatcher.name, "RegisterStatusNotifierItem",
        [.string(service)])
      _ = try stage.answer(program, call)
    }
    // The program owns a name for each item, and releases it with the item.
    for number in 0..<70 {
      let owned = FakeService(program, "org.example.item\(number)")
      owned.add(Self.path, Self.interface, ["Id": .string("item"), "Title": .string("\(number)")])
      try stage.wait("the name \(number)") { owned.isReady }
      try register("org.example.item\(number)")
      try stage.wait("the item \(number)") { host.items.map(\.title) == ["\(number)"] }
      owned.leave()
      try stage.wait("its end \(number)") { host.items.isEmpty }
    }
    var told: [String] = []
    let watched = SignalMatch(
      sender: TrayWatcher.name, path: TrayWatcher.path, interface: TrayWatcher.name)
    let subscription = program.subscribe(watched) { told.append($0.member) }
    let other = try stage.connect()
    let call = Call(
      to: TrayWatcher.name, TrayWatcher.path, TrayWatcher.name, "RegisterStatusNotifierHost",
      [.string(other.uniqueName ?? "")])
    _ = try stage.answer(other, call)
    other.close()
    try stage.wait("its end") { told == ["StatusNotifierHostRegistered", "StatusNotifierHostUnregistered"] }
    subscription.cancel()
    observation.cancel()
  }

  @Test func `an item of a bus that has gone is none of the next`() throws {
    let (host, observation) = try startHost()
    let item = try startItem("item")
    let silent = Call(
      to: TrayWatcher.name, TrayWatcher.path, TrayWatcher.name, "RegisterStatusNotifierItem",
      [.string("/never")])
    _ = try stage.answer(item.bus, silent)
    try stage.wait("the item") { host.items.map(\.title) == ["item"] }
    stage.daemon.stop()
    try stage.daemon.start()
    try stage.wait("no item") { host.items.isEmpty }
    let bus = try stage.connect()
    let registered = Call(
      to: TrayWatcher.name, TrayWatcher.path, "org.freedesktop.DBus.Properties", "Get",
      [.string(TrayWatcher.name), .string("RegisteredStatusNotifierItems")], expects: "v",
      startsService: false)
    try stage.wait("the watcher") {
      (try? stage.answer(bus, registered)) == .success([.variant(.strings([]))])
    }
    _ = try startItem("next")
    try stage.wait("the next") { host.items.map(\.title) == ["next"] }
    observation.cancel()
  }

  @Test func `observers are not told that a bus without items has gone`() throws {
    let (host, observation) = try startHost()
    let other = host.observe { Issue.record("told") }
    stage.daemon.stop()
    try stage.daemon.start()
    try waitForWatcher()
    other.cancel()
    observation.cancel()
  }

  @Test
  func `an item is read again when it is registered again, and when it is exported after it was registered`()
    throws
  {
    let (host, observation) = try startHost()
    let item = FakeService(try stage.connect(), "org.example.item")
    try stage.wait("the name") { item.isReady }
    let register = Call(
      to: TrayWatcher.name, TrayWatcher.path, TrayWatcher.name, "RegisterStatusNotifierItem",
      [.string(Self.path)])
    func export(_ title: String) {
      item.add(Self.path, Self.interface, ["Id": .string("item"), "Title": .string(title)])
    }
    _ = try stage.answer(item.bus, register)
    // The first readings of the item have failed by now.
    clock.advance(by: .seconds(2))
    _ = try stage.answer(item.bus, .ofBus("GetId", expects: "s"))
    export("first")
    try stage.wait("the item") { host.items.map(\.title) == ["first"] }
    // The item is created anew, which no signal reports.
    export("second")
    _ = try stage.answer(item.bus, register)
    try stage.wait("the new title") { host.items.map(\.title) == ["second"] }
    item.remove(Self.path)
    _ = try stage.answer(item.bus, register)
    _ = try stage.answer(item.bus, .ofBus("GetId", expects: "s"))
    export("third")
    try stage.wait("the late one") { host.items.map(\.title) == ["third"] }
    // One that never comes again is given up in the end.
    item.remove(Self.path)
    _ = try stage.answer(item.bus, register)
    try stage.wait("its end") {
      clock.advance(by: .seconds(1))
      return host.items.isEmpty
    }
    observation.cancel()
  }

  @Test func `a program that ends and returns twenty times has one item each time`() throws {
    let (host, observation) = try startHost()
    for round in 0..<20 {
      let item = try startItem("item")
      try stage.wait("the item \(round)") { host.items.count == 1 }
      item.bus.close()
      try stage.wait("its end \(round)") { host.items.isEmpty }
    }
    observation.cancel()
  }

  @Test func `where there is a watcher its items are shown, and when it goes this program is the watcher`()
    throws
  {
    let other = FakeService(try stage.connect(), TrayWatcher.name)
    let item = FakeService(try stage.connect(), "org.example.item")
    item.add(Self.path, Self.interface, ["Id": .string("item"), "Title": .string("item")])
    let id = "\(item.bus.uniqueName!)\(Self.path)"
    other.add(
      TrayWatcher.path, TrayWatcher.name, ["RegisteredStatusNotifierItems": .strings([id])],
      methods: [.init("RegisterStatusNotifierHost", in: [.init("service", "s")])])
    try stage.wait("the names") { other.isReady && item.isReady }
    let host = TrayHost(stage.makeBus())
    let observation = host.observe {}
    try stage.wait("its item") { host.items.map(\.id) == [id] }
    #expect(other.calls.allSatisfy { $0.member == "RegisterStatusNotifierHost" } && !other.calls.isEmpty)
    other.bus.emit("StatusNotifierItemUnregistered", TrayWatcher.path, TrayWatcher.name, [.string(id)])
    try stage.wait("no item") { host.items.isEmpty }
    other.bus.emit("StatusNotifierItemRegistered", TrayWatcher.path, TrayWatcher.name, [.string(id)])
    try stage.wait("the item again") { host.items.count == 1 }
    other.bus.close()
    _ = try startItem("late")
    try stage.wait("the late item beside the other") { host.items.map(\.title) == ["item", "late"] }
    observation.cancel()
  }

  @Test func `a watcher that ends twenty times and is followed by this program loses no item`() throws {
    let item = FakeService(try stage.connect(), "org.example.item")
    item.add(Self.path, Self.interface, ["Id": .string("item"), "Title": .string("item")])
    let id = "\(item.bus.uniqueName!)\(Self.path)"
    try stage.wait("the name") { item.isReady }
    var descriptors: Int?
    for round in 1...20 {
      let other = FakeService(try stage.connect(), TrayWatcher.name)
      other.add(
        TrayWatcher.path, TrayWatcher.name, ["RegisteredStatusNotifierItems": .strings([id])],
        methods: [.init("RegisterStatusNotifierHost", in: [.init("service", "s")])])
      try stage.wait("the other watcher \(round)") { other.isReady }
      let host = TrayHost(stage.makeBus())
      var isLost = false
      let observation = host.observe { if host.items.isEmpty { isLost = true } }
      try stage.wait("its item \(round)") { host.items.map(\.id) == [id] }
      other.bus.close()
      // Programs register their items again when there is a new watcher.
      let late = try startItem("late")
      let call = Call(
        to: TrayWatcher.name, TrayWatcher.path, TrayWatcher.name, "RegisterStatusNotifierItem",
        [.string(Self.path)])
      _ = try stage.answer(item.bus, call)
      try stage.wait("both \(round)") { host.items.map(\.title) == ["item", "late"] }
      #expect(!isLost, "round \(round)")
      late.bus.close()
      try stage.wait("the first alone \(round)") { host.items.map(\.title) == ["item"] }
      observation.cancel()
      let count = names(in: "/proc/self/fd").count
      if round == 3 { descriptors = count }
      #expect(count < (descriptors ?? count) + 10, "descriptors after \(round) rounds")
    }
  }

  @Test func `an item of huge pictures, very many properties and very many entries is cut to what is shown`()
    throws
  {
    let (host, observation) = try startHost()
    let liar = FakeService(try stage.connect(), "org.example.liar")
    let huge = DBusValue.array(
      .structure([.int32, .int32, .array(.byte)]),
      (0..<4).map { _ in
        .structure([.int32(512), .int32(512), .bytes([UInt8](repeating: 7, count: 1 << 20))])
      })
    func pair(_ name: String, _ value: DBusValue) -> DBusValue.Pair { .init(.string(name), .variant(value)) }
    let told: [DBusValue.Pair] =
      [
        pair("Id", .string("liar")), pair("Menu", .objectPath("/Menu")), pair("IconPixmap", huge),
        pair("AttentionIconPixmap", huge), pair("OverlayIconPixmap", huge),
      ] + (0..<50_000).map { pair("p\($0)", .uint32(0)) } + [pair("Title", .string("too late"))]
    liar.add(
      Self.path, Introspection.properties.name,
      methods: [.init("GetAll", in: [.init("interface", "s")], out: [.init("properties", "a{sv}")])]
    ) { _, _ in [.dictionary(key: .string, value: .variant, told)] }
    let entry: KeyValuePairs<String, DBusValue> = ["label": .string("a")]
    liar.addMenu("/Menu", entries: Array(repeating: entry, count: 20_000))
    try stage.wait("the name") { liar.isReady }
    let call = Call(
      to: TrayWatcher.name, TrayWatcher.path, TrayWatcher.name, "RegisterStatusNotifierItem",
      [.string(Self.path)])
    _ = try stage.answer(liar.bus, call)
    try stage.wait("the item") { host.items.map(\.name) == ["liar"] }
    let item = try #require(host.items.first)
    for icon in [item.icon, item.attentionIcon, item.overlay] {
      #expect(icon.pixmap?.bytes.count == 64 * 64 * 4)
    }
    #expect(item.title == "")
    // The program signals new icons all the time, and is read again only after a long pause.
    func readings() -> Int { liar.calls.count { $0.member == "GetAll" } }
    let read = readings()
    // A change of something small does not make the pause of the large pictures shorter.
    liar.bus.emit(
      "PropertiesChanged", Self.path, Introspection.properties.name,
      [.string(Self.interface), .options(["Title": .string("small")]), .strings([])])
    try stage.wait("the title") { host.items.first?.title == "small" }
    for _ in 0..<50 {
      clock.advance(by: .milliseconds(150))
      liar.bus.emit("NewIcon", Self.path, Self.interface, [])
      _ = try stage.answer(liar.bus, .ofBus("GetId", expects: "s"))
    }
    let other = try startItem("other")
    try stage.wait("the other") { host.items.map(\.name) == ["liar", "other"] }
    let menu = try #require(host.menu(of: item))
    try stage.wait("the menu") { menu.menu != nil }
    #expect(menu.menu?.all.count == 2000)
    #expect(readings() <= read + 1)
    menu.close()
    other.bus.close()
    try stage.wait("the end of the other") { host.items.map(\.name) == ["liar"] }
    observation.cancel()
  }

  @Test func `an item that never answers or says nonsense costs itself only`() throws {
    let (host, observation) = try startHost()
    let silent = try stage.connect()
    for service in [
      "/nowhere", "", "org.example.nobody", String(repeating: "x", count: 300), "no name at all",
    ] {
      let call = Call(
        to: TrayWatcher.name, TrayWatcher.path, TrayWatcher.name, "RegisterStatusNotifierItem",
        [.string(service)])
      _ = try stage.answer(silent, call)
    }
    for number in 0..<1000 {
      silent.call(
        Call(
          to: TrayWatcher.name, TrayWatcher.path, TrayWatcher.name, "RegisterStatusNotifierItem",
          [.string("/item\(number)")])
      ) { _ in }
    }
    silent.close()
    let item = try startItem("item")
    try stage.wait("the other item") { host.items.map(\.title) == ["item"] }
    item.bus.close()
    try stage.wait("its end") { host.items.isEmpty }
    observation.cancel()
  }
}
