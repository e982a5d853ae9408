import BarUI
import DesktopModel
import DesktopServices
import Geometry
import ModuleModel
import Scenes
import Settings
import Testing
import TextProcessing
import VisualEffects

@testable import Modules

/// Tests of what modules show of batteries, profiles, lights and players.
struct ServiceReadingsTests {
  @Test(arguments: [
    (PowerDevice.State.discharging, 79.0, "battery-level-80-symbolic", ["discharging"]),
    (.discharging, 59.9, "battery-level-60-symbolic", ["discharging"]),
    (.discharging, 20, "battery-level-20-symbolic", ["discharging", "low"]),
    (.discharging, 9, "battery-level-10-symbolic", ["discharging", "low", "critical"]),
    (.charging, 9, "battery-level-10-charging-symbolic", ["charging"]),
    (.empty, 0, "battery-level-0-symbolic", ["empty", "low", "critical"]),
    (.full, 99, "battery-level-100-charged-symbolic", ["full", "plugged"]),
    (.held, 80, "battery-level-80-symbolic", ["held", "plugged"]),
  ])
  func `a battery's icon and states follow its charge`(
    state: PowerDevice.State, percent: Double, icon: String, states: [String]
  ) {
    let reading = PowerDevice.reading(PowerDevice(state: state, percent: percent))
    #expect(reading.icon?.description == icon && reading.states == states)
    #expect(reading.fields["percent"] == .integer(Int(percent.rounded()), .percent))
  }

  @Test func `a battery is told in words as far as it is known`() {
    var device = PowerDevice(state: .discharging, percent: 50)
    func summary() -> FieldValue? { PowerDevice.reading(device).fields["summary"] }
    #expect(summary() == .text("On battery"))
    (device.remaining, device.power) = (.seconds(9660), 8.44)
    #expect(summary() == .text("About 2 h 41 min left · 8.4 W"))
    device.state = .charging
    #expect(summary() == .text("Full in about 2 h 41 min · 8.4 W"))
    (device.state, device.limit, device.power) = (.held, 80, nil)
    #expect(summary() == .text("Held at 80%"))
    device = PowerDevice(kind: .mouse, percent: 40, model: "MX Master 3")
    #expect(summary() == .text("MX Master 3 · 40%"))
  }

  @Test(
    arguments: [
      (nil, "battery-symbolic", ["discharging"], ""),
      (.critical, "battery-level-10-symbolic", ["discharging", "low", "critical"], "Critical"),
      (.low, "battery-level-20-symbolic", ["discharging", "low"], "Low"),
      (.normal, "battery-level-50-symbolic", ["discharging"], "Normal"),
      (.high, "battery-level-80-symbolic", ["discharging"], "High"),
    ] as [(PowerDevice.Level?, String, [String], String)])
  func `a battery without a percentage shows its level, and no figure`(
    level: PowerDevice.Level?, icon: String, states: [String], summary: String
  ) {
    var device = PowerDevice(kind: .mouse, state: .discharging, percent: nil)
    device.level = level
    let reading = PowerDevice.reading(device)
    #expect(reading.icon?.description == icon && reading.states == states && reading.fields["percent"] == nil)
    #expect(reading.fields["level"] == level.map { .text($0.rawValue) })
    #expect(reading.fields["summary"] == .text(summary))
    let shown = ModuleSettings.defaults(of: .battery).style.shown(reading, ModuleKind.battery.summary)
    #expect(shown.text.isEmpty && shown.isVisible)
    #expect(device.warning(icon: icon).body == level?.rawValue ?? "")
    let row = device.panelSummary
    #expect(
      row.title == "Mouse"
        && row.figure == (level.map { $0.rawValue.prefix(1).uppercased() + $0.rawValue.dropFirst() } ?? "")
        && row.detail.isEmpty)
  }

  @Test func `the row of a battery says in sentences what is left, and how old it is`() {
    var device = PowerDevice(state: .discharging, percent: 76)
    (device.remaining, device.power, device.health, device.cycles) = (.seconds(9660), 8.4, 91, 212)
    let row = device.panelSummary
    #expect(row.title == "Battery" && row.figure == "76%" && row.meter == .init(percent: 76))
    #expect(row.detail == "About 2 h 41 min left · 8.4 W\nHealth 91% · 212 cycles")
    let icon: ModuleIcon = "battery-level-80-symbolic"
    #expect(device.chargeLine == .figure("Battery 76%", "About 2 h 41 min left · 8.4 W", icon: icon))
    device = PowerDevice(kind: .mouse, state: .discharging, percent: 9, model: "MX")
    device.health = 100
    let mouse = device.panelSummary
    #expect(mouse.title == "MX" && mouse.detail.isEmpty && mouse.picture == "input-mouse-symbolic")
    #expect(mouse.meter == .init(percent: 9, isCritical: true))
  }

  @Test(arguments: [
    (ModuleKind.battery, PowerDevice.reading(nil)), (.media, MediaPlayer.reading(nil)),
    (.backlight, LightLevel.reading(nil, icon: "display-brightness-symbolic")),
    (.powerProfile, PowerProfile.reading(nil)), (.systemd, .failedUnits(system: nil, user: nil)),
    (.network, NetworkStatus.reading(nil)), (.bluetooth, BluetoothStatus.reading(nil)),
    (.audio, SoundSettings().absence("There is no sound server")),
  ])
  func `what is missing is hidden, or said by a sign and its tooltip where settings hide nothing`(
    kind: ModuleKind, reading: ModuleReading
  ) {
    var style = ModuleSettings.defaults(of: kind).style
    #expect(reading.states == ["absent"] && !style.shown(reading, kind.summary).isVisible)
    style.look.isHidden = false
    let shown = style.shown(reading, kind.summary)
    #expect(shown.isVisible && shown.text.isEmpty && shown.pieces == [.icon(ShownIcon(reading.icon ?? ""))])
    #expect(shown.tooltip == reading.absence && shown.look.ink == .vibrant(.tertiaryLabel))
  }

  @Test(
    arguments: [
      (PowerDevice.State.full, true), (.held, true), (.charging, false), (.discharging, false),
      (.unknown, false),
    ] as [(PowerDevice.State, Bool)])
  func `a battery that is on mains and not charged is plugged`(state: PowerDevice.State, isPlugged: Bool) {
    let reading = PowerDevice.reading(PowerDevice(state: state, percent: 50))
    #expect(reading.states.contains("plugged") == isPlugged)
  }

  @Test(
    arguments: [
      ("AC", PowerDevice.State.full, true), ("DOCK", .full, false), ("AC", .charging, false),
      ("AC", .discharging, true),
    ])
  func `with an adapter, a battery is plugged by that alone`(
    adapter: String, state: PowerDevice.State, isPlugged: Bool
  ) {
    var device = PowerDevice(state: state, percent: 50)
    device.adapters = ["AC", "USB"]
    let reading = PowerDevice.reading(device, adapter: adapter)
    #expect(reading.states.contains("plugged") == isPlugged)
  }

  @Test func `every field of a reading is one that the manual has`() {
    var device = PowerDevice(kind: .mouse, state: .charging, percent: 40, model: "a")
    (device.remaining, device.power, device.energy, device.health, device.limit) = (.seconds(1), 1, 1, 1, 80)
    (device.cycles, device.level) = (1, .high)
    let player = MediaPlayer(id: "a", properties: ["Metadata": .options(["mpris:length": .int64(1_000_000)])])
    let level = LightLevel(name: "a", value: 1, most: 2)
    let profile = PowerProfile(properties: ["ActiveProfile": .string("balanced")])
    for (kind, reading) in [
      (ModuleKind.battery, PowerDevice.reading(device)),
      (.media, MediaPlayer.reading(player, at: .zero)),
      (.backlight, LightLevel.reading(level, icon: "a")), (.powerProfile, PowerProfile.reading(profile)),
    ] {
      // Icons of players are those of the settings.
      let named = Set(kind.summary.fields.filter { $0.type != .icons }.map(\.name))
      #expect(Set(reading.fields.keys) == named, "\(kind)")
    }
  }
}

/// Tests of what the tray module shows of its items.
struct TrayReadingTests {
  private func item(_ name: String, title: String = "", status: String = "Active") -> TrayItem {
    TrayItem(
      id: ":1.1/\(name)",
      properties: [
        "Id": .string(name), "Title": .string(title), "Status": .string(status), "IconName": .string(name),
      ])
  }

  @Test func `items are hidden and ordered by rules, and otherwise stand as they came`() throws {
    let items = [
      item("a"), item("b", status: "Passive"), item("c", title: "Chat"), item("blueman-applet"), item("d"),
      item("e"),
    ]
    var settings = TraySettings()
    func names() -> [String] { settings.arranged(items).map(\.name) }
    #expect(names() == ["a", "c", "blueman-applet", "d", "e"])
    settings.hidden = [try TextPattern("blueman*")]
    settings.order = [try TextPattern("e"), try TextPattern("Chat")]
    settings.showsPassive = true
    #expect(names() == ["e", "c", "a", "b", "d"])
  }

  @Test(
    arguments: [
      // The limit, the rules, who wants attention, what is shown and what is folded away.
      (nil, [], [], "abcd", ""), (4, [], [], "abcd", ""), (2, [], [], "ab", "cd"),
      (nil, ["b", "d"], [], "ac", "bd"),
      (1, ["a"], [], "b", "acd"), (2, [], ["d"], "ad", "bc"), (1, ["a"], ["a", "d"], "ad", "bc"),
      (nil, ["*"], [], "", "abcd"), (nil, ["*"], ["c"], "c", "abd"),
    ] as [(Int?, [String], [String], String, String)])
  func `items are folded away by number and by rules, unless they want attention`(
    most: Int?, rules: [String], urgent: [String], shown: String, folded: String
  ) throws {
    let items = ["a", "b", "c", "d"].map {
      item($0, status: urgent.contains($0) ? "NeedsAttention" : "Active")
    }
    var settings = TraySettings()
    settings.mostItems = most
    settings.folded = try rules.map { try TextPattern($0) }
    let arrangement = TrayArrangement(items, settings)
    func names(_ items: [TrayItem]) -> String { items.map(\.name).joined() }
    #expect(names(arrangement.shown) == shown && names(arrangement.folded) == folded)
    #expect(names(arrangement.visible(isUnfolded: false)) == shown)
    #expect(names(arrangement.visible(isUnfolded: true)) == folded + shown)
    #expect((arrangement.foldReading(isUnfolded: false) == nil) == folded.isEmpty)
    #expect(!arrangement.isEmpty && TrayArrangement([], settings).isEmpty)
  }

  @Test func `an icon is looked for in the program's own folder first, then sent pixels are shown`() {
    let fallback = ModuleIcon.Candidate.named("emblem-system-symbolic")
    let sent = SentPicture.pixels(Bitmap(size: PixelSize(width: 1, height: 1)))
    var item = item("a")
    func icon() -> [ModuleIcon.Candidate]? { item.reading { _, _ in sent }.icon?.candidates }
    #expect(icon() == [.named("a"), fallback])
    item.themePath = "/opt/program/icons"
    #expect(icon() == [.themed("a", folder: "/opt/program/icons"), .named("a"), fallback])
    item.icon = TrayItem.Icon(
      pixmap: TrayItem.Pixmap(
        size: PixelSize(width: 22, height: 22), bytes: [UInt8](repeating: 0, count: 22 * 22 * 4)))
    #expect(icon() == [.sent(sent), fallback])
    // A theme may not have what the program names.
    item.icon.name = "b"
    item.themePath = ""
    #expect(icon() == [.named("b"), .sent(sent), fallback])
    item.icon = TrayItem.Icon()
    #expect(icon() == [fallback])
    for name in ["a\n/etc/passwd", "a b", "ä"] {
      item.icon.name = name
      #expect(icon() == [fallback], "\(name)")
    }
  }

  @Test func `files of an icon are read again when its program says that the icon is new`() {
    var item = item("a")
    let first = item.reading { pixmap, _ in SentPicture.pixels(Bitmap(size: pixmap.size)) }.icon
    item.iconChanges += 1
    let second = item.reading { pixmap, _ in SentPicture.pixels(Bitmap(size: pixmap.size)) }.icon
    #expect(first?.candidates == second?.candidates && first?.version == 0 && second?.version == 1)
  }

  @Test func `pixels that have not changed stay the same picture`() {
    let size = PixelSize(width: 1, height: 1)
    let (red, blue) = (
      TrayItem.Pixmap(size: size, bytes: [255, 255, 0, 0]),
      TrayItem.Pixmap(size: size, bytes: [255, 0, 0, 255])
    )
    var (first, second) = (TrayPictures(), TrayPictures())
    let shown = first.take(red, as: .icon, of: "a", TrayPictures())
    #expect(second.take(red, as: .icon, of: "a", first) == shown)
    #expect(second.take(blue, as: .icon, of: "a", first) != shown)
  }
}

extension TrayReadingTests {
  @Test func `a small icon over an icon is shown by name or as a picture, unless the settings have an icon`()
    throws
  {
    var item = item("app")
    let sent = SentPicture.pixels(Bitmap(size: PixelSize(width: 8, height: 8)))
    func reading() -> ItemReading { item.reading { _, _ in sent } }
    #expect(reading().overlay == nil)
    item.overlay = TrayItem.Icon(name: "emblem-new")
    #expect(reading().overlay == "emblem-new")
    item.overlay = TrayItem.Icon(
      pixmap: TrayItem.Pixmap(size: PixelSize(width: 8, height: 8), bytes: [UInt8](repeating: 0, count: 256)))
    #expect(reading().overlay == ModuleIcon([.sent(sent)]))
    let kind = ModuleKind.tray.summary
    var style = ModuleSettings.defaults(of: .tray).style
    func shown() -> ShownModule { style.shown(ModuleReading(items: [reading()]), kind) }
    #expect(shown().parts.compactMap(\.overlay) == [ModuleIcon([.sent(sent)])])
    #expect(shown().items.first?.overlay != nil)
    style.look.icons = .names(["default": "mine"])
    #expect(shown().parts.compactMap(\.overlay).isEmpty && shown().parts.flatMap(\.icons) == ["mine"])
  }
}

/// Menus of programs as menus of this one.
struct ServiceMenuEntriesTests {
  private func menu(_ id: Int32, _ label: String = "", _ entries: [ServiceMenu] = []) -> ServiceMenu {
    var menu = ServiceMenu(id: id)
    (menu.label, menu.entries, menu.hasSubmenu) = (label, entries, !entries.isEmpty)
    return menu
  }

  private func separator(_ id: Int32) -> ServiceMenu {
    var menu = ServiceMenu(id: id)
    menu.isSeparator = true
    return menu
  }

  @Test func `hidden entries and lines that keep nothing apart are left out`() {
    var hidden = menu(3, "hidden")
    hidden.isVisible = false
    let whole = menu(
      0, "",
      [
        separator(1), menu(2, "a"), separator(4), hidden, separator(5), menu(6, "b"), separator(7),
        separator(8),
      ])
    #expect(whole.menuEntries { _ in nil }.map(\.id) == [2, 4, 6])
  }

  @Test func `marks, icons, mnemonics, shortcuts and submenus are kept`() throws {
    var radio = menu(-1, "radio")
    (radio.toggle, radio.isOn, radio.isEnabled) = (.radio, true, false)
    var check = menu(2, "check")
    (check.toggle, check.icon, check.shortcut, check.mnemonic) = (.check, "wifi", "Ctrl+Q", "c")
    var empty = menu(3, "empty")
    empty.hasSubmenu = true
    let entries = menu(0, "", [radio, check, menu(4, "more", [menu(5, "inner")]), empty]).menuEntries {
      $0.icon.isEmpty ? nil : ModuleIcon($0.icon)
    }
    #expect(
      entries[0].mark == .radio(isOn: true) && !entries[0].isEnabled && entries[0].id == Int(UInt32.max))
    #expect(entries[1].mark == .checkbox(isOn: false) && entries[1].icon == .icon("wifi"))
    #expect(entries[1].shortcut == "Ctrl+Q" && entries[1].mnemonic == "c" && entries[1].submenu == nil)
    #expect(entries[2].submenu?.map(\.label) == ["inner"] && entries[3].submenu == [])
  }
}
