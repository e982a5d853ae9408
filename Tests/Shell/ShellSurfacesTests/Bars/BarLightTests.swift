import BarUI
import Geometry
import ModuleModel
import Scenes
import Settings
import ShellModel
import ShellSurfaces
import ShellTestSupport
import Testing

/// The light on a module under the pointer, on an output that a test plays.
struct BarLightTests {
  @Test func `with reduced motion a coloured module changes under the pointer, and more while it is pressed`()
    throws
  {
    let module = ModuleName(.text, "one")
    let stage = try BarStage {
      ($0.bars[0].start, $0.bars[0].center, $0.bars[0].end) = ([module], [], [])
      $0.modules[module] = .defaults(of: .text)
      $0.modules[module]?.style.look.fill = .colour([0.2, 0.2, 0.8, 1])
      $0.modules[module]?.style.on = [.click: .command(["true"])]
      $0.accessibility.reduceMotion = .on
    }
    _ = stage.state.update(.moduleReadingChanged(module, .text("text")), now: stage.now)
    let surface = try #require(stage.output.surface)
    surface.show()
    func shown() -> [Ink] {
      stage.settle()
      let scene = surface.scene(at: stage.now)
      #expect(!surface.isMoving)
      return scene.fills.map(\.ink)
    }
    let rest = shown()
    surface.onPointer?(PointerEvent(.entered, x: 20, y: 16))
    #expect(shown() == rest + [.colour([0, 0, 0, 0.08])])
    surface.onPointer?(PointerEvent(.pressed(.left), x: 20, y: 16))
    #expect(shown().contains(.colour([0, 0, 0, 0.15])))
    surface.onPointer?(PointerEvent(.left, x: 20, y: 16))
    #expect(shown() == rest)
  }
}
