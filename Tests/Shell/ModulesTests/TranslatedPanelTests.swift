import BarUI
import DBus
import DesktopModel
import Geometry
import Loop
import ModuleModel
import Notifications
import Scenes
import TestSupport
import Testing
import Views

@testable import DesktopServices
@testable import Modules
@testable import Settings

/// Tests of the room that panels have for the texts of each language.
struct TranslatedPanelTests {
  @Test(arguments: TranslatedTexts.languages, [1, 1.25])
  func `no panel cuts a text of its own in any language`(language: String, scale: Double) throws {
    let measurer = TranslatingMeasurer(texts: try TranslatedTexts(language))
    let environment = ViewEnvironment(scale: scale, font: BarSettings().font)
    for panel in try panels() {
      let shown = layout(
        ControlPanelView(panel), in: Proposal(), environment: environment, measurer: measurer)
      let cut = shown.scene.texts.filter { measurer.measure($0.text).isShortened }
      #expect(cut.isEmpty, "\(cut.map { measurer.texts.translation(of: $0.text.string) })")
    }
  }

  @Test(arguments: TranslatedTexts.languages)
  func `the texts of panels are there in any language`(language: String) throws {
    let texts = try TranslatedTexts(language)
    #expect((texts.translation(of: "Cancel") == "Cancel") == (language == "en"))
    let environment = ViewEnvironment(scale: 1, font: BarSettings().font)
    let shown = try panels().flatMap { panel in
      layout(
        ControlPanelView(panel), in: Proposal(), environment: environment,
        measurer: TranslatingMeasurer(texts: texts)
      )
      .scene.texts.map(\.text.string).filter { !$0.isEmpty }
    }
    #expect(!shown.isEmpty)
    let lost = shown.filter { texts.translation(of: $0).isEmpty }
    #expect(lost.isEmpty, "\(lost)")
  }

  @Test func `texts with values are found in a catalogue`() throws {
    let texts = try TranslatedTexts("de")
    #expect(texts.translation(of: "Cancel") == "Abbrechen")
    let time = texts.translation(of: "Full in about 2 h 41 min · 8.4 W")
    #expect(time == "Voll in etwa 2 h 41 min · 8.4 W")
    #expect(texts.translation(of: "8 cores\nfirefox") == "8 Kerne\nfirefox")
  }

  /// The panels of modules in their states; what users and machines name has a short name.
  private func panels() throws -> [ControlPanel] {
    let all = [
      try sessions(), try networks(), try bluetooth(), sound(), meters(), try services(), try lights(),
      try media(), try centres(), bells(),
    ]
    return all.flatMap(\.self)
  }

  private func sessions() throws -> [ControlPanel] {
    let loop = try EventLoop(clock: ManualClock())
    let bus = MessageBus(BusAddress("unix:path=/nowhere")!, loop: loop)
    var settings = SessionSettings()
    settings.actions = SessionAction.allCases
    return try settings.actions.filter(\.needsConfirmation).flatMap { action in
      try [nil, 0, 1, 12].map { count in
        let source = SessionSource(
          settings: settings, control: SessionControl(bus),
          windows: OpenWindows(count: { count }, observe: { _ in nil }), loop: loop,
          outlet: ModuleOutlet { _ in }
        ) { _ in }
        let opened = source.openPanel(of: nil) {}
        defer {
          opened?.cancel()
          source.stop()
        }
        source.perform(action.rawValue, item: nil)
        return try #require(source.panel(of: nil))
      }
    }
  }

  private func networks() throws -> [ControlPanel] {
    let samples = NetworkPanelTests()
    var (choices, status) = (try samples.choices(hasCable: true), NetworkStatus())
    (status.state, status.kind, status.name) = (.portal, .wifi, "known")
    (status.interface, status.address) = ("wlan0", "192.168.1.5")
    var questions = choices.networks.flatMap { network in
      [
        NetworkQuestion(network: network.id), NetworkQuestion(network: network.id, isRefused: true),
        NetworkQuestion(unfolded: network.id),
      ]
    }
    let others: [NetworkQuestion.Other] = [
      .name(), .name(isRefused: true), .password(of: "a"), .password(of: "a", isRefused: true),
    ]
    questions += others.map { NetworkQuestion(other: $0) }
    let asked = questions.map { ControlPanel.networks(status, choices, $0) }
    let hidden = try #require(choices.hidden(NetworkName("a".utf8), isOpen: false))
    let failures: [NetworkAttempt.Failure?] = [
      nil, .wrongPassword, .notFound, .noAddress, .noPassword, .noAnswer, .refused("no"), .other,
    ]
    let tried = failures.flatMap { failure in
      [choices.networks[1].id, hidden.id].map { network in
        choices.attempt = NetworkAttempt(network, failure: failure)
        return ControlPanel.networks(status, choices, NetworkQuestion(other: .joining("a")))
      }
    }
    var blocked = try samples.choices(isWirelessOn: false)
    let off = ControlPanel.networks(nil, blocked, NetworkQuestion())
    blocked.isWirelessBlocked = true
    let kept = ControlPanel.networks(nil, blocked, NetworkQuestion())
    blocked.isNetworkingOn = false
    let quiet = try samples.choices(isHeard: false)
    var unplugged = choices
    unplugged.wired[0].hasCable = false
    let unused = [blocked, nil, quiet, unplugged].map { ControlPanel.networks(nil, $0, NetworkQuestion()) }
    return asked + tried + [off, kept] + unused
  }

  private func bluetooth() throws -> [ControlPanel] {
    let samples = BluetoothReadingTests()
    var status = try samples.status(connected: ["Headset"])
    // A name that a catalogue translates, as the kind of a battery, is no name that somebody gave.
    for index in status.devices.indices { status.devices[index].name = "Ada" }
    let questions: [BluetoothPairing.Question] = [
      .confirm("012345"), .authorize, .enterPIN, .enterPasskey, .show("0000", typed: nil),
      .show("123456", typed: 2),
    ]
    let asked = questions.flatMap { question in
      [false, true].map { isRefused in
        let asked = BluetoothQuestion(BluetoothPairing("/Stranger", question), isRefused: isRefused)
        return ControlPanel.bluetooth(status, ["/Stranger": .pairing], asked)
      }
    }
    let tasks = ["/Headset": BluetoothTask.disconnecting, "/Mouse": .connecting]
    let used = ControlPanel.bluetooth(status, tasks, unfolded: "/Headset")
    let off = ControlPanel.bluetooth(try samples.status(isOn: false), [:])
    return asked + [used, off, ControlPanel.bluetooth(nil, [:])]
  }

  private func sound() -> [ControlPanel] {
    let samples = SoundReadingsTests()
    let devices = [samples.device(1), samples.device(2), samples.device(3, .source)]
    let state = samples.state(
      devices, [samples.stream(4, "Music", on: 1), samples.stream(5, "Call", on: 3, .recording)])
    // A card whose profiles are shown, and a program whose devices are.
    var (device, card) = (samples.device(1), SoundCard(5, name: "card")!)
    device.card = 5
    card.profiles = ["a", "b"].map { SoundProfile($0, label: $0)! }
    card.activeProfile = "a"
    var carded = samples.state([device])
    carded.put(card)
    let unfolded = [
      carded.panel(SoundSettings(), unfolded: .unfoldProfiles(ofCard: 5)),
      state.panel(SoundSettings(), unfolded: .level(SoundID(.playback, 4))),
    ]
    return unfolded
      + [SoundSettings(), SoundSettings(isInput: true)].flatMap { settings in
        [state.panel(settings), samples.state([]).panel(settings), settings.emptyPanel]
      }
  }

  /// The panels of the lights of a screen and of a keyboard.
  private func lights() throws -> [ControlPanel] {
    let scratch = ScratchDirectory()
    for device in ["backlight/a", "leds/a::kbd_backlight"] {
      scratch.makeDirectory(device.split(separator: "/").first.map(String.init) ?? "")
      scratch.makeDirectory(device)
      for (file, text) in [("type", "raw"), ("max_brightness", "10"), ("brightness", "5")] {
        scratch.write(text, to: "\(device)/\(file)")
      }
    }
    let loop = try EventLoop(clock: ManualClock())
    let lights = MachineLights(
      MessageBus(BusAddress("unix:path=/nowhere")!, loop: loop), root: scratch.path)
    return try [false, true].map { isKeyboard in
      let source = LightSource(
        settings: LightSettings(isKeyboard: isKeyboard), lights: lights, outlet: ModuleOutlet { _ in })
      defer { source.stop() }
      return try #require(source.panel(of: nil))
    }
  }

  /// The panel of players while there is none.
  private func media() throws -> [ControlPanel] {
    let loop = try EventLoop(clock: ManualClock())
    let players = MediaPlayers(MessageBus(BusAddress("unix:path=/nowhere")!, loop: loop))
    let choice = MediaChoice(settings: MediaSettings(), players: players)
    return [MediaPanel(players: players, loop: loop, choice: choice).content]
  }

  private func meters() -> [ControlPanel] {
    let fields: [String: FieldValue] = [
      "percent": .integer(42, .percent), "cores": .integer(16), "frequency": .real(3.4, .gigahertz),
      "used": .integer(300 << 30, .bytes), "total": .integer(400 << 30, .bytes),
      "free": .integer(100 << 30, .bytes), "path": .text("/home"),
      "swap_percent": .integer(12, .percent), "swap_used": .integer(300 << 20, .bytes),
      "swap_total": .integer(16 << 30, .bytes), "load1": .real(0.5), "load5": .real(0.5),
      "load15": .real(0.5), "celsius": .real(48, .celsius), "sensor": .text("coretemp"),
      "down": .integer(340_000, .bytesPerSecond), "up": .integer(340_000, .bytesPerSecond),
      "received": .integer(300 << 30, .bytes), "sent": .integer(300 << 30, .bytes),
    ]
    var programs = ProgramUses()
    for ticks: UInt64 in [100, 200] {
      programs.take([ProcessUse(id: 1, name: "firefox", ticks: ticks, bytes: 1 << 30)], total: 10 * ticks)
    }
    let subjects: [MeterSettings.Subject] = [
      .cpu(), .memory, .disk(path: "/home"), .load, .temperature(sensor: nil), .rates(.all),
    ]
    var traffic = DiskTraffic()
    for second: UInt64 in [1, 2] {
      let bytes = second * 340_000_000_000
      traffic.take(
        ["sda": DiskCounter(read: bytes, written: bytes)],
        [ProcessTransfer(id: 1, name: "firefox", read: bytes, written: bytes)],
        at: Instant(sinceOrigin: .seconds(Int(second))))
    }
    var other = fields
    other["path"] = .text("/srv")
    return subjects.map { subject in
      MeterPanel(
        subject: subject, fields: fields, past: [0, 1], sent: [1], programs: programs, others: [other],
        traffic: traffic, celsius: 48
      ).panel
    }
  }

  private func services() throws -> [ControlPanel] {
    let units = [
      FailedUnits.Unit(name: "a.service", description: "A", isOfUser: false),
      FailedUnits.Unit(name: "b.service", description: "", isOfUser: true),
    ]
    let failed = [
      ControlPanel.failedUnits(units, restarting: ["user b.service"]), ControlPanel.failedUnits([]),
      ControlPanel.awaitedUnits(system: 1, user: 1), ControlPanel.awaitedUnits(system: 0, user: 0),
    ]
    return batteries + failed + (try profiles()).map(\.panel)
  }

  private var batteries: [ControlPanel] {
    let devices =
      PowerDevice.Kind.allCases.map { PowerDevice(kind: $0, state: .discharging, percent: 100) } + laptops
    return devices.map { ControlPanel("", rows: [.init("0", .summary($0.panelSummary))]) }
  }

  /// The battery of the machine in each state.
  private var laptops: [PowerDevice] {
    PowerDevice.State.allCases.map { state in
      var device = PowerDevice(state: state, percent: 100)
      (device.remaining, device.power) = (.seconds(45_660), 18.4)
      (device.health, device.cycles, device.limit) = (91, 212, 80)
      return device
    }
  }

  private func profiles() throws -> [PowerProfile] {
    try ["power-saver", "balanced", "performance"].map { active in
      try #require(
        PowerProfile(properties: [
          "ActiveProfile": .string(active), "PerformanceDegraded": .string("high-operating-temperature"),
          "Profiles": .array(
            .dictionary(key: .string, value: .variant),
            ["power-saver", "balanced", "performance"].map { .options(["Profile": .string($0)]) }),
        ]))
    }
  }

  /// The panels of notifications with none, with many of a program, and while another program has them.
  private func bells() -> [ControlPanel] {
    let many = (0..<9).map { number in
      ListedNotification(
        .past(Int64(number)), Notification(.init(), Hints(), id: 1, time: 0),
        origins: [.record(Int64(number))], age: "now", count: 2)
    }
    var rows = ListedRows()
    rows.follow(many)
    var (timed, absent) = (NotificationSituation(), NotificationSituation())
    timed.isQuiet = true
    absent.absence = "There is no message bus of the session"
    return [
      BellPanel(situation: NotificationSituation(), notifications: []),
      BellPanel(situation: NotificationSituation(), notifications: many, rows: rows),
      BellPanel(situation: timed, quietEnd: "23:59", notifications: many, unfolded: [""], rows: rows),
      BellPanel(situation: absent),
    ].map(\.content)
  }

  /// Control centres with each tile in each of its states, and the lines of batteries.
  private func centres() throws -> [ControlPanel] {
    var network = NetworkStatus()
    network.hasWireless = true
    var joining = network
    (joining.state, joining.kind) = (.connecting, .wifi)
    let samples = BluetoothReadingTests()
    let tiles: [ControlPanel.Tile?] = [
      network.tile, joining.tile, try samples.status(isOn: false).tile, try samples.status().tile,
      try samples.status(connected: ["Headset", "Mouse"]).tile, NotificationSituation().tile,
      SystemPreferences.ColourScheme.dark.tile,
      ControlPanel.Tile("", "Keep awake", icon: "caffeine-cup-full-symbolic", isOn: true),
    ]
    let all = tiles.compactMap(\.self) + (try profiles()).map(\.tile)
    let rows = all.map { ControlPanel.Row("tile", .tiles([$0, $0])) }
    let lines = laptops.map { ControlPanel.Row("charge", $0.chargeLine) }
    let panels = (rows + lines).map { ControlPanel("", width: .wide, rows: [$0]) }
    return panels + [ControlCenterPanel().content([])]
  }
}
