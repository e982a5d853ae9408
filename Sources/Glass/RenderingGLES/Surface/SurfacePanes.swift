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
  private let context: GraphicsContext

  init(frame: PixelRect, scale: Double, in context: GraphicsContext) {
    self.frame = frame
    self.scale = scale
    self.context = context
  }

  /// Makes the glass that `wanted` needs, as `PanePlan` decides, and keeps existing glass that fits.
  func adopt(_ wanted: [Pane], _ backdrop: any Backdrop, isResting: Bool = false) throws(RenderingError) {
    let former = shared
    let plan = PanePlan(
      wanted, scale: scale, on: frame, former: former.map(\.blur.blur), isResting: isResting
    ) { backdrop.plan(sigma: $0) }
    let unused = plan.unused(of: former.count)
    defer { for index in unused { former[index].destroy() } }
    // If one cannot be made, `shared` still has all others, to be destroyed.
    (panes, shared) = ([], former.indices.filter { !unused.contains($0) }.map { former[$0] })
    var ordered: [PaneGlass] = []
    for source in plan.sources {
      switch source {
      case .kept(let index): ordered.append(former[index])
      case .made(let blur):
        ordered.append(try PaneGlass(blur, output: backdrop.output, in: context))
        shared.append(ordered[ordered.count - 1])
      }
    }
    shared = ordered
    panes = plan.places.map { shared[$0] }
  }

  /// The grid of glass that lies on other nodes, which the canvases `below` show over the backdrop.
  func nestedGlass(
    _ look: NestedLook, below: [PaintCanvas], _ backdrop: any Backdrop
  ) throws(RenderingError) -> Layer {
    let glass: NestedGlass
    if let unused = nested.first(where: { !$0.isUsed && $0.blur == look.blur }) {
      glass = unused
    } else {
      glass = try NestedGlass(look.blur, output: backdrop.output, in: context)
      nested.append(glass)
    }
    try glass.draw(below, surface: frame, try backdrop.underlay(), look)
    return glass.grid(look.grid)
  }

  /// Begins a drawing; destroys nested glass that the last one did not use.
  func beginDrawing() {
    for glass in nested where !glass.isUsed { glass.destroy() }
    nested.removeAll { !$0.isUsed }
    for glass in nested { glass.isUsed = false }
  }

  func destroy() {
    for pane in shared { pane.destroy() }
    (panes, shared) = ([], [])
    for glass in nested { glass.destroy() }
    nested = []
  }
}
