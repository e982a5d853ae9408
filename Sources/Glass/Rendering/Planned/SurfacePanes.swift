import Geometry
import Scenes
package import VisualEffects

/// The glass of one surface: that of its panes, and that of effects that lie on other nodes.
@MainActor package final class SurfacePanes<Backend: RenderingBackend> {
  /// The glass of each pane, in the order of the scene's sheets; several panes may share one.
  private var panes: [PaneGlass<Backend>] = []
  /// The same objects, each once.
  private(set) var shared: [PaneGlass<Backend>] = []
  private var nested: [NestedGlass<Backend>] = []
  /// The sheets of the scene that was prepared last.
  package private(set) var sheets = SceneSheets()
  /// Physical pixels per point of blurs.
  package let scale: Double
  /// The darkest and the lightest value that is shown.
  package let range: ShownRange
  /// Frame of the surface on the output.
  private let frame: PixelRect
  private let backend: Backend

  /// Makes the glass of a surface at `frame` of the output; it has no panes before `adopt`.
  init(frame: PixelRect, scale: Double, range: ShownRange, in backend: Backend) {
    (self.frame, self.scale, self.range) = (frame, scale, range)
    self.backend = backend
  }

  /// Makes the glass that `wanted` needs, as `PanePlan` decides, and keeps existing glass that fits.
  func adopt(
    _ wanted: [Pane], _ backdrop: any Backdrop<Backend.Layer>, isResting: Bool = false
  ) throws(RenderingError) {
    let former = shared
    let plan = PanePlan(
      wanted, scale: scale, on: frame, former: former.map(\.blur.blur), isResting: isResting
    ) { backdrop.plan(sigma: $0) }
    let unused = plan.unused(of: former.count)
    defer { for index in unused { former[index].destroy() } }
    // If one cannot be made, `shared` still has all others, to be destroyed.
    (panes, shared) = ([], former.indices.filter { !unused.contains($0) }.map { former[$0] })
    var ordered: [PaneGlass<Backend>] = []
    for source in plan.sources {
      switch source {
      case .kept(let index): ordered.append(former[index])
      case .made(let blur):
        ordered.append(try PaneGlass(blur, output: backdrop.output, in: backend))
        shared.append(ordered[ordered.count - 1])
      }
    }
    shared = ordered
    panes = plan.places.map { shared[$0] }
  }

  /// Brings the glass of `scene` up to date, all of it unless the surface `isResting`, since sheets that move soon show other
  /// parts; returns the part of the surface to be drawn: `stale` and the changed glass.
  func prepare(
    _ scene: Scene, _ backdrop: any Backdrop<Backend.Layer>, stale: PixelRect, isResting: Bool
  ) throws(RenderingError) -> PixelRect {
    for glass in shared {
      glass.endDrawing()
      try glass.blur(try backdrop.through(glass.blur))
      backend.pause()
    }
    sheets = SceneSheets(of: scene, range, on: frame, scale: scale)
    return try sheets.updating(panes, on: frame, stale: stale) {
      (glass, look, use) throws(RenderingError) in
      backend.pause()
      let all = GridUse(shown: glass.blur.blur.parts, inked: use.inked)
      return try glass.update(look, isResting ? use : all)
    }
  }

  /// The grid of the sheet at `position`, in the order of the scene that was prepared last.
  package func grid(_ position: Int) -> Backend.Grid { panes[position].grid(sheets.looks[position]) }

  /// The grid of glass that lies on other nodes, which the canvases `below` show over the backdrop.
  package func nestedGlass(
    _ look: NestedLook, below: [Backend.Canvas], _ backdrop: any Backdrop<Backend.Layer>
  ) throws(RenderingError) -> Backend.Grid {
    let glass: NestedGlass<Backend>
    if let unused = nested.first(where: { !$0.isUsed && $0.blur == look.blur }) {
      glass = unused
    } else {
      glass = try NestedGlass(look.blur, output: backdrop.output, in: backend)
      nested.append(glass)
    }
    try glass.draw(below, surface: frame, try backdrop.underlay(), look)
    return glass.grid(look.grid)
  }

  /// Begins a drawing; destroys nested glass that the last one did not use.
  package func beginDrawing() {
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

/// Glass whose backdrop includes the nodes that were painted below it.
@MainActor private final class NestedGlass<Backend: RenderingBackend> {
  private let pane: PaneGlass<Backend>
  private let backend: Backend
  /// Whether the glass was drawn since the drawing of the surface began.
  var isUsed = false
  /// Two layers in blocks of 4 × 4 pixels, of which one holds the nodes below the next canvas, and the
  /// other gets these and that canvas.
  private var underlays: [Backend.Layer] = []

  init(_ blur: PaneBlur, output: PixelSize, in backend: Backend) throws(RenderingError) {
    self.backend = backend
    pane = try PaneGlass(blur, output: output, in: backend)
    for _ in 0..<2 {
      underlays.append(
        try backend.makeLayer("underlay", cells: pane.blur.sourceCells, cellSize: CaptureBlock.side))
    }
  }

  var blur: PaneBlur { pane.blur.blur }

  func grid(_ look: GridLook) -> Backend.Grid { pane.grid(look) }

  /// Blurs `canvases`, lowest first, of a surface at `surface` of the output, over `backdrop`.
  func draw(
    _ canvases: [Backend.Canvas], surface: PixelRect, _ backdrop: Backend.Layer, _ look: NestedLook
  ) throws(RenderingError) {
    isUsed = true
    var below = backdrop
    for canvas in canvases {
      let next = below === underlays[0] ? underlays[1] : underlays[0]
      try backend.lay(canvas, of: surface, over: below, to: next)
      below = next
    }
    let coloured = below === underlays[0] ? underlays[1] : underlays[0]
    try backend.colour(coloured.cells, of: below, by: look.chain, sideWeight: 0, to: coloured)
    try pane.remake(coloured, look.grid)
  }

  func destroy() {
    pane.destroy()
    for layer in underlays { layer.destroy() }
    underlays = []
  }
}
