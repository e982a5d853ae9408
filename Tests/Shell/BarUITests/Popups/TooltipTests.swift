import Geometry
import Scenes
import TestSupport
import Testing
import Views

@testable import BarUI

struct TooltipTests {
  @Test func `a long text is wrapped`() {
    let layout = layout(
      TooltipView(HelpText(String(repeating: "word ", count: 40))), in: Proposal(width: nil, height: nil),
      environment: ViewEnvironment(scale: 1), measurer: MonospaceMeasurer())
    #expect(layout.size.width <= Int(TooltipView.mostWidth))
    #expect(layout.scene.texts.allSatisfy { !$0.text.string.isEmpty } && layout.size.height > 40)
  }
}
