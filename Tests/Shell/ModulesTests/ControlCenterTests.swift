import BarUI
import CompositorSources
import DBus
import DesktopModel
import DesktopServices
import Loop
import ModuleModel
import TestSupport
import Testing

@testable import Modules
@testable import Settings

/// The identifiers of the row of a part, and of the row of tiles that begins with the tile of a part.
private nonisolated func row(_ id: PanelRowKey, of part: ControlCenterSettings.Part) -> PanelRowKey {
  PanelRowKey(ControlCenterPanel.PartRow(part: part, row: id))
}
private nonisolated func tiles(_ first: ControlCenterSettings.Part) -> PanelRowKey {
  PanelRowKey(ControlCenterPanel.TileRow(first: first.rawValue))
}

/// The control centre with services that a test plays.
@Suite(.serialized)
struct ControlCenterTests {
  private typealias Part = ControlCenterSettings.Part

  // MARK: - The rows

  private func tile(_ isOn: Bool = false) -> ControlPanel.Tile {
    .init("", "Title", icon: "x-symbolic", detail: "Off", isOn: isOn)
  }

  @Test func `tiles of neighbouring parts stand two in a row, and other rows come between them`() {
    var panel = ControlCenterPanel()
    for part in [Part.wifi, .bluetooth, .idle] { panel.add(tile(), of: part) }
    panel.add([], of: .media)
    panel.add(tile(), of: .powerProfile)
    panel.add(tile(), of: .doNotDisturb)
    panel.add([.init("sink:1", .level(.init(value: 1))), .init("b", .separator)], of: .volume)
    let content = panel.content([.init("failure", .text("no"))])
    #expect(
      content.rows.map(\.id) == [
        tiles(.wifi), tiles(.idle), tiles(.doNotDisturb), row("sink:1", of: .volume), row("b", of: .volume),
        "failure",
      ])
    #expect(content.width == .wide)
    let shown = content.rows.map { row in
      if case .tiles(let tiles) = row.content { tiles.map(\.id) } else { [String]() }
    }
    #expect(shown == [["wifi", "bluetooth"], ["idle", "power_profile"], ["do_not_disturb"], [], [], []])
  }

  @Test func `a machine with nothing to control is told so`() {
    #expect(
      ControlCenterPanel().content([]).rows.map(\.content)
        == [.text("There is nothing to control on this machine.")])
  }

  @Test(
    arguments: [
      (.press(row: tiles(.wifi), button: "bluetooth"), .bluetooth, .choose("")),
      (.set(row("sink:1", of: .volume), 0.5), .volume, .set("sink:1", 0.5)),
      (.toggle(row("source:1", of: .microphone)), .microphone, .toggle("source:1")),
      (
        .press(row: row("controls", of: .media), button: "Next"), .media,
        .press(row: "controls", button: "Next")
      ),
      (.choose(row("a b", of: .session)), .session, .choose("a b")),
      (.press(row: tiles(.wifi), button: "no"), nil, .choose("")), (.turn(true), nil, .choose("")),
      (.set("volume", 1), nil, .choose("")), (.choose("other a"), nil, .choose("")),
    ] as [(ControlUse, ControlCenterSettings.Part?, ControlUse)])
  func `a use goes to the part whose row it is`(
    use: ControlUse, part: ControlCenterSettings.Part?, expected: ControlUse
  ) {
    let found = ControlCenterPanel.part(of: use)
    #expect(found?.0 == part)
    if let found { #expect(found.1 == expected) }
  }

  // MARK: - Tiles

  @Test func `the tile of Wi-Fi names its network, and is there only with Wi-Fi that can be switched`() {
    var status = NetworkStatus()
    #expect(status.tile == nil)
    status.hasWireless = true
    #expect(status.tile?.detail == "Not connected" && status.tile?.isOn == true)
    (status.state, status.kind, status.name, status.strength) = (.connected, .wifi, "home", 90)
    #expect(
      status.tile?.detail == "home" && status.tile?.icon == "network-wireless-signal-excellent-symbolic")
    status.state = .connecting
    #expect(status.tile?.detail == "Connecting…")
    // A cable carries the traffic.
    (status.state, status.kind, status.name) = (.connected, .ethernet, "wired")
    #expect(status.tile?.detail == "Not connected")
    status.isWirelessOff = true
    #expect(status.tile?.detail == "Off" && status.tile?.isOn == false && status.tile?.isEnabled == true)
    status.isWirelessBlocked = true
    #expect(status.tile?.isEnabled == false)
    status.isNetworkingOff = true
    #expect(status.tile == nil)
  }

  @Test func `the tile of do not disturb is on while notifications are kept back`() {
    var situation = NotificationSituation()
    #expect(situation.tile?.isOn == false && situation.tile?.detail == "Off")
    situation.isQuiet = true
    #expect(situation.tile?.isOn == true && situation.tile?.detail == "On")
    situation.absence = "notifications go to mako"
    #expect(situation.tile == nil)
  }

  @Test func `the tile of the power profile is on for any but the usual profile`() throws {
    func tile(_ active: String, _ names: [String]) -> ControlPanel.Tile? {
      PowerProfile(properties: [
        "ActiveProfile": .string(active),
        "Profiles": .array(
          .dictionary(key: .string, value: .variant), names.map { .options(["Profile": .string($0)]) }),
      ])?.tile
    }
    let saving = try #require(tile("power-saver", ["power-saver", "balanced"]))
    #expect(saving.isOn && saving.detail == "Power saver" && saving.isEnabled)
    let only = try #require(tile("balanced", ["balanced"]))
    #expect(!only.isOn && !only.isEnabled)
  }

  // MARK: - The source

  /// A control centre with the parts that a test names, and the commands that it has started.
  private final class Scenario {
    private(set) var source: ControlCenterSource!
    private(set) var commands: [[String]] = []
    private(set) var refusals: [String?] = []
    /// The lines for the log.
    private(set) var lines: [String] = []
    let facts = NotificationFacts()
    private(set) var changes = 0
    /// The number of times that the panel was asked to close.
    private(set) var closings = 0
    private var panel: Observation?

    init(
      _ stage: BusStage, _ bus: MessageBus, _ settings: ControlCenterSettings, session: MessageBus? = nil
    ) {
      let services = ModuleServices(
        loop: stage.loop, compositor: Compositor(Compositor.Addresses(), loop: stage.loop),
        idleness: Idleness(), buses: ServiceBuses(session: session, system: bus), notifications: facts)
      let outlet = ModuleOutlet(
        of: ModuleName(.controlCenter), report: { [unowned self] in lines.append($0) },
        onCommandEnd: { [unowned self] in refusals.append($0) }, deliver: { _ in })
      let start = ModuleStart(
        outlet: outlet, services: services,
        requests: ModuleRequests(run: { [unowned self] command, _ in commands.append(command) }))
      source = ControlCenterSource(settings, start)
    }

    /// The panel as it is.
    var content: ControlPanel? { source.panel(of: nil) }
    var ids: [PanelRowKey] { content?.rows.map(\.id) ?? [] }

    func open() {
      panel = source.openPanel(of: nil) { [unowned self] in
        changes += 1
        if content == nil { closings += 1 }
      }
    }
    func close() { panel = nil }

    /// The tile of a part.
    func tile(_ part: Part) -> ControlPanel.Tile? {
      content?.rows.lazy.compactMap { row in
        if case .tiles(let tiles) = row.content { tiles.first { $0.id == part.rawValue } } else { nil }
      }.first
    }
  }

  private func settings(_ parts: [Part]) -> ControlCenterSettings {
    var settings = ControlCenterSettings()
    settings.parts = parts
    return settings
  }

  @Test func `no service is asked before the panel opens, and a tile switches its service`() throws {
    let stage = try BusStage()
    let fake = FakeBlueZ(try stage.connect(), [:])
    try stage.wait("the name") { fake.service.isReady }
    let bus = stage.makeBus()
    let scenario = Scenario(stage, bus, settings([.bluetooth, .bluetooth, .idle]))
    stage.loop.serveWhatIsReady()
    #expect(bus.state != .connected && scenario.ids.isEmpty)
    scenario.open()
    try stage.wait("the tile") { scenario.tile(.bluetooth)?.isOn == true }
    // The compositor cannot keep the screen on, and a part that is named twice is there once.
    #expect(scenario.ids == [tiles(.bluetooth)] && scenario.changes > 0)
    fake.service.heldMembers = ["Set"]
    scenario.source.use(.press(row: tiles(.bluetooth), button: "bluetooth"), of: nil)
    try stage.wait("the call") { fake.calls("Set").count == 1 }
    fake.service.failHeld(BusError("org.bluez.Error.Blocked", "no"))
    try stage.wait("the reason") { scenario.ids.last == "failure" }
    #expect(scenario.refusals == ["Bluetooth is blocked by a switch."])
    #expect(scenario.lines == ["Bluetooth is blocked by a switch."])
    #expect(scenario.content?.rows.last?.content == .text("Bluetooth is blocked by a switch."))
    #expect(fake.calls("StartDiscovery").isEmpty, "nothing is searched for")
    scenario.close()
    #expect(scenario.ids == [tiles(.bluetooth)])
    scenario.source.stop()
  }

  @Test func `do not disturb is switched where notifications are served`() throws {
    let stage = try BusStage()
    let scenario = Scenario(stage, stage.makeBus(), settings([.doNotDisturb]))
    var situation = NotificationSituation()
    var uses: [NotificationFacts.Use] = []
    scenario.facts.read = { situation }
    scenario.facts.perform = { uses.append($0) }
    scenario.open()
    #expect(scenario.tile(.doNotDisturb)?.isOn == false)
    scenario.source.use(.press(row: tiles(.doNotDisturb), button: "do_not_disturb"), of: nil)
    #expect(uses == [.toggleDoNotDisturb])
    situation.isQuiet = true
    scenario.facts.changed()
    #expect(scenario.tile(.doNotDisturb)?.isOn == true)
    scenario.source.stop()
  }

  @Test func `dark mode is switched by commands, where the portal tells whether it is on`() throws {
    let stage = try BusStage()
    let portal = FakePortal(try stage.connect(), ["color-scheme": .uint32(0)])
    try stage.wait("the portal") { portal.isReady }
    var settings = settings([.darkMode])
    settings.light = ["make-light"]
    let scenario = Scenario(stage, stage.makeBus(), settings, session: stage.makeBus())
    scenario.open()
    #expect(scenario.tile(.darkMode) == nil, "the portal has not answered")
    try stage.wait("the tile") { scenario.tile(.darkMode)?.detail == "Off" }
    let press = ControlUse.press(row: tiles(.darkMode), button: "dark_mode")
    scenario.source.use(press, of: nil)
    portal.change("color-scheme", .uint32(1))
    try stage.wait("the change") { scenario.tile(.darkMode)?.isOn == true }
    scenario.source.use(press, of: nil)
    #expect(
      scenario.commands == [
        ["gsettings", "set", "org.gnome.desktop.interface", "color-scheme", "prefer-dark"], ["make-light"],
      ])
    scenario.source.stop()
  }

  @Test func `what interrupts work is confirmed below the buttons of the session, and then closes the panel`()
    throws
  {
    let stage = try BusStage()
    var settings = settings([.session])
    settings.session.actions = [.lock, .powerOff]
    settings.session.commands = [.lock: ["swaylock"], .powerOff: ["poweroff"]]
    let scenario = Scenario(stage, stage.makeBus(), settings)
    scenario.open()
    guard case .tools(let buttons)? = scenario.content?.rows.first?.content else {
      Issue.record("no buttons")
      return
    }
    #expect(buttons.map(\.id) == ["lock", "power_off"] && buttons.allSatisfy { $0.icon != nil })
    let (tools, consequence, confirm) = (
      row("tools", of: .session), row("consequence", of: .session), row("confirm", of: .session)
    )
    scenario.source.use(.press(row: tools, button: "power_off"), of: nil)
    #expect(scenario.ids == [tools, consequence, row("countdown", of: .session), confirm])
    #expect(scenario.commands.isEmpty)
    scenario.source.use(.press(row: confirm, button: "cancel"), of: nil)
    #expect(scenario.ids == [tools])
    scenario.source.use(.press(row: tools, button: "power_off"), of: nil)
    #expect(scenario.closings == 0)
    scenario.source.use(.press(row: confirm, button: "power_off"), of: nil)
    scenario.source.use(.press(row: tools, button: "lock"), of: nil)
    #expect(scenario.closings == 2)
    #expect(scenario.commands == [["poweroff"], ["swaylock"]])
    scenario.source.stop()
  }

  @Test func `what the machine lacks has no part, and that is told`() throws {
    let stage = try BusStage()
    var settings = ControlCenterSettings()
    settings.parts = [.wifi, .bluetooth, .doNotDisturb, .powerProfile, .idle, .darkMode, .media]
    let scenario = Scenario(stage, stage.makeBus(), settings)
    scenario.open()
    #expect(scenario.ids == ["none"])
    scenario.source.stop()
    // The source may be stopped while its panel is open.
    scenario.source.use(.press(row: tiles(.wifi), button: "wifi"), of: nil)
    scenario.close()
  }
}
