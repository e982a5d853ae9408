import Scenes
import TestSupport
import Testing
import VisualEffects

@testable import Views

struct ElevationTests {
  @Test(arguments: Elevation.allCases, [false, true])
  func `the shadows of a sheet end within their reach`(elevation: Elevation, isDark: Bool) {
    let reach = elevation.reach
    for shadow in elevation.shadows(isDark: isDark) {
      let spread = 3 * shadow.sigma
      #expect(spread + shadow.offsetX <= Double(reach.side))
      #expect(spread - shadow.offsetY <= Double(reach.top) && spread + shadow.offsetY <= Double(reach.bottom))
    }
  }

  @Test func `a tooltip floats half as high as a panel`() {
    for (low, raised) in zip(Elevation.low.shadows(isDark: true), Elevation.raised.shadows(isDark: true)) {
      #expect(2 * low.sigma == raised.sigma && 2 * low.offsetY == raised.offsetY)
      #expect(2 * low.colour.w == raised.colour.w)
    }
  }

  @Test func `glass that bends its backdrop is lit from above and, less, from below`() throws {
    for style in [BlurEffect.Style.glassDark, .glassLight] {
      let border = Elevation.raised.border(of: Material(style, isDark: true))
      let (upper, lower) = (try #require(border.rim), try #require(border.lowerRim))
      #expect(upper.w > lower.w && lower.w > 0)
    }
    #expect(Elevation.raised.border(of: Material(.dark, isDark: true)).lowerRim == nil)
  }

  @Test(arguments: [1.0, 1.25, 1.5, 2, 3]) func `a hairline is one physical pixel wide`(scale: Double) {
    let sheet = GlassSheet(BlurEffect(style: .dark)).elevated(.raised, isDark: true)
    let scene = layout(
      Spacer().frame(width: 60, height: 40).glass(sheet), in: Proposal(),
      environment: ViewEnvironment(scale: scale), measurer: MonospaceMeasurer()
    ).scene
    guard case .effect(let node)? = scene.nodes.first else {
      Issue.record("no sheet")
      return
    }
    #expect(node.border?.width == 1 && node.border?.rim != nil && node.shadows.count == 2)
  }
}
