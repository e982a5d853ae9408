import Geometry
import LiveGlass
import Scenes
import TestSupport
import Testing
import Typography
import Views
import VisualEffects

extension LiveTests {
  /// The guarantee on every kind of live glass at once: twenty panes on one surface over each of twenty backdrops.
  @Suite struct PaneContrastTests {
    /// Four in a row; `regular` and `prominent` look like some of these.
    nonisolated static let styles: [BlurEffect.Style] = [
      .systemUltraThinMaterialLight, .systemThinMaterialLight, .systemMaterialLight,
      .systemThickMaterialLight,
      .systemUltraThinMaterialDark, .systemThinMaterialDark, .systemMaterialDark, .systemThickMaterialDark,
      .systemChromeMaterialLight, .systemChromeMaterialDark, .notificationBannerLight,
      .notificationBannerDark,
      .light, .dark, .extraLight, .extraDark,
      .glassLight, .glassDark, .clearGlassLight, .clearGlassDark,
    ]
    /// On each pane; the last lies on a fill.
    private static let lines: [(name: String, style: VibrancyEffect.Style, top: Double)] = [
      ("label", .label, 4), ("secondaryLabel", .secondaryLabel, 44), ("label on a fill", .label, 84),
    ]
    private static let lineHeight = 40.0
    private static let paneSize = LogicalSize(width: 300, height: 128)

    private static func pane(_ index: Int) -> LogicalRect {
      LogicalRect(
        x: Double(16 + index % 4 * 316), y: Double(12 + index / 4 * 142), width: paneSize.width,
        height: paneSize.height)
    }

    /// The panes with text of both ranks, one below the other, and on a fill.
    private static func scene(
      _ size: PixelSize, scale: Double, contrast: Double, _ text: some TextMeasurer
    ) -> Scene {
      let environment = ViewEnvironment(
        scale: scale, isDark: true, legibility: Legibility(contrast: contrast), font: "DejaVu Sans Bold 16")
      let panes = ZStack {
        for (index, style) in styles.enumerated() { sheet(BlurEffect(style: style), frame: pane(index)) }
      }
      return layout(panes, in: Proposal(size), environment: environment, measurer: text).scene
    }

    private static func sheet(_ effect: BlurEffect, frame: LogicalRect) -> ViewTree {
      ZStack {
        Fill(.vibrant(.fill)).position(LogicalRect(x: 8, y: 84, width: 284, height: lineHeight))
        for line in lines {
          Text("Hyaline MWH 0123").textAlignment(.leading).ink(.vibrant(line.style))
            .position(LogicalRect(x: 12, y: line.top, width: 276, height: lineHeight))
        }
      }
      .glass(GlassSheet(effect, frame: frame))
    }

    @Test(arguments: [4.5, 7])
    func `labels of both ranks keep their contrast on every captured material`(contrast: Double) throws {
      let worst = try worst(contrast, over: Survey.spread(ContrastTests.backdrops, every: 4))
      #expect(worst.count == Self.styles.count * Self.lines.count)
      for (ink, found) in worst {
        #expect(found.contrast >= contrast, "\(ink) over \(found.backdrop): \(found.contrast)")
      }
    }

    @Test func `without the guarantee captured labels fall short`() throws {
      let worst = try worst(0, over: Array(ContrastTests.backdrops.suffix(6)))
      #expect(worst.values.count { $0.contrast < 4.5 } >= 8, "\(worst)")
    }

    /// The worst contrast of each line on each pane over all backdrops, measured in a screen capture.
    private func worst(
      _ contrast: Double, over backdrops: [TestBackdrop]
    ) throws -> [String: (contrast: Double, backdrop: String)] {
      let stage = try GlassStage()
      defer { stage.stop() }
      let text = stage.session.text
      var placement = SurfacePlacement(anchors: [.top, .bottom, .left, .right], width: 0, height: 0)
      placement.exclusiveZone = -1
      let inked = { (layout: LiveSurface.Layout) in
        Self.scene(layout.size, scale: layout.scale, contrast: contrast, text)
      }
      let surface = stage.output.open(placement, content: inked)
      try stage.waitUntilLive()
      let coverage = InkCoverage(Self.scene(GlassStage.size, scale: 1, contrast: contrast, text)) {
        text.rasterise($0)
      }
      var result: [String: (contrast: Double, backdrop: String)] = [:]
      var last: Bitmap?
      for backdrop in backdrops {
        try stage.wallpaper.showAndWait(Self.wallpaper(backdrop))
        surface.content = { inked($0).withoutInk }
        let finished = try stage.settle()
        #expect(finished != last, "\(backdrop) is not seen through the glass")
        last = finished
        surface.content = inked
        let shown = try stage.settle()
        let measurement = InkContrast(material: finished)
        for (index, style) in Self.styles.enumerated() {
          for line in Self.lines {
            let ink = "\(line.name) on \(style)"
            let part = Self.pixels(index, from: line.top)
            let found = try #require(
              measurement.worst(of: shown, coverage: coverage.bytes, in: part), "no ink")
            if found.contrast < result[ink]?.contrast ?? .infinity {
              result[ink] = (found.contrast, backdrop.name)
            }
          }
        }
      }
      #expect(surface.phase == .watching && stage.output.backdropInUse.rung == .live)
      return result
    }

    /// The frame of a line on a pane.
    private static func pixels(_ index: Int, from top: Double) -> PixelRect {
      let pane = pane(index)
      return PixelRect(
        x: Int(pane.x), y: Int(pane.y + top), width: Int(pane.width), height: Int(lineHeight))
    }

    /// Sixteen of the backdrop, so that its detail is as large as in the survey.
    private static func wallpaper(_ backdrop: TestBackdrop) -> Bitmap {
      let tile = backdrop.drawn(PixelSize(width: 320, height: 180))
      var whole = Bitmap(size: GlassStage.size)
      for y in 0..<4 { for x in 0..<4 { whole.draw(tile, x: x * 320, y: y * 180) } }
      return whole
    }
  }
}
