import Geometry
import Rendering
import Scenes
import VisualEffects

/// The glass of one surface: that of its panes, and that of effects that lie on other nodes.
final class SurfacePanes {
  /// The glass of each pane, in the order of the scene's sheets; several panes may share one.
  private(set) var panes: [PaneGlass] = []
  /// The same objects, each once.
  private(set) var shared: [PaneGlass] = []
  private var nested: [(glass: NestedGlass, isUsed: Bool)] = []
  private let scale: Double
  /// Frame of the surface on the output.
  private let frame: PixelRect

  init(frame: PixelRect, scale: Double) {
    self.frame = frame
    self.scale = scale
  }

  /// Makes the glass that `wanted` needs, as `PanePlan` decides, and keeps existing glass that fits.
  func adopt(
    _ wanted: [Pane], _ backdrop: any Backdrop, isResting: Bool = false
  ) {
    let looks = wanted.map { pane in
      (
        look: PaneLook(
          plan: backdrop.plan(sigma: pane.material.blurRadius * scale), chain: pane.material.chain),
        place: pane.frame.offset(x: frame.x, y: frame.y)
      )
    }
    let former = shared
    let plan = PanePlan(looks, on: frame, former: former.map(\.identity), isResting: isResting)
    shared = plan.sources.map { source in
      switch source {
      case .kept(let index): former[index]
      case .made(let blur): PaneGlass(blur, output: backdrop.output)
      }
    }
    panes = plan.places.map { shared[$0] }
  }

  /// The glass of an effect that lies on other nodes, which the canvases `below` show over the backdrop.
  func nestedGlass(
    _ effect: EffectNode, below: [PaintCanvas], _ backdrop: any Backdrop, range: ShownRange
  ) -> PaintedGlass {
    guard let material = effect.material else { preconditionFailure("an effect without a material") }
    let place = effect.frame.offset(x: frame.x, y: frame.y)
    let sigma = max(BlurPlan.minimumLiveSigma, material.blurRadius * scale)
    let plan = BlurPlan(sigma: sigma, minimumLevel: 2)
    let finish = effect.finish(material, range: range)
    let index: Int
    if let known = nested.firstIndex(where: { !$0.isUsed && $0.glass.serves(plan, place) }) {
      index = known
    } else {
      index = nested.count
      nested.append((NestedGlass(plan, frame: place, output: backdrop.output), false))
    }
    nested[index].isUsed = true
    let glass = nested[index].glass
    glass.draw(below, surface: frame, backdrop.underlay(), material.chain, finish)
    return PaintedGlass(
      grid: glass.grid, isDark: material.isDark, legibility: effect.legibility, finish: finish)
  }

  /// Begins a drawing; frees nested glass that the last one did not use.
  func beginDrawing() {
    nested.removeAll { !$0.isUsed }
    for index in nested.indices { nested[index].isUsed = false }
  }
}
