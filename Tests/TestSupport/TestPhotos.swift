public import Geometry
public import Scenes

/// Computed pictures that are composed like photographs: a few large areas with texture, soft light and grain.
public enum TestPhoto: String, CaseIterable, Sendable {
  case dusk, meadow, snow, night, portrait, forest, flowers, desk

  /// Draws the picture, opaque; other seeds give other shapes and grain.
  public func picture(_ size: PixelSize, seed: UInt64 = 1) -> Bitmap {
    let canvas = PhotoCanvas(size, seed: seed)
    return canvas.drawn(discs: discs(canvas)) { x, y in colour(canvas, x, y) }
  }

  /// The encoded sRGB at a place, before discs, light and grain; coordinates are picture heights from the top left
  /// corner.
  private func colour(_ canvas: PhotoCanvas, _ x: Double, _ y: Double) -> SIMD3<Double> {
    let coarse = canvas.noise(x * 4, y * 4, 1)
    let fine = canvas.noise(x * 22, y * 22, 2)
    let horizon = 0.6 + 0.09 * (canvas.noise(x * 3, 0, 3) - 0.5) + 0.02 * (canvas.noise(x * 20, 0, 4) - 0.5)
    switch self {
    case .dusk:
      let sky = mix([0.16, 0.14, 0.36], [0.98, 0.6, 0.4], min(1, y / 0.62)) + 0.06 * (coarse - 0.5)
      return y > horizon ? mix([0.1, 0.08, 0.13], [0.2, 0.14, 0.18], fine) : sky
    case .meadow:
      let cloud = max(0, min(1, (canvas.noise(x * 3, y * 7, 5) - 0.5) * 5))
      let sky = mix(mix([0.25, 0.5, 0.85], [0.68, 0.83, 0.96], y / 0.6), [0.97, 0.97, 0.98], cloud)
      return y > horizon ? mix([0.18, 0.36, 0.08], [0.55, 0.66, 0.22], fine) : sky
    case .snow:
      let slope = mix([0.72, 0.79, 0.9], [0.98, 0.98, 1], canvas.noise(x * 5, y * 12, 6))
      return y > horizon ? slope : mix([0.55, 0.7, 0.88], [0.86, 0.9, 0.95], y / 0.6)
    case .night:
      return mix([0.01, 0.015, 0.04], [0.09, 0.08, 0.12], coarse * min(1, y * 1.4))
    case .portrait:
      return mix([0.2, 0.17, 0.15], [0.42, 0.36, 0.3], coarse)
    case .forest:
      let trunk = canvas.noise(x * 14 + coarse * 0.3, 0, 7) > 0.6 && y < 0.85
      let leaves = mix([0.05, 0.11, 0.04], [0.42, 0.55, 0.18], fine * coarse * 1.6)
      return trunk ? mix([0.1, 0.07, 0.05], [0.3, 0.22, 0.16], fine) : leaves
    case .flowers:
      return mix([0.08, 0.22, 0.06], [0.3, 0.5, 0.16], fine)
    case .desk:
      return mix([0.72, 0.58, 0.42], [0.85, 0.74, 0.58], canvas.noise(x * 1.5, y * 40, 8))
    }
  }

  private func discs(_ canvas: PhotoCanvas) -> [PhotoCanvas.Disc] {
    let width = canvas.aspect
    switch self {
    case .dusk:
      return [.init(x: width * 0.68, y: 0.5, radius: 0.06, colour: [1, 0.93, 0.75])]
    case .night:
      return canvas.scattered(90, radius: 0.004...0.05) { hue, light in
        mix(.saturated(hue * 0.2), [1, 0.9, 0.7], light) * (0.4 + 0.6 * light)
      }
    case .portrait:
      let (x, skin) = (width * 0.5, SIMD3(0.86, 0.66, 0.54))
      return [
        .init(x: x, y: 1.15, radius: 0.45, colour: [0.22, 0.3, 0.48]),
        .init(x: x, y: 0.4, radius: 0.29, colour: [0.2, 0.13, 0.09]),
        .init(x: x, y: 0.45, radius: 0.24, colour: skin),
        .init(x: x - 0.08, y: 0.42, radius: 0.02, colour: [0.12, 0.08, 0.06]),
        .init(x: x + 0.08, y: 0.42, radius: 0.02, colour: [0.12, 0.08, 0.06]),
      ]
    case .flowers:
      return canvas.scattered(70, radius: 0.02...0.07) { hue, light in
        mix(.saturated(0.75 + hue * 0.4), [1, 1, 1], light * 0.35)
      }
    case .desk:
      return canvas.scattered(9, radius: 0.05...0.2) { hue, light in
        mix(mix([0.1, 0.1, 0.12], .saturated(hue), 0.35), [1, 1, 1], light * 0.8)
      }
    case .meadow, .snow, .forest:
      return []
    }
  }
}

/// A picture to be composed; coordinates are picture heights from the top left corner.
private struct PhotoCanvas {
  struct Disc {
    var x, y, radius: Double
    var colour: SIMD3<Double>
  }

  let size: PixelSize
  let seed: UInt64
  let aspect: Double

  init(_ size: PixelSize, seed: UInt64) {
    (self.size, self.seed) = (size, seed)
    aspect = Double(size.width) / Double(size.height)
  }

  func scattered(
    _ count: Int, radius: ClosedRange<Double>, colour: (_ hue: Double, _ light: Double) -> SIMD3<Double>
  ) -> [Disc] {
    var random = SplitMix(seed: seed)
    return (0..<count).map { _ in
      let share = random.unit()
      return Disc(
        x: random.unit() * aspect, y: random.unit(),
        radius: radius.lowerBound + (radius.upperBound - radius.lowerBound) * share * share,
        colour: colour(random.unit(), random.unit()))
    }
  }

  /// Draws areas, discs with soft edges over them, light that falls off towards the corners, and grain.
  func drawn(discs: [Disc], _ colour: (Double, Double) -> SIMD3<Double>) -> Bitmap {
    var random = SplitMix(seed: seed &+ 99)
    var bitmap = Bitmap(size: size)
    let pixel = 1 / Double(size.height)
    for row in 0..<size.height {
      let y = (Double(row) + 0.5) * pixel
      for column in 0..<size.width {
        let x = (Double(column) + 0.5) * pixel
        var value = colour(x, y)
        for disc in discs where abs(disc.x - x) < disc.radius * 1.1 && abs(disc.y - y) < disc.radius * 1.1 {
          let distance = ((disc.x - x) * (disc.x - x) + (disc.y - y) * (disc.y - y)).squareRoot()
          let inside = max(0, min(1, (disc.radius - distance) / (disc.radius * 0.12 + pixel)))
          let shade = 1.04 - 0.1 * (y - disc.y + disc.radius) / disc.radius
          value = mix(value, disc.colour * shade, inside)
        }
        let corner = (x / aspect - 0.5) * (x / aspect - 0.5) + (y - 0.5) * (y - 0.5)
        value *= 1.03 - 0.35 * corner
        value += 0.03 * (random.unit() - 0.5)
        let first = 4 * (row * size.width + column)
        for channel in 0..<3 {
          bitmap.bytes[first + channel] = UInt8(max(0, min(1, value[channel])) * 255 + 0.5)
        }
        bitmap.bytes[first + 3] = 255
      }
    }
    return bitmap
  }

  /// Four octaves of smooth noise, 0 … 1 with a mean of one half.
  func noise(_ x: Double, _ y: Double, _ layer: UInt64) -> Double {
    var (sum, weight, factor) = (0.0, 0.5, 1.0)
    for octave in 0..<4 {
      sum += weight * lattice(x * factor, y * factor, layer &* 31 &+ UInt64(octave))
      weight /= 2
      factor *= 2
    }
    return max(0, min(1, (sum / 0.9375 - 0.5) * 1.6 + 0.5))
  }

  private func lattice(_ x: Double, _ y: Double, _ layer: UInt64) -> Double {
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let (across, down) = (smooth(x - left), smooth(y - top))
    func corner(_ dx: Double, _ dy: Double) -> Double {
      let column = UInt64(bitPattern: Int64(left + dx))
      let row = UInt64(bitPattern: Int64(top + dy))
      let place = (column &* 0xD6E8_FEB8_6659_FD93) ^ (row &* 0xA5A3_5625_9D1C_3B4D)
      var random = SplitMix(seed: (seed &* 0x1234_5677 &+ layer &* 0x9E37_79B9) ^ place)
      return random.unit()
    }
    let upper = corner(0, 0) + (corner(1, 0) - corner(0, 0)) * across
    let lower = corner(0, 1) + (corner(1, 1) - corner(0, 1)) * across
    return upper + (lower - upper) * down
  }

  private func smooth(_ t: Double) -> Double { t * t * (3 - 2 * t) }
}

private func mix(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ t: Double) -> SIMD3<Double> { a + (b - a) * t }

extension SIMD3<Double> {
  /// The purest colour of a hue, of which 1 is a whole turn.
  static func saturated(_ hue: Double) -> SIMD3<Double> {
    SIMD3(hue, hue + 2.0 / 3, hue + 1.0 / 3).map { turn in
      Swift.min(1, Swift.max(0, abs((turn - turn.rounded(.down)) * 6 - 3) - 1))
    }
  }

  private func map(_ transform: (Double) -> Double) -> SIMD3<Double> {
    SIMD3(transform(x), transform(y), transform(z))
  }
}
