import BarUI
import DBus
import DesktopModel
import DesktopServices
import Loop
import ModuleModel
import TestSupport
import Testing
import TextProcessing

@testable import Modules
@testable import Settings

/// The module of the tray with a program that a test plays.
@Suite(.serialized)
struct TraySourceTests {
  let clock = ManualClock()
  let stage: BusStage
  /// The connection of `host`.
  let bus: MessageBus
  let host: TrayHost

  init() throws {
    stage = try BusStage(clock: clock)
    bus = stage.makeBus()
    host = TrayHost(bus)
  }

  private static let (path, interface) = ("/StatusNotifierItem", "org.kde.StatusNotifierItem")
  private static let picture = (1...9).map { UInt8($0) }

  private static let methods: [InterfaceDescription.Method] = [
    .init("Activate", in: [.init("x", "i"), .init("y", "i")]),
    .init("SecondaryActivate", in: [.init("x", "i"), .init("y", "i")]),
    .init("ContextMenu", in: [.init("x", "i"), .init("y", "i")]),
    .init("Scroll", in: [.init("delta", "i"), .init("orientation", "s")]),
    .init("ProvideXdgActivationToken", in: [.init("token", "s")]),
  ]

  /// A program with an item and a menu, both of which it has told; `menu` is the path that it names for the menu.
  private func startProgram(
    methods: [InterfaceDescription.Method] = methods, menu: String = "/Menu", isMenu: Bool = true
  ) throws -> FakeService {
    let program = FakeService(try stage.connect(), "org.example.program")
    program.add(
      Self.path, Self.interface,
      [
        "Id": .string("program"), "Title": .string("Program"), "Menu": .objectPath(menu),
        "IconThemePath": .string("/opt/program"), "ItemIsMenu": .boolean(isMenu),
      ], methods: methods)
    program.addMenu(
      "/Menu",
      entries: [
        ["label": .string("Both"), "icon-name": .string("both"), "icon-data": .bytes(Self.picture)],
        ["label": .string("Data"), "icon-data": .bytes([7])], ["label": .string("None")],
      ])
    try stage.wait("the name") { program.isReady }
    let watcher = "org.kde.StatusNotifierWatcher"
    program.bus.call(
      Call(
        to: watcher, "/StatusNotifierWatcher", watcher, "RegisterStatusNotifierItem",
        [.string("org.example.program")])
    ) { _ in }
    return program
  }

  /// A source whose requests for tokens are answered with "token", after the test has seen them.
  private func startSource(
    token: String? = "token", showMenu: @escaping (String, Int?, ModuleContact?) -> Void = { _, _, _ in },
    onItems: @escaping ([String]) -> Void
  ) -> TraySource {
    TraySource(
      settings: TraySettings(), host: host,
      outlet: ModuleOutlet { onItems($0.items.map(\.id)) },
      requests: ModuleRequests(requestToken: { $0(token) }, showMenu: { showMenu($1, $2, $3) }))
  }

  /// The calls that a program received, without those for its menu.
  private func told(_ program: FakeService) -> [String] {
    program.calls.filter { $0.member != "AboutToShow" && $0.member != "GetLayout" }.map { call in
      ([call.member] + call.arguments.prefix(2).compactMap { $0.string ?? $0.integer.map { "\($0)" } })
        .joined(separator: " ")
    }
  }

  @Test func `an item has the activation token before it is told what to do, except of scrolling`() throws {
    var items: [String] = []
    let source = startSource { items = $0 }
    let program = try startProgram(menu: "/")
    try stage.wait("the item") { items.count == 1 }
    source.perform("activate", item: items[0])
    source.perform("scroll_up", item: items[0])
    source.perform("secondary", item: items[0])
    #expect(source.readMenu(of: items[0]) {})
    let expected = [
      "ProvideXdgActivationToken token", "Activate 0 0", "Scroll -120 vertical",
      "ProvideXdgActivationToken token", "SecondaryActivate 0 0", "ProvideXdgActivationToken token",
      "ContextMenu 0 0",
    ]
    try stage.wait("the calls") { told(program).count == expected.count }
    #expect(told(program) == expected)
    source.stop()
  }

  @Test(arguments: [false, true])
  func `the menu of an item that turns out to know no activation is shown where it was used`(isByKey: Bool)
    throws
  {
    var items: [String] = []
    var requests: [String] = []
    let source = startSource { item, entry, contact in
      let hand = contact?.isByKey == true ? "a key" : "a hand"
      requests.append(
        "\(item == items[0]) \(entry.map { "\($0)" } ?? "menu") on \(contact?.output ?? "any") by \(hand)")
    } onItems: {
      items = $0
    }
    let program = try startProgram(methods: Self.methods.filter { $0.name != "Activate" }, isMenu: false)
    try stage.wait("the item") { items.count == 1 }
    #expect(!source.opensMenu("activate", of: items[0]))
    var contact = ModuleContact(.click, on: "DP-1")
    contact.isByKey = isByKey
    source.perform("activate", item: items[0], by: contact)
    try stage.wait("the menu") { !requests.isEmpty }
    let expected = "true menu on DP-1 by \(isByKey ? "a key" : "a hand")"
    #expect(requests == [expected] && told(program) == ["ProvideXdgActivationToken token"])
    // The next click opens it at once.
    #expect(source.opensMenu("activate", of: items[0]))
    source.stop()
  }

  @Test func `an item that takes no token, and one for which there is none, are told what to do`() throws {
    for (token, methods) in [("token", Array(Self.methods.dropLast())), (nil, Self.methods)] {
      var items: [String] = []
      let source = startSource(token: token) { items = $0 }
      let program = try startProgram(methods: methods)
      try stage.wait("the item") { items.count == 1 }
      source.perform("activate", item: items[0])
      try stage.wait("the call") { told(program) == ["Activate 0 0"] }
      source.stop()
      program.bus.close()
      try stage.wait("no item") { host.items.isEmpty }
    }
  }

  @Test func `no token is waited for after a request that was not answered, until one is`() throws {
    var items: [String] = []
    var requests: [(String?) -> Void] = []
    let source = TraySource(
      settings: TraySettings(), host: host,
      outlet: ModuleOutlet { items = $0.items.map(\.id) },
      requests: ModuleRequests(requestToken: { requests.append($0) }))
    let program = try startProgram()
    try stage.wait("the item") { items.count == 1 }
    for answer in ["first", nil, "too late", "last"] {
      source.perform("secondary", item: items[0])
      try #require(requests.count == 1)
      requests.removeFirst()(answer)
    }
    let expected = [
      "ProvideXdgActivationToken first", "SecondaryActivate 0 0", "SecondaryActivate 0 0",
      "SecondaryActivate 0 0", "ProvideXdgActivationToken last", "SecondaryActivate 0 0",
    ]
    try stage.wait("the calls") { told(program).count == expected.count }
    #expect(told(program) == expected)
    source.stop()
  }

  @Test func `an item has the token before an entry of its menu is chosen`() throws {
    var items: [String] = []
    let source = startSource { items = $0 }
    let program = try startProgram()
    try stage.wait("the item") { items.count == 1 }
    #expect(source.readMenu(of: items[0]) {})
    try stage.wait("the menu") { source.menu(of: items[0]).count == 3 }
    source.menuIsShown(false, entry: nil, of: items[0])
    source.choose(2, of: items[0])
    let expected = [
      "Event 0 opened", "Event 0 closed", "ProvideXdgActivationToken token", "Event 2 clicked",
    ]
    try stage.wait("the choice") { told(program).count == expected.count }
    #expect(told(program) == expected)
    source.stop()
  }

  @Test func `a program's request to show its menu is passed on while its item is shown`() throws {
    var items: [String] = []
    var requests: [String] = []
    let source = startSource { item, entry, _ in
      requests.append("\(item == items[0]) \(entry.map { "\($0)" } ?? "menu")")
    } onItems: {
      items = $0
    }
    var settings = TraySettings()
    settings.hidden = [try TextPattern("program")]
    let hiding = TraySource(
      settings: settings, host: host, outlet: ModuleOutlet { _ in },
      requests: ModuleRequests(showMenu: { _, _, _, _ in requests.append("hidden") }))
    let program = try startProgram()
    try stage.wait("the item") { items.count == 1 }
    for entry in [0, 2, -1] as [Int32] {
      // A request is passed on only after a use of the item.
      source.perform("scroll_up", item: items[0])
      program.bus.emit(
        "ItemActivationRequested", "/Menu", "com.canonical.dbusmenu", [.int32(entry), .uint32(0)])
      let count = requests.count
      try stage.wait("the request") { requests.count > count }
    }
    #expect(requests == ["true menu", "true 2", "true 4294967295"])
    source.stop()
    hiding.stop()
  }

  @Test func `an item that is folded away is shown by a click on the item for that, and hidden by another`()
    throws
  {
    var last = ModuleReading()
    var readings: [ItemReading] { last.items }
    var requests = 0
    var settings = TraySettings()
    settings.folded = [try TextPattern("program")]
    let source = TraySource(
      settings: settings, host: host, outlet: ModuleOutlet { last = $0 },
      requests: ModuleRequests(showMenu: { _, _, _, _ in requests += 1 }))
    let program = try startProgram()
    try stage.wait("the item") { !host.items.isEmpty && !readings.isEmpty }
    #expect(readings.map(\.id) == ["fold"] && readings[0].states == ["fold"])
    #expect(last.foldable.map(\.id) == host.items.map(\.id) && !last.isUnfolded)
    #expect(last.nextIcons == ["go-next-symbolic"] && readings[0].icon == "go-previous-symbolic")
    // Nothing is seen at which a menu could open.
    var passedOn = 0
    let other = startSource { _, _, _ in
      passedOn += 1
    } onItems: { _ in
    }
    other.perform("scroll_up", item: host.items[0].id)
    program.bus.emit("ItemActivationRequested", "/Menu", "com.canonical.dbusmenu", [.int32(0), .uint32(0)])
    try stage.wait("the request") { passedOn > 0 }
    #expect(passedOn == 1 && requests == 0)
    other.stop()
    for action in ["scroll_up", "secondary", "activate"] { source.perform(action, item: "fold") }
    #expect(readings.map(\.id) == ["fold", host.items[0].id] && readings[0].states == ["fold", "unfolded"])
    #expect(last.foldable.map(\.id) == host.items.map(\.id) && last.isUnfolded)
    #expect(last.nextIcons == ["go-previous-symbolic"] && readings[0].icon == "go-next-symbolic")
    #expect(!source.readMenu(of: "fold") {})
    source.perform("scroll_up", item: readings[1].id)
    try stage.wait("the program") { told(program).contains { $0.hasPrefix("Scroll") } }
    #expect(told(program).allSatisfy { $0.hasPrefix("Scroll") })
    source.perform("activate", item: "fold")
    #expect(readings.map(\.id) == ["fold"])
    source.stop()
  }

  @Test func `what was unfolded stays so for the next source of the module, as after other settings`() throws
  {
    var settings = TraySettings()
    settings.folded = [try TextPattern("program")]
    let fold = TrayFold()
    var readings: [ItemReading] = []
    func start() -> TraySource {
      TraySource(
        settings: settings, host: host, outlet: ModuleOutlet { readings = $0.items },
        fold: fold)
    }
    let first = start()
    let program = try startProgram()
    try stage.wait("the item") { !host.items.isEmpty && !readings.isEmpty }
    first.perform("activate", item: "fold")
    readings = []
    // Items are followed for as long as anybody shows them.
    let second = start()
    first.stop()
    #expect(readings.map(\.id) == ["fold"] + host.items.map(\.id) && !host.items.isEmpty)
    #expect(readings.first?.states == ["fold", "unfolded"])
    second.stop()
    withExtendedLifetime(program) {}
  }

  @Test func `a program that asks for its menu and then fails to send it may not ask again`() throws {
    var items: [String] = []
    var requests: [Int?] = []
    var source: TraySource?
    source = startSource { item, entry, _ in
      requests.append(entry)
      _ = source?.readMenu(of: item) {}
    } onItems: {
      items = $0
    }
    let program = try startProgram(menu: "/Broken")
    try stage.wait("the item") { items.count == 1 }
    func ask(_ entry: Int32) throws {
      program.bus.emit(
        "ItemActivationRequested", "/Broken", "com.canonical.dbusmenu", [.int32(entry), .uint32(0)])
      // The host has received the signal once the bus has answered both connections.
      for connection in [program.bus, bus] {
        _ = try stage.answer(connection, .ofBus("GetId", expects: "s"))
      }
    }
    _ = try stage.answer(bus, .ofBus("GetId", expects: "s"))
    source?.perform("scroll_up", item: items[0])
    for round in 1...3 {
      try ask(Int32(round))
      // The first request leads to a menu that fails, in place of which the program is to show one of its own.
      try stage.wait("its own menu") { told(program).contains("ContextMenu 0 0") }
    }
    #expect(requests == [1])
    // A menu that the user opens allows another request, whether it can be read or not.
    _ = source?.readMenu(of: items[0]) {}
    try ask(4)
    try ask(5)
    #expect(requests == [1, 4])
    source?.stop()
    source = nil
  }

  @Test func `icons of a menu are looked up in its own folders first`() throws {
    let item = TrayItem(id: "a", properties: ["IconThemePath": .string("/item")])
    #expect(
      item.icon(named: "b", in: ["/menu", "/item", "nowhere"]).candidates
        == [.themed("b", folder: "/menu"), .themed("b", folder: "/item"), .named("b")])
    #expect(item.icon(named: "../b", in: ["/menu"]).candidates.isEmpty)
  }

  @Test func `pictures of a menu are in its entries, and files are read again with the next menu`() throws {
    var items: [String] = []
    let source = TraySource(
      settings: TraySettings(), host: host, outlet: ModuleOutlet { items = $0.items.map(\.id) })
    let program = try startProgram()
    try stage.wait("the item") { items.count == 1 }
    let item = items[0]
    #expect(source.opensMenu("activate", of: item) && source.menu(of: item).isEmpty)
    func read() throws -> [MenuEntry] {
      #expect(source.readMenu(of: item) {})
      try stage.wait("the menu") { source.menu(of: item).count == 3 }
      return source.menu(of: item)
    }
    func icon(_ entry: MenuEntry) -> ModuleIcon? {
      if case .icon(let icon)? = entry.icon { icon } else { nil }
    }
    func sent(_ entry: MenuEntry) -> SentPicture? {
      if case .sent(let picture)? = icon(entry)?.candidates.last { picture } else { nil }
    }
    let entries = try read()
    let both = try #require(icon(entries[0]))
    #expect(both.candidates.prefix(2) == [.themed("both", folder: "/opt/program"), .named("both")])
    #expect(both.candidates.count == 3 && sent(entries[0]) == .file(Self.picture))
    #expect(icon(entries[1])?.candidates.count == 1 && sent(entries[1]) == .file([7]))
    #expect(icon(entries[1])?.version == 0 && entries[2].icon == nil)
    // Another picture of one entry.
    program.bus.emit(
      "ItemsPropertiesUpdated", "/Menu", "com.canonical.dbusmenu",
      [
        .array(
          .structure([.int32, .dictionary(key: .string, value: .variant)]),
          [.structure([.int32(2), .options(["icon-data": .bytes([8])])])]),
        .array(.structure([.int32, .array(.string)]), []),
      ])
    try stage.wait("another picture") { sent(source.menu(of: item)[1]) == .file([8]) }
    #expect(sent(source.menu(of: item)[0]) == sent(entries[0]), "the other one is the same")
    source.menuIsShown(false, entry: 2, of: item)
    #expect(source.menu(of: item).count == 3)
    source.menuIsShown(false, entry: nil, of: item)
    source.choose(1, of: item)
    try stage.wait("the choice") {
      program.calls.last?.arguments.prefix(2) == [.int32(1), .string("clicked")]
    }
    let next = try #require(icon(try read()[0]))
    #expect(next.version > both.version, "its file may be another one by now")
    // A program that ends takes its menu with it.
    program.bus.close()
    try stage.wait("no item") { items.isEmpty }
    #expect(source.menu(of: item).isEmpty)
    source.stop()
  }
}
