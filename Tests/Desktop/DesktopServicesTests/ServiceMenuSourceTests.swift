import DesktopModel
import Loop
import TestSupport
import Testing

@testable import DBus
@testable import DesktopServices

/// Menus of programs that answer, change their minds, or do not answer.
@Suite(.serialized)
struct ServiceMenuSourceTests {
  let stage: BusStage

  init() throws {
    stage = try BusStage()
  }

  private static let interface = "com.canonical.dbusmenu"
  private static let path = "/Menu"
  private static let methods: [InterfaceDescription.Method] = [
    .init("AboutToShow", in: [.init("id", "i")], out: [.init("needUpdate", "b")]),
    .init(
      "GetLayout", in: [.init("parentId", "i"), .init("recursionDepth", "i"), .init("propertyNames", "as")],
      out: [.init("revision", "u"), .init("layout", "(ia{sv}av)")]),
    .init(
      "Event", in: [.init("id", "i"), .init("eventId", "s"), .init("data", "v"), .init("timestamp", "u")]),
  ]

  /// A menu that is what the test says.
  private final class Program {
    /// Whether it changes its menu whenever it is asked for it.
    var isRestless = false
    var labels: [Int32: String] = [1: "one"]
    var submenu: [Int32: String] = [:]
    /// The number of times the menu was requested.
    var layouts = 0

    func layout(of id: Int32) -> DBusValue {
      func entry(_ id: Int32, _ label: String, _ entries: [DBusValue] = [], isMenu: Bool = false) -> DBusValue
      {
        .structure([
          .int32(id),
          isMenu
            ? .options(["label": .string(label), "children-display": .string("submenu")])
            : .options(["label": .string(label)]),
          .array(.variant, entries.map { .variant($0) }),
        ])
      }
      func entries(_ labels: [Int32: String]) -> [DBusValue] {
        labels.sorted { $0.key < $1.key }.map { entry($0.key, $0.value) }
      }
      let more = entry(100, "more", entries(submenu), isMenu: true)
      return id == 100 ? more : entry(0, "", entries(labels) + [more], isMenu: true)
    }
  }

  private func startProgram(_ program: Program) throws -> FakeService {
    let service = FakeService(try stage.connect(), "org.example.program")
    service.add(Self.path, Self.interface, methods: Self.methods) { member, arguments in
      switch member {
      case "AboutToShow":
        if arguments[0] == .int32(100) { program.submenu = [101: "late"] }
        return [.boolean(arguments[0] == .int32(100))]
      case "GetLayout":
        guard case .int32(let id) = arguments[0] else { return [] }
        if program.isRestless { program.labels[1] = "\(program.layouts)" }
        program.layouts += 1
        return [.uint32(1), program.layout(of: id)]
      default: return []
      }
    }
    try stage.wait("the name") { service.isReady }
    return service
  }

  @Test func `a menu is read, filled when it is about to be shown, changed and used`() throws {
    let program = Program()
    let service = try startProgram(program)
    let bus = try stage.connect()
    let source = ServiceMenuSource(bus, of: "org.example.program", Self.path)
    try stage.wait("the menu") { source.menu?.entries.map(\.label) == ["one", "more"] }
    #expect(source.menu?.entry(100)?.hasSubmenu == true)
    // A submenu that is empty until it is shown is requested at once.
    try stage.wait("the submenu") { source.menu?.entry(101)?.label == "late" }
    program.labels[2] = "two"
    service.bus.emit("LayoutUpdated", Self.path, Self.interface, [.uint32(2), .int32(0)])
    try stage.wait("another entry") { source.menu?.entries.map(\.label) == ["one", "two", "more"] }
    let changed = DBusValue.array(
      .structure([.int32, .dictionary(key: .string, value: .variant)]),
      [.structure([.int32(2), .options(["enabled": .boolean(false)])])])
    let removed = DBusValue.array(
      .structure([.int32, .array(.string)]), [.structure([.int32(1), .strings(["label"])])])
    service.bus.emit("ItemsPropertiesUpdated", Self.path, Self.interface, [changed, removed])
    try stage.wait("the changes") {
      source.menu?.entry(2)?.isEnabled == false && source.menu?.entry(1)?.label == ""
    }
    source.choose(101)
    source.didHide(0)
    try stage.wait("the events") {
      service.calls.filter { $0.member == "Event" }.map { $0.arguments[1] }.suffix(2)
        == [.string("clicked"), .string("closed")]
    }
    source.close()
  }

  @Test func `a change of which only a part is read leads to another reading of the menu`() throws {
    let program = Program()
    let service = try startProgram(program)
    let bus = try stage.connect()
    let source = ServiceMenuSource(bus, of: "org.example.program", Self.path)
    try stage.wait("the menu") { source.menu?.entry(1)?.label == "one" }
    program.labels[1] = "two"
    let picture = DBusValue.options(["icon-data": .bytes([UInt8](repeating: 1, count: 250 << 10))])
    let changed = DBusValue.array(
      .structure([.int32, .dictionary(key: .string, value: .variant)]),
      (0..<40).map { .structure([.int32(1000 + $0), picture]) }
        + [.structure([.int32(1), .options(["label": .string("two")])])])
    let removed = DBusValue.array(.structure([.int32, .array(.string)]), [])
    service.bus.emit("ItemsPropertiesUpdated", Self.path, Self.interface, [changed, removed])
    try stage.wait("the change") { source.menu?.entry(1)?.label == "two" }
    source.close()
  }

  @Test func `a program is told of the submenus that are shown, and not of those that are only read`() throws
  {
    let program = Program()
    let service = try startProgram(program)
    let bus = try stage.connect()
    let source = ServiceMenuSource(bus, of: "org.example.program", Self.path)
    try stage.wait("the submenu") { source.menu?.entry(101) != nil }
    func events() -> [String] {
      service.calls.filter { $0.member == "Event" }.map {
        "\($0.arguments[0].integer ?? -1) \($0.arguments[1].string ?? "")"
      }
    }
    #expect(events() == ["0 opened"])
    source.willShow(100)
    source.didHide(100)
    source.didHide(0)
    source.close()
    source.choose(101)
    try stage.wait("the events") { events().count == 5 }
    #expect(events() == ["0 opened", "100 opened", "100 closed", "0 closed", "101 clicked"])
  }

  @Test func `a menu that changes at every moment is read as fast as the program answers`() throws {
    let program = Program()
    let service = try startProgram(program)
    let bus = try stage.connect()
    let source = ServiceMenuSource(bus, of: "org.example.program", Self.path)
    try stage.wait("the menu") { source.menu?.entry(101) != nil }
    program.isRestless = true
    let before = program.layouts
    var changes = 0
    source.onChange = { changes += 1 }
    for revision in 1...500 {
      service.bus.emit("LayoutUpdated", Self.path, Self.interface, [.uint32(UInt32(revision)), .int32(0)])
    }
    program.labels[3] = "last"
    service.bus.emit("LayoutUpdated", Self.path, Self.interface, [.uint32(501), .int32(0)])
    try stage.wait("the last") { source.menu?.entry(3)?.label == "last" && changes > 0 }
    _ = try stage.answer(bus, .ofBus("GetId", expects: "s"))
    #expect(program.layouts - before < 250, "\(program.layouts - before) of 501")
    source.close()
  }

  @Test func `changes of entries that the menu does not have are not read`() throws {
    let program = Program()
    let service = try startProgram(program)
    let bus = try stage.connect()
    let source = ServiceMenuSource(bus, of: "org.example.program", Self.path)
    try stage.wait("the submenu") { source.menu?.entry(101) != nil }
    for parent in Int32(1000)..<1100 {
      service.bus.emit("LayoutUpdated", Self.path, Self.interface, [.uint32(2), .int32(parent)])
    }
    program.labels[3] = "last"
    service.bus.emit("LayoutUpdated", Self.path, Self.interface, [.uint32(3), .int32(0)])
    try stage.wait("the last") { source.menu?.entry(3)?.label == "last" }
    let asked = service.calls.filter { $0.member == "GetLayout" }.map { $0.arguments[0] }
    #expect(asked == [.int32(0), .int32(100), .int32(0)])
    source.close()
  }

  @Test func `the whole menu is read instead of more entries while many calls are unanswered`() throws {
    let program = Program()
    for id in Int32(1)...90 { program.labels[id] = "entry" }
    let service = try startProgram(program)
    let bus = try stage.connect()
    let source = ServiceMenuSource(bus, of: "org.example.program", Self.path)
    try stage.wait("the submenu") { source.menu?.entry(101) != nil }
    service.heldMembers = ["GetLayout"]
    for parent in Int32(1)...90 {
      service.bus.emit("LayoutUpdated", Self.path, Self.interface, [.uint32(2), .int32(parent)])
    }
    func asked() -> [Int] {
      service.calls.filter { $0.member == "GetLayout" }.dropFirst(2).map { $0.arguments[0].integer ?? -1 }
    }
    try stage.wait("the calls") { asked().count >= 65 }
    #expect(Array(asked().prefix(65)) == Array(1...64) + [0])
    source.close()
    service.answerHeld()
  }

  @Test func `the folders of a menu's icons are read, and those that are none are left out`() throws {
    var folders = ["", "icons", "/" + String(repeating: "x", count: 1024), "/opt/icons"]
    folders += (0..<20).map { "/\($0)" }
    let source = try read(["IconThemePath": .strings(folders)])
    try stage.wait("the folders") { source.iconFolders == ["/opt/icons"] + (0..<7).map { "/\($0)" } }
    source.close()
  }

  @Test(
    arguments: [
      (.string("rtl"), true), (.string("ltr"), false), (.string(""), nil), (.int32(1), nil), (nil, nil),
    ] as [(DBusValue?, Bool?)])
  func `the direction of a menu is known with its layout, if the program tells one`(
    told: DBusValue?, isRightToLeft: Bool?
  ) throws {
    let source = try read(told.map { ["TextDirection": $0] } ?? [:])
    #expect(source.isRightToLeft == isRightToLeft)
    source.close()
  }

  /// The menu of a program that has these properties, after it was read.
  private func read(_ properties: [String: DBusValue]) throws -> ServiceMenuSource {
    let program = Program()
    let service = FakeService(try stage.connect(), "org.example.program")
    service.add(Self.path, Self.interface, properties, methods: Self.methods) { member, _ in
      switch member {
      case "AboutToShow": [.boolean(false)]
      case "GetLayout": [.uint32(1), program.layout(of: 0)]
      default: []
      }
    }
    try stage.wait("the name") { service.isReady }
    let source = ServiceMenuSource(
      try stage.connect(), of: "org.example.program", Self.path)
    try stage.wait("the menu") { source.menu != nil }
    return source
  }

  /// A program whose every entry has submenus that are empty until they are about to be shown.
  private func startEndlessProgram(submenus: Int) throws -> FakeService {
    let service = FakeService(try stage.connect(), "org.example.program")
    var last: Int32 = 0
    service.add(Self.path, Self.interface, methods: Self.methods) { member, arguments in
      switch member {
      case "AboutToShow": return [.boolean(true)]
      case "GetLayout":
        guard case .int32(let id) = arguments[0] else { return [] }
        let entries = (0..<submenus).map { _ -> DBusValue in
          last += 1
          return .variant(
            .structure([
              .int32(last), .options(["children-display": .string("submenu")]), .array(.variant, []),
            ]))
        }
        return [.uint32(1), .structure([.int32(id), .options([:]), .array(.variant, entries)])]
      default: return []
      }
    }
    try stage.wait("the name") { service.isReady }
    return service
  }

  @Test func `a menu without an end is read up to a number of submenus`() throws {
    let service = try startEndlessProgram(submenus: 3)
    let bus = try stage.connect()
    let source = ServiceMenuSource(bus, of: "org.example.program", Self.path)
    func asked() -> Int { service.calls.count { $0.member == "AboutToShow" } }
    try stage.wait("the submenus") { (source.menu?.all.count ?? 0) == 1 + 65 * 3 }
    for _ in 0..<5 { _ = try stage.answer(bus, .ofBus("GetId", expects: "s")) }
    #expect(asked() == 65)
    // A submenu that is about to be shown is read nevertheless.
    let open = try #require(source.menu?.all.last { $0.entries.isEmpty })
    source.willShow(open.id)
    try stage.wait("its entries") { source.menu?.entry(open.id)?.entries.count == 3 }
    source.close()
  }

  @Test func `the submenus of a menu together have no more entries than a menu may have`() throws {
    let service = try startEndlessProgram(submenus: 500)
    let bus = try stage.connect()
    // Thousands of entries are a matter of seconds on a machine with other work.
    let source = ServiceMenuSource(
      bus, of: "org.example.program", Self.path, patience: patience)
    var most = 0
    source.onChange = { most = max(most, source.menu?.all.count ?? 0) }
    try stage.wait("the submenus") { service.calls.count { $0.member == "GetLayout" } == 65 }
    // The last answers may be on their way.
    try stage.wait("all entries that a menu may have") { most >= ServiceMenu.Limits().entries }
    for _ in 0..<5 { _ = try stage.answer(bus, .ofBus("GetId", expects: "s")) }
    #expect(most == ServiceMenu.Limits().entries)
    source.close()
  }

  @Test func `a program without a menu or with none at that path fails once`() throws {
    let bus = try stage.connect()
    let source = ServiceMenuSource(bus, of: "org.example.nobody", Self.path)
    var failures = 0
    source.onFailed = { failures += 1 }
    try stage.wait("the failure") { failures == 1 }
    source.willShow(0)
    _ = try stage.answer(bus, .ofBus("GetId", expects: "s"))
    _ = try stage.answer(bus, .ofBus("GetId", expects: "s"))
    #expect(failures == 1 && source.menu == nil)
    source.close()
  }
}
