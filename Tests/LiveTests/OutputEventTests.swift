import Geometry
import HeadlessSession
import Scenes
import TestSupport
import Testing
import VisualEffects
import Wayland

extension LiveTests {
  /// Outputs that change while the bar is on them.
  @Suite struct OutputEventTests {
    static let material = Material.named("systemMaterial", isDark: true)!

    private func strip(_ stage: OutputStage) -> PixelRect {
      PixelRect(x: 0, y: 0, width: stage.picture.size.width, height: Int(32 * stage.geometry.scale))
    }

    @Test func `after each change of its output the glass is exact again`() throws {
      let stage = try OutputStage()
      defer { stage.stop() }
      try stage.startBar()
      for state in [
        "transform 90", "scale 1.5", "mode 960x720@60Hz", "transform flipped-180", "scale 2", "scale 1",
      ] {
        try stage.change(state)
        try stage.bar!.waitForStatistics("live glass") { _ in true }
        try stage.waitUntilLive()
        let difference = try stage.difference(Self.material, in: strip(stage))
        #expect(difference.mean <= 1 && difference.max <= 4, "\(state): \(difference)")
      }
    }

    @Test func `whatever happens to outputs, in the end each has its bar and nothing is left over`() throws {
      let count = Int(environmentVariable("HYALINE_TEST_EVENTS") ?? "") ?? (Survey.isWhole ? 300 : 100)
      let seed: UInt64 = DailySeeds.first(1)[0]
      print("seed \(seed), \(count) events")
      let stage = try OutputStage()
      defer { stage.stop() }
      try stage.startBar(settings: Self.twoBars)
      let backdrops = MovingBackdrops(stage.client)
      var outputs = try OutputEvents(stage.session, seed: seed)
      try outputs.prepare()
      // Every kind of geometry once, for which programs are compiled and kept.
      for options in outputs.allGeometries {
        try stage.session.change(options)
        try backdrops.move(frames: 4)
        try waitForBars(stage, outputs)
        try absorbMotion(stage, outputs, backdrops)
      }
      try outputs.restore()
      var after = try settled(stage, outputs, backdrops)
      var before = after
      // Memory that is kept once, such as for a rare variant of a shader program, does not grow again with more
      // events; a leak does.
      for _ in 0..<3 {
        before = after
        for _ in 0..<count {
          try outputs.happen()
          // Sometimes one at a time, sometimes many at once.
          try backdrops.move(frames: outputs.pause())
          try #require(
            stage.bar!.process.poll() == nil, "seed \(seed): \(outputs.log.suffix(5)) \(stage.bar!.log)")
        }
        try outputs.restore()
        after = try settled(stage, outputs, backdrops)
        try? eventually("what is given back later") {
          if after.proxies == before.proxies, after["descriptors"]! <= before["descriptors"]! { return true }
          after = try settled(stage, outputs, backdrops)
          return false
        }
        if after["glObjects"]! - before["glObjects"]! <= 6,
          isSanitized || after.memory.total - before.memory.total <= 2048
        {
          break
        }
      }
      #expect(after.proxies == before.proxies, "seed \(seed)")
      #expect(after["glObjects"]! - before["glObjects"]! <= 6, "seed \(seed)")
      #expect(after["descriptors"]! <= before["descriptors"]!, "seed \(seed)")
      let (old, new) = (before.memory, after.memory)
      print("\(old) before, \(new) after")
      if !isSanitized { #expect(new.total - old.total <= 2048, "seed \(seed): \(old), then \(new)") }
      #expect(!stage.bar!.log.contains("error"), "\(stage.bar!.log)")
      #expect(stage.bar!.terminate() == .exited(0), "\(stage.bar!.log)")
    }

    /// The program keeps what it frees for a while, and more besides.
    private var isSanitized: Bool { environmentVariable("HYALINE_TEST_SANITIZER") != nil }

    private static let twoBars = """
      [[bar]]
      start = []
      center = []
      [[bar]]
      edge = "bottom"
      height = 20
      center = []

      """

    private struct Level {
      var statistics: Statistics
      var memory: ProcessMemory

      subscript(key: String) -> Int? { statistics[key] }
      /// Without captures under way, which each of an output's two bars counts.
      var proxies: Int { statistics["proxies"]! - statistics["pendingCaptures"]! / 2 }
    }

    /// Waits until every enabled output has its two bars, live.
    private func waitForBars(_ stage: OutputStage, _ outputs: OutputEvents) throws {
      let wanted = try outputs.enabled().flatMap { [$0, $0] }.sorted()
      try stage.bar!.waitForStatistics("the bars of \(wanted)") { statistics in
        // The background goes on moving.
        try? stage.client.connection.serveForAMoment()
        return statistics.names.sorted() == wanted && statistics.phases.allSatisfy { $0 == "watching" }
      }
    }

    /// Moves what is behind the bars until captures of that were taken in, which needs programs of its own.
    private func absorbMotion(
      _ stage: OutputStage, _ outputs: OutputEvents, _ backdrops: MovingBackdrops
    ) throws {
      let wanted = try stage.bar!.statistics()["absorbed"]! + 2 * outputs.enabled().count
      try eventually("captures of what moves") {
        try backdrops.move(frames: 1)
        return try stage.bar!.statistics()["absorbed"]! >= wanted
      }
    }

    /// Waits until all is at rest, and tells what that takes.
    private func settled(
      _ stage: OutputStage, _ outputs: OutputEvents, _ backdrops: MovingBackdrops
    ) throws -> Level {
      try backdrops.rest()
      try waitForBars(stage, outputs)
      // Memory that was only needed for compiling is freed after two seconds.
      for _ in 0..<2 { try stage.client.connection.serveForASecond() }
      try eventuallyRests("what the bar has") {
        _ = try stage.client.connection.wait(for: $0) { false }
      } _: {
        ["glObjects", "descriptors", "proxies"].map { (try? stage.bar!.statistics()[$0]) ?? nil }
      }
      return Level(
        statistics: try stage.bar!.statistics(), memory: ProcessMemory(of: stage.bar!.process.pid))
    }
  }
}

extension Statistics {
  fileprivate var names: [String] { values("name") }
  fileprivate var phases: [String] { values("phase") }
}
