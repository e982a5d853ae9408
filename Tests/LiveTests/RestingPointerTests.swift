import HeadlessSession
import Loop
import Measures
import TestSupport
import Testing
import Wayland

extension LiveTests {
  /// A pointer over glass, which this compositor draws into what is captured.
  @Suite struct RestingPointerTests {
    /// Waits until `count` rests for a second, and returns what came in the second after that.
    private func countAtRest(
      _ awaited: String, pause: (Duration) -> Void, _ count: () throws -> [Int]
    ) throws -> [Int] {
      let deadline = Deadline(.seconds(60))
      var before = try count()
      while true {
        pause(.seconds(1))
        let now = try count()
        if now == before { break }
        if deadline.hasPassed { throw SessionError.timeout(awaited: awaited, log: "\(before), \(now)") }
        before = now
      }
      pause(.seconds(1))
      return zip(try count(), before).map { $0 - $1 }
    }

    @Test func `nothing is captured or drawn while a pointer rests over the bar`() throws {
      let stage = try Stage(
        settings: BarSettingsText.bar(material: "systemMaterial", more: "corner_radius = 10"))
      defer { stage.stop() }
      let pointer = try VirtualPointer(stage.client)
      let layout = LogicalSize(width: Double(Stage.size.width), height: Double(Stage.size.height))
      // On it, at its corner, half on it, and before it, where it is in what is blurred.
      for (x, y) in [(700.5, 12.5), (1.5, 2.5), (1200.5, 31.5), (400.5, 40.5)] {
        try pointer.move(x: x, y: y, in: layout)
        let counts = try countAtRest("a bar at rest") { duration in
          _ = try? stage.client.connection.wait(for: duration) { false }
        } _: {
          let statistics = try stage.bar.statistics()
          return [statistics["commits"]!, statistics["captures"]!]
        }
        #expect(counts == [0, 0], "pointer at \(x), \(y)")
      }
    }

    @Test func `nothing is captured or drawn while a pointer rests over a banner`() throws {
      let stage = try BannerStage(environment: ["WAYLAND_DEBUG": "client"])
      defer { stage.stop() }
      try stage.notify("Hello", "A body", actions: ["default", "Open"])
      try stage.settle()
      let corner = BannerInputTests.corner
      // On it, on its close button, at its corner, in its shadow, and beside that.
      for (x, y) in [(100, 30), (342, 18), (0, 0), (180, 64), (-40, 30)] {
        try stage.point(x: corner.x + x, y: corner.y + y)
        let counts = try countAtRest("a banner at rest") { duration in
          _ = stage.session.loop.run(for: duration) { false }
        } _: {
          let log = stage.hyaline.log
          return [log.ranges(of: ".commit()").count, log.ranges(of: ".ready(").count]
        }
        #expect(counts == [0, 0], "pointer at \(x), \(y)")
      }
    }
  }
}
