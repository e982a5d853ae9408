package import Geometry

/// Finds a surface in a capture by its submitted pixels, since compositors do not tell where surfaces are.
package struct SurfaceSearch {
  /// The number of pixels that are compared, and how many of them may differ because something covers them: just
  /// under a tenth, fewer than differ at a wrong place.
  private static let sampleCount = 96
  private static let maximumMisses = 9

  private struct Sample {
    var x, y: Int
    /// The least and the greatest value per channel that the screen can show at the pixel.
    var low, high: SIMD4<Int16>
  }

  private let size: PixelSize
  private let samples: [Sample]

  /// `bytes` are premultiplied R G B A, rows top to bottom. Pixels with an alpha below 192 are not compared.
  package init(_ bytes: [UInt8], size: PixelSize, tolerance: Int) {
    self.size = size
    var samples: [Sample] = []
    // A generator with a fixed seed and the constants of Numerical Recipes spreads the samples evenly.
    var state: UInt32 = 1
    // A stack of banners may cover little of its surface, so up to 32 places are tried for each sample.
    for _ in 0..<Self.sampleCount * 32 where samples.count < Self.sampleCount {
      state = state &* 1_664_525 &+ 1_013_904_223
      let x = Int(state >> 16) % size.width
      state = state &* 1_664_525 &+ 1_013_904_223
      let y = Int(state >> 16) % size.height
      let index = (y * size.width + x) * 4
      if bytes[index + 3] < 192 { continue }
      let ours = SIMD4(bytes[index], bytes[index + 1], bytes[index + 2], 0)
      let low = SIMD4<Int16>(truncatingIfNeeded: ours) &- Int16(tolerance)
      samples.append(
        Sample(x: x, y: y, low: low, high: low &+ Int16(255 - Int(bytes[index + 3]) + 2 * tolerance)))
    }
    self.samples = samples
  }

  /// The place in `frame` at which all of the surface lies: the one with the fewest covered samples, and of several
  /// such places the one nearest to `expected`; nil if there is none.
  ///
  /// `limits` is the part of the output that is searched; nil: all of `frame`.
  package func place(in frame: CapturedPixels, near expected: PixelRect, within limits: PixelRect? = nil)
    -> PixelRect?
  {
    let region = limits?.intersection(frame.region) ?? frame.region
    guard samples.count == Self.sampleCount, region.width >= size.width, region.height >= size.height else {
      return nil
    }
    let map = frame.transform.panelMap(from: frame.region.size)
    var best: (misses: Int, distance: Int, place: PixelRect)?
    for y in region.y...region.maxY - size.height {
      for x in region.x...region.maxX - size.width {
        let distance = abs(x - expected.x) + abs(y - expected.y)
        let most = best.map { $0.distance <= distance ? $0.misses - 1 : $0.misses } ?? Self.maximumMisses
        guard let misses = misses(in: frame, map, x: x - frame.region.x, y: y - frame.region.y, most: most)
        else { continue }
        best = (misses, distance, PixelRect(x: x, y: y, width: size.width, height: size.height))
      }
    }
    return best?.place
  }

  /// The number of samples that do not fit at (`x`, `y`) of the capture, whose pixels lie in memory as `map` tells; nil
  /// if there are more than `most`.
  private func misses(in frame: CapturedPixels, _ map: PixelMap, x: Int, y: Int, most: Int) -> Int? {
    let lastRow = frame.transform.turned(frame.region.size).height - 1
    var misses = 0
    if most < 0 { return nil }
    for sample in samples {
      let place = map.place(x: x + sample.x, y: y + sample.y)
      let row = frame.isYInverted ? lastRow - place.y : place.y
      let pixel = unsafe frame.bytes.loadUnaligned(
        fromByteOffset: row * frame.stride + place.x * 4, as: UInt32.self)
      var shown = SIMD4(
        Int16(pixel >> 16 & 255), Int16(pixel >> 8 & 255), Int16(pixel & 255), 0)
      if frame.format == .rgbx { (shown.x, shown.z) = (shown.z, shown.x) }
      // The fourth lane holds no channel.
      let isSeen =
        shown.x >= sample.low.x && shown.x <= sample.high.x && shown.y >= sample.low.y
        && shown.y <= sample.high.y && shown.z >= sample.low.z && shown.z <= sample.high.z
      if !isSeen {
        misses += 1
        if misses > most { return nil }
      }
    }
    return misses
  }
}
