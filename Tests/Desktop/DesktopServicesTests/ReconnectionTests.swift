import DesktopModel
import Geometry
import Glibc
import HeadlessSession
import Loop
import TestSupport
import Testing

@testable import DBus
@testable import DesktopServices

@Suite(.serialized)
struct ReconnectionTests {
  let clock: ManualClock
  let stage: BusStage

  init() throws {
    clock = ManualClock()
    stage = try BusStage(clock: clock)
  }

  /// Lets minutes pass, with whatever is done again after a while.
  private func letTimePass() {
    for _ in 0..<50 {
      clock.advance(by: .seconds(10))
      stage.loop.serveWhatIsReady()
    }
  }

  @Test func `after a restart of the bus names, subscriptions and objects are restored`() throws {
    let server = try stage.connect()
    let client = try stage.connect()
    var states: [MessageBus.State] = []
    server.observe { states.append($0) }
    server.export(BusObject(path: Echo.path, interfaces: [Echo.interface]) { $0.reply(.uint32(5)) })
    let name = server.own(Echo.name) { _ in }
    var said = 0
    client.subscribe(.ofAnyone(interface: Echo.name)) { _ in said += 1 }
    try stage.wait("the name") { name.state == .owned }

    stage.daemon.stop()
    try stage.wait("the loss") {
      if case .unavailable = server.state, case .unavailable = client.state { true } else { false }
    }
    #expect(name.state == .waiting)
    // Said once, however often it is tried.
    letTimePass()
    #expect(states.filter { $0 != .starting }.count == 1)
    #expect(
      try stage.answer(client, Echo.call("Notify", [.string(""), .options([:])], expects: "u"))
        == .failure(.disconnected))

    try stage.daemon.start()
    try stage.wait("the name again") { name.state == .owned && client.state == .connected }
    #expect(states.last == .connected)
    #expect(
      try stage.answer(client, Echo.call("Notify", [.string(""), .options([:])], expects: "u"))
        == .success([.uint32(5)]))
    server.emit("Said", Echo.path, Echo.name, [.string("x")])
    try stage.wait("the signal") { said == 1 }
    name.release()
  }

  @Test func `systemd is asked again to tell of changes after a restart of the bus`() throws {
    let units = FailedUnits(session: nil, system: stage.makeBus())
    let observation = units.observe {}
    let service = FakeService(try stage.connect(), "org.freedesktop.systemd1")
    service.add(
      "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager", ["NFailedUnits": .uint32(2)],
      methods: [.init("Subscribe")])
    func subscriptions() -> Int { service.calls.count { $0.member == "Subscribe" } }
    try stage.wait("the subscription") { units.system == 2 && subscriptions() == 1 }
    stage.daemon.stop()
    try stage.wait("the loss") { if case .unavailable = service.bus.state { true } else { false } }
    try stage.wait("no count") { units.system == nil }
    letTimePass()
    try stage.daemon.start()
    try stage.wait("another subscription") { units.system == 2 && subscriptions() == 2 }
    observation.cancel()
  }

  @Test func `while there is no bus nothing is shown of its services`() throws {
    let upower = FakeService(try stage.connect(), "org.freedesktop.UPower")
    let path = "/org/freedesktop/UPower"
    upower.add(
      path, "org.freedesktop.UPower", methods: [.init("EnumerateDevices", out: [.init("devices", "ao")])]
    ) { _, _ in [.array(.objectPath, [])] }
    upower.add(
      path + "/devices/DisplayDevice", "org.freedesktop.UPower.Device",
      ["Type": .uint32(2), "Percentage": .double(60), "State": .uint32(2), "IsPresent": .boolean(true)])
    let profile = FakeService(try stage.connect(), "net.hadess.PowerProfiles")
    let each = DBusValue.dictionary(
      key: .string, value: .variant, [.init(.string("Profile"), .variant(.string("balanced")))])
    profile.add(
      "/net/hadess/PowerProfiles", "net.hadess.PowerProfiles",
      [
        "ActiveProfile": .string("balanced"),
        "Profiles": .array(.dictionary(key: .string, value: .variant), [each]),
      ])
    let scratch = ScratchDirectory()
    let devices = PowerDevices(stage.makeBus(), folder: scratch.path)
    let profiles = PowerProfiles(stage.makeBus())
    let observations = [devices.observe {}, profiles.observe {}]
    for round in 1...3 {
      try stage.wait("the services \(round)") {
        devices.machine?.percent == 60 && profiles.profile?.active == "balanced"
      }
      stage.daemon.stop()
      try stage.wait("their end") { devices.machine == nil && profiles.profile == nil }
      letTimePass()
      try stage.daemon.start()
    }
    for observation in observations { observation.cancel() }
  }

  @Test func `subscriptions and names that are added during a reconnection are requested too`() throws {
    let bus = try stage.connect()
    // On a loop of its own, it is there before.
    let other = try EventLoop()
    let others = MessageBus(BusAddress(stage.daemon.address)!, loop: other)
    others.start()
    let portal = FakePortal(others, ["color-scheme": .uint32(2)])
    let power = FakeProperties.power(others, isOnBattery: true)
    let logind = FakeProperties.logind(others, isLocked: true)
    func areThere() -> Bool { portal.isReady && power.isReady && logind.isReady }
    stage.daemon.stop()
    try stage.wait("the loss") { if case .unavailable = bus.state { true } else { false } }
    try stage.daemon.start()
    #expect(other.wait { others.state == .connected && areThere() })
    // The daemon does not answer yet, so the loss is the state.
    stage.daemon.send(SIGSTOP)
    var tries = 0
    bus.observe { if $0 == .starting { tries += 1 } }
    try stage.wait("a try") { tries == 1 }
    guard case .unavailable = bus.state else {
      Issue.record("\(bus.state)")
      return
    }
    let name = bus.own(Echo.name) { _ in }
    let settings = PortalSettings(bus) { _ in }
    let source = PowerSource(bus) { _ in }
    let session = LoginSession(bus, id: "c7") { _ in }
    stage.daemon.send(SIGCONT)
    try stage.wait("all of them") {
      other.serveWhatIsReady()
      return name.state == .owned && settings.preferences.colourScheme == .light && session.isLocked == true
        && source.isOnBattery == true
    }
    #expect(tries == 1 && portal.reads.count == SystemPreferences.portalKeys.count)
    name.release()
    settings.close()
    source.close()
    session.close()
    others.close()
  }

  @Test func `calls that wait for an answer fail when the bus disconnects`() throws {
    let server = try stage.connect()
    let client = try stage.connect()
    var held: [MethodCall] = []
    server.export(BusObject(path: Echo.path, interfaces: [Echo.interface]) { held.append($0) })
    let name = server.own(Echo.name) { _ in }
    try stage.wait("the name") { name.state == .owned }
    var failure: BusError?
    client.call(Echo.call("Forget")) { if case .failure(let error) = $0 { failure = error } }
    try stage.wait("the call") { !held.isEmpty }
    stage.daemon.stop()
    try stage.wait("the failure") { failure != nil }
    #expect(failure != nil && client.state != .connected)
    // An answer to nobody.
    held[0].reply()
    name.release()
  }

  @Test func `a bus that does not answer blocks nothing`() throws {
    stage.daemon.send(SIGSTOP)
    let bus = stage.makeBus()
    bus.start()
    let name = bus.own(Echo.name) { _ in }
    var answered = false
    bus.call(.ofBus("GetId", [], expects: "s")) { _ in answered = true }
    // The daemon is stopped, so that a client that waited for it would not come here.
    stage.loop.serveWhatIsReady()
    #expect(!answered && name.state == .waiting && bus.state == .starting)
    stage.daemon.send(SIGCONT)
    try stage.wait("the answer") { answered && name.state == .owned }
    name.release()
  }

  @Test(arguments: ["unix:path=/nonexistent/bus", "unix:path=/dev/null", "nonsense", "unix:", "nonsense:a=b"])
  func `an address without a bus is reported once`(_ address: String) throws {
    let bus = stage.makeBus(address)
    var states: [MessageBus.State] = []
    bus.observe { states.append($0) }
    bus.start()
    letTimePass()
    #expect(states.count == 1)
    guard case .unavailable(let reason) = bus.state else {
      Issue.record("\(bus.state)")
      return
    }
    #expect(reason.hasPrefix("cannot "))
  }

  @Test func `a bus that is away for long causes no wake-ups, and is used as soon as it is back`() throws {
    stage.daemon.stop()
    let bus = stage.makeBus()
    bus.start()
    // Tried again once, when it is watched for.
    clock.advance(by: .milliseconds(300))
    stage.loop.serveWhatIsReady()
    for _ in 0..<100 {
      clock.advance(by: .seconds(60))
      #expect(!stage.loop.runOnce(until: stage.loop.now))
    }
    try stage.daemon.start()
    // A moment after the socket has come, and long before another try would be made.
    stage.loop.serveWhatIsReady()
    clock.advance(by: .milliseconds(100))
    #expect(stage.loop.wait { bus.state == .connected })
  }

  @Test func `the next alternative of an address is tried`() throws {
    let bus = stage.makeBus("unix:path=/nonexistent/bus;" + stage.daemon.address)
    bus.start()
    try stage.wait("the connection") { bus.state == .connected }
    #expect(bus.uniqueName != nil)
  }

  @Test func `closing ends every call and subscription and leaves no descriptor`() throws {
    let bus = try stage.connect()
    bus.call(.ofBus("GetId", [], expects: "s")) { _ in Issue.record("answered") }
    bus.close()
    bus.close()
    #expect(bus.state == .idle)
    #expect(bus.uniqueName == nil)
    letTimePass()
  }

  @Test func `an unused connection is closed once the bus has read what was sent`() throws {
    let client = try stage.connect()
    var said = 0
    client.subscribe(.ofAnyone(interface: Echo.name)) { _ in said += 1 }
    let bus = try stage.connect()
    let observer = bus.observe { _ in }
    bus.closeIfUnused()
    // The bus has answered the earlier calls of both connections once it has answered these.
    for bus in [client, bus] { _ = try stage.answer(bus, .ofBus("GetId", [], expects: "s")) }
    #expect(bus.state == .connected)
    stage.daemon.send(SIGSTOP)
    // More than goes into a socket.
    let text = String(repeating: "x", count: 1000)
    for _ in 0..<1000 { bus.emit("Said", Echo.path, Echo.name, [.string(text)]) }
    observer.cancel()
    bus.closeIfUnused()
    stage.loop.serveWhatIsReady()
    #expect(bus.state != .idle)
    stage.daemon.send(SIGCONT)
    try stage.wait("the end and all that was said") { bus.state == .idle && said == 1000 }
  }

  @Test func `an unused connection is not tried again until something uses it`() throws {
    let bus = try stage.connect()
    stage.daemon.stop()
    try stage.wait("the loss") { if case .unavailable = bus.state { true } else { false } }
    bus.closeIfUnused()
    try stage.wait("the end") { bus.state == .idle }
    try stage.daemon.start()
    letTimePass()
    #expect(bus.state == .idle)
    bus.start()
    bus.closeIfUnused()
    let name = bus.own(Echo.name) { _ in }
    try stage.wait("the name") { name.state == .owned }
    _ = try stage.answer(bus, .ofBus("GetId", [], expects: "s"))
    #expect(bus.state == .connected)
    name.release()
  }

  @Test func `the wait between attempts grows to a minute`() {
    var backoff = Backoff()
    let delays = (0..<12).map { _ in backoff.next() }
    let (first, last) = (Duration.milliseconds(100), Duration.seconds(60))
    #expect(delays.first == first && delays.last == last)
    #expect(zip(delays, delays.dropFirst()).allSatisfy { $0 <= $1 && $1 <= $0 * 2 })
  }
}
