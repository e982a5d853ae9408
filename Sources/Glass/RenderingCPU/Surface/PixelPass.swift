import Geometry
import Rendering
import Scenes
import VisualEffects

/// From a sheet's grid, or a canvas, or both, to a surface's pixels: dither, rounding and, through a leak, compensation.
///
/// Places are those of the output.
struct PixelPass {
  let target: PanelPixels
  /// The surface's on the output.
  let frame: PixelRect
  /// What leaks where the surface is measured; nil: it is not.
  let leaks: LeakMap?
  /// The leak of the content where it is measured, in 1/255.
  let leak: Int
  /// The darkest that is shown where nothing is measured, and 255 less the lightest.
  let black: Int

  /// For each of 64 × 64 pixels half a step below the threshold of rounding down, and a little: ties are then rounded up.
  private static let dither: Memory<Float> = {
    let memory = Memory<Float>(repeating: 0, count: DitherPattern.ranks.count)
    let row = memory.row(0)
    for (index, rank) in DitherPattern.ranks.enumerated() {
      let threshold = Float(UInt8(rank >> 4)) / 255
      row[index] = Float(DitherPattern.outputSpan) * (threshold - 0.5) + 1 / 4096
    }
    return memory
  }()

  /// Fills `rect` (of the surface) with a sheet of glass over all of it, and `canvas` over that.
  func drawSheet(_ rect: PixelRect, _ sampler: GridSampler, _ canvas: PaintCanvas?) {
    let place = rect.offset(x: frame.x, y: frame.y)
    for y in place.y..<place.maxY {
      let points = sampler.row(
        y, place.x.flooredToMultiple(of: 4)..<(place.maxX + 3).flooredToMultiple(of: 4))
      guard let canvas else {
        drawRow(place, y) { x in sampler.four(x, points) }
        continue
      }
      let ink = canvas.row(y - frame.y)
      drawRow(place, y) { x in
        var four = sampler.four(x, points)
        func over(_ index: Int, _ below: Colour) -> Colour {
          guard x + index >= place.x, x + index < place.maxX else { return below }
          let above = ink[x + index - frame.x]
          return above + below * (1 - above.w)
        }
        four = (over(0, four.0), over(1, four.1), over(2, four.2), over(3, four.3))
        return four
      }
    }
  }

  /// Fills `rect` (of the surface) with what `canvas` shows, which covers all of it.
  func drawWhole(_ rect: PixelRect, _ canvas: PaintCanvas) {
    let place = rect.offset(x: frame.x, y: frame.y)
    for y in place.y..<place.maxY {
      let ink = canvas.row(y - frame.y)
      drawRow(place, y) { x in
        func at(_ index: Int) -> Colour {
          x + index >= place.x && x + index < place.maxX ? ink[x + index - frame.x] : .zero
        }
        return (at(0), at(1), at(2), at(3))
      }
    }
  }

  /// Writes one row of opaque colours, of which `colours` gives four at a time.
  @inline(__always) private func drawRow(
    _ place: PixelRect, _ y: Int, _ colours: (_ x: Int) -> (Colour, Colour, Colour, Colour)
  ) {
    let thresholds = Self.dither.row((y & 63) * 64)
    let least = leaks == nil ? black : leak
    let (low, high) = (Colour(repeating: Float(least)), Colour(repeating: Float(255 - least)))
    let opacity = UInt32(255 - (leaks == nil ? 0 : leak)) << 24
    let alpha = unsafe unsafeBitCast(SIMD4(repeating: opacity), to: FourPixels.self)
    @inline(__always) func rounded(_ colour: Colour, _ x: Int) -> Colour {
      (colour * 255 + thresholds[x & 63]).atLeast(low).atMost(high)
    }
    var x = place.x.flooredToMultiple(of: 4)
    while x < place.maxX {
      let (a, b, c, d) = colours(x)
      var four = Rounding.bytes(rounded(a, x), rounded(b, x + 1), rounded(c, x + 2), rounded(d, x + 3))
      if let leaks { four &-= leaks.four(x, y) }
      four |= alpha
      if x >= place.x, x + 4 <= place.maxX {
        target.set(four, x, y)
      } else {
        let words = unsafe unsafeBitCast(four, to: SIMD4<UInt32>.self)
        for index in 0..<4 where x + index >= place.x && x + index < place.maxX {
          target.set(words[index], x + index, y)
        }
      }
      x += 4
    }
  }

  /// Fills `rect` (of the surface) with what `canvas` shows, opaque or not, with nothing measured.
  func drawTranslucent(_ rect: PixelRect, _ canvas: PaintCanvas) {
    let place = rect.offset(x: frame.x, y: frame.y)
    for y in place.y..<place.maxY {
      let (ink, thresholds) = (canvas.row(y - frame.y), Self.dither.row((y & 63) * 64))
      for x in place.x..<place.maxX {
        let over = ink[x - frame.x]
        if over == .zero {
          target.set(0 as UInt32, x, y)
          continue
        }
        let alpha = over.w.clamped(0, 1)
        let most = Float(Rounding.floor(alpha * 255 + 0.5))
        let dark = Float(Rounding.floor(alpha * Float(black) + 0.5))
        let shown = (over.clamped * 255 + thresholds[x & 63])
          .atLeast(Colour(repeating: dark)).atMost(Colour(repeating: most - dark))
        target.set(Rounding.word(shown.with(most)), x, y)
      }
    }
  }

  /// Fills `rect` (of the surface) with what `canvas` shows where pixels leak more than elsewhere: what is seen through
  /// them is known by the estimate only.
  ///
  /// Pixels that are covered wholly are compensated as everywhere.
  func drawPartial(
    _ rect: PixelRect, _ canvas: PaintCanvas, _ estimate: CellLayer, _ coverage: GlassCoverage,
    _ carrier: Leak
  ) {
    guard let leaks else { preconditionFailure("nothing is measured") }
    let place = rect.offset(x: frame.x, y: frame.y)
    let greys = Carrier.thresholds(carrier)
    let full = Float(carrier.carrierAlpha)
    let open = Float(leak)
    for y in place.y..<place.maxY {
      let (ink, thresholds) = (canvas.row(y - frame.y), Self.dither.row((y & 63) * 64))
      for x in place.x..<place.maxX {
        let over = ink[x - frame.x]
        let most = Float(Rounding.floor(over.w.clamped(0, 1) * (255 - open) + 0.5))
        if most == 0 {
          target.set(0 as UInt32, x, y)
          continue
        }
        let covered = Float(coverage.coverage(x: x - frame.x, y: y - frame.y)) / 255
        var shown: Colour
        if covered > 254.5 / 255, over.w >= 0.998 {
          shown = (over * 255 + thresholds[x & 63])
            .atLeast(Colour(repeating: open)).atMost(Colour(repeating: 255 - open))
          shown = shown.rounded(.toNearestOrEven) - Colour(word: leaks.word(x, y))
        } else {
          let grey = Float(Rounding.floor(Float(greys[(y & 63) * 64 + x & 63]) * covered + 0.5))
          let through = 1 - Float(Rounding.floor(full * covered + 0.5)) / 255
          let rest = 1 - most / 255
          let wanted = (1 - over.w) - rest * through
          let behind = estimate.at(x >> 2, y >> 2).normalised.clamped * 255
          shown = (over * 255 + behind * wanted + (thresholds[x & 63] - rest * grey))
            .atLeast(.zero).atMost(Colour(repeating: most))
        }
        target.set(Rounding.word(shown.with(most)), x, y)
      }
    }
  }

  /// Makes the pixels of `rects` (of the surface) transparent that `mask` cuts out.
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
