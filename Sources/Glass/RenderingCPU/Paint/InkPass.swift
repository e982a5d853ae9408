import CPixels
import Geometry
import Rendering
import Scenes
import VisualEffects

/// Paints ink, vibrant or coloured, over glass: `InkFigures` in single precision.
///
/// At full coverage the material is mixed with the ink at its level, and the result is moved to the limit's
/// luminance. The difference to the material is painted, so that the ink lets other content below it show through as
/// much.
@safe struct InkPass {
  private var ink = unsafe pixels_ink()

  init(_ figures: InkFigures) {
    unsafe ink.light = unsafe Light.tables
    unsafe ink.matrix = Self.matrix(figures.matrix, bias: figures.bias)
    unsafe (ink.level, ink.opacity) = (Float(figures.level), Float(figures.opacity))
    unsafe (ink.black, ink.white) = (Float(figures.range.black), Float(figures.range.white))
    unsafe ink.least = Float(Luminance.linear(figures.range.black))
    unsafe ink.most = Float(Luminance.linear(figures.range.white))
    unsafe (ink.factor, ink.summand) = (Float(figures.limit.factor), Float(figures.limit.summand))
    unsafe ink.limit = pixels_limit(extreme: Float(figures.extreme), side: Float(figures.side))
    guard let fill = figures.fill else { return }
    unsafe ink.fill = Self.matrix(fill.matrix, bias: fill.bias)
    unsafe (ink.fill_level, ink.fill_luminance) = (Float(fill.level), Float(fill.luminance))
    unsafe ink.fill_limit = pixels_limit(extreme: Float(fill.extreme), side: Float(fill.side))
  }

  private static func matrix(
    _ matrix: VibrancyEffect.ColourMatrix?, bias: SIMD3<Double>
  ) -> pixels_matrix {
    func values(_ row: SIMD3<Double>) -> (Float, Float, Float) { (Float(row.x), Float(row.y), Float(row.z)) }
    return pixels_matrix(
      red: values(matrix?.red ?? .zero), green: values(matrix?.green ?? .zero),
      blue: values(matrix?.blue ?? .zero), bias: values(bias))
  }

  /// Paints the pixels `columns` of a row of the surface, as far as `coverage` says.
  ///
  /// `material` are the points of a grid along the row, `step` pixels apart; nil: there is no material. `shift` is
  /// the surface's left edge on the output, by which columns of the grid are counted.
  func blend(
    _ columns: Range<Int>, _ coverage: CoverageRow, over material: Row<Colour>?, step: Int, shift: Int,
    on row: Row<Colour>
  ) {
    unsafe withUnsafePointer(to: ink) { ink in
      unsafe pixels_blend_ink(
        ink, material?.pointer, step, shift, coverage.bytes, columns.lowerBound, columns.upperBound,
        row.pointer)
    }
  }
}
