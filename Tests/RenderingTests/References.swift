import Glibc
import Measures
import Scenes

@testable import Rendering

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

extension Bitmap {
  /// Opaque waves of several lengths, with edges.
  static func smooth(_ size: PixelSize) -> Bitmap {
    var bitmap = Bitmap(size: size)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let at = (y * size.width + x) * 4
        bitmap.bytes[at] = UInt8(127.5 + 127.5 * sin(Double(x) / 17))
        bitmap.bytes[at + 1] = UInt8(127.5 + 127.5 * cos(Double(x + 2 * y) / 29))
        bitmap.bytes[at + 2] = (x / 23 + y / 19) % 2 == 0 ? 230 : 40
        bitmap.bytes[at + 3] = 255
      }
    }
    return bitmap
  }

  mutating func fill(_ rect: PixelRect, _ colour: SIMD3<UInt8>) {
    for index in rect.indices(inRowsOf: size.width) {
      for channel in 0..<3 { bytes[index * 4 + channel] = colour[channel] }
    }
  }

  func cropped(_ rect: PixelRect) -> Bitmap {
    Bitmap(
      size: rect.size,
      bytes: rect.indices(inRowsOf: size.width).flatMap { bytes[$0 * 4..<$0 * 4 + 4] })
  }

  func worstDifference(from other: Bitmap) -> Int {
    zip(bytes, other.bytes).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }

  func meanDifference(from other: Bitmap) -> Double {
    Double(zip(bytes, other.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }) / Double(bytes.count)
  }
}
