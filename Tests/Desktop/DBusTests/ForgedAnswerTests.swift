import DesktopModel
import TestSupport
import Testing

@testable import DBus

/// Answers of other programs than the one that was asked. A bus does not pass them on, so that the test plays the bus.
@Suite(.serialized)
struct ForgedAnswerTests {
  @Test(arguments: [
    (":1.9", ":1.9", true), (":1.9", ":1.8", false), (BusNames.bus, BusNames.bus, true),
    (BusNames.bus, ":1.8", false), ("org.example.Name", ":1.8", true),
  ])
  func `an answer of another connection than the one that was asked is an error`(
    _ asked: String, _ sender: String, _ isTaken: Bool
  ) throws {
    let bus = try ScriptedBus()
    try bus.accept()
    var result: Result<[DBusValue], BusError>?
    bus.client.call(Call(to: asked, "/a", "org.example.A", "Ask", expects: "s")) { result = $0 }
    bus.send(ScriptedBus.answer(to: 2, of: sender, "yes"))
    try #require(bus.loop.wait { result != nil })
    if isTaken {
      #expect(result == .success([.string("yes")]))
    } else {
      guard case .failure(let error) = result else {
        Issue.record("taken")
        return
      }
      #expect(error.message == "Ask: expected an answer of \(asked), got one of :1.8")
    }
  }
}
