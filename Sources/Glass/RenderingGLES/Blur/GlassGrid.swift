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
  /// The blurred backdrop enlarged along columns only: its columns are those of the blur, and its rows those of points.
  private var upright: Layer?
  /// The map of the lens, made at the first update that needs it, and whether rows between its corners are bent as a whole.
  private var map: (key: LensMap.Key, texture: Texture, isStraight: Bool)?
  private let context: GraphicsContext

  init(_ blur: PlannedBlur, _ look: GridLook, in context: GraphicsContext) throws(RenderingError) {
    state = GridState(blur, look)
    self.context = context
    points = try Layer("glass", cells: state.cells, cellSize: state.step, in: context)
  }

  package var layer: Layer { points }
  package var ground: Layer { limits ?? points }

  package func update(
    from blurred: Layer, _ look: GridLook, _ use: GridUse
  ) throws(RenderingError) -> PixelRect {
    state.use(look)
    if look.finish == nil {
      for layer in [limits, lines] { layer?.destroy() }
      (limits, lines) = (nil, nil)
    }
    let parts = state.beginUpdate(use)
    if !parts.isEmpty { try enlarge(blurred, parts) }
    if let finish = look.finish { try limit(state.takeGrounds(use), finish) }
    return state.endUpdate()
  }

  // MARK: Points

  private func enlarge(_ blurred: Layer, _ parts: [PixelRect]) throws(RenderingError) {
    guard let lens = state.look.lens else {
      if blurred.cellSize == 1 { return try enlargeApart(blurred, parts, nil) }
      return try enlargeByRows(blurred, parts, nil)
    }
    let map = try map(of: lens)
    // Dispersed colours come from three rows.
    let isStraight = map.isStraight && lens.dispersion == 0 && blurred.cellSize > 1
    let straight = isStraight ? map.key.columns(in: lens.shape.frame) : .empty
    try enlargeByRows(blurred, parts.cut(to: straight), lens)
    try enlargeApart(blurred, parts.flatMap { $0.subtracting([straight]) }, lens)
  }

  /// Fills `parts` by a pass along columns and one along rows, so that a point takes four texels and not sixteen.
  private func enlargeByRows(
    _ blurred: Layer, _ parts: [PixelRect], _ lens: Lens?
  ) throws(RenderingError) {
    guard let first = parts.first else { return }
    let ratio = blurred.cellSize / points.cellSize
    let upright = try uprightLayer(ratio)
    let program = try context.use(BlurShaders.enlargeColumns(isBent: lens != nil))
    program.bind("source", blurred.texture, unit: 0)
    program.set("shift", upright.origin.x - blurred.origin.x)
    program.set("last", blurred.texture.size.width - 1, blurred.texture.size.height - 1)
    program.set("place", spline(upright.origin.y, from: blurred.origin.y, ratio))
    if let lens {
      try bind(lens, to: program)
      program.set("column", first.x - points.origin.x)
    }
    upright.draw(parts.map { columns(of: $0, ratio) }.distinct)
    let ending = BlurShaders.Ending(isFilled: state.look.finish != nil)
    let second = try context.use(BlurShaders.enlargeRows(ending))
    second.bind("source", upright.texture, unit: 0)
    second.set("shift", points.origin.y - upright.origin.y)
    second.set("place", spline(points.origin.x, from: upright.origin.x, ratio))
    if let finish = state.look.finish { second.set(finish) }
    points.draw(parts)
  }

  /// The cells of `upright` from which the points `part` are made.
  private func columns(of part: PixelRect, _ ratio: Int) -> PixelRect {
    let (first, last) = (
      part.x.dividedDown(by: ratio) - 2, (part.maxX - 1).dividedDown(by: ratio) + 3
    )
    return PixelRect(x: first, y: part.y, width: last - first, height: part.height)
  }

  /// The factor and summand that turn `gl_FragCoord` along one axis over a target whose first texel is the point `first`
  /// into places of cells, the centre of the texel of the cell `origin` being 0.
  private func spline(_ first: Int, from origin: Int, _ ratio: Int) -> SIMD2<Float> {
    let scale = 1 / Double(ratio)
    return SIMD2(Float(scale), Float(Double(first) * scale - Double(origin) - 0.5))
  }

  private func uprightLayer(_ ratio: Int) throws(RenderingError) -> Layer {
    if let upright { return upright }
    let made = try Layer(
      "glass", cells: columns(of: points.cells, ratio), cellSize: points.cellSize, in: context)
    upright = made
    return made
  }

  /// Fills `parts`, each point on its own.
  private func enlargeApart(
    _ blurred: Layer, _ parts: [PixelRect], _ lens: Lens?
  ) throws(RenderingError) {
    if parts.isEmpty { return }
    let ending = BlurShaders.Ending(
      isFilled: state.look.finish != nil, isBent: lens != nil,
      disperses: lens.map { $0.dispersion > 0 } == true)
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
    if let finish = state.look.finish { program.set(finish) }
    if let lens {
      try bind(lens, to: program)
      program.set("dispersion", Float(lens.dispersion))
    }
    points.draw(parts)
  }

  // MARK: Limits

  /// Finds the extreme luminances around the points `parts`.
  private func limit(_ parts: [PixelRect], _ finish: LegibilityFigures) throws(RenderingError) {
    if parts.isEmpty { return }
    let limits = try made(limits)
    self.limits = limits
    guard state.step == 1 else { return try limits.draw(parts, .around, of: points, finish, in: context) }
    let lines = try made(lines)
    self.lines = lines
    let higher = parts.map {
      PixelRect(
        x: $0.x, y: $0.y - state.reach, width: $0.width, height: $0.height + 2 * state.reach)
    }
    try lines.draw(higher.distinct, .across, of: points, finish, in: context)
    try limits.draw(parts, .down, of: lines, finish, in: context)
  }

  /// `layer`, or a new one that has the cells of the points.
  private func made(_ layer: Layer?) throws(RenderingError) -> Layer {
    if let layer { return layer }
    return try Layer("glass", cells: points.cells, cellSize: points.cellSize, in: context)
  }

  // MARK: The lens

  private func map(
    of lens: Lens
  ) throws(RenderingError) -> (key: LensMap.Key, texture: Texture, isStraight: Bool) {
    let key = lens.mapKey
    if let map, map.key == key { return map }
    map?.texture.destroy()
    map = nil
    let (texture, made) = (try Texture("lens", key.size, .float2, in: context), LensMap(lens))
    texture.fill(made.offsets)
    let map = (key, texture, made.isStraight)
    self.map = map
    return map
  }

  /// Sets the uniforms of `BlurShaders.bend` for a lens.
  private func bind(_ lens: Lens, to program: ShaderProgram) throws(RenderingError) {
    let (map, frame) = (try map(of: lens), lens.shape.frame)
    let size = map.key.size
    program.bind("lens", map.texture, unit: 1)
    program.set("lensShift", points.origin.x - frame.x, points.origin.y - frame.y)
    program.set("lensMiddle", map.key.middle, map.key.middle)
    program.set("lensSkip", frame.width - size.width, frame.height - size.height)
    program.set("lensLast", size.width - 1, size.height - 1)
  }

  package func destroy() {
    points.destroy()
    for layer in [limits, lines, upright] { layer?.destroy() }
    map?.texture.destroy()
  }
}

extension Layer {
  /// Draws `parts` of a grid with the extreme luminances that a grid of the same cells has near them.
  fileprivate func draw(
    _ parts: [PixelRect], _ extremes: LegibilityShaders.Extremes, of points: Layer,
    _ finish: LegibilityFigures,
    in context: GraphicsContext
  ) throws(RenderingError) {
    let program = try context.use(LegibilityShaders.extremes(extremes))
    program.bind("source", points.texture, unit: 0)
    let size = points.texture.size
    program.set("last", size.width - 2, size.height - 2)
    program.set("side", finish.bounds.isDark ? 1 : -1 as Float)
    draw(parts)
  }
}
