import Geometry
import HeadlessSession
import Loop
import Scenes
import TestSupport
import Testing
import Wayland

@testable import LiveGlass

extension LiveTests {
  /// Fingers on surfaces of ours; this compositor has no touch screens, so that a test says what one would.
  @Suite struct TouchTests {
    @Test func `a finger is told in the surface's pixels, and taken away with the surface that it is on`()
      throws
    {
      let scenario = try PointerTests.Scenario("scale 1.5")
      defer { scenario.stage.stop() }
      let (stage, surface) = (scenario.stage, scenario.surface)
      var events: [TouchEvent] = []
      surface.onTouch = { events.append($0) }
      func touch(_ kind: TouchEvent.Kind, id: Int32, x: Double, y: Double) throws {
        let proxy = try #require(surface.window?.proxy)
        stage.session.input?.seats.onTouch?(proxy, TouchEvent(kind, id: id, x: x, y: y))
      }
      try touch(.began, id: 0, x: 10, y: 20)
      try touch(.began, id: 1, x: 100, y: 100)
      try touch(.moved, id: 0, x: 12, y: 20)
      try touch(.ended, id: 0, x: 12, y: 20)
      // Nothing is told before the batch is over.
      #expect(events == [])
      try stage.run("fingers") { events.count >= 4 }
      #expect(
        events == [
          TouchEvent(.began, id: 0, x: 15, y: 30), TouchEvent(.began, id: 1, x: 150, y: 150),
          TouchEvent(.moved, id: 0, x: 18, y: 30), TouchEvent(.ended, id: 0, x: 18, y: 30),
        ])
      events = []
      // Made anew: the finger that is down cannot go on.
      surface.placement.namespace = "other"
      try stage.run("the end of the finger") { !events.isEmpty }
      #expect(events == [TouchEvent(.cancelled, id: 1, x: 150, y: 150)])
      try stage.run("the surface") { surface.isShown }
      events = []
      try touch(.began, id: 2, x: 1, y: 1)
      surface.close()
      try stage.synchronise()
      #expect(events == [])
    }
  }
}
