import CEGL
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
  private let context: GraphicsContext

  init(frame: PixelRect, scale: Double, in context: GraphicsContext) {
    self.frame = frame
    self.scale = scale
    self.context = context
  }

  /// Makes the glass that `wanted` needs, as `PanePlan` decides, and keeps existing glass that fits.
  func adopt(
    _ wanted: [Pane], _ backdrop: any Backdrop, isResting: Bool = false
  ) throws(RenderingError) {
    let looks = wanted.map { pane in
      (
        look: PaneLook(
          plan: backdrop.plan(sigma: pane.material.blurRadius * scale), chain: pane.material.chain),
        place: pane.frame.offset(x: frame.x, y: frame.y)
      )
    }
    let former = shared
    let plan = PanePlan(looks, on: frame, former: former.map(\.identity), isResting: isResting)
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

  /// The glass of an effect that lies on other nodes, which the canvases `below` show over the backdrop.
  func nestedGlass(
    _ effect: EffectNode, below: [PaintCanvas], _ backdrop: any Backdrop, range: ShownRange
  ) throws(RenderingError) -> PaintedGlass {
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
      nested.append((try NestedGlass(plan, frame: place, output: backdrop.output, in: context), false))
    }
    nested[index].isUsed = true
    let glass = nested[index].glass
    try glass.draw(below, surface: frame, try backdrop.underlay(), material.chain, finish)
    return PaintedGlass(
      grid: glass.grid, isDark: material.isDark, legibility: effect.legibility, finish: finish)
  }

  /// Begins a drawing; destroys nested glass that the last one did not use.
  func beginDrawing() {
    nested.removeAll { each in
      if !each.isUsed { each.glass.destroy() }
      return !each.isUsed
    }
    for index in nested.indices { nested[index].isUsed = false }
  }

  func destroy() {
    for pane in shared { pane.destroy() }
    (panes, shared) = ([], [])
    for each in nested { each.glass.destroy() }
    nested = []
  }
}

/// Glass whose backdrop includes the nodes that were painted below it.
final class NestedGlass {
  private let plan: BlurPlan
  private let frame: PixelRect
  private let context: GraphicsContext
  private let output: PixelSize
  private var pane: PaneGlass?
  private var finish: LegibilityFigures?
  /// Two layers in blocks of 4 × 4 pixels, of which one holds the nodes below the next canvas, and the
  /// other gets these and that canvas.
  private var underlays: [Layer]

  init(
    _ plan: BlurPlan, frame: PixelRect, output: PixelSize, in context: GraphicsContext
  ) throws(RenderingError) {
    self.plan = plan
    self.frame = frame
    self.output = output
    self.context = context
    let blur = PaneBlur(PaneLook(plan: plan, chain: .identity), frame: frame)
    let made = try PaneGlass(blur, output: output, in: context)
    pane = made
    underlays = []
    for _ in 0..<2 {
      underlays.append(try Layer("underlay", cells: made.sourceCells, cellSize: 4, in: context))
    }
  }

  var grid: Layer {
    guard let pane else { preconditionFailure("destroyed glass") }
    return pane.grid(finish)
  }

  /// Whether the glass was made for this plan and this frame on the output.
  func serves(_ plan: BlurPlan, _ frame: PixelRect) -> Bool { plan == self.plan && frame == self.frame }

  /// Blurs `canvases`, lowest first, of a surface at `surface` of the output, over `backdrop`.
  func draw(
    _ canvases: [PaintCanvas], surface: PixelRect, _ backdrop: Layer, _ chain: ColourChain,
    _ finish: LegibilityFigures?
  ) throws(RenderingError) {
    guard let pane else { preconditionFailure("destroyed glass") }
    var below = backdrop
    for canvas in canvases {
      let next = below === underlays[0] ? underlays[1] : underlays[0]
      let program = try context.program(PaintShaders.underlay)
      program.use()
      program.bind("below", below.texture, unit: 0)
      program.set("belowOrigin", below.origin.x, below.origin.y)
      program.bind("canvas", canvas.texture, unit: 1)
      program.set("canvasOrigin", surface.x + canvas.frame.x, surface.y + canvas.frame.y)
      program.set("firstCell", next.origin.x, next.origin.y)
      next.draw(next.cells)
      below = next
    }
    let coloured = below === underlays[0] ? underlays[1] : underlays[0]
    let program = try context.program(BlurShaders.chain(sideWeight: 0))
    program.use()
    program.set(chain)
    program.bind("source", below.texture, unit: 0)
    coloured.draw(coloured.cells)
    try pane.remake(coloured, finish)
    self.finish = finish
  }

  func destroy() {
    pane?.destroy()
    pane = nil
    for layer in underlays { layer.destroy() }
    underlays = []
  }
}
