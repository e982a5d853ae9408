import BarUI
import Geometry
import Scenes
import Settings
import TestSupport
import Testing
import VisualEffects

/// Rim, shadow and press light of bars.
@Suite struct BarReliefTests {
  private func sheet(
    _ relief: Relief = Relief(), _ change: (inout BarSettings) -> Void
  ) throws -> EffectNode {
    var view = bar(start: ["one"], width: 800)
    view.material.relief = relief
    change(&view.bar)
    let sheets = view.scene(measurer: MonospaceMeasurer()).nodes.compactMap { node in
      if case .effect(let sheet) = node { sheet } else { nil }
    }
    return try #require(sheets.first)
  }

  @Test func `a bar has a rim where its corners are round, or where its settings give it one`() throws {
    let plain = try #require(try sheet { $0.cornerRadius = 10 }.border)
    #expect(try sheet { _ in }.border == nil)
    #expect(try sheet { ($0.cornerRadius, $0.relief.rim) = (10, 0) }.border == nil)
    let half = try #require(try sheet { ($0.relief.rim, $0.marginTop) = (0.5, 4) }.border)
    #expect(half.rim?.w == plain.rim.map { $0.w / 2 } && half.colour.w == plain.colour.w / 2)
    var relief = Relief()
    relief.rim = 0.5
    #expect(try sheet(relief) { $0.cornerRadius = 10 }.border == half)
    #expect(try sheet(relief) { ($0.cornerRadius, $0.relief.rim) = (10, 1) }.border == plain)
  }

  @Test(arguments: [
    (
      OutputEdge.top, PixelRect(x: 0, y: 31, width: 800, height: 1),
      PixelRect(x: -1, y: -1, width: 802, height: 33)
    ),
    (
      .bottom, PixelRect(x: 0, y: 0, width: 800, height: 1), PixelRect(x: -1, y: 0, width: 802, height: 33)
    ),
    (
      .left, PixelRect(x: 799, y: 0, width: 1, height: 32), PixelRect(x: -1, y: -1, width: 801, height: 34)
    ),
    (.right, PixelRect(x: 0, y: 0, width: 1, height: 32), PixelRect(x: 0, y: -1, width: 801, height: 34)),
  ])
  func `the rim of a square bar at its edge is a line that faces the middle of the screen`(
    edge: OutputEdge, line: PixelRect, frame: PixelRect
  ) throws {
    let bar = try sheet { ($0.edge, $0.relief.rim) = (edge, 1) }
    #expect(bar.border == nil)
    guard case .effect(let part)? = bar.content.last, case .effect(let rim)? = part.content.first else {
      Issue.record("no rim")
      return
    }
    #expect(part.frame == line && part.material == nil && part.border == nil && part.content.count == 1)
    #expect(rim.frame == frame && rim.material == nil && rim.content.isEmpty)
    let whole = try #require(try sheet { ($0.cornerRadius, $0.relief.rim) = (10, 1) }.border)
    let own = try #require(rim.border)
    #expect(own.width == whole.width && own.colour == whole.colour)
    // The light falls from above.
    #expect(own.rim == (edge == .bottom ? whole.rim : nil))
    #expect(own.lowerRim == (edge == .top ? whole.lowerRim : nil))
    guard edge.isLevel else { return }
    let lit = Shape(frame: rim.frame, corners: rim.corners)
      .tiles(of: edge == .top ? .fill : .key, width: 1, fades: false)
    #expect(lit.contains { $0.rect == line && $0.bytes?.allSatisfy { $0 == 255 } == true })
  }

  @Test func `a bar casts a shadow where it floats, or where its settings give it one`() throws {
    func float(_ bar: inout BarSettings) { (bar.cornerRadius, bar.marginTop) = (10, 8) }
    let plain = try sheet(Relief(), float).shadows
    #expect(plain.count == 2)
    #expect(try sheet { _ in }.shadows.isEmpty)
    let half = try sheet { $0.relief.shadow = 0.5 }.shadows
    #expect(half.map(\.colour.w) == plain.map { $0.colour.w / 2 })
    var relief = Relief()
    relief.shadow = 0.5
    #expect(try sheet(relief, float).shadows == half)
    relief.shadow = 0
    #expect(try sheet(relief, float).shadows.isEmpty)
    let none = try sheet {
      float(&$0)
      $0.relief.shadow = 0
    }
    #expect(none.shadows.isEmpty)
  }

  @Test func `the surface of a bar has room for the shadow that its settings give it, and no other`() {
    var bar = BarSettings()
    var outset: SurfacePlacement.Margins { bar.outset { $0 } }
    bar.relief.shadow = 0.5
    #expect(outset == SurfacePlacement.Margins(bottom: 44), "there is no room beyond the output")
    bar.edge = .left
    #expect(outset == SurfacePlacement.Margins(right: 36))
    (bar.edge, bar.marginTop, bar.cornerRadius) = (.top, 10, 12)
    #expect(outset == SurfacePlacement.Margins(top: 10, bottom: 44))
    bar.relief.shadow = 0
    #expect(outset == SurfacePlacement.Margins(top: 10), "the bar slides in from its edge")
  }

  @Test func `the glass of a bar has the press light of its settings`() throws {
    #expect(try sheet { $0.relief.pressLight = 0.25 }.material?.relief.pressLight == 0.25)
    #expect(try sheet { _ in }.material?.relief.pressLight == 1)
  }
}
