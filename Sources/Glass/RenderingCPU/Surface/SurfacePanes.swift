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
  private var nested: [NestedGlass] = []
  /// Physical pixels per point of blurs.
  let scale: Double
  /// Frame of the surface on the output.
  private let frame: PixelRect

  init(frame: PixelRect, scale: Double) {
    self.frame = frame
    self.scale = scale
  }

  /// Makes the glass that `wanted` needs, as `PanePlan` decides, and keeps existing glass that fits.
  func adopt(_ wanted: [Pane], _ backdrop: any Backdrop, isResting: Bool = false) {
    let former = shared
    let plan = PanePlan(
      wanted, scale: scale, on: frame, former: former.map(\.blur.blur), isResting: isResting
    ) { backdrop.plan(sigma: $0) }
    shared = plan.sources.map { source in
      switch source {
      case .kept(let index): former[index]
      case .made(let blur): PaneGlass(blur, output: backdrop.output)
      }
    }
    panes = plan.places.map { shared[$0] }
  }

  /// The grid of glass that lies on other nodes, which the canvases `below` show over the backdrop.
  func nestedGlass(
    _ look: NestedLook, below: [PaintCanvas], _ backdrop: any Backdrop
  ) -> CellLayer {
    let glass: NestedGlass
    if let unused = nested.first(where: { !$0.isUsed && $0.blur == look.blur }) {
      glass = unused
    } else {
      glass = NestedGlass(look.blur, output: backdrop.output)
      nested.append(glass)
    }
    glass.draw(below, surface: frame, backdrop.underlay(), look)
    return glass.grid(look.grid)
  }

  /// Begins a drawing; frees nested glass that the last one did not use.
  func beginDrawing() {
    nested.removeAll { !$0.isUsed }
    for glass in nested { glass.isUsed = false }
  }
}
