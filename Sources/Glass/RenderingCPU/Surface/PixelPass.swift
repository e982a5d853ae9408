import CPixels
import Geometry
import Rendering
import Scenes
import VisualEffects

/// Turns a sheet's grid, or a canvas, or both into a surface's pixels: adds dither, rounds and compensates the leak.
///
/// Coordinates are those of the output, except where they are called those of the surface.
struct PixelPass {
  let target: PanelPixels
  /// The frame of the surface on the output.
  let frame: PixelRect
  /// The leak through each pixel of a surface that is measured; nil: it is not measured.
  let leaks: LeakMap?
  /// The leak of the content where it is measured, in 1/255.
  let leak: Int
  /// The darkest value that is shown where nothing is measured, and 255 less the lightest.
  let black: Int
  private let spare = SpareRow<UInt32>(of: 0)

  /// The dither of 64 × 64 pixels, ± half of `outputSpan`, for rounding to the nearest; 1/4096 more lets ties be
  /// rounded up.
  ///
  /// The memory is never written after it was made.
  nonisolated(unsafe) private static let dither: Memory<Float> = {
    let memory = Memory<Float>(repeating: 0, count: DitherPattern.ranks.count)
    let row = memory.row(0)
    for (index, rank) in DitherPattern.ranks.enumerated() {
      let threshold = Float(UInt8(rank >> 4)) / 255
      row[index] = Float(DitherPattern.outputSpan) * (threshold - 0.5) + 1 / 4096
    }
    return memory
  }()

  /// The dither of the row `y`, by columns modulo 64.
  @inline(__always) private static func thresholds(_ y: Int) -> Row<Float> {
    unsafe dither.row((y & 63) * 64)
  }

  /// Fills `rect` (of the surface) with a sheet of glass, and `canvas` over it.
  func drawSheet(_ rect: PixelRect, _ sampler: GridSampler, _ canvas: PaintCanvas?) {
    let place = rect.offset(x: frame.x, y: frame.y)
    let columns = place.x.flooredToMultiple(of: 4)..<(place.maxX + 3).flooredToMultiple(of: 4)
    for y in place.y..<place.maxY { drawOpaque(place, y, sampler.row(y, columns), sampler.step, canvas) }
  }

  /// Fills `rect` (of the surface) with the colours of `canvas`, which cover it wholly.
  func drawWhole(_ rect: PixelRect, _ canvas: PaintCanvas) {
    let place = rect.offset(x: frame.x, y: frame.y)
    for y in place.y..<place.maxY { drawOpaque(place, y, nil, 1, canvas) }
  }

  private func drawOpaque(
    _ place: PixelRect, _ y: Int, _ points: Row<Colour>?, _ step: Int, _ canvas: PaintCanvas?
  ) {
    let least = Float(leaks == nil ? black : leak)
    var sheet = unsafe pixels_sheet()
    unsafe sheet.points = unsafe points.map { unsafe UnsafeRawPointer($0.pointer) }
    unsafe sheet.step = step
    unsafe sheet.ink = unsafe canvas.map { unsafe UnsafeRawPointer($0.row(y - frame.y).pointer - frame.x) }
    unsafe sheet.dither = unsafe UnsafePointer(Self.thresholds(y).pointer)
    unsafe sheet.leaks = unsafe leaks.map { unsafe UnsafePointer($0.row(y).pointer) }
    unsafe (sheet.low, sheet.high) = (least, 255 - least)
    unsafe sheet.alpha = UInt32(255 - (leaks == nil ? 0 : leak)) << 24
    target.row(y).write(place.x..<place.maxX, spare) { row in
      unsafe pixels_draw_sheet(&sheet, place.x, place.maxX, row.pointer)
    }
  }

  /// Fills `rect` (of the surface) with the colours of `canvas`, opaque or not, without compensating a leak.
  func drawTranslucent(_ rect: PixelRect, _ canvas: PaintCanvas) {
    let place = rect.offset(x: frame.x, y: frame.y)
    for y in place.y..<place.maxY {
      target.row(y).write(place.x..<place.maxX, spare) { row in
        let ink = unsafe UnsafeRawPointer(canvas.row(y - frame.y).pointer - frame.x)
        unsafe pixels_draw_translucent(
          ink, Self.thresholds(y).pointer, Float(black), place.x, place.maxX, row.pointer)
      }
    }
  }

  /// Fills `rect` (of the surface) with the colours of `canvas` where glass covers pixels in part, so that more than
  /// the leak shows through.
  ///
  /// The background there is known from the estimate, and from the pixel's own leak where at most twice as much shows
  /// through: the leak is the more exact, the nearer a pixel is to being covered wholly.
  ///
  /// Pixels that are covered wholly are compensated by their measured leak.
  func drawPartial(
    _ rect: PixelRect, _ canvas: PaintCanvas, _ estimate: CellLayer, _ coverage: GlassCoverage,
    _ carrier: Leak
  ) {
    guard let bytes = coverage.bytes else { return unsafe drawPartial(rect, canvas, estimate, nil, carrier) }
    unsafe bytes.withUnsafeBufferPointer {
      unsafe drawPartial(rect, canvas, estimate, $0.baseAddress, carrier)
    }
  }

  private func drawPartial(
    _ rect: PixelRect, _ canvas: PaintCanvas, _ estimate: CellLayer, _ coverage: UnsafePointer<UInt8>?,
    _ carrier: Leak
  ) {
    guard let leaks else { preconditionFailure("nothing is measured") }
    let (place, tables) = (rect.offset(x: frame.x, y: frame.y), Carrier.tables(carrier))
    for y in place.y..<place.maxY {
      var partial = unsafe pixels_partial()
      unsafe partial.ink = unsafe UnsafeRawPointer(canvas.row(y - frame.y).pointer - frame.x)
      unsafe partial.dither = unsafe UnsafePointer(Self.thresholds(y).pointer)
      unsafe partial.leaks = unsafe UnsafePointer(leaks.row(y).pointer)
      if y >> 2 >= estimate.cells.y, y >> 2 < estimate.cells.maxY {
        unsafe partial.estimate = unsafe UnsafeRawPointer(estimate.row(y >> 2).pointer)
        unsafe (partial.first_block, partial.end_block) = (estimate.cells.x, estimate.cells.maxX)
      }
      unsafe partial.coverage = unsafe coverage.map {
        unsafe $0 + ((y - frame.y) * frame.width - frame.x)
      }
      unsafe partial.greys = unsafe UnsafePointer(tables.greys.row((y & 63) * 64).pointer)
      unsafe (partial.leak, partial.carrier) = (Float(leak), Float(carrier.carrierAlpha))
      target.row(y).write(place.x..<place.maxX, spare) { row in
        unsafe pixels_draw_partial(&partial, place.x, place.maxX, row.pointer)
      }
    }
    withExtendedLifetime(tables) {}
  }

  /// Makes those pixels of `rects` (of the surface) transparent that `mask` cuts out.
  func cut(_ rects: [PixelRect], by mask: OverlapMask) {
    for rect in rects {
      for y in rect.y..<rect.maxY {
        for x in rect.x..<rect.maxX where mask.role(x: x, y: y) == .cut {
          target.set(0 as UInt32, x + frame.x, y + frame.y)
        }
      }
    }
  }
}
