import DBus
import DesktopModel
import TestSupport
import Testing

@testable import DesktopServices

/// Notifications of ours at a server that a test plays.
@Suite(.serialized)
struct NotificationSenderTests {
  let stage: BusStage
  let sender: NotificationSender

  init() throws {
    stage = try BusStage()
    sender = NotificationSender(stage.makeBus(), application: "Test")
  }

  private static let (name, path) = ("org.freedesktop.Notifications", "/org/freedesktop/Notifications")
  private static let notice = NotificationSender.Notice("low", body: "9%", icon: "battery")

  /// A server that gives the numbers from `first` on.
  private func startServer(from first: UInt32) throws -> FakeService {
    let server = FakeService(try stage.connect(), Self.name)
    let inputs = zip(0..., ["s", "u", "s", "s", "s", "as", "a{sv}", "i"]).map {
      InterfaceDescription.Argument("a\($0)", $1)
    }
    var last = first - 1
    server.add(
      Self.path, Self.name,
      methods: [
        .init("Notify", in: inputs, out: [.init("id", "u")]),
        .init("CloseNotification", in: [.init("id", "u")]),
      ]
    ) { member, _ in
      if member != "Notify" { return [] }
      last += 1
      return [.uint32(last)]
    }
    try stage.wait("the name") { server.isReady }
    return server
  }

  /// The calls of a server: the number that is replaced or closed.
  private func calls(_ server: FakeService) -> [String] {
    server.calls.map { "\($0.member) \($0.arguments[$0.member == "Notify" ? 1 : 0].uint32 ?? 0)" }
  }

  @Test func `a notification takes the place of the last one of its subject, and is withdrawn once`() throws {
    let server = try startServer(from: 7)
    sender.send(Self.notice, subject: "a")
    try stage.wait("the first") { server.calls.count == 1 }
    // Both of these wait for the number of the first.
    sender.withdraw(subject: "a")
    sender.withdraw(subject: "b")
    try stage.wait("its end") { server.calls.count == 2 }
    sender.withdraw(subject: "a")
    sender.send(Self.notice, subject: "a")
    sender.send(Self.notice, subject: "b")
    try stage.wait("the others") { server.calls.count == 4 }
    #expect(calls(server) == ["Notify 0", "CloseNotification 7", "Notify 0", "Notify 0"])
  }

  @Test func `what is closed already, or was shown by another server, is not closed`() throws {
    let server = try startServer(from: 3)
    func show(_ server: FakeService) throws {
      sender.send(Self.notice, subject: "a")
      sender.send(Self.notice, subject: "b")
      try stage.wait("both") { server.calls.count == 2 }
    }
    try show(server)
    server.bus.emit("NotificationClosed", Self.path, Self.name, [.uint32(3), .uint32(2)])
    sender.send(Self.notice, subject: "c")
    try stage.wait("another") { server.calls.count == 3 }
    for subject in ["a", "b", "c"] { sender.withdraw(subject: subject) }
    try stage.wait("the ends") { server.calls.count == 5 }
    #expect(calls(server).suffix(2) == ["CloseNotification 4", "CloseNotification 5"])
    sender.send(Self.notice, subject: "a")
    try stage.wait("the last") { server.calls.count == 6 }
    server.bus.close()
    let next = try startServer(from: 6)
    sender.send(Self.notice, subject: "b")
    try stage.wait("the first of the other server") { next.calls.count == 1 }
    for subject in ["a", "b"] { sender.withdraw(subject: subject) }
    try stage.wait("its end") { next.calls.count == 2 }
    #expect(calls(next) == ["Notify 0", "CloseNotification 6"])
  }
}
