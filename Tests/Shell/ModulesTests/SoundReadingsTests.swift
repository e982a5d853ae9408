import BarUI
import DesktopModel
import Geometry
import HeadlessSession
import Loop
import ModuleModel
import Settings
import TestSupport
import Testing
import TextProcessing

@testable import DesktopServices
@testable import Modules

/// The identifiers of rows of mixers: of the volume of a device, of the profiles of a card, and of one of these.
private func key(_ row: SoundRow) -> PanelRowKey { PanelRowKey(row) }
private func sink(_ index: UInt32) -> PanelRowKey { key(.level(SoundID(.sink, index))) }
private func source(_ index: UInt32) -> PanelRowKey { key(.level(SoundID(.source, index))) }
private func fold(_ card: UInt32) -> PanelRowKey { key(.unfoldProfiles(ofCard: card)) }
private func profile(_ name: String, _ card: UInt32 = 5) -> PanelRowKey { key(.profile(name, ofCard: card)) }

private func isProfile(_ row: PanelRowKey) -> Bool {
  if case .profile? = row.as(SoundRow.self) { true } else { false }
}

/// Tests of what modules show of a sound server.
struct SoundReadingsTests {
  func device(
    _ index: UInt32, _ kind: SoundID.Kind = .sink, percent: Double = 40, place: String = ""
  ) -> SoundDevice {
    var device = SoundDevice(SoundID(kind, index), name: "device.\(index)", label: "Device \(index)")!
    device.volume = SoundVolume([SoundVolume.whole])!.scaled(toPercent: percent)
    device.formFactor = place
    return device
  }

  func stream(
    _ index: UInt32, _ application: String, on device: UInt32, _ kind: SoundID.Kind = .playback,
    title: String = "", applicationID: String = "", icon: String = ""
  ) -> SoundStream {
    var stream = SoundStream(
      SoundID(kind, index), device: device, application: application, title: title,
      applicationID: applicationID, icon: icon)
    stream.volume = SoundVolume([SoundVolume.whole])
    return stream
  }

  func state(_ devices: [SoundDevice], _ streams: [SoundStream] = []) -> SoundState {
    var state = SoundState()
    for device in devices { state.put(device) }
    for stream in streams { state.put(stream) }
    state.setDefaults(
      output: devices.first { $0.id.kind == .sink }?.name,
      input: devices.first { $0.id.kind == .source }?.name)
    return state
  }

  private var input: SoundSettings {
    var settings = SoundSettings()
    settings.isInput = true
    return settings
  }

  @Test(
    arguments: [
      (0, false, "", "audio-volume-muted-symbolic"), (33, false, "", "audio-volume-low-symbolic"),
      (34, false, "", "audio-volume-medium-symbolic"), (67, false, "speaker", "audio-volume-high-symbolic"),
      (100, false, "", "audio-volume-high-symbolic"), (101, false, "", "audio-volume-overamplified-symbolic"),
      (50, true, "", "audio-volume-muted-symbolic"), (50, false, "headphone", "audio-headphones-symbolic"),
      (50, false, "headset", "audio-headset-symbolic"), (50, true, "headset", "audio-volume-muted-symbolic"),
    ] as [(Double, Bool, String, String)])
  func `the icon of what plays follows its volume, or what is worn`(
    percent: Double, isMuted: Bool, place: String, icon: String
  ) {
    var device = device(1, percent: percent, place: place)
    device.isMuted = isMuted
    let reading = state([device]).reading(SoundSettings())
    #expect(
      reading.icon?.description == icon && reading.fields["percent"] == .integer(Int(percent), .percent))
    #expect(reading.states == (isMuted ? ["muted"] : []))
  }

  @Test func `a microphone is in use while a program records from any`() {
    let devices = [device(1, .source, percent: 80), device(2, .source)]
    let recording = stream(1, "Recorder", on: 2, .recording)
    let quiet = state(devices).reading(input)
    #expect(quiet.icon == "microphone-sensitivity-high-symbolic" && quiet.states.isEmpty)
    #expect(quiet.fields["state"] == .text("idle") && quiet.fields["app"] == .text(""))
    let used = state(devices, [recording, stream(2, "Recorder", on: 2, .recording)]).reading(input)
    #expect(used.states == ["in_use"] && used.fields["app"] == .text("Recorder"))
    #expect(used.fields["summary"] == .text("Device 1 · 80% · recorded by Recorder"))
    var settings = input
    settings.device = "device.1"
    #expect(state(devices, [recording]).reading(settings).states.isEmpty, "another one is")
    settings.device = "Device 2"
    #expect(state(devices, [recording]).reading(settings).states == ["in_use"])
  }

  @Test func `the slider of the default device stands alone in other panels`() throws {
    let row = try #require(state([device(7), device(8)]).levelRow(SoundSettings()))
    #expect(row.id == .init(SoundRow.level(SoundID(.sink, 7))))
    guard case .level(let level) = row.content else {
      Issue.record("no level")
      return
    }
    #expect(level.after == "40%" && !level.showsAfter && !level.showsLabel && level.isIconButton)
    #expect(abs(level.value - 0.4) < 0.001)
    #expect(state([device(7)]).levelRow(input) == nil)
  }

  @Test(arguments: [(100.0, 0.4), (80.0, 0.5), (150.0, 0.4 / 1.5), (30.0, 1.0)] as [(Double, Double)])
  func `a slider on the bar ends at the limit of the module`(limit: Double, part: Double) throws {
    var settings = SoundSettings()
    settings.limit = limit
    let shown = try #require(state([device(7)]).reading(settings).sliderPart)
    #expect(abs(shown - part) < 0.001)
  }

  @Test func `the microphone is told beside the device that plays, and Bluetooth is a state`() {
    var (speaker, microphone) = (device(1), device(2, .source, percent: 60))
    speaker.isBluetooth = true
    var reading = state([speaker, microphone]).reading(SoundSettings())
    #expect(reading.fields["bluetooth"] == .bool(true) && reading.states == ["bluetooth"])
    #expect(reading.fields["device"] == .text("device.1"))
    #expect(reading.fields["source"] == .text("60%"))
    #expect(reading.fields["source_percent"] == .integer(60, .percent))
    #expect(reading.fields["source_muted"] == .bool(false))
    microphone.isMuted = true
    reading = state([device(1), microphone]).reading(SoundSettings())
    #expect(reading.fields["source"] == .text("muted") && reading.states == ["source_muted"])
    #expect(reading.fields["bluetooth"] == .bool(false))
    #expect(state([device(1)]).reading(SoundSettings()).fields["source"] == nil)
    #expect(state([microphone]).reading(input).fields["source"] == nil)
  }

  @Test func `devices that are ignored are neither shown nor chosen`() throws {
    var settings = SoundSettings()
    settings.ignored = [try TextPattern("Device 1")]
    let all = state([device(1), device(2), device(3)])
    #expect(all.reading(settings).fields["name"] == .text("Device 2"))
    #expect(all.devices(of: settings).map(\.label) == ["Device 2", "Device 3"])
    let rows = all.panel(settings).rows.map(\.id)
    #expect(rows.contains(key(.use("device.2"))) && !rows.contains(key(.use("device.1"))))
    settings.ignored = [try TextPattern("device.*")]
    #expect(all.reading(settings).states == ["absent"])
    // A device that the settings name is shown all the same.
    settings.device = "device.1"
    #expect(all.reading(settings).fields["name"] == .text("Device 1"))
  }

  @Test func `what is not there is in the state absent`() {
    #expect(SoundState().reading(SoundSettings()).states == ["absent"])
    #expect(state([device(1, .source)]).reading(SoundSettings()).states == ["absent"])
    var settings = SoundSettings()
    settings.device = "gone"
    #expect(state([device(1)]).reading(settings).states == ["absent"])
    #expect(state([device(1)]).panel(settings).rows.map(\.id) == ["none"])
  }

  @Test(arguments: [ModuleKind.audio, .microphone])
  func `every field of a reading is one that the manual has, and the gestures are actions`(
    kind: ModuleKind
  ) {
    var settings = SoundSettings()
    settings.isInput = kind == .microphone
    let reading = state([device(1), device(2, .source)]).reading(settings)
    #expect(Set(reading.fields.keys) == Set(kind.summary.fields.map(\.name)))
    #expect(Set(kind.summary.gestures.values).isSubset(of: kind.summary.actions.map(\.name)))
    let shown = ModuleSettings.defaults(of: kind).style.shown(reading, kind.summary)
    #expect(shown.tooltip == (kind == .audio ? "Device 1 · 40%" : "Device 2 · 40%"))
  }

  @Test
  func `a mixer has its device's slider, a choice of devices and plugs, and programs with their devices`()
    throws
  {
    var first = device(1)
    first.ports = [
      SoundPort("speaker", label: "Speaker")!, SoundPort("headphones", label: "Headphones")!,
      SoundPort("hdmi", label: "Screen", availability: .no)!,
    ]
    first.activePort = "speaker"
    var player = stream(9, "Player", on: 2, title: "A piece")
    player.isMuted = true
    let whole = state(
      [first, device(2, percent: 120), device(3)], [player, stream(10, "Player", on: 1, title: "B")])
    var settings = SoundSettings()
    settings.limit = 80
    let panel = whole.panel(settings)
    #expect(
      panel.rows.map(\.id) == [
        sink(1), "devices", key(.use("device.1")), key(.use("device.2")), key(.use("device.3")), "ports",
        key(.port("speaker")), key(.port("headphones")), "streams", key(.level(player.id)),
        key(.level(SoundID(.playback, 10))),
      ])
    #expect(Set(panel.rows.map(\.id)).count == panel.rows.count)
    func level(_ row: Int) -> ControlPanel.Level? {
      if case .level(let level) = panel.rows[row].content { level } else { nil }
    }
    #expect(
      level(0).map { abs($0.value - 0.5) < 0.001 && $0.isIconButton } == true && level(0)?.after == "40%")
    #expect(level(0)?.label == "Device 1" && level(0)?.showsLabel == false, "the choice below says it")
    // A word in place of the figure would make the slider shorter.
    #expect(level(9)?.after == "100%" && level(9)?.showsAfter == false)
    #expect(level(9)?.icon == "audio-volume-muted-symbolic")
    #expect([level(0), level(9), level(10)].map { $0?.isMuted } == [false, true, false])
    settings.device = "device.2"
    guard case .level(let louder)? = whole.panel(settings).rows.first?.content else {
      Issue.record("no level")
      return
    }
    #expect(louder.value == 1 && louder.after == "120%", "it is louder than the slider goes")
    settings.device = nil
    func choice(_ panel: ControlPanel, _ row: PanelRowKey) -> ControlPanel.Choice? {
      guard case .choice(let choice)? = panel.rows.first(where: { $0.id == row })?.content else { return nil }
      return choice
    }
    #expect(level(9)?.label == "Player – A piece", "there are two of them")
    #expect(level(9)?.fold?.chosen == "Device 2" && level(9)?.fold?.isUnfolded == false)
    #expect(
      panel.rows.map(\.id).filter { choice(panel, $0)?.isChosen == true }
        == [key(.use("device.1")), key(.port("speaker"))])

    let unfolded = whole.panel(settings, unfolded: .level(player.id))
    #expect(
      Array(unfolded.rows.map(\.id).dropFirst(9).prefix(4))
        == [key(.level(player.id))] + (1...3).map { key(.move(player.id, to: "device.\($0)")) })
    #expect(choice(unfolded, key(.move(player.id, to: "device.2")))?.isChosen == true)
    guard case .level(let head) = unfolded.rows[9].content else {
      Issue.record("no level")
      return
    }
    #expect(head.fold?.isUnfolded == true)
  }

  /// A device of a card with profiles, each with its name and whether it is available.
  private func state(_ profiles: [(String, Bool)], active: String?) -> SoundState {
    var device = device(1)
    device.card = 5
    var state = state([device])
    var card = SoundCard(5, name: "card")!
    card.profiles = profiles.map { SoundProfile($0.0, label: "Label of \($0.0)", isAvailable: $0.1)! }
    card.activeProfile = active
    state.put(card)
    return state
  }

  @Test
  func `profiles of a card unfold below the device, without off and without those that are unavailable`()
    throws
  {
    let state = state(
      [("music", true), ("calls:1", true), ("gone", false), ("off", true)], active: "music")
    let folded = state.panel(SoundSettings())
    #expect(folded.rows.map(\.id) == [sink(1), "ports", fold(5)])
    #expect(folded.rows[1].content == .heading("Device 1"))
    #expect(
      folded.rows[2].content
        == .choice(.init("Label of music", mark: "pan-down-symbolic", isUnfolded: false)))
    let unfolded = state.panel(SoundSettings(), unfolded: .unfoldProfiles(ofCard: 5))
    #expect(
      unfolded.rows.map(\.id) == [sink(1), "ports", fold(5), profile("music"), profile("calls:1")])
    #expect(
      unfolded.rows[2].content == .choice(.init("Profile", mark: "pan-up-symbolic", isUnfolded: true)))
    #expect(unfolded.rows[3].content == .choice(.init("Label of music", isChosen: true)))
    #expect(unfolded.rows[4].content == .choice(.init("Label of calls:1")))
  }

  @Test(
    arguments: [
      ([("music", true), ("off", true)], "music", 0), ([("music", true), ("calls", false)], "music", 0),
      ([], nil, 0), ([("music", true), ("calls", false)], "calls", 2),
      ([("music", true), ("calls", true)], nil, 2), ([("music", true), ("calls", true)], "off", 2),
    ] as [([(String, Bool)], String?, Int)])
  func `profiles are shown where there are two to choose from, the one in use included`(
    profiles: [(String, Bool)], active: String?, count: Int
  ) {
    let rows = state(profiles, active: active).panel(SoundSettings(), unfolded: .unfoldProfiles(ofCard: 5))
      .rows
    #expect(rows.count { isProfile($0.id) } == count)
    #expect(rows.contains { $0.id == fold(5) } == (count > 0))
  }

  @Test func `a card without a device for the direction has the profiles that would give it one`() {
    var state = state([device(1)])
    var card = SoundCard(5, name: "card", label: "Headset")!
    card.profiles = ["play", "call", "record"].map { SoundProfile($0, label: $0)! }
    for (index, directions) in [[SoundDirection.output], [.input, .output], [.input]].enumerated() {
      card.profiles[index].directions = Set(directions)
    }
    card.activeProfile = "record"
    state.put(card)
    let rows = state.panel(SoundSettings(), unfolded: .unfoldProfiles(ofCard: 5)).rows
    #expect(rows.map(\.id) == [sink(1), "card:5", fold(5), profile("play"), profile("call")])
    #expect(rows[1].content == .heading("Headset"))
    let folded = state.panel(SoundSettings()).rows
    #expect(folded.last?.content == .choice(.init("record", mark: "pan-down-symbolic", isUnfolded: false)))
    var own = device(2, .source)
    own.card = 5
    state.put(own)
    let sliders = [sink(1), source(2)]
    #expect(state.panel(input).rows.map(\.id) == [source(2), "ports", fold(5)])
    card.profiles = [card.profiles[2]]
    state.put(card)
    #expect(state.panel(SoundSettings()).rows.map(\.id) == sliders, "it never plays")
    card.profiles = [SoundProfile("play", label: "play")!]
    (card.profiles[0].directions, card.activeProfile) = ([.output], "play")
    state.put(card)
    #expect(state.panel(SoundSettings()).rows.map(\.id) == sliders, "its device is on its way")
  }

  @Test func `of very many profiles that in use is among those that are shown`() {
    let profiles = (0..<40).map { ("p\($0)", true) }
    let rows = state(profiles, active: "p39").panel(
      SoundSettings(), unfolded: .unfoldProfiles(ofCard: 5)
    ).rows
    let shown = rows.map(\.id).filter(isProfile)
    #expect(shown.count == 24 && shown.last == profile("p39") && shown.first == profile("p0"))
    #expect(rows.contains(.init("more:5", .text("and 16 more"))))
  }

  @Test func `the microphone has a slider below that of what plays, but not in the panel of one device`() {
    let both = state([device(1), device(2, .source, percent: 70)])
    let rows = both.panel(SoundSettings()).rows
    #expect(rows.map(\.id) == [sink(1), source(2)])
    guard case .level(let level)? = rows.last?.content else {
      Issue.record("no level")
      return
    }
    #expect(level.icon == "microphone-sensitivity-high-symbolic" && level.after == "70%")
    #expect(both.panel(input).rows.map(\.id) == [source(2)])
    var settings = SoundSettings()
    settings.device = "device.1"
    #expect(both.panel(settings).rows.map(\.id) == [sink(1)])
  }

  @Test(
    arguments: [
      ("player", "org.a.Player", [.named("player"), .named("org.a.Player"), .letter("P")]),
      ("", "org.a.Player", [.named("org.a.Player"), .letter("P")]),
      ("/a/player.png", "", [.file("/a/player.png"), .letter("P")]), ("", "", [.letter("P")]),
    ] as [(String, String, [ModuleIcon.Candidate])])
  func `a program has its own icon beside its name in the mixer, and its slider the sign of the volume`(
    icon: String, applicationID: String, candidates: [ModuleIcon.Candidate]
  ) throws {
    let player = stream(9, "Player", on: 1, applicationID: applicationID, icon: icon)
    func level(_ row: ControlPanel.Row?) -> ControlPanel.Level? {
      if case .level(let level)? = row?.content { level } else { nil }
    }
    let alone = try #require(level(state([device(1)], [player]).panel(SoundSettings()).rows.last))
    #expect(alone.picture == ModuleIcon(candidates) && alone.showsLabel)
    #expect(alone.icon == "audio-volume-high-symbolic")
    let panel = state([device(1), device(2)], [player]).panel(SoundSettings())
    // A program that may be moved has one row, too.
    let (own, slider) = (try #require(level(panel.rows.first)), try #require(level(panel.rows.last)))
    #expect(own.picture == nil && own.fold == nil)
    #expect(slider.label == "Player" && slider.picture == alone.picture && slider.showsLabel)
    #expect(alone.fold == nil && slider.fold?.chosen == "Device 1")
    #expect(panel.pictures.count { $0.icon == slider.picture } == 1)
    #expect(panel.pictures.count { $0.icon == "pan-down-symbolic" } == 1)
  }

  @Test func `a mixer of one device and no programs is one slider, and one of very many is cut`() {
    #expect(state([device(1)]).panel(SoundSettings()).rows.map(\.id) == [sink(1)])
    let streams = (0..<100).map { stream(UInt32($0), "Program \($0)", on: 1) }
    let rows = state([device(1)], streams).panel(SoundSettings()).rows
    #expect(rows.count == 27 && rows.last == .init("more", .text("and 76 more")))
  }
}

/// Modules over a PulseAudio of their own.
@Suite(.serialized)
struct SoundSourceTests {
  let directory: PrivateDirectory
  let pulse: PrivateSoundServer
  let loop: EventLoop
  let server: SoundServer

  init() throws {
    directory = try PrivateDirectory()
    pulse = try PrivateSoundServer(in: directory)
    loop = try EventLoop()
    server = SoundServer(loop, address: pulse.address)
  }

  private func wait(_ awaited: String, _ condition: () -> Bool) throws {
    guard loop.wait(until: condition) else { throw SessionError.timeout(awaited: awaited, log: "") }
  }

  @Test func `a module is turned up to its limit, muted, heard again and used in its mixer`() throws {
    var readings: [ModuleReading] = []
    var settings = SoundSettings()
    (settings.limit, settings.step) = (120, 10)
    let source = SoundSource(
      settings: settings, server: server, outlet: ModuleOutlet(of: ModuleName(.audio)) { readings.append($0) }
    )
    #expect(readings.map(\.states) == [["absent"]])
    #expect(source.panel(of: nil)?.rows.map(\.id) == ["none"])
    source.perform("louder", item: nil)
    try pulse.start()
    func percent() -> FieldValue? { readings.last?.fields["percent"] }
    try wait("the server") { percent() == .integer(100, .percent) }
    for _ in 0..<5 { source.perform("louder", item: nil) }
    try wait("the limit") { percent() == .integer(120, .percent) }
    source.perform("mute", item: nil)
    try wait("the muting") { readings.last?.states == ["muted"] }
    source.perform("softer", item: nil)
    try wait("a step down") { percent() == .integer(110, .percent) && readings.last?.states == ["muted"] }
    source.perform("louder", item: nil)
    try wait("to be heard again") { percent() == .integer(120, .percent) && readings.last?.states == [] }
    let id = try #require(source.panel(of: nil)?.rows.first?.id)
    var changes = 0
    let open = try #require(source.openPanel(of: nil) { changes += 1 })
    for part in [0.1, 0.2, 0.25, 0.5] { source.use(.set(id, part), of: nil) }
    try wait("the slider") { percent() == .integer(60, .percent) && changes > 0 }
    source.use(.toggle(id), of: nil)
    try wait("the button") { readings.last?.states == ["muted"] }
    for use in [
      ControlUse.set("", 1), .set(id, .nan), .set(sink(99), 1), .toggle("x"),
      .choose(key(.use("nothing"))), .choose("a"),
      .press(row: "a", button: "b"), .turn(true), .submit("a", "b"),
    ] {
      source.use(use, of: nil)
    }
    source.use(.set(id, -3), of: nil)
    try wait("silence") { percent() == .integer(0, .percent) }
    open.cancel()
    source.stop()
    #expect(server.state == nil, "nobody uses it")
  }

  @Test func `a module that is muted and turned up before the server answers is heard, and louder`() throws {
    var readings: [ModuleReading] = []
    var settings = SoundSettings()
    (settings.limit, settings.step) = (120, 10)
    try pulse.start()
    let source = SoundSource(
      settings: settings, server: server, outlet: ModuleOutlet(of: ModuleName(.audio)) { readings.append($0) }
    )
    func percent() -> FieldValue? { readings.last?.fields["percent"] }
    try wait("the server") { percent() == .integer(100, .percent) }
    source.perform("mute", item: nil)
    source.perform("louder", item: nil)
    try wait("a step up") { percent() == .integer(110, .percent) && readings.last?.states == [] }
    source.stop()
  }

  @Test func `a further device is used by a choice and by an action`() throws {
    var readings: [ModuleReading] = []
    try pulse.start()
    let source = SoundSource(
      settings: SoundSettings(), server: server,
      outlet: ModuleOutlet(of: ModuleName(.audio)) { readings.append($0) })
    func name() -> FieldValue? { readings.last?.fields["name"] }
    try wait("the server") { name() == .text("One") }
    let client = try pulse.run([
      "pactl", "load-module", "module-null-sink", "sink_name=two", "sink_properties=device.description=Two",
    ])
    try wait("the devices") { client.poll() != nil && server.state?.devices(.output).count == 2 }
    source.use(.choose(key(.use("two"))), of: nil)
    try wait("the other") { name() == .text("Two") }
    source.perform("next", item: nil)
    try wait("the first again") { name() == .text("One") }
    source.stop()
  }

  @Test func `a program is moved to another device in the mixer, and a refusal is told there and in the log`()
    throws
  {
    var lines: [String] = []
    try pulse.start()
    let source = SoundSource(
      settings: SoundSettings(), server: server,
      outlet: ModuleOutlet(of: ModuleName(.audio), report: { lines.append($0) }) { _ in })
    func state() -> SoundState? { server.state }
    try wait("the server") { state()?.devices(.output).count == 1 }
    let client = try pulse.run(["pactl", "load-module", "module-null-sink", "sink_name=two"])
    let player = try pulse.run([
      "pacat", "--playback", "--raw", "--device=one", "--property=application.icon_name=sky", "/dev/zero",
    ])
    defer { player.stop() }
    try wait("the device and the program") {
      client.poll() != nil && state()?.devices(.output).count == 2 && state()?.streams(.output).count == 1
    }
    #expect(state()?.streams(.output).first?.icon == "sky")
    let stream = try #require(state()?.streams(.output).first?.id)
    let two = try #require(state()?.devices(.output).first { $0.name == "two" }?.id)
    let open = source.openPanel(of: nil) {}
    func rows() -> [PanelRowKey] { source.panel(of: nil)?.rows.map(\.id) ?? [] }
    let choice = key(.move(stream, to: "two"))
    source.use(.unfold(key(.level(stream))), of: nil)
    #expect(rows().contains(choice))
    source.use(.unfold(key(.level(stream))), of: nil)
    #expect(!rows().contains(choice))
    source.use(.unfold(key(.level(stream))), of: nil)
    source.use(.choose(choice), of: nil)
    #expect(!rows().contains(choice), "it is folded again")
    try wait("the other device") { state()?.stream(stream)?.device == two.index }

    source.use(.choose(key(.move(stream, to: "nothing"))), of: nil)
    try wait("the refusal") { rows().last == "failure" }
    #expect(source.panel(of: nil)?.rows.last?.content == .text("The sound server refused the request."))
    #expect(lines == ["the sound server refused: No such entity"])
    open?.cancel()
    #expect(!rows().contains("failure"), "a panel that is opened again tells nothing old")
    source.stop()
  }

  @Test func `what another program has made louder stays when the slider is moved to its end`() throws {
    try pulse.start()
    let source = SoundSource(
      settings: SoundSettings(), server: server, outlet: ModuleOutlet(of: ModuleName(.audio)) { _ in })
    func percent() -> Int? { server.state?.defaultDevice(.output)?.volume?.wholePercent }
    try wait("the server") { percent() == 100 }
    let client = try pulse.run(["pactl", "set-sink-volume", "one", "130%"])
    try wait("the volume") { client.poll() != nil && percent() == 130 }
    let id = try #require(source.panel(of: nil)?.rows.first?.id)
    source.use(.set(id, 1), of: nil)
    #expect(percent() == 130)
    source.use(.set(id, 0.95), of: nil)
    #expect(percent() == 95)
    source.slide(to: 0.5)
    #expect(percent() == 50)
    source.stop()
  }

  @Test func `a profile of a headset is chosen in the mixer of its device, and a refusal is told there`()
    throws
  {
    let card = try FakeSoundCard(in: directory)
    let server = SoundServer(loop, address: card.address)
    let source = SoundSource(
      settings: SoundSettings(), server: server, outlet: ModuleOutlet(of: ModuleName(.audio)) { _ in })
    func rows() -> [PanelRowKey] { source.panel(of: nil)?.rows.map(\.id) ?? [] }
    func choose(_ name: String) {
      source.use(.choose(fold(7)), of: nil)
      #expect(rows().contains(profile(name, 7)))
      source.use(.choose(profile(name, 7)), of: nil)
      #expect(!rows().contains(where: isProfile), "they are folded again")
    }
    func chosen() -> String? {
      guard
        case .choice(let head)? = source.panel(of: nil)?.rows.first(where: { $0.id == fold(7) })?.content
      else { return nil }
      return head.label
    }
    try wait("the headset") { rows() == [sink(0), "ports", fold(7)] }
    #expect(chosen() == "High Fidelity Playback (A2DP Sink)")
    let open = source.openPanel(of: nil) {}
    choose("headset_head_unit")
    try wait("calls") { chosen() == "Headset Head Unit (HSP/HFP)" && rows().first == sink(1) }
    #expect(server.state?.devices(.input).map(\.label) == ["Headset Microphone"])
    choose("broken")
    try wait("the refusal") { rows().last == "failure" }
    #expect(chosen() == "Headset Head Unit (HSP/HFP)")
    source.use(.choose(profile("a2dp_sink", 8)), of: nil)
    #expect(!rows().contains("failure"), "nothing is asked of another card")
    choose("a2dp_sink")
    try wait("music again") { server.state?.devices(.input).isEmpty == true && rows().first == sink(2) }
    // A card without a device that plays is one that may have one again.
    server.useProfile("off", of: "bluez_card.00_11")
    try wait("no device") { rows() == ["none", "card:7", fold(7)] && chosen() == "Off" }
    choose("a2dp_sink")
    try wait("a device") { rows() == [sink(4), "ports", fold(7)] }
    open?.cancel()
    source.stop()
  }

  @Test func `without the library a module says what is missing`() throws {
    var readings: [ModuleReading] = []
    let source = SoundSource(
      settings: SoundSettings(), server: SoundServer(loop, library: "libpulse-not-there.so.0"),
      outlet: ModuleOutlet(of: ModuleName(.audio)) { readings.append($0) })
    try wait("the reason") { readings.last?.failure == "audio: libpulse-not-there.so.0 cannot be loaded" }
    #expect(readings.last?.failureWords == "The library of the sound server cannot be loaded.")
    source.stop()
  }
}
