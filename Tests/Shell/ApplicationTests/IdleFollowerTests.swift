import DBus
import Loop
import Notifications
import Settings
import TestSupport
import Testing
import Wayland
import WaylandTestSupport

@testable import Application
@testable import NotificationService

/// Tests of when the user counts as away, against a compositor that only pretends to follow the user's input.
struct IdleFollowerTests {
  /// The first objects that a client binds and makes after the display, the registry and the round trip.
  private static let (notifier, notification): (UInt32, UInt32) = (4, 6)

  private func makeCenter(_ loop: EventLoop, _ settings: NotificationSettings) -> NotificationCenter {
    NotificationCenter(
      MessageBus(BusAddress("unix:path=/nowhere")!, loop: loop), loop: loop, settings: settings, history: nil,
      capabilities: [], version: "1"
    ) { _, _ in }
  }

  @Test func `timeouts wait after the time of the settings without input`() throws {
    let loop = try EventLoop(clock: ManualClock())
    let compositor = ScriptedCompositor()
    let connection = try compositor.connect([("ext_idle_notifier_v1", 1), ("wl_seat", 5)])
    defer { connection.close() }
    var settings = NotificationSettings()
    let center = makeCenter(loop, settings)
    defer { center.close() }
    let follower = IdleFollower()
    follower.attach(connection)
    follower.follow(for: settings, center: center)
    #expect(try compositor.requests(of: connection).allSatisfy { $0.object != Self.notifier }, "it is off")
    settings.idleThreshold = 90
    follower.follow(for: settings, center: center)
    let requests = try compositor.requests(of: connection)
    let made = try #require(requests.first { $0.object == Self.notifier && $0.opcode == 1 })
    #expect(made.words.prefix(2) == [Self.notification, 90_000])
    for (event, isAway) in [(UInt16(0), true), (1, false), (0, true)] {
      compositor.send(Self.notification, event)
      try compositor.deliver(connection)
      loop.serveWhatIsReady()
      #expect(center.store.isUserIdle == isAway)
    }
    settings.idleThreshold = 0
    follower.follow(for: settings, center: center)
    loop.serveWhatIsReady()
    #expect(!center.store.isUserIdle, "nobody is away where it does not matter")
  }
}
