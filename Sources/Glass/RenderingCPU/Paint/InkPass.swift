import Geometry
import Rendering
import Scenes
import VisualEffects

/// The finished material on which nodes lie.
struct PaintedGlass {
  /// The grid of the material; see `BlurPyramid.grid`.
  var grid: CellLayer
  var isDark: Bool
  var legibility: Legibility
  var finish: GlassFinish?

  /// The figures of the material that ink on it needs.
  var ground: InkGround { InkGround(isDark: isDark, legibility: legibility, finish: finish) }
}

/// Ink, vibrant or coloured, over one pixel of glass: `InkFigures` in single precision.
///
/// At full coverage it is the material mixed with the ink at its level, and moved until its luminance is the limit's
/// factor times that around and its summand more. What is painted is the difference to the material, so that over other
/// content it shines through as much.
struct InkPass {
  private let ink: Matrix
  private let level: Float
  private let black, white: Colour
  private let least, most: Float
  private let factor, summand, extreme, side: Float
  private let fill: Fill?
  private let light: Light

  /// The matrix of vibrant ink, whose colour over the material B is M · B + bias.
  private struct Matrix {
    let red, green, blue, bias: Colour

    init(_ matrix: VibrancyEffect.ColourMatrix?, bias: SIMD3<Double>) {
      red = Colour(matrix?.red ?? .zero)
      green = Colour(matrix?.green ?? .zero)
      blue = Colour(matrix?.blue ?? .zero)
      self.bias = Colour(bias)
    }

    @inline(__always) func over(_ c: Colour) -> Colour {
      (Colour(c.dot(red), c.dot(green), c.dot(blue), 0) + bias).clamped
    }
  }

  /// A vibrant fill that may lie below.
  private struct Fill {
    let matrix: Matrix
    let level, luminance, extreme, side: Float
  }

  init(_ figures: InkFigures) {
    light = unsafe .shared
    ink = Matrix(figures.matrix, bias: figures.bias)
    level = Float(figures.level)
    black = Colour(repeating: Float(figures.range.black))
    white = Colour(repeating: Float(figures.range.white))
    least = Float(Luminance.linear(figures.range.black))
    most = Float(Luminance.linear(figures.range.white))
    (factor, summand) = (Float(figures.limit.factor), Float(figures.limit.summand))
    (extreme, side) = (Float(figures.extreme), Float(figures.side))
    fill = figures.fill.map {
      Fill(
        matrix: Matrix($0.matrix, bias: SIMD3(repeating: $0.matrix.bias)), level: Float($0.level),
        luminance: Float($0.luminance), extreme: Float($0.extreme), side: Float($0.side))
    }
  }

  /// The colour that is painted at `coverage` over the finished material `below`.
  @inline(__always) func painted(_ below: Colour, _ coverage: Float) -> Colour {
    let around = around(below)
    let mixed = below.mixed(ink.over(below), level)
    let linear = light.linear(mixed.atLeast(black).atMost(white))
    let limit = (factor * around + summand).clamped(least, most)
    let shown = light.encoded(Light.moved(linear, limit, extreme, side))
    return ((shown - below * (1 - level)) * coverage).with(level * coverage)
  }

  /// The luminance of what surrounds the pixel; beside the material there may be a vibrant fill, which changes from pixel
  /// to pixel no more than that.
  @inline(__always) private func around(_ below: Colour) -> Float {
    guard let fill else { return below.w }
    let filled = below.mixed(fill.matrix.over(below), fill.level)
    let other = Light.moved(
      light.linear(filled.atLeast(black).atMost(white)), fill.luminance, fill.extreme, fill.side)
    let material = max(Light.luminance(light.linear(below)), 1e-4)
    return side * max(side * below.w, side * Light.luminance(other) * below.w / material)
  }
}
