import DBus
import DBusValues
import DesktopServices
import Loop
import ModuleModel
import PopupUI
import Settings
import TestSupport
import Testing

@testable import Modules

/// The module of the tray with a program that a test plays.
@Suite(.serialized)
struct TraySourceTests {
  let stage: BusStage
  let host: TrayHost

  init() throws {
    stage = try BusStage()
    host = TrayHost(stage.makeBus(), loop: stage.loop)
  }

  private static let (path, interface) = ("/StatusNotifierItem", "org.kde.StatusNotifierItem")
  private static let picture = (1...9).map { UInt8($0) }

  /// A program with an item and a menu, both of which it has told.
  private func startProgram() throws -> FakeService {
    let program = FakeService(try stage.connect(), "org.example.program")
    program.add(
      Self.path, Self.interface,
      [
        "Id": .string("program"), "Title": .string("Program"), "Menu": .objectPath("/Menu"),
        "IconThemePath": .string("/opt/program"), "ItemIsMenu": .boolean(true),
      ])
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

  @Test func `pictures of a menu are provided while it is shown, and go with it`() throws {
    var provided: [String: ProvidedPicture] = [:]
    var items: [String] = []
    let source = TraySource(
      settings: TraySettings(), host: host, outlet: ModuleOutlet { items = $0.items.map(\.id) }
    ) { provided[$0] = $1 }
    let program = try startProgram()
    try stage.wait("the item") { items.count == 1 }
    let item = items[0]
    #expect(source.opensMenu("activate", of: item) && source.menu(of: item).isEmpty)
    func read() throws -> [MenuEntry] {
      #expect(source.readMenu(of: item) {})
      try stage.wait("the menu") { source.menu(of: item).count == 3 }
      return source.menu(of: item)
    }
    func names(_ entry: MenuEntry) -> [String] {
      if case .symbol(let names)? = entry.icon { names.split(separator: "\n").map(String.init) } else { [] }
    }
    let entries = try read()
    #expect(names(entries[0]).first == "/opt/program/both.svg")
    let data = names(entries[0]).suffix(2)
    #expect(data.first == "both" && provided[data.last ?? ""] == .file(Self.picture))
    #expect(names(entries[1]).count == 1 && provided[names(entries[1])[0]] == .file([7]))
    #expect(entries[2].icon == nil && provided.count == 2)
    // Another picture has another name.
    program.bus.emit(
      "ItemsPropertiesUpdated", "/Menu", "com.canonical.dbusmenu",
      [
        .array(
          .structure([.int32, .dictionary(key: .string, value: .variant)]),
          [.structure([.int32(2), .options(["icon-data": .bytes([8])])])]),
        .array(.structure([.int32, .array(.string)]), []),
      ])
    try stage.wait("another picture") { provided.values.contains(.file([8])) }
    #expect(provided.count == 2 && names(source.menu(of: item)[1]) != names(entries[1]))
    source.menuIsShown(false, entry: 2, of: item)
    #expect(provided.count == 2)
    source.menuIsShown(false, entry: nil, of: item)
    #expect(provided.isEmpty)
    source.choose(1, of: item)
    try stage.wait("the choice") {
      program.calls.last?.arguments.prefix(2) == [.int32(1), .string("clicked")]
    }
    // A program that ends takes its menu with it.
    _ = try read()
    program.bus.close()
    try stage.wait("no item") { items.isEmpty }
    #expect(source.menu(of: item).isEmpty && provided.isEmpty)
    source.stop()
  }
}
