import Glibc
import Measures
import Scenes

extension Bitmap {
  /// Opaque random pixels.
  static func noise(_ size: PixelSize, seed: UInt64) -> Bitmap {
    var state = seed
    var bitmap = Bitmap(size: size)
    for index in bitmap.bytes.indices {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      bitmap.bytes[index] = index % 4 == 3 ? 255 : UInt8(state >> 56)
    }
    return bitmap
  }

  /// The exact Gaussian, 0 … 255, normalised by coverage at the borders; three values per pixel.
  func gaussian(_ sigma: Double) -> [Double] {
    let reach = Int(sigma * 6) + 1
    let kernel = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let (width, height) = (size.width, size.height)
    func pass(_ source: [Double], along count: Int, step: Int, lines: Int, lineStep: Int) -> [Double] {
      var result = source
      for line in 0..<lines {
        for position in 0..<count {
          for channel in 0..<3 {
            var sum = 0.0
            var weight = 0.0
            for other in max(0, position - reach)...min(count - 1, position + reach) {
              let factor = kernel[other - position + reach]
              sum += factor * source[(line * lineStep + other * step) * 3 + channel]
              weight += factor
            }
            result[(line * lineStep + position * step) * 3 + channel] = sum / weight
          }
        }
      }
      return result
    }
    let values = (0..<width * height).flatMap { pixel in (0..<3).map { Double(bytes[pixel * 4 + $0]) } }
    let rows = pass(values, along: width, step: 1, lines: height, lineStep: width)
    return pass(rows, along: height, step: width, lines: width, lineStep: 1)
  }
}

extension [Double] {
  /// The largest distance to the colours of `bitmap`.
  func worstDifference(from bitmap: Bitmap) -> Double {
    indices.reduce(0) { worst, index in
      Swift.max(worst, abs(self[index] - Double(bitmap.bytes[index / 3 * 4 + index % 3])))
    }
  }
}
