import BarUI
import DBus
import DesktopModel
import DesktopServices
import Loop
import ModuleModel
import Settings
import TestSupport
import Testing
import TextProcessing

@testable import Modules

/// Tests of the choice of players that a module shows, and of their positions.
@Suite(.serialized)
struct MediaSourceTests {
  @Test func `a player is asked for its place while it plays, a bar is seen and the place is shown`() throws {
    let clock = ManualClock()
    let stage = try BusStage(clock: clock)
    let (path, interface) = ("/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player")
    let program = FakeService(try stage.connect(), "org.mpris.MediaPlayer2.one")
    program.add(
      path, interface,
      [
        "PlaybackStatus": .string("Playing"), "Position": .int64(61_900_000),
        "Metadata": .options(["xesam:title": .string("a")]),
      ])
    try stage.wait("the name") { program.isReady }
    var settings = MediaSettings()
    var readings: [ModuleReading] = []
    let players = MediaPlayers(stage.makeBus())
    func start() -> MediaSource {
      readings = []
      return MediaSource(
        settings: settings, players: players, loop: stage.loop, outlet: ModuleOutlet { readings.append($0) })
    }
    func position() -> FieldValue? { readings.last?.fields["position"] }
    var source = start()
    try stage.wait("the piece") { readings.last?.fields["title"] == .text("a") }
    clock.advance(by: .seconds(3))
    stage.loop.serveWhatIsReady()
    #expect(position() == nil)
    source.stop()
    settings.showsPosition = true
    source = start()
    try stage.wait("the place") { position() == .duration(.seconds(61), .seconds) }
    program.set(path, interface, ["Position": .int64(62_900_000)], isTold: false)
    try stage.wait("the next place") { position() == .duration(.seconds(62), .seconds) }
    source.barsAreSeen(false)
    program.set(path, interface, ["Metadata": .options(["xesam:title": .string("b")])])
    try stage.wait("another piece") { readings.last?.fields["title"] == .text("b") }
    #expect(position() == nil)
    source.barsAreSeen(true)
    try stage.wait("its place") { position() == .duration(.seconds(62), .seconds) }
    source.stop()
  }

  @Test(arguments: [("Playing", "playing"), ("Paused", "pause"), ("Stopped", "stop")])
  func `the icon says what a player does, and not what a click would do`(status: String, icon: String) {
    let player = MediaPlayer(id: "one", properties: ["PlaybackStatus": .string(status)])
    let shown = MediaPlayer.reading(player).icon?.description
    #expect(shown?.hasPrefix("media-playback-\(icon)-symbolic") == true, "\(shown ?? "none")")
  }

  @Test func `a player has the icon of the first pattern that matches one of its names`() throws {
    let stage = try BusStage(clock: ManualClock())
    let program = FakeService(try stage.connect(), "org.mpris.MediaPlayer2.one")
    program.add(
      "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player",
      ["PlaybackStatus": .string("Playing"), "Metadata": .options(["xesam:title": .string("a")])])
    try stage.wait("the name") { program.isReady }
    let players = MediaPlayers(stage.makeBus())
    func icon(_ rules: [(String, String)]) throws -> FieldValue? {
      var settings = MediaSettings()
      settings.playerIcons = try rules.map { TextRewrite(try TextPattern($0.0), $0.1) }
      var reading = ModuleReading()
      let source = MediaSource(
        settings: settings, players: players, loop: stage.loop, outlet: ModuleOutlet { reading = $0 })
      defer { source.stop() }
      try stage.wait("the piece") { reading.fields["title"] == .text("a") }
      return reading.fields["player_icon"]
    }
    #expect(try icon([("two", "2"), ("o*", "♪"), ("*", "x")]) == .icons([.chosen("♪")]))
    #expect(try icon([("two", "2")]) == nil && icon([("one", "")]) == nil && icon([]) == nil)
  }

  @Test func `a cover is read again with another piece and when the panel opens, also from the same file`()
    throws
  {
    let stage = try BusStage(clock: ManualClock())
    let (path, interface) = ("/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player")
    let program = FakeService(try stage.connect(), "org.mpris.MediaPlayer2.one")
    func metadata(_ title: String) -> DBusValue {
      .options(["xesam:title": .string(title), "mpris:artUrl": .string("file:///tmp/cover.png")])
    }
    program.add(path, interface, ["Metadata": metadata("a"), "CanGoNext": .boolean(false)])
    try stage.wait("the name") { program.isReady }
    var titles: [FieldValue?] = []
    let source = MediaSource(
      settings: MediaSettings(), players: MediaPlayers(stage.makeBus()), loop: stage.loop,
      outlet: ModuleOutlet { titles.append($0.fields["title"]) })
    defer { source.stop() }
    func cover() -> ModuleIcon? {
      if case .track(let track)? = source.panel(of: nil)?.rows.first?.content {
        track.picture
      } else {
        nil
      }
    }
    try stage.wait("the piece") { titles.last == .text("a") }
    let first = try #require(cover())
    #expect(first.candidates == [.file("/tmp/cover.png")])
    program.set(path, interface, ["CanGoNext": .boolean(true)])
    program.set(path, interface, ["Metadata": metadata("b")])
    try stage.wait("the next piece") { titles.last == .text("b") }
    #expect(cover() == ModuleIcon(first.candidates, version: first.version + 1), "not with another change")
    let panel = source.openPanel(of: nil) {}
    #expect(cover()?.version == first.version + 2)
    panel?.cancel()
  }

  @Test func `the next player is asked for its place when one ends while it is asked`() throws {
    let clock = ManualClock()
    let stage = try BusStage(clock: clock)
    let (path, interface) = ("/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player")
    func properties(_ title: String, at seconds: Int, _ status: String) -> [String: DBusValue] {
      [
        "PlaybackStatus": .string(status), "Position": .int64(Int64(seconds) * 1_000_000),
        "Metadata": .options(["xesam:title": .string(title)]),
      ]
    }
    let second = FakeService(try stage.connect(), "org.mpris.MediaPlayer2.two")
    second.add(path, interface, properties("b", at: 30, "Paused"))
    let first = FakeService(try stage.connect(), "org.mpris.MediaPlayer2.one")
    let values = properties("a", at: 10, "Playing")
    var ends = false
    first.bus.export(
      BusObject(
        path: path,
        interfaces: [
          InterfaceDescription(
            interface,
            properties: values.sorted { $0.key < $1.key }.map { .init($0.key, $0.value.type.description) })
        ],
        property: { _, name in
          guard name == "Position", ends else { return values[name]! }
          first.leave()
          return .int64(-1)
        }
      ) { _ in })
    try stage.wait("the names") { first.isReady && second.isReady }
    var settings = MediaSettings()
    settings.showsPosition = true
    var readings: [ModuleReading] = []
    let players = MediaPlayers(stage.makeBus())
    let source = MediaSource(
      settings: settings, players: players, loop: stage.loop, outlet: ModuleOutlet { readings.append($0) })
    func position() -> FieldValue? { readings.last?.fields["position"] }
    try stage.wait("the place") { position() == .duration(.seconds(10), .seconds) }
    ends = true
    clock.advance(by: .seconds(1))
    try stage.wait("the place in the other piece") { position() == .duration(.seconds(30), .seconds) }
    source.stop()
  }

  @Test func `a player that is chosen in the panel is shown, asked and commanded in place of one that plays`()
    throws
  {
    let stage = try BusStage(clock: ManualClock())
    let (path, interface) = ("/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player")
    func start(_ id: String, _ status: String, at seconds: Int64) throws -> FakeService {
      let program = FakeService(try stage.connect(), "org.mpris.MediaPlayer2.\(id)")
      program.add(
        path, interface,
        [
          "PlaybackStatus": .string(status), "Position": .int64(seconds * 1_000_000),
          "Metadata": .options(["xesam:title": .string("piece of \(id)"), "mpris:length": .int64(90_000_000)]
          ),
        ], methods: [.init("PlayPause")])
      try stage.wait("the name") { program.isReady }
      return program
    }
    let (one, two) = (try start("one", "Playing", at: 10), try start("two", "Paused", at: 30))
    var titles: [FieldValue?] = []
    let players = MediaPlayers(stage.makeBus())
    let source = MediaSource(
      settings: MediaSettings(), players: players, loop: stage.loop,
      outlet: ModuleOutlet { titles.append($0.fields["title"]) })
    try stage.wait("the players") { players.players.count == 2 && titles.last == .text("piece of one") }
    var changes = 0
    let opened = try #require(source.openPanel(of: nil) { changes += 1 })
    defer { opened.cancel() }
    func place() -> String? {
      source.panel(of: nil)?.rows.compactMap {
        if case .level(let level) = $0.content { level.before } else { nil }
      }
      .first
    }
    try stage.wait("the place") { place() == "0:10" }
    changes = 0
    source.use(.choose("two"), of: nil)
    #expect(changes > 0 && titles.last == .text("piece of two"))
    #expect(source.panel(of: nil)?.rows.last?.id == "one")
    try stage.wait("the place in the other piece") { place() == "0:30" }
    source.use(.press(row: "controls", button: MediaPlayers.Command.playPause.rawValue), of: nil)
    try stage.wait("the command") { two.calls.map(\.member) == ["PlayPause"] }
    #expect(one.calls.isEmpty)
    two.leave()
    try stage.wait("the player that is left") { titles.last == .text("piece of one") }
    source.stop()
  }

  private func player(_ id: String, _ identity: String = "") -> MediaPlayer {
    var player = MediaPlayer(id: id, properties: [:])
    player.setIdentity(identity)
    return player
  }

  @Test(
    arguments: [
      (nil, [], "mpv firefox.instance_1 spotify"), (nil, ["fire*"], "mpv spotify"),
      (nil, ["Music"], "mpv firefox.instance_1"), ("spotify", [], "spotify mpv firefox.instance_1"),
      ("firefox", ["fire*"], "firefox.instance_1 mpv spotify"),
      ("Music", [], "spotify mpv firefox.instance_1"),
      ("fire", [], ""), ("playerctld", ["mpv"], "playerctld firefox.instance_1 spotify"),
    ] as [(String?, [String], String)])
  func `players are meant in their order but for those that are ignored, a named one first`(
    named: String?, ignored: [String], expected: String
  ) throws {
    var settings = MediaSettings()
    settings.player = named
    settings.ignored = try ignored.map { try TextPattern($0) }
    let players = [
      player("playerctld", "playerctld"), player("mpv"), player("firefox.instance_1", "Firefox"),
      player("spotify", "Music"),
    ]
    #expect(settings.meant(of: players).map(\.id).joined(separator: " ") == expected)
  }
}
