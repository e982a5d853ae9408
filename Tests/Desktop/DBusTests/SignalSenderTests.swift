import DesktopModel
import HeadlessSession
import Loop
import TestSupport
import Testing

@testable import DBus

/// Signals that are sent directly to a connection, which every program on the bus may do with any path and interface.
@Suite(.serialized)
struct SignalSenderTests {
  let stage: BusStage
  let client: MessageBus
  let other: MessageBus

  init() throws {
    stage = try BusStage()
    client = try stage.connect()
    other = try stage.connect()
  }

  private static let match = SignalMatch(
    sender: Echo.name, path: Echo.path, interface: Echo.name, member: "Said")

  private func say(_ text: String, by bus: MessageBus) {
    bus.emit("Said", Echo.path, Echo.name, [.string(text)], to: client.uniqueName)
  }

  /// Waits until the client has received what a connection has sent.
  private func catchUp(_ bus: MessageBus) throws {
    _ = try stage.answer(bus, .ofBus("GetId", expects: "s"))
    _ = try stage.answer(client, .ofBus("GetId", expects: "s"))
  }

  private func own(_ bus: MessageBus) throws -> OwnedName {
    let name = bus.own(Echo.name) { _ in }
    try stage.wait("the name") { name.state == .owned }
    return name
  }

  @Test func `a signal in the name of another is dropped, and nothing of it is read`() throws {
    let server = try stage.connect()
    let name = try own(server)
    var got: [String] = []
    client.subscribe(Self.match) { got.append($0.arguments[0].string ?? "") }
    try catchUp(client)
    say("forged", by: other)
    try catchUp(other)
    #expect(got.isEmpty && client.signals.readingCount == 0)
    say("to you", by: server)
    server.emit("Said", Echo.path, Echo.name, [.string("to all")])
    try catchUp(server)
    #expect(got == ["to you", "to all"])
    name.release()
  }

  @Test func `signals are those of the owner of the moment`() throws {
    let server = try stage.connect()
    var got: [String] = []
    let subscription = client.subscribe(Self.match) { got.append($0.arguments[0].string ?? "") }
    try catchUp(client)
    say("no owner", by: server)
    try catchUp(server)
    let first = try own(server)
    say("first", by: server)
    say("not first", by: other)
    try catchUp(server)
    try catchUp(other)
    first.release()
    let second = try own(other)
    say("second", by: other)
    say("not second", by: server)
    try catchUp(server)
    try catchUp(other)
    second.release()
    try catchUp(other)
    say("gone", by: other)
    try catchUp(other)
    #expect(got == ["first", "second"])
    subscription.cancel()
    // Nothing is followed any more.
    #expect(client.signals.all.isEmpty)
  }

  @Test func `no signal is lost that an owner sends while its name is asked for`() throws {
    let bus = try ScriptedBus()
    try bus.accept()
    var got: [String] = []
    bus.client.subscribe(Self.match) { got.append($0.arguments[0].string ?? "") }
    try #require(
      bus.loop.wait {
        bus.receive()
        return bus.place(of: "member='Said'") != nil
      })
    // The bus handles these calls in order, and may send a signal as soon as it has handled the last one.
    let places = ["member='NameOwnerChanged'", "GetNameOwner", "member='Said'"].map(bus.place)
    #expect(
      places.allSatisfy { $0 != nil } && places.compactMap(\.self) == places.compactMap(\.self).sorted())
    let signal = ScriptedBus.signal(of: ":1.9", Echo.path, Echo.name, "Said", "at once")
    // The call of the name's owner is the third, after those of the connection's name and of the first rule.
    bus.send(ScriptedBus.answer(to: 3, of: BusNames.bus, ":1.9") + signal)
    try #require(bus.loop.wait { !got.isEmpty })
    #expect(got == ["at once"])
  }

  @Test func `the owner of a name is known again after the bus was started anew`() throws {
    let server = try stage.connect()
    let name = try own(server)
    var got: [String] = []
    client.subscribe(Self.match) { got.append($0.arguments[0].string ?? "") }
    try catchUp(client)
    stage.daemon.stop()
    try stage.wait("the loss") {
      client.state != .connected && server.state != .connected && other.state != .connected
    }
    try stage.daemon.start()
    try stage.wait("the connections") {
      client.state == .connected && name.state == .owned && other.state == .connected
    }
    try catchUp(client)
    say("forged", by: other)
    say("genuine", by: server)
    try catchUp(other)
    try catchUp(server)
    #expect(got == ["genuine"])
    name.release()
  }

  @Test func `a rule that two have subscribed to holds until both have ended`() throws {
    let server = try stage.connect()
    let name = try own(server)
    var got: [String] = []
    let one = client.subscribe(Self.match) { got.append("one \($0.arguments[0].string ?? "")") }
    let two = client.subscribe(Self.match) { got.append("two \($0.arguments[0].string ?? "")") }
    try catchUp(client)
    func sayToAll(_ text: String) throws {
      server.emit("Said", Echo.path, Echo.name, [.string(text)])
      try catchUp(server)
    }
    try sayToAll("1")
    one.cancel()
    try catchUp(client)
    try sayToAll("2")
    two.cancel()
    try catchUp(client)
    try sayToAll("3")
    #expect(got == ["one 1", "two 1", "two 2"])
    name.release()
  }
}
