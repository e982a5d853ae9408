import Geometry
import Rendering
import VisualEffects

/// The blurred backdrop enlarged along columns only: its columns are those of the blur, and its rows those of a grid's points.
///
/// Points are made of it by a pass along rows, so that a point takes four texels and not sixteen. Where there is a point for
/// each pixel, final passes can make pixels of the rows, and points are made only where another pass reads them.
@MainActor final class GlassRows {
  /// The part of the output whose pixels final passes can take from the rows: whole groups of four pixels.
  private(set) var pixels: PixelRect = .empty
  let layer: Layer
  private let points: Layer
  private let context: GraphicsContext
  /// The width of a texel in points.
  let ratio: Int
  /// The finish of the points; nil: there is none.
  private(set) var finish: LegibilityFigures?
  /// Points in `pixels` that were made since the rows changed, in rectangles that do not overlap.
  private var madePoints: [PixelRect] = []

  /// The number of rectangles from which on points are made anew rather than kept.
  private static let mostMadeRects = 16

  init(of blurred: Layer, for points: Layer, in context: GraphicsContext) throws(RenderingError) {
    (self.points, self.context) = (points, context)
    ratio = blurred.cellSize / points.cellSize
    layer = try Layer(
      "glass", cells: Self.texels(of: points.cells, ratio), cellSize: points.cellSize, in: context)
  }

  /// Enlarges the columns of `blurred` for `parts` of the grid, which lie in its columns `straight`, and makes the points outside of
  /// `pixels`; `lens` tells by how much rows are bent.
  func update(
    from blurred: Layer, _ parts: [PixelRect], in straight: PixelRect, _ finish: LegibilityFigures?,
    through lens: (Lens, LensTexture)?
  ) throws(RenderingError) {
    let canBeTaken = points.cellSize == 1 && ratio.isMultiple(of: 4)
    let pixels = canBeTaken ? straight.columnsOfWholeGroups : .empty
    madePoints = pixels == self.pixels ? madePoints.flatMap { $0.subtracting(parts) } : []
    (self.pixels, self.finish) = (pixels, finish)
    guard let first = parts.first else { return }
    let program = try context.use(BlurShaders.enlargeColumns(isBent: lens != nil))
    program.bind("source", blurred.texture, unit: 0)
    program.set("shift", layer.origin.x - blurred.origin.x)
    program.set("last", blurred.texture.size.width - 1, blurred.texture.size.height - 1)
    program.set("place", spline(layer.origin.y, from: blurred.origin.y))
    if let (lens, map) = lens {
      try map.bind(lens, to: program)
      program.set("column", first.x - points.origin.x)
    }
    layer.draw(parts.map { Self.texels(of: $0, ratio) }.distinct)
    try draw(parts.flatMap { $0.subtracting([pixels]) })
  }

  /// Makes those points in `parts` that were not made since the rows changed; rectangles may overlap.
  func makePoints(_ parts: [PixelRect]) throws(RenderingError) {
    if madePoints.count > Self.mostMadeRects { madePoints = [] }
    let missing = parts.cut(to: pixels).distinct.flatMap { $0.subtracting(madePoints) }
    try draw(missing)
    madePoints += missing
  }

  private func draw(_ parts: [PixelRect]) throws(RenderingError) {
    if parts.isEmpty { return }
    let program = try context.use(BlurShaders.enlargeRows(.init(isFilled: finish != nil)))
    program.bind("source", layer.texture, unit: 0)
    program.set("shift", points.origin.y - layer.origin.y)
    program.set("place", spline(points.origin.x, from: layer.origin.x))
    if let finish { program.set(finish) }
    points.draw(parts)
  }

  /// The texels from which the points `part` are made.
  private static func texels(of part: PixelRect, _ ratio: Int) -> PixelRect {
    let (first, last) = (part.x.dividedDown(by: ratio) - 2, (part.maxX - 1).dividedDown(by: ratio) + 3)
    return PixelRect(x: first, y: part.y, width: last - first, height: part.height)
  }

  /// The factor and summand that turn `gl_FragCoord` along one axis over a target whose first texel is the point `first`
  /// into places of cells, the centre of the texel of the cell `origin` being 0.
  private func spline(_ first: Int, from origin: Int) -> SIMD2<Float> {
    let scale = 1 / Double(ratio)
    return SIMD2(Float(scale), Float(Double(first) * scale - Double(origin) - 0.5))
  }

  func destroy() { layer.destroy() }
}

extension PixelRect {
  /// The part of the rectangle whose columns are whole groups of four.
  fileprivate var columnsOfWholeGroups: PixelRect {
    let (left, right) = ((x + 3).flooredToMultiple(of: 4), maxX.flooredToMultiple(of: 4))
    return right > left ? PixelRect(x: left, y: y, width: right - left, height: height) : .empty
  }
}
