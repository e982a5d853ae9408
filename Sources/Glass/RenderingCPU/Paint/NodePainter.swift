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

  /// Paints the part of `glass` that `tiles` cover.
  func paint(
    _ glass: PaintedGlass, _ tiles: [CoverageTile], opacity: Double = 1, in rect: PixelRect,
    on canvas: PaintCanvas
  ) {
    let sampler = GridSampler(glass.grid)
    for tile in tiles {
      tile.forEachRow(in: rect.intersection(canvas.frame)) { y, columns, coverage in
        unsafe pixels_blend_glass(
          material(sampler, y, columns).pointer, sampler.step, frame.x, coverage.bytes, Float(opacity),
          columns.lowerBound, columns.upperBound, canvas.row(y).pointer)
      }
    }
  }

  /// Paints `group`, a canvas that was painted separately, as far as `tiles` cover it.
  func paint(
    _ group: PaintCanvas, _ tiles: [CoverageTile], _ opacity: Double, in rect: PixelRect,
    on canvas: PaintCanvas
  ) {
    for tile in tiles {
      let part = rect.intersection(group.frame).intersection(canvas.frame)
      tile.forEachRow(in: part) { y, columns, coverage in
        unsafe pixels_blend(
          group.row(y).pointer, coverage.bytes, Float(opacity), columns.lowerBound, columns.upperBound,
          canvas.row(y).pointer)
      }
    }
  }

  /// Paints a line along the inside of the edge of `clip`, with the light on its upper edge.
  func paint(_ border: Border, of clip: Clip, in rect: PixelRect, on canvas: PaintCanvas) {
    guard border.width > 0 else { return }
    paint(border.colour, sources.border(of: clip.shape, width: border.width), in: rect, on: canvas)
    guard let rim = border.rim else { return }
    paint(rim, sources.rim(of: clip.shape, width: border.width), in: rect, on: canvas)
  }

  private func paint(
    _ colour: SIMD4<Double>, _ tiles: [CoverageTile], in rect: PixelRect, on canvas: PaintCanvas
  ) {
    if colour.w <= 0 { return }
    let colour = Self.premultiplied(colour)
    for tile in tiles {
      tile.forEachRow(in: rect.intersection(canvas.frame)) { y, columns, coverage in
        let over = canvas.over(y)
        for x in columns where coverage[x] != 0 { over.blend(colour * (Float(coverage[x]) / 255), x) }
      }
    }
  }

  /// Paints the shadow of `clip`, except in `covers`, parts of the surface where later nodes hide it.
  func paint(
    _ shadow: Shadow, of clip: Clip, _ opacity: Double, in rect: PixelRect, on canvas: PaintCanvas,
    covers: [PixelRect]
  ) {
    var shape = clip.shape
    if case .shape(let rect, let corners) = clip.mask { shape = Shape(frame: rect, corners: corners) }
    let area = shadow.extent(of: shape.frame).intersection(rect)
    guard shadow.colour.w > 0, !area.isEmpty else { return }
    let grid = ShadowGrid(shape, sigma: shadow.sigma)
    let sampler = ShadeSampler(
      grid, sources.shade(of: shape, grid), offset: SIMD2(shadow.offsetX, shadow.offsetY),
      Self.premultiplied(shadow.colour) * Float(opacity))
    let tiles = sources.tiles(of: Clip(frame: shape.frame, corners: shape.corners, mask: nil))
    let outside = area.subtracting(tiles.map(\.rect) + covers).map { CoverageTile(rect: $0, bytes: nil) }
    for tile in outside + tiles.filter({ $0.bytes != nil }) {
      tile.forEachRow(in: area.intersection(canvas.frame)) { y, columns, coverage in
        sampler.blend(y, columns, besides: coverage, on: canvas.row(y))
      }
    }
  }

  // MARK: Content

  /// Paints text that stays legible over `fills`, the vibrant fills on which it may lie.
  func paint(
    _ text: TextNode, in rect: PixelRect, on canvas: PaintCanvas, _ glass: PaintedGlass?,
    _ fills: [Painter.Fill]
  ) {
    guard let pixels = sources.text(text.text) else { return }
    let all = PixelRect(
      x: text.frame.x, y: text.frame.y, width: pixels.size.width, height: pixels.size.height)
    let seen = rect.intersection(text.frame)
    let level = fills.level(around: text.frame)
    let figures = InkFigures(text.ink, glass?.ground, isText: true, fillLevel: level)
    paint(figures, CoverageTile(rect: all, bytes: pixels.coverage), in: seen, on: canvas, glass)
    if let colours = pixels.colours { paint(colours, at: all, in: seen, on: canvas) }
  }

  /// Paints a picture or a template; a template stays legible over `fills`, the vibrant fills on which it may lie.
  func paint(
    _ image: ImageNode, in rect: PixelRect, on canvas: PaintCanvas, _ glass: PaintedGlass?,
    _ fills: [Painter.Fill]
  ) {
    guard !image.frame.isEmpty, !image.bitmap.size.isEmpty else { return }
    let bitmap = sources.image(image.bitmap, size: image.frame.size)
    guard let ink = image.ink else { return paint(bitmap, at: image.frame, in: rect, on: canvas) }
    let level = fills.level(around: image.frame)
    let figures = InkFigures(ink, glass?.ground, isText: true, fillLevel: level)
    let alpha = stride(from: 3, to: bitmap.bytes.count, by: 4).map { bitmap.bytes[$0] }
    paint(figures, CoverageTile(rect: image.frame, bytes: alpha), in: rect, on: canvas, glass)
  }

  /// Paints a rectangle of ink.
  func paint(_ fill: FillNode, in rect: PixelRect, on canvas: PaintCanvas, _ glass: PaintedGlass?) {
    let figures = InkFigures(fill.ink, glass?.ground, isText: false)
    for tile in sources.tiles(of: Clip(frame: fill.frame, corners: fill.corners, mask: nil)) {
      paint(figures, tile, in: rect, on: canvas, glass)
    }
  }

  private func paint(
    _ figures: InkFigures, _ tile: CoverageTile, in rect: PixelRect, on canvas: PaintCanvas,
    _ glass: PaintedGlass?
  ) {
    let pass = InkPass(figures)
    let sampler = glass.map { GridSampler($0.grid) }
    tile.forEachRow(in: rect.intersection(canvas.frame)) { y, columns, coverage in
      pass.blend(
        columns, coverage, over: sampler.map { material($0, y, columns) }, step: sampler?.step ?? 1,
        shift: frame.x, on: canvas.row(y))
    }
  }

  private func paint(_ picture: Bitmap, at place: PixelRect, in rect: PixelRect, on canvas: PaintCanvas) {
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

extension [Painter.Fill] {
  /// The opacity of the strongest fill within 2 px of `frame`; 0 if there is none.
  fileprivate func level(around frame: PixelRect) -> Double {
    filter { $0.frame.outset(by: 2).intersects(frame) }.map(\.level).max() ?? 0
  }
}
