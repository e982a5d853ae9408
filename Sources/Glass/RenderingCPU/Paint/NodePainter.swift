import CPixels
import Geometry
import Rendering
import Scenes
import VisualEffects

/// Paints single nodes onto a canvas of a surface.
///
/// Pixels outside of `rect` stay as they are.
final class NodePainter {
  let sources: PaintSources
  /// The frame of the surface on the output.
  private let frame: PixelRect

  init(_ frame: PixelRect, rasterise: @escaping (StyledText) -> TextBitmap) {
    self.frame = frame
    sources = PaintSources(rasterise: rasterise)
  }

  // MARK: Sheets

  /// Paints the part of a sheet with the grid `glass` that `tiles` cover.
  func paint(_ glass: CellLayer, _ tiles: [CoverageTile], in rect: PixelRect, on canvas: PaintCanvas) {
    let sampler = GridSampler(glass)
    for tile in tiles {
      tile.forEachRow(in: rect.intersection(canvas.frame)) { y, columns, coverage in
        unsafe pixels_blend_glass(
          material(sampler, y, columns).pointer, sampler.step, frame.x, coverage.bytes, 1,
          columns.lowerBound, columns.upperBound, canvas.row(y).pointer)
      }
    }
  }

  /// Paints the canvas `content` of a group that was painted separately, as far as the group's clip covers it.
  func paint(_ content: PaintCanvas, _ group: PaintGroup, on canvas: PaintCanvas) {
    let parts = group.rects.cut(to: content.frame.intersection(canvas.frame))
    for tile in sources.tiles(of: group.clip) {
      for part in parts {
        tile.forEachRow(in: part) { y, columns, coverage in
          unsafe pixels_blend(
            content.row(y).pointer, coverage.bytes, Float(group.effect.alpha), columns.lowerBound,
            columns.upperBound, canvas.row(y).pointer)
        }
      }
    }
  }

  /// Paints `tiles` with a colour that is not premultiplied.
  func paint(
    _ colour: SIMD4<Double>, _ tiles: [CoverageTile], in rect: PixelRect, on canvas: PaintCanvas
  ) {
    let colour = Self.premultiplied(colour)
    for tile in tiles {
      tile.forEachRow(in: rect.intersection(canvas.frame)) { y, columns, coverage in
        let over = canvas.over(y)
        for x in columns where coverage[x] != 0 { over.blend(colour * (Float(coverage[x]) / 255), x) }
      }
    }
  }

  /// Paints the shadow of `shape` in `area`, except in `covers`, parts of the surface where later nodes hide it.
  func paint(
    _ shadow: Shadow, of shape: Shape, _ opacity: Double, in area: PixelRect, on canvas: PaintCanvas,
    covers: [PixelRect]
  ) {
    let grid = ShadowGrid(shape, sigma: shadow.sigma)
    let sampler = ShadeSampler(
      grid, sources.shade(of: shape, grid), offset: SIMD2(shadow.offsetX, shadow.offsetY),
      Self.premultiplied(shadow.colour) * Float(opacity))
    let tiles = sources.tiles(of: Clip(shape))
    let outside = area.subtracting(tiles.map(\.rect) + covers).map { CoverageTile(rect: $0, bytes: nil) }
    for tile in outside + tiles.filter({ $0.bytes != nil }) {
      tile.forEachRow(in: area.intersection(canvas.frame)) { y, columns, coverage in
        sampler.blend(y, columns, besides: coverage, on: canvas.row(y))
      }
    }
  }

  // MARK: Content

  /// Paints the coverage of `source` with ink, over the grid `glass` if there is one.
  func paint(
    _ source: InkSource, _ figures: InkFigures, in rect: PixelRect, on canvas: PaintCanvas,
    _ glass: CellLayer?
  ) {
    switch source {
    case .text(let text, let frame):
      guard let pixels = sources.text(text) else { return }
      let all = PixelRect(x: frame.x, y: frame.y, width: pixels.size.width, height: pixels.size.height)
      paint(figures, CoverageTile(rect: all, bytes: pixels.coverage), in: rect, on: canvas, glass)
      if let colours = pixels.colours { paint(pixels: colours, at: all, in: rect, on: canvas) }
    case .template(let bitmap, let frame):
      let scaled = sources.image(bitmap, size: frame.size)
      paint(figures, CoverageTile(rect: frame, bytes: scaled.alpha), in: rect, on: canvas, glass)
    case .shape(let clip):
      for tile in sources.tiles(of: clip) { paint(figures, tile, in: rect, on: canvas, glass) }
    }
  }

  /// Paints a picture, scaled to the size of `frame`.
  func paint(_ picture: Bitmap, at frame: PixelRect, in rect: PixelRect, on canvas: PaintCanvas) {
    paint(pixels: sources.image(picture, size: frame.size), at: frame, in: rect, on: canvas)
  }

  private func paint(
    _ figures: InkFigures, _ tile: CoverageTile, in rect: PixelRect, on canvas: PaintCanvas,
    _ glass: CellLayer?
  ) {
    let pass = InkPass(figures)
    let sampler = glass.map(GridSampler.init)
    tile.forEachRow(in: rect.intersection(canvas.frame)) { y, columns, coverage in
      pass.blend(
        columns, coverage, over: sampler.map { material($0, y, columns) }, step: sampler?.step ?? 1,
        shift: frame.x, on: canvas.row(y))
    }
  }

  private func paint(pixels picture: Bitmap, at place: PixelRect, in rect: PixelRect, on canvas: PaintCanvas)
  {
    unsafe picture.bytes.withUnsafeBytes { bytes in
      canvas.blend(place.intersection(rect)) { y, columns, over in
        let first = (y - place.y) * place.width - place.x
        for x in columns {
          let word = unsafe bytes.loadUnaligned(fromByteOffset: (first + x) * 4, as: UInt32.self)
          if word == 0 { continue }
          let colour = Colour(
            Float(word & 255), Float(word >> 8 & 255), Float(word >> 16 & 255), Float(word >> 24))
          over.blend(colour / 255, x)
        }
      }
    }
  }

  /// The material's colours at the grid points that the pixels `columns` of the surface's row `y` need.
  @inline(__always) private func material(_ sampler: GridSampler, _ y: Int, _ columns: Range<Int>) -> Row<
    Colour
  > {
    sampler.row(y + frame.y, columns.lowerBound + frame.x..<columns.upperBound + frame.x)
  }

  private static func premultiplied(_ colour: SIMD4<Double>) -> Colour {
    Colour(SIMD4(colour.x * colour.w, colour.y * colour.w, colour.z * colour.w, colour.w))
  }
}

/// Interpolates a shadow between the cells in which it was computed.
private struct ShadeSampler {
  private let cells: Memory<UInt8>
  private let size: PixelSize
  private let left, top, step: Float
  private let colour: Colour
  private let mixed = SpareRow<Float>(of: 0)

  init(_ grid: ShadowGrid, _ bytes: [UInt8], offset: SIMD2<Double>, _ colour: Colour) {
    cells = Memory(bytes)
    size = grid.size
    step = Float(grid.step)
    left = Float(Double(grid.frame.x) + offset.x)
    top = Float(Double(grid.frame.y) + offset.y)
    self.colour = colour
  }

  /// Puts the shadow over `columns` of `row`, the surface's row `y`; `coverage` tells how far the shape hides it.
  func blend(_ y: Int, _ columns: Range<Int>, besides coverage: CoverageRow, on row: Row<Colour>) {
    let place = ((Float(y) + 0.5 - top) / step - 0.5).clamped(0, Float(size.height - 1))
    let low = Rounding.floor(place)
    let (above, below) = (
      cells.row(low * size.width), cells.row(min(low + 1, size.height - 1) * size.width)
    )
    let share = place - Float(low)
    // Only the cells next to these pixels are interpolated.
    let first = max(0, Int(((Float(columns.lowerBound) - left) / step).rounded(.down)) - 2)
    let last = min(size.width, Int(((Float(columns.upperBound) - left) / step).rounded(.up)) + 2)
    let line = mixed.room(0..<size.width)
    for cell in min(first, size.width - 1)..<max(last, min(first, size.width - 1) + 1, 1) {
      line[cell] = (Float(above[cell]) * (1 - share) + Float(below[cell]) * share) / 255
    }
    var colour = colour
    unsafe withUnsafeBytes(of: &colour) { colour in
      unsafe pixels_blend_shade(
        line.pointer, size.width, left, step, colour.assumingMemoryBound(to: Float.self).baseAddress,
        coverage.bytes, columns.lowerBound, columns.upperBound, row.pointer)
    }
  }
}
