import CPixels
import Geometry
import Rendering
import VisualEffects

/// The pass that applies a material's colours to a layer: `ColourChain.apply` in single precision.
struct ColourPass {
  private var chain = pixels_chain()

  init(_ chain: ColourChain) {
    let (luma, curve) = (ColourChain.lumaWeights, SIMD4<Float>(chain.luminanceCurve))
    self.chain.luma = (Float(luma.x), Float(luma.y), Float(luma.z))
    self.chain.curve = (curve.x, curve.y, curve.z, curve.w)
    self.chain.amount = Float(chain.luminanceAmount)
    self.chain.saturation = Float(chain.saturation)
    self.chain.brightness = Float(chain.brightness)
    self.chain.fill = (Float(chain.fill.x), Float(chain.fill.y), Float(chain.fill.z))
    self.chain.fill_share = Float(chain.fill.w)
  }

  /// Fills `cells` of `target` from the same ones of `source`, each mixed before with its four neighbours by
  /// `sideWeight`.
  ///
  /// Neighbours at corners are left out: their weight would be the square of the sides'.
  func run(_ source: CellLayer, to target: CellLayer, _ cells: PixelRect, sideWeight: Double) {
    let part = cells.intersection(target.cells).intersection(source.cells)
    if part.isEmpty { return }
    var chain = chain
    (chain.side, chain.middle) = (Float(sideWeight), Float(1 - 4 * sideWeight))
    let bounds = source.cells
    let nothing = Memory<Colour>(repeating: .zero, count: bounds.width)
    let none = nothing.row(-bounds.x)
    let ends = SumRow()
    for y in part.y..<part.maxY {
      let (own, result) = (source.row(y), target.row(y))
      let above = y > bounds.y ? source.row(y - 1) : none
      let below = y + 1 < bounds.maxY ? source.row(y + 1) : none
      // The first and the last cell of a row have a neighbour outside of the layer, which counts as zero.
      let first = max(part.x, bounds.x + 1)
      let inner = first..<max(first, min(part.maxX, bounds.maxX - 1))
      for outer in [
        part.x..<min(inner.lowerBound, part.maxX),
        inner.upperBound..<max(inner.upperBound, part.maxX),
      ] {
        for x in outer {
          let around = ends.zeros(x - 1..<x + 2)
          source.add(y, 1, x - 1..<x + 2, to: around)
          unsafe pixels_colour(
            &chain, around.pointer, above.pointer, below.pointer, x, x + 1, result.pointer)
        }
      }
      unsafe pixels_colour(
        &chain, own.pointer, above.pointer, below.pointer, inner.lowerBound, inner.upperBound, result.pointer)
    }
    withExtendedLifetime(nothing) {}
  }
}
