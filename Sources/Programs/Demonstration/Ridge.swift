import Glibc

/// A chain of mountains in the demonstration's wallpaper.
nonisolated struct Ridge {
  /// The mean height of its skyline.
  let base: Float
  /// The height of peaks above `base`.
  let rise: Float
  /// The number of peaks per picture height.
  let frequency: Float
  let colour: SIMD3<Float>
  let contrast: Float
  /// The height to which the mist at its foot covers it.
  let mist: Float
  /// The distance that snow reaches below the skyline; 0 for no snow.
  let snow: Float
  /// The height of its trees.
  let trees: Float
  let seed: Int

  /// All ridges, from the farthest to the nearest.
  static let all = [
    Ridge(
      base: 0.64, rise: 0.17, frequency: 2.1, colour: SIMD3(0.60, 0.43, 0.58), contrast: 0.5, mist: 0.85,
      snow: 0.05, trees: 0, seed: 11),
    Ridge(
      base: 0.66, rise: 0.27, frequency: 1.25, colour: SIMD3(0.40, 0.31, 0.49), contrast: 0.8, mist: 0.8,
      snow: 0.07, trees: 0, seed: 23),
    Ridge(
      base: 0.70, rise: 0.20, frequency: 1.7, colour: SIMD3(0.25, 0.215, 0.38), contrast: 1, mist: 0.62,
      snow: 0, trees: 0, seed: 37),
    Ridge(
      base: 0.735, rise: 0.14, frequency: 1.5, colour: SIMD3(0.135, 0.14, 0.27), contrast: 0.5, mist: 0.4,
      snow: 0, trees: 0.004, seed: 45),
    Ridge(
      base: 0.775, rise: 0.17, frequency: 0.9, colour: SIMD3(0.055, 0.07, 0.15), contrast: 0.25, mist: 0.12,
      snow: 0, trees: 0.016, seed: 53),
  ]

  /// The height of its edge at `u`; the valley opens towards the sun.
  func skyline(_ u: Float, aspect: Float) -> Float {
    var sum: Float = 0
    var weight: Float = 0.55
    var scale = frequency
    for octave in 0..<7 {
      let value = Noise.smooth(u * scale + Float(seed), Float(octave) * 3.7, seed)
      // Sharp creases make peaks, smooth noise makes hills.
      sum += weight * (snow > 0 || octave < 2 ? 1 - abs(2 * value - 1) : value)
      weight *= 0.47
      scale *= 2.07
    }
    let side = abs(u / aspect - 0.63)
    let valley = 0.42 + 0.58 * min(1, pow(side / 0.42, 1.3))
    var top = base - rise * sum * valley
    if trees > 0 {
      let tooth = abs(2 * Noise.smooth(u * 190, 1, seed) - 1)
      let clump = Noise.smooth(u * 31, 2, seed)
      top -= trees * (0.35 + 0.65 * clump) * tooth
    }
    return top
  }
}

/// Repeatable noise, 0 … 1.
nonisolated enum Noise {
  static func hash(_ x: Int, _ y: Int, _ seed: Int) -> Float {
    var bits = UInt32(truncatingIfNeeded: x &* 374_761_393 &+ y &* 668_265_263 &+ seed &* 974_634_777)
    bits = (bits ^ (bits >> 13)) &* 1_274_126_177
    bits = (bits ^ (bits >> 16)) &* 2_246_822_519
    return Float((bits ^ (bits >> 15)) >> 8) / Float(1 << 24)
  }

  static func smooth(_ x: Float, _ y: Float, _ seed: Int) -> Float {
    let (column, row) = (x.rounded(.down), y.rounded(.down))
    let (left, top) = (Int(column), Int(row))
    let (s, t) = (ease(x - column), ease(y - row))
    let upper = hash(left, top, seed) * (1 - s) + hash(left + 1, top, seed) * s
    let lower = hash(left, top + 1, seed) * (1 - s) + hash(left + 1, top + 1, seed) * s
    return upper * (1 - t) + lower * t
  }

  static func fractal(_ x: Float, _ y: Float, octaves: Int, seed: Int) -> Float {
    var sum: Float = 0
    var total: Float = 0
    var weight: Float = 1
    var scale: Float = 1
    for octave in 0..<octaves {
      sum += weight * smooth(x * scale, y * scale, seed + octave)
      total += weight
      weight *= 0.52
      scale *= 2.03
    }
    return sum / total
  }

  private static func ease(_ t: Float) -> Float { t * t * (3 - 2 * t) }
}
