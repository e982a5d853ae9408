import Geometry
import Rendering
import VisualEffects

/// A material's colours over a layer: `ColourChain.apply` in single precision.
nonisolated struct ColourPass {
  private let luma: Colour
  private let curve: SIMD4<Float>
  private let amount, saturation, brightness: Float
  private let fill: Colour
  private let fillShare: Float

  init(_ chain: ColourChain) {
    luma = Colour(ColourChain.lumaWeights)
    curve = SIMD4<Float>(chain.luminanceCurve)
    amount = Float(chain.luminanceAmount)
    saturation = Float(chain.saturation)
    brightness = Float(chain.brightness)
    fill = SIMD4<Float>(chain.fill).with(0)
    fillShare = Float(chain.fill.w)
  }

  /// What becomes of an encoded colour; the fourth value is of no meaning.
  @inline(__always) func apply(_ colour: Colour) -> Colour {
    let t = colour.dot(luma).clamped(0, 1)
    let s = 1 - t
    let bernstein = SIMD4<Float>(s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t) * curve
    let grey = (bernstein.x + bernstein.y + bernstein.z + bernstein.w).clamped(0, 1)
    let toned = colour.mixed(Colour(repeating: grey), amount)
    let own = Colour(repeating: toned.dot(luma))
    let coloured = (own + (toned - own) * saturation + brightness).clamped
    return coloured.mixed(fill, fillShare)
  }

  /// Fills `cells` of `target` from the same ones of `source`, each smoothed before by `sideWeight` of its neighbours.
  ///
  /// Corners take no part: their weight is the square of the sides'.
  func run(_ source: CellLayer, to target: CellLayer, _ cells: PixelRect, sideWeight: Double) {
    let part = cells.intersection(target.cells).intersection(source.cells)
    let (side, middle) = (Float(sideWeight), Float(1 - 4 * sideWeight))
    for y in part.y..<part.maxY {
      let (own, result) = (source.row(y), target.row(y))
      let above = y > source.cells.y ? source.row(y - 1) : nil
      let below = y + 1 < source.cells.maxY ? source.row(y + 1) : nil
      for x in part.x..<part.maxX {
        var cell = own[x]
        if side > 0 {
          var sides = Colour.zero
          if x > source.cells.x { sides += own[x - 1] }
          if x + 1 < source.cells.maxX { sides += own[x + 1] }
          if let above { sides += above[x] }
          if let below { sides += below[x] }
          cell = cell * middle + sides * side
        }
        result[x] = (apply(cell.normalised) * cell.w).with(cell.w)
      }
    }
  }
}
