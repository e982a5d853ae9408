import Geometry
import Glibc
import Scenes

/// The wallpaper of the demonstration: a fjord at dusk, which is computed so that it needs no file.
///
/// Places are fractions of the picture's height, with the origin top left; colours are encoded sRGB, 0 … 1.
nonisolated struct Landscape {
  private typealias Colour = SIMD3<Float>

  private let width: Int
  private let height: Int
  /// The height at which water meets land.
  private let shore: Float = 0.74
  private let sun: SIMD2<Float>
  private let ridges: [Ridge]
  /// The height of each ridge at each column, so that a pixel costs comparisons only.
  private let skylines: [[Float]]

  /// Draws the picture in `size`.
  static func draw(_ size: PixelSize) -> Bitmap {
    let landscape = Landscape(size)
    var bitmap = Bitmap(size: size)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let colour = landscape.colour(x, y)
        let grain = (Noise.hash(x, y, 91) - 0.5) * 0.012
        for channel in 0..<3 {
          let value = max(0, min(1, colour[channel] + grain))
          bitmap.bytes[(y * size.width + x) * 4 + channel] = UInt8((value * 255).rounded())
        }
        bitmap.bytes[(y * size.width + x) * 4 + 3] = 255
      }
    }
    return bitmap
  }

  private init(_ size: PixelSize) {
    width = size.width
    height = size.height
    let aspect = Float(size.width) / Float(size.height)
    sun = SIMD2(aspect * 0.66, 0.615)
    ridges = Ridge.all
    skylines = ridges.map { ridge in
      (0..<size.width).map { ridge.skyline(Float($0) / Float(size.height), aspect: aspect) }
    }
  }

  private func colour(_ x: Int, _ y: Int) -> Colour {
    let v = (Float(y) + 0.5) / Float(height)
    guard v > shore else { return land(x, v) }
    // Nearer waves are longer and displace the reflection further.
    let depth = (v - shore) / (1 - shore)
    let u = (Float(x) + 0.5) / Float(height)
    let wave: Float = Noise.smooth(u * (9 - 5 * depth), v * 190 / (0.25 + depth), 7) - 0.5
    let ripple: Float = Noise.smooth(u * 40, v * 420 / (0.3 + depth), 8) - 0.5
    let sway: Float = wave * 44 * depth + ripple * 12 * depth
    let shift = Int(sway * Float(height) / 1080)
    let column = max(0, min(width - 1, x + shift))
    let mirrored: Float = shore - (v - shore) * 1.02 + (wave * 0.05 + ripple * 0.012) * depth
    var colour = land(column, max(0.02, min(shore - 0.0005, mirrored)))
    colour = mix(colour * Colour(0.72, 0.76, 0.86), Colour(0.07, 0.10, 0.22), 0.12 + 0.42 * depth)
    let aside: Float = (u - sun.x) / (0.05 + 0.16 * depth)
    let path: Float = exp(-pow(aside, 2))
    let glint: Float = pow(Noise.smooth(u * 26, v * 360 / (0.35 + depth), 9), 3)
    let light: Float = path * (0.10 + 0.85 * glint) * (1 - 0.45 * depth)
    colour += Colour(1.0, 0.66, 0.40) * light
    // The water is still along the shore.
    return colour + Colour(0.20, 0.14, 0.12) * exp(-depth * 60)
  }

  private func land(_ x: Int, _ v: Float) -> Colour {
    let u = (Float(x) + 0.5) / Float(height)
    var colour = sky(u, v)
    let pixel = 1 / Float(height)
    for (ridge, skyline) in zip(ridges, skylines) {
      let top = skyline[x]
      guard v > top - pixel else { continue }
      let covered = min(1, (v - top) / pixel + 0.5)
      guard covered > 0 else { continue }
      let slope = (skyline[min(width - 1, x + 16)] - skyline[max(0, x - 16)]) / (32 * pixel)
      colour = mix(colour, shade(ridge, u, v, top: top, slope: slope), covered)
    }
    return colour
  }

  private func shade(_ ridge: Ridge, _ u: Float, _ v: Float, top: Float, slope: Float) -> Colour {
    let side: Float = u < sun.x ? -1 : 1
    let rock = Noise.fractal(u * 13 + v * 9, v * 30 - u * 4, octaves: 5, seed: ridge.seed + 31) - 0.5
    // The slope of the skyline is that of the mountain only just below it.
    let light = max(-1, min(1, slope * side * exp((top - v) * 34) + rock * 1.9))
    var colour = ridge.colour * (1 + 0.34 * light * ridge.contrast)
    let near = exp(-pow((u - sun.x) / 0.55, 2))
    colour += Colour(0.42, 0.20, 0.10) * (near * max(0, light) * 0.4 * ridge.contrast)
    if ridge.snow > 0 {
      let line = top + ridge.snow * (0.55 + 0.9 * Noise.fractal(u * 11, v * 9, octaves: 4, seed: 77))
      let amount = smoothstep(0.012, -0.012, v - line) * (0.55 + 0.45 * light)
      colour = mix(colour, Colour(0.93, 0.76, 0.80), max(0, amount) * 0.62)
    }
    let mist = smoothstep(0.02, 0.30, v - top) * ridge.mist
    let haze = mix(Colour(0.62, 0.46, 0.62), Colour(1.0, 0.70, 0.52), near)
    return mix(colour, haze, mist)
  }

  private func sky(_ u: Float, _ v: Float) -> Colour {
    let stops: [(Float, Colour)] = [
      (0, Colour(0.075, 0.095, 0.255)), (0.16, Colour(0.17, 0.19, 0.43)), (0.34, Colour(0.42, 0.31, 0.57)),
      (0.48, Colour(0.78, 0.43, 0.55)), (0.60, Colour(0.97, 0.62, 0.47)), (0.76, Colour(1.0, 0.84, 0.62)),
    ]
    var colour = stops[stops.count - 1].1
    for index in 1..<stops.count where v < stops[index].0 {
      let (low, high) = (stops[index - 1], stops[index])
      colour = mix(low.1, high.1, smoothstep(low.0, high.0, v))
      break
    }
    let distance = ((u - sun.x) * (u - sun.x) + (v - sun.y) * (v - sun.y)).squareRoot()
    colour += Colour(1.0, 0.55, 0.28) * (0.34 * exp(-distance * 4.2))
    colour = mix(colour, Colour(1.0, 0.95, 0.80), smoothstep(0.047, 0.043, distance))
    let veil = Noise.fractal(u * 1.5 + v * 0.9, v * 10 - u * 0.7, octaves: 6, seed: 5)
    let amount = smoothstep(0.50, 0.78, veil) * smoothstep(0.02, 0.16, v) * 0.8
    let lit = mix(Colour(0.40, 0.32, 0.58), Colour(1.0, 0.64, 0.56), smoothstep(0.10, 0.52, v))
    colour = mix(colour, lit + Colour(0.25, 0.18, 0.06) * exp(-distance * 3), amount)
    return colour + stars(u, v) * (1 - amount)
  }

  private func stars(_ u: Float, _ v: Float) -> Colour {
    let cell: Float = 0.011
    let (column, row) = ((u / cell).rounded(.down), (v / cell).rounded(.down))
    let chance = Noise.hash(Int(column), Int(row), 3)
    guard chance > 0.91 else { return .zero }
    let x = (column + 0.2 + 0.6 * Noise.hash(Int(column), Int(row), 4)) * cell
    let y = (row + 0.2 + 0.6 * Noise.hash(Int(column), Int(row), 6)) * cell
    let distance = ((u - x) * (u - x) + (v - y) * (v - y)) * Float(height * height)
    let brightness = (chance - 0.91) / 0.09
    return Colour(0.9, 0.92, 1)
      * (exp(-distance / (0.5 + brightness)) * brightness * smoothstep(0.36, 0.02, v))
  }

  private func mix(_ a: Colour, _ b: Colour, _ t: Float) -> Colour { a + (b - a) * t }

  private func smoothstep(_ low: Float, _ high: Float, _ value: Float) -> Float {
    let t = max(0, min(1, (value - low) / (high - low)))
    return t * t * (3 - 2 * t)
  }
}
