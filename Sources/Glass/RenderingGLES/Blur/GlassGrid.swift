import CEGL
package import Geometry
package import Rendering
import Scenes
import VisualEffects

/// A grid of finished glass in textures.
package final class GlassGrid: RenderingGrid {
  package var state: GridState
  private let points: Layer
  private var limits: Layer?
  /// The extremes of rows, at a step of one pixel.
  private var lines: Layer?
  /// The map of the lens, made at the first update that needs it.
  private var map: (key: LensMap.Key, texture: Texture)?
  private let context: GraphicsContext

  init(_ blur: PlannedBlur, _ look: GridLook, in context: GraphicsContext) throws(RenderingError) {
    state = GridState(blur, look)
    self.context = context
    points = try Layer("glass", cells: state.cells, cellSize: state.step, in: context)
  }

  package var layer: Layer { limits ?? points }

  package func update(from blurred: Layer, _ look: GridLook) throws(RenderingError) -> PixelRect {
    state.use(look)
    let finish = look.finish
    if finish == nil {
      for layer in [limits, lines] { layer?.destroy() }
      (limits, lines) = (nil, nil)
    } else if limits == nil {
      limits = try Layer("glass", cells: points.cells, cellSize: points.cellSize, in: context)
      if state.step == 1 { lines = try Layer("glass", cells: points.cells, cellSize: 1, in: context) }
    }
    if state.stale.isEmpty { return .empty }
    try enlarge(blurred)
    return state.endUpdate()
  }

  private func enlarge(_ blurred: Layer) throws(RenderingError) {
    let finish = state.look.finish
    let ending = BlurShaders.Ending(
      isFilled: finish != nil, isBent: state.look.lens != nil,
      disperses: state.look.lens.map { $0.dispersion > 0 } == true)
    let program = try context.use(
      blurred.cellSize == 1 ? BlurShaders.normalise(ending) : BlurShaders.enlarge(ending))
    program.bind("source", blurred.texture, unit: 0)
    if blurred.cellSize == 1 {
      program.set("shift", points.origin.x - blurred.origin.x, points.origin.y - blurred.origin.y)
    } else {
      let size = blurred.texture.storage
      program.set("place", blurred.sampling(from: points))
      program.set("size", SIMD2(Float(size.width), Float(size.height)))
      program.set("texel", blurred.texelSize)
    }
    if let finish { program.set(finish) }
    if let lens = state.look.lens { try bind(lens, to: program) }
    points.draw(state.stale)
    guard let finish, let limits else { return }
    let part = state.stale.outset(by: state.reach)
    if let lines {
      try lines.draw(part, .across, of: points, finish, in: context)
      try limits.draw(part, .down, of: lines, finish, in: context)
    } else {
      try limits.draw(part, .around, of: points, finish, in: context)
    }
  }

  /// Sets the uniforms of `BlurShaders.Ending` for a lens.
  private func bind(_ lens: Lens, to program: ShaderProgram) throws(RenderingError) {
    let (key, frame) = (lens.mapKey, lens.shape.frame)
    if map?.key != key {
      map?.texture.destroy()
      map = nil
      let texture = try Texture("lens", key.size, .float2, in: context)
      texture.fill(LensMap(lens).offsets)
      map = (key, texture)
    }
    guard let map else { return }
    program.bind("lens", map.texture, unit: 1)
    program.set("lensShift", points.origin.x - frame.x, points.origin.y - frame.y)
    program.set("lensMiddle", key.middle, key.middle)
    program.set("lensSkip", frame.width - key.size.width, frame.height - key.size.height)
    program.set("lensLast", key.size.width - 1, key.size.height - 1)
    program.set("dispersion", Float(lens.dispersion))
  }

  package func destroy() {
    points.destroy()
    limits?.destroy()
    lines?.destroy()
    map?.texture.destroy()
  }
}

extension Layer {
  /// Draws `cells` of a grid with the extreme luminances that a grid of the same cells has near them.
  fileprivate func draw(
    _ cells: PixelRect, _ extremes: LegibilityShaders.Extremes, of points: Layer, _ finish: LegibilityFigures,
    in context: GraphicsContext
  ) throws(RenderingError) {
    let program = try context.use(LegibilityShaders.extremes(extremes))
    program.bind("source", points.texture, unit: 0)
    let size = points.texture.size
    program.set("last", size.width - 2, size.height - 2)
    program.set("side", finish.bounds.isDark ? 1 : -1 as Float)
    draw(cells)
  }
}
