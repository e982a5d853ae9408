import Testing
import WaylandTestSupport

@testable import Wayland

/// Tests against a compositor that only pretends to follow the user's input.
@Suite struct IdleNotificationTests {
  /// The first objects that the client binds and makes after the display, the registry and the round trip.
  private static let (notifier, seat, notification): (UInt32, UInt32, UInt32) = (4, 5, 6)
  private static let time = Duration.seconds(90)

  @Test func `the user is away after the time, and back with the next input`() throws {
    let compositor = ScriptedCompositor()
    let connection = try compositor.connect([("ext_idle_notifier_v1", 1), ("wl_seat", 5)])
    defer { connection.close() }
    let idle = try #require(IdleNotification(connection, after: Self.time))
    var changes: [Bool] = []
    idle.onChange = { changes.append($0) }
    let requests = try compositor.requests(of: connection)
    let made = try #require(requests.first { $0.object == Self.notifier && $0.opcode == 1 })
    #expect(made.words.prefix(2) == [Self.notification, 90_000])
    compositor.send(Self.notification, 0)
    try compositor.deliver(connection)
    compositor.send(Self.notification, 1)
    try compositor.deliver(connection)
    #expect(changes == [true, false])
    idle.destroy()
    #expect(try compositor.requests(of: connection).map(\.object) == [Self.notification, Self.seat])
  }

  @Test func `the user is back when the seat is removed, and the next seat is followed`() throws {
    let compositor = ScriptedCompositor()
    let connection = try compositor.connect([
      ("ext_idle_notifier_v1", 1), ("wl_seat", 5), ("wl_seat", 5),
    ])
    defer { connection.close() }
    let idle = try #require(IdleNotification(connection, after: Self.time))
    var changes: [Bool] = []
    idle.onChange = { changes.append($0) }
    _ = try compositor.requests(of: connection)
    /// Returns the notification that was requested since the last call; nil if none was.
    func requested() throws -> UInt32? {
      try compositor.requests(of: connection).first { $0.object == Self.notifier && $0.opcode == 1 }?.words[0]
    }
    compositor.send(Self.notification, 0)
    // The other seat is removed, and another one announced, without effect.
    compositor.announce(4, "wl_seat", version: 5)
    compositor.withdraw(3)
    try compositor.deliver(connection)
    #expect(try changes == [true] && requested() == nil)
    compositor.withdraw(2)
    try compositor.deliver(connection)
    #expect(changes == [true, false])
    let second = try #require(try requested())
    compositor.send(second, 0)
    compositor.withdraw(4)
    try compositor.deliver(connection)
    #expect(try changes == [true, false, true, false] && requested() == nil)
    compositor.announce(5, "wl_seat", version: 5)
    try compositor.deliver(connection)
    let third = try #require(try requested())
    compositor.send(third, 0)
    try compositor.deliver(connection)
    #expect(changes == [true, false, true, false, true])
  }

  @Test func `a compositor without the protocol or a seat reports nothing`() throws {
    for globals in [[("wl_seat", UInt32(5))], [("ext_idle_notifier_v1", 1)]] {
      let compositor = ScriptedCompositor()
      let connection = try compositor.connect(globals.map { (interface: $0.0, version: $0.1) })
      defer { connection.close() }
      #expect(IdleNotification(connection, after: Self.time) == nil)
    }
  }
}
