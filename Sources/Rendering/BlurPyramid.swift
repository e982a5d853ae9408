import CEGL
import Measures
import VisualEffects

/// The Gaussian of one surface: from a coloured layer to the grid that its final pass reads.
final class BlurPyramid {
  let plan: BlurPlan
  /// Cells of the coloured layer (after the plan's first reduction) that take part.
  let sourceCells: PixelRect
  /// The colours of the finished material around the surface; with a finish, alpha is the greatest (dark glass) or
  /// least luminance within 2 px.
  var grid: Layer { limits ?? points }
  /// What legibility asks for; `refinish` when that changes.
  private(set) var finish: GlassFinish?
  private let points: Layer
  private var limits: Layer?
  private let context: GraphicsContext
  /// After each further reduction; the last is what the Gaussian reads.
  private let reduced: [Layer]
  private let across: Layer
  private let blurred: Layer
  private let smallCells: PixelRect

  /// Makes room for a surface at `frame` on an output of `output` pixels.
  init(
    _ plan: BlurPlan, frame: PixelRect, output: PixelSize, in context: GraphicsContext
  ) throws(RenderingError) {
    self.plan = plan
    self.context = context
    let extents = BlurExtents(plan, frame: frame, output: output)
    sourceCells = extents.reduced[0]
    smallCells = extents.reduced[extents.reduced.count - 1]
    var layers: [Layer] = []
    var size = plan.reductions.first?.factor ?? 1
    for (reduction, cells) in zip(plan.reductions.dropFirst(), extents.reduced.dropFirst()) {
      size *= reduction.factor
      layers.append(try Layer("reduced background", cells: cells, cellSize: size, in: context))
    }
    reduced = layers
    across = try Layer("blurred background", cells: extents.across, cellSize: size, in: context)
    blurred = try Layer("blurred background", cells: extents.blurred, cellSize: size, in: context)
    points = try Layer("glass", cells: extents.grid, cellSize: plan.gridStep, in: context)
  }

  /// Brings the smallest layer up to date after `changed` cells of `source` were drawn; returns its own.
  func reduce(_ source: Layer, changed: PixelRect) throws(RenderingError) -> PixelRect {
    var from = source
    var cells = changed.intersection(sourceCells)
    for (reduction, layer) in zip(plan.reductions.dropFirst(), reduced) {
      cells = reduction.dependents(of: cells).intersection(layer.cells)
      let program = try context.program(BlurShaders.reduce(reduction))
      program.use()
      program.bind("source", from.texture, unit: 0)
      program.set("place", from.sampling(from: layer))
      program.set("texel", from.texelSize)
      layer.draw(cells)
      from = layer
    }
    return cells
  }

  /// The smallest layer's colours, four floats per cell; `source` is what `reduce` was given.
  func readSmall(_ source: Layer) -> [Float] {
    let layer = reduced.last ?? source
    return layer.target.readFloats(layer.texels(smallCells.intersection(layer.cells)))
  }

  /// Blurs and enlarges after `changed` cells of the smallest layer were drawn.
  func blur(_ source: Layer, changed: PixelRect) throws(RenderingError) {
    let radius = plan.kernel.radius
    let from = reduced.last ?? source
    let taps = plan.kernel.taps
    let pairs = taps.map { SIMD2(Float($0.offset), Float($0.weight)) }
    let gaussian = try context.program(BlurShaders.gaussian(taps: taps.count))
    gaussian.use()
    gaussian.set("taps", pairs)
    var cells = changed.mapRanges { $0 }
    cells = PixelRect(x: cells.x - radius, y: cells.y, width: cells.width + 2 * radius, height: cells.height)
    gaussian.bind("source", from.texture, unit: 0)
    gaussian.set("place", from.sampling(from: across))
    gaussian.set("axis", SIMD2(from.texelSize.x, 0))
    across.draw(cells)
    cells = PixelRect(x: cells.x, y: cells.y - radius, width: cells.width, height: cells.height + 2 * radius)
    gaussian.bind("source", across.texture, unit: 0)
    gaussian.set("place", across.sampling(from: blurred))
    gaussian.set("axis", SIMD2(0, across.texelSize.y))
    blurred.draw(cells)
    try enlarge(gridCells(blurred: cells))
  }

  /// Finishes the material for other ink; returns whether the grid is another.
  func refinish(_ new: GlassFinish?) throws(RenderingError) -> Bool {
    if new == finish { return false }
    finish = new
    if new == nil {
      limits?.destroy()
      limits = nil
    } else if limits == nil {
      limits = try Layer("glass", cells: points.cells, cellSize: points.cellSize, in: context)
    }
    try enlarge(points.cells)
    return true
  }

  /// The pixels that change with `changed` cells of the smallest layer.
  func pixels(changed: PixelRect) -> PixelRect {
    let points = gridCells(blurred: changed.outset(by: plan.kernel.radius))
    // One between points, and as many as extremes reach.
    return points.outset(by: finish == nil ? 1 : 3).pixels(perCell: grid.cellSize)
  }

  func destroy() {
    for layer in reduced + [across, blurred, points] { layer.destroy() }
    limits?.destroy()
  }

  private func gridCells(blurred cells: PixelRect) -> PixelRect {
    if plan.level == 0 { return cells }
    return cells.outset(by: 2).pixels(perCell: blurred.cellSize).cells(of: points.cellSize).outset(by: 1)
  }

  private func enlarge(_ cells: PixelRect) throws(RenderingError) {
    let ending = finish == nil ? BlurShaders.Ending.plain : .filled
    let program = try context.program(
      plan.level == 0 ? BlurShaders.normalise(ending) : BlurShaders.enlarge(ending))
    program.use()
    program.bind("source", blurred.texture, unit: 0)
    if plan.level == 0 {
      program.set("shift", points.origin.x - blurred.origin.x, points.origin.y - blurred.origin.y)
    } else {
      let size = blurred.texture.storage
      program.set("place", blurred.sampling(from: points))
      program.set("size", SIMD2(Float(size.width), Float(size.height)))
      program.set("texel", blurred.texelSize)
    }
    if let finish { program.set(finish) }
    points.draw(cells)
    guard let finish, let limits else { return }
    let extremes = try context.program(LegibilityShaders.extremes(gridStep: plan.gridStep))
    extremes.use()
    extremes.bind("source", points.texture, unit: 0)
    let size = points.texture.size
    extremes.set("last", size.width - 2, size.height - 2)
    extremes.set("side", finish.bounds.isDark ? 1 : -1 as Float)
    limits.draw(cells.outset(by: plan.gridStep == 1 ? 2 : 1))
  }
}

/// Which cells each layer of a blur needs, found from the surface backwards.
struct BlurExtents {
  /// The grid's, around the surface by what bilinear sampling takes.
  var grid: PixelRect
  var blurred: PixelRect
  /// Blurred along rows only.
  var across: PixelRect
  /// After each reduction but the first, and before them what is the source of all.
  var reduced: [PixelRect]

  init(_ plan: BlurPlan, frame: PixelRect, output: PixelSize) {
    // The final pass makes pixels in cells of 4 × 2.
    let frame = frame.aligned(to: 4)
    let step = plan.gridStep
    let size = 1 << plan.level
    let radius = plan.kernel.radius
    if plan.level == 0 {
      grid = frame
      blurred = frame
    } else {
      grid = frame.mapRanges {
        (2 * $0.lowerBound + 1 - step).dividedDown(by: 2 * step)..<(2 * $0.upperBound - 1 - step).dividedDown(
          by: 2 * step) + 2
      }
      blurred = grid.mapRanges {
        ((2 * $0.lowerBound + 1) * step - size).dividedDown(by: 2 * size)
          - 1..<((2 * $0.upperBound - 1) * step - size).dividedDown(by: 2 * size) + 3
      }
    }
    // Beyond the output, one cell after each reduction still takes part of what lies inside.
    var small = blurred.outset(by: radius).intersection(PixelRect(output).cells(of: size).outset(by: 1))
    if small.isEmpty { small = PixelRect(x: blurred.x, y: blurred.y, width: 1, height: 1) }
    across = PixelRect(x: blurred.x, y: small.y, width: blurred.width, height: small.height)
    reduced = [small]
    var factor = size
    for reduction in plan.reductions.dropFirst().reversed() {
      factor /= reduction.factor
      let bounds = PixelRect(output).cells(of: factor).outset(by: 1)
      let needed = reduction.sources(of: reduced[0]).intersection(bounds)
      reduced.insert(needed.isEmpty ? PixelRect(x: small.x, y: small.y, width: 1, height: 1) : needed, at: 0)
    }
  }
}
