import DesktopModel
import HeadlessSession
import Loop
import TestSupport
import Testing

@testable import DBus
@testable import DesktopServices

/// Players and profiles of power, by services that come and go.
@Suite(.serialized)
struct MediaPlayersTests {
  let stage: BusStage

  init() throws {
    stage = try BusStage()
  }

  private static let path = "/org/mpris/MediaPlayer2"
  private static let interface = "org.mpris.MediaPlayer2.Player"
  private static let commands = ["PlayPause", "Next", "Previous", "Stop"]

  private func startPlayer(_ id: String, _ title: String, status: String = "Playing") throws -> FakeService {
    let service = FakeService(try stage.connect(), "org.mpris.MediaPlayer2.\(id)")
    service.add(
      Self.path, Self.interface,
      [
        "PlaybackStatus": .string(status), "CanGoNext": .boolean(true),
        "Metadata": .options(["xesam:title": .string(title)]),
      ], methods: Self.commands.map { .init($0) })
    try stage.wait("the name") { service.isReady }
    return service
  }

  @Test func `players are found, followed, commanded and forgotten`() throws {
    let first = try startPlayer("one", "First")
    let players = MediaPlayers(stage.makeBus())
    let observation = players.observe {}
    try stage.wait("the first") { players.players.map(\.title) == ["First"] }
    let second = try startPlayer("two", "Second")
    try stage.wait("the second, which plays since then") { players.players.map(\.id) == ["two", "one"] }
    second.set(Self.path, Self.interface, ["PlaybackStatus": .string("Paused")])
    try stage.wait("the one that plays") { players.players.map(\.id) == ["one", "two"] }
    first.set(Self.path, Self.interface, ["Metadata": .options(["xesam:title": .string("Third")])])
    try stage.wait("another piece") { players.players.first?.title == "Third" }
    players.perform(.next, by: "one")
    players.perform(.playPause, by: "two")
    try stage.wait("the commands") {
      first.calls.map(\.member) == ["Next"] && second.calls.map(\.member) == ["PlayPause"]
    }
    first.bus.close()
    try stage.wait("its end") { players.players.map(\.id) == ["two"] }
    observation.cancel()
    #expect(players.players.isEmpty)
  }

  @Test(arguments: [("/track/1", "SetPosition 60000000"), ("spotify:track:1", "Seek 35000000")])
  func `a player goes to a place in its piece, whether it has a path for that or not`(
    track: String, told: String
  ) throws {
    let service = FakeService(try stage.connect(), "org.mpris.MediaPlayer2.one")
    service.add(
      Self.path, Self.interface,
      [
        "CanSeek": .boolean(true), "Position": .int64(25_000_000),
        "Metadata": .options(["xesam:title": .string("a"), "mpris:trackid": .string(track)]),
      ],
      methods: [
        .init("SetPosition", in: [.init("track", "o"), .init("position", "x")]),
        .init("Seek", in: [.init("offset", "x")]),
      ])
    try stage.wait("the name") { service.isReady }
    let players = MediaPlayers(stage.makeBus())
    let observation = players.observe {}
    try stage.wait("the player") { players.players.count == 1 }
    players.seek(to: .seconds(60), in: players.players[0])
    try stage.wait("the jump") { !service.calls.isEmpty }
    #expect(service.calls.map { "\($0.member) \($0.arguments.last?.integer ?? 0)" } == [told])
    observation.cancel()
  }

  @Test(
    arguments: [
      (25_000_000, .seconds(25)), (-1, nil), (86_400_000_000 * 30, nil), (.max, nil), (.min, nil),
    ] as [(Int64, Duration?)])
  func `a place that cannot be is none, and nobody goes on from there`(told: Int64, place: Duration?) throws {
    let service = FakeService(try stage.connect(), "org.mpris.MediaPlayer2.one")
    service.add(
      Self.path, Self.interface,
      [
        "CanSeek": .boolean(true), "Position": .int64(told),
        "Metadata": .options(["xesam:title": .string("a")]),
      ], methods: [.init("Seek", in: [.init("offset", "x")]), .init("Stop")])
    try stage.wait("the name") { service.isReady }
    let players = MediaPlayers(stage.makeBus())
    let observation = players.observe {}
    try stage.wait("the player") { players.players.count == 1 }
    players.seek(to: .seconds(60), in: players.players[0])
    var answers: [Duration?] = []
    let question = players.readPosition(of: "one") { answers.append($0) }
    try stage.wait("the place") { !answers.isEmpty }
    players.perform(.stop, by: "one")
    try stage.wait("the last command") { service.calls.last?.member == "Stop" }
    #expect(answers == [place])
    #expect(service.calls.map(\.member) == (place == nil ? ["Stop"] : ["Seek", "Stop"]))
    question.cancel()
    observation.cancel()
  }

  @Test func `players of a bus that has gone are none of the next`() throws {
    _ = try startPlayer("one", "First")
    let players = MediaPlayers(stage.makeBus())
    let observation = players.observe {}
    try stage.wait("the player") { players.players.count == 1 }
    stage.daemon.stop()
    try stage.wait("nobody") { players.players.isEmpty }
    try stage.daemon.start()
    try stage.wait("the player again") { players.players.map(\.title) == ["First"] }
    observation.cancel()
  }

  @Test func `a jump within a piece is told`() throws {
    let player = try startPlayer("one", "First", status: "Paused")
    let players = MediaPlayers(stage.makeBus())
    var tellings = 0
    let observation = players.observe { tellings += 1 }
    try stage.wait("the player") { players.players.map(\.title) == ["First"] }
    let told = tellings
    player.bus.emit("Seeked", Self.path, Self.interface, [.int64(30_000_000)])
    try stage.wait("the jump") { tellings > told }
    observation.cancel()
  }

  @Test func `a storm of changes and jumps is told at once and once more`() throws {
    let clock = ManualClock()
    let slow = try BusStage(clock: clock)
    let player = FakeService(try slow.connect(), "org.mpris.MediaPlayer2.one")
    func metadata(_ title: String) -> DBusValue { .options(["xesam:title": .string(title)]) }
    player.add(
      Self.path, Self.interface, ["PlaybackStatus": .string("Playing"), "Metadata": metadata("First")])
    try slow.wait("the name") { player.isReady }
    let bus = slow.makeBus()
    let players = MediaPlayers(bus)
    var tellings = 0
    let observation = players.observe { tellings += 1 }
    try slow.wait("the player") { players.players.map(\.title) == ["First"] }
    clock.advance(by: .seconds(1))
    func serve() {
      var isAnswered = false
      bus.call(Call(to: "org.mpris.MediaPlayer2.one", "/", Introspection.peer.name, "Ping")) { _ in
        isAnswered = true
      }
      let isServed = slow.loop.wait { isAnswered }
      #expect(isServed)
    }
    let told = tellings
    player.set(Self.path, Self.interface, ["Metadata": metadata("Second")])
    serve()
    #expect(tellings == told + 1 && players.players.first?.title == "Second")
    for number in 0..<300 {
      player.set(Self.path, Self.interface, ["Metadata": metadata("\(number)")])
      player.bus.emit("Seeked", Self.path, Self.interface, [.int64(1)])
    }
    serve()
    #expect(tellings == told + 1)
    clock.advance(by: .seconds(1))
    slow.loop.serveWhatIsReady()
    #expect(tellings == told + 2 && players.players.first?.title == "299")
    observation.cancel()
  }

  @Test func `a player that ends and returns twenty times is there once each time`() throws {
    let players = MediaPlayers(stage.makeBus())
    let observation = players.observe {}
    for round in 0..<20 {
      let player = try startPlayer("one", "piece \(round)")
      try stage.wait("the player") { players.players.map(\.title) == ["piece \(round)"] }
      player.bus.close()
      try stage.wait("its end") { players.players.isEmpty }
    }
    observation.cancel()
  }

  @Test func `failed units of both managers are counted, after each has been asked to tell`() throws {
    let (path, interface) = ("/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager")
    let units = FailedUnits(session: nil, system: stage.makeBus())
    let observation = units.observe {}
    let service = FakeService(try stage.connect(), "org.freedesktop.systemd1")
    service.add(path, interface, ["NFailedUnits": .uint32(2)], methods: [.init("Subscribe")])
    try stage.wait("the count") { units.system == 2 }
    service.set(path, interface, ["NFailedUnits": .uint32(3)])
    try stage.wait("another") { units.system == 3 && units.user == nil }
    #expect(service.calls.map(\.member) == ["Subscribe"])
    service.bus.close()
    try stage.wait("nobody") { units.system == nil }
    observation.cancel()
  }

  @Test func `failed units are listed anew when their number changes, and are started again`() throws {
    let (path, interface) = ("/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager")
    let units = FailedUnits(session: stage.makeBus(), system: stage.makeBus())
    let observation = units.observe {}
    let service = FakeService(try stage.connect(), "org.freedesktop.systemd1")
    var names = ["a.service"]
    func unit(_ name: String) -> DBusValue {
      let texts = [name, "Service of \(name)", "loaded", "failed", "failed", ""].map(DBusValue.string)
      let path = DBusValue.objectPath("/unit")
      return .structure(texts + [path, .uint32(0), .string(""), .objectPath("/")])
    }
    service.add(
      path, interface, ["NFailedUnits": .uint32(1)],
      methods: [
        .init("Subscribe"),
        .init("ListUnitsFiltered", in: [.init("states", "as")], out: [.init("units", "a(ssssssouso)")]),
        .init("RestartUnit", in: [.init("name", "s"), .init("mode", "s")], out: [.init("job", "o")]),
      ]
    ) { member, _ in
      switch member {
      case "ListUnitsFiltered": [.array(unit("").type, names.map(unit))]
      case "RestartUnit": [.objectPath("/job")]
      default: []
      }
    }
    try stage.wait("the count") { units.system == 1 && units.user == 1 }
    #expect(units.units == nil)
    units.readUnits()
    try stage.wait("the list") { units.units?.map(\.name) == ["a.service", "a.service"] }
    #expect(units.units?.map(\.isOfUser) == [false, true])
    #expect(units.units?.first?.description == "Service of a.service")
    names = ["b.service", "a.service"]
    service.set(path, interface, ["NFailedUnits": .uint32(2)])
    try stage.wait("another list") { units.units?.count == 4 }
    #expect(units.units?.map(\.name) == ["a.service", "b.service", "a.service", "b.service"])
    // The number of failed units is the same, and one unit is another.
    names = ["b.service", "c.service"]
    service.set(path, interface, ["NFailedUnits": .uint32(2)])
    try stage.wait("a list of others") { units.units?.first?.name == "b.service" }
    names = ["a.service", "b.service"]
    service.set(path, interface, ["NFailedUnits": .uint32(2)])
    try stage.wait("the former list") { units.units?.first?.name == "a.service" }
    units.restart(try #require(units.units?.last))
    try stage.wait("the start") {
      service.calls.last?.arguments == [.string("b.service"), .string("replace")]
    }
    #expect(service.calls.filter(\.allowsAuthentication).map(\.member) == ["RestartUnit"])
    // Nobody looks at them any more, so that a change of their number is no reason to list them.
    units.forgetUnits()
    let asked = service.calls.count
    service.set(path, interface, ["NFailedUnits": .uint32(3)])
    try stage.wait("the number") { units.system == 3 && units.user == 3 }
    #expect(units.units == nil && service.calls.count == asked)
    observation.cancel()
    #expect(units.units == nil)
  }

  /// Texts of a failed unit that are far longer than any of systemd.
  enum LongText: CaseIterable { case name, description, state }

  @Test(arguments: LongText.allCases)
  func `failed units with very long texts are listed, as many as a panel shows`(_ text: LongText) throws {
    let (path, interface) = ("/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager")
    let units = FailedUnits(session: nil, system: stage.makeBus())
    let observation = units.observe {}
    let service = FakeService(try stage.connect(), "org.freedesktop.systemd1")
    func unit(_ number: Int) -> DBusValue {
      var texts = ["\(10 + number).service", "Service", "loaded", "failed", "failed", ""]
      let place = text == .name ? 0 : text == .description ? 1 : 3
      texts[place] += String(repeating: "x", count: 30_000)
      return .structure(
        texts.map(DBusValue.string) + [.objectPath("/unit"), .uint32(0), .string(""), .objectPath("/")])
    }
    service.add(
      path, interface, ["NFailedUnits": .uint32(50)],
      methods: [
        .init("Subscribe"),
        .init("ListUnitsFiltered", in: [.init("states", "as")], out: [.init("units", "a(ssssssouso)")]),
      ]
    ) { member, _ in
      member == "ListUnitsFiltered" ? [.array(unit(0).type, (0..<50).map(unit))] : []
    }
    try stage.wait("the count") { units.system == 50 }
    units.readUnits()
    try stage.wait("the list") { units.units != nil }
    #expect(units.units?.map { $0.name.prefix(10) } == (10..<50).map { "\($0).service" })
    #expect(units.units?.allSatisfy { $0.description.hasPrefix("Service") } == true)
    observation.cancel()
  }

  @Test func `the profile of power is told, changed and lost with its service`() throws {
    let (path, name) = ("/net/hadess/PowerProfiles", "net.hadess.PowerProfiles")
    let profiles = PowerProfiles(stage.makeBus())
    var tellings = 0
    let observation = profiles.observe { tellings += 1 }
    let service = FakeService(try stage.connect(), name)
    service.add(
      path, name,
      [
        "ActiveProfile": .string("balanced"), "PerformanceDegraded": .string(""),
        "Profiles": .array(
          .dictionary(key: .string, value: .variant),
          ["balanced", "performance"].map { .options(["Profile": .string($0)]) }),
      ])
    try stage.wait("the profile") { profiles.profile?.active == "balanced" }
    profiles.use("performance")
    try stage.wait("the wish") {
      service.calls.map(\.arguments) == [
        [.string(name), .string("ActiveProfile"), .variant(.string("performance"))]
      ]
    }
    #expect(profiles.profile?.active == "balanced")
    service.set(path, name, ["ActiveProfile": .string("performance")])
    try stage.wait("the change") { profiles.profile?.active == "performance" }
    service.bus.close()
    try stage.wait("nobody") { profiles.profile == nil }
    #expect(tellings == 3)
    observation.cancel()
  }
}
