import Geometry
import HeadlessSession
import Scenes
import TestSupport
import Testing

@testable import LiveGlass

extension LiveTests {
  /// Tests of surfaces that cannot be drawn: they are left out, and all others go on.
  @Suite struct ImpossibleSurfaceTests {
    @Test func `a surface that graphics have no memory for is dropped, and said so once`() throws {
      let stage = try GlassStage()
      defer { stage.stop() }
      let bar = stage.output.open(.strip(along: .top, thickness: 40), content: GlassStage.sheet())
      try stage.waitUntilLive()
      for round in 1...2 {
        // Longer than the textures of any driver.
        let placement = SurfacePlacement(anchors: [.bottom, .left], width: 40, height: 40_000)
        var isClosed = false
        let long = stage.output.open(placement, content: GlassStage.sheet())
        long.onClosed = { isClosed = true }
        try stage.run("the end of surface \(round)") {
          isClosed || stage.messages.contains { $0.hasPrefix("failed") }
        }
        #expect(isClosed && !long.isShown)
        let failures = stage.messages.filter { $0.contains("not shown") }
        #expect(failures.count == 1 && failures[0].contains("40 × 40000"), "\(stage.messages)")
      }
      #expect(!stage.messages.contains { $0.hasPrefix("failed") }, "\(stage.messages)")
      let commits = bar.commitCount
      bar.setNeedsDisplay()
      try stage.waitUntilLive()
      #expect(bar.isShown && bar.commitCount >= commits)
    }

    @Test func `a surface of which margins leave nothing waits until there is room`() throws {
      let stage = try GlassStage()
      defer { stage.stop() }
      var placement = SurfacePlacement.strip(along: .top, thickness: 40)
      placement.margins.left = GlassStage.size.width
      let bar = stage.output.open(placement, content: GlassStage.sheet())
      let other = stage.output.open(.strip(along: .bottom, thickness: 40), content: GlassStage.sheet())
      try stage.run("the other") { other.phase == .watching }
      #expect(!bar.isShown)
      #expect(stage.messages.filter { $0.contains("no room for hyaline") }.count == 1, "\(stage.messages)")
      bar.placement.margins.left = 0
      try stage.waitUntilLive()
      // One that is shown goes, too, and comes again.
      bar.placement.margins.right = 2 * GlassStage.size.width
      try stage.run("its end") { !bar.isShown }
      bar.placement.margins.right = 10
      try stage.waitUntilLive()
      #expect(!stage.messages.contains { $0.hasPrefix("failed") }, "\(stage.messages)")
    }

    @Test func `a surface that leaves less than nothing to another one waits until that has gone`() throws {
      let stage = try GlassStage()
      defer { stage.stop() }
      let thickness = GlassStage.size.height * 2 / 3
      let side = stage.output.open(.strip(along: .left, thickness: 40), content: GlassStage.sheet())
      let top = stage.output.open(.strip(along: .top, thickness: thickness), content: GlassStage.sheet())
      let bottom = stage.output.open(
        .strip(along: .bottom, thickness: thickness), content: GlassStage.sheet())
      try stage.run("two of three") { side.phase == .watching && top.phase == .watching }
      #expect(!bottom.isShown)
      #expect(stage.messages.filter { $0.contains("no room for hyaline") }.count == 1, "\(stage.messages)")
      side.close()
      try stage.run("the third") { bottom.isShown }
      // Nothing is left of the output, which is not measured then.
      let probe = AreaProbe(stage.output)
      top.close()
      _ = try stage.settle()
      let other = AreaProbe(stage.output)
      try stage.run("the area") { other.size?.height == Double(GlassStage.size.height - thickness) }
      // The answer to a probe that was opened earlier would have come before.
      #expect(probe.size == nil)
      for probe in [probe, other] { probe.close() }
      #expect(!stage.messages.contains { $0.hasPrefix("failed") }, "\(stage.messages)")
    }

    @Test func `a bar whose margins leave nothing of the output costs only itself`() throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      let hyaline = try stage.start([], settings: "[bar]\nmargin_left = 400\nmargin_right = 400\n")
      try stage.waitUntilServing(hyaline)
      try stage.notify(NotificationClient.notify("seen", timeout: 0))
      try hyaline.waitForStatistics("the banner") { $0["shown"] == 1 && $0.values("awaits").isEmpty }
      #expect(
        hyaline.log.split(separator: "\n").count == 1 && hyaline.log.contains("no room"), "\(hyaline.log)")
      #expect(stage.sway.process.poll() == nil)
      try hyaline.replaceSettings("")
      try hyaline.waitForStatistics("its bar") { ($0["commits"] ?? 0) > 0 }
      #expect(hyaline.terminate() == .exited(0))
    }

    @Test func `resets of the GPU that follow each other are waited out`() throws {
      let stage = try GlassStage()
      defer { stage.stop() }
      stage.output.open(.strip(along: .top, thickness: 40), content: GlassStage.sheet())
      try stage.waitUntilLive()
      for _ in 0..<7 { stage.session.recoverGraphics() }
      #expect(stage.messages.last == "the GPU was reset: everything is drawn anew in 2 seconds")
      try stage.waitUntilLive()
      #expect(!stage.messages.contains { $0.hasPrefix("failed") }, "\(stage.messages)")
    }
  }
}
