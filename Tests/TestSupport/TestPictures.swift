public import Geometry
public import Scenes
import Synchronization

/// Pictures to blur, opaque and the same on every machine.
public enum TestPictures {
  /// Colourful noise whose amplitude falls with frequency, as in photographs.
  public static func photo(_ size: PixelSize, seed: UInt64 = 1) -> Bitmap {
    var random = SplitMix(seed: seed)
    let light = layeredNoise(size, &random)
    let tints = (0..<3).map { _ in layeredNoise(size, &random) }
    return picture(size) { x, y in
      let index = y * size.width + x
      let tint = SIMD3(tints[0][index], tints[1][index], tints[2][index])
      return SIMD3(repeating: 128 + light[index]) + 0.7 * tint
    }
  }

  /// Lines of random glyphs with hard edges, dark on light with some coloured and inverted words.
  public static func text(_ size: PixelSize, seed: UInt64 = 2) -> Bitmap {
    var bitmap = flat(size, [0.98, 0.97, 0.95])
    var random = SplitMix(seed: seed)
    let inks: [SIMD3<Double>] = [[0.05, 0.05, 0.05], [0.05, 0.05, 0.05], [0.75, 0, 0], [0, 0.2, 0.8]]
    for line in stride(from: 2, to: size.height, by: 17) {
      var x = 3
      while x < size.width {
        let letters = 2 + Int(random.next() % 9)
        let ink = inks[Int(random.next() % 4)]
        let isInverted = random.next() % 7 == 0
        if isInverted {
          bitmap.fill(PixelRect(x: x - 2, y: line, width: letters * 7 + 2, height: 15), ink)
        }
        for _ in 0..<letters {
          bitmap.drawGlyph(x: x, y: line + 2, bits: random.next(), isInverted ? [1, 1, 1] : ink)
          x += 7
        }
        x += 5
      }
    }
    return bitmap
  }

  /// Black and white lines, one pixel wide.
  public static func stripes(_ size: PixelSize, vertical: Bool) -> Bitmap {
    picture(size) { x, y in
      SIMD3(repeating: (vertical ? x : y) % 2 == 0 ? 0 : 255)
    }
  }

  /// Every channel of every pixel is uniform in 0 … 255.
  public static func noise(_ size: PixelSize, seed: UInt64 = 3) -> Bitmap {
    var random = SplitMix(seed: seed)
    return picture(size) { _, _ in
      let (red, green, blue) = (random.unit(), random.unit(), random.unit())
      return SIMD3(red, green, blue) * 256
    }
  }

  /// Discs and rectangles in pure colours on grey.
  public static func shapes(_ size: PixelSize, seed: UInt64 = 4) -> Bitmap {
    var bitmap = flat(size, [0.5, 0.5, 0.5])
    var random = SplitMix(seed: seed)
    for index in 0..<40 {
      let bits = random.next()
      var colour: SIMD3<Double> = [Double(bits & 1), Double(bits >> 1 & 1), Double(bits >> 2 & 1)]
      if index % 4 == 3 { colour *= 0.5 }
      let extent = 10 + Int(random.next() % UInt64(max(20, size.height / 3)))
      let frame = PixelRect(
        x: Int(random.unit() * Double(size.width)) - extent / 2,
        y: Int(random.unit() * Double(size.height)) - extent / 2,
        width: extent, height: index % 2 == 0 ? extent : extent / 2)
      index % 2 == 0 ? bitmap.fillDisc(frame, colour) : bitmap.fill(frame, colour)
    }
    return bitmap
  }

  /// A gradient in which red grows to the right, green downwards, and blue in both directions.
  public static func gradient(_ size: PixelSize) -> Bitmap {
    picture(size) { x, y in
      let right = 255 * Double(x) / Double(max(1, size.width - 1))
      let down = 255 * Double(y) / Double(max(1, size.height - 1))
      return SIMD3(right, down, (right + down) / 2)
    }
  }

  /// A picture of one colour, encoded sRGB, 0 … 1.
  public static func flat(_ size: PixelSize, _ colour: SIMD3<Double>) -> Bitmap {
    var bitmap = Bitmap(size: size)
    bitmap.fill(PixelRect(size), colour)
    return bitmap
  }

  /// A picture like a desktop: a photograph with windows of text, shapes and stripes on it.
  public static func desktop(_ size: PixelSize, seed: UInt64 = 5) -> Bitmap {
    let known = desktops.withLock { $0.first { $0.size == size && $0.seed == seed }?.picture }
    if let known { return known }
    let picture = drawDesktop(size, seed: seed)
    desktops.withLock { $0 = [(size, seed, picture)] + $0.prefix(3) }
    return picture
  }
  /// The desktops that were drawn last, the newest first: most tests of a suite show the same one.
  private static let desktops = Mutex<[(size: PixelSize, seed: UInt64, picture: Bitmap)]>([])

  private static func drawDesktop(_ size: PixelSize, seed: UInt64) -> Bitmap {
    var bitmap = photo(size, seed: seed)
    let part = PixelSize(width: size.width * 2 / 5, height: size.height * 2 / 5)
    bitmap.draw(text(part, seed: seed + 1), x: size.width / 16, y: size.height / 12)
    bitmap.draw(shapes(part, seed: seed + 2), x: size.width * 9 / 16, y: size.height / 6)
    let small = PixelSize(width: size.width / 5, height: size.height / 5)
    bitmap.draw(stripes(small, vertical: true), x: size.width / 5, y: size.height * 3 / 5)
    bitmap.draw(noise(small, seed: seed + 3), x: size.width * 3 / 5, y: size.height * 2 / 3)
    return bitmap
  }

  private static func picture(_ size: PixelSize, _ colour: (Int, Int) -> SIMD3<Double>) -> Bitmap {
    var bitmap = Bitmap(size: size)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let value = colour(x, y)
        let first = 4 * (y * size.width + x)
        for channel in 0..<3 { bitmap.bytes[first + channel] = UInt8(min(max(value[channel], 0), 255)) }
        bitmap.bytes[first + 3] = 255
      }
    }
    return bitmap
  }

  /// Octaves of interpolated random values, each with .6 of the amplitude and half the cell of the one before; mostly
  /// within ± 100.
  private static func layeredNoise(_ size: PixelSize, _ random: inout SplitMix) -> [Double] {
    var amplitude = 90.0
    var layers = (0...7).reversed().map { level in
      defer { amplitude *= 0.6 }
      return NoiseLayer(level, size, amplitude, &random)
    }
    var result = [Double](repeating: 0, count: size.width * size.height)
    // All layers of one row after another, since the whole picture does not fit into the processor's cache.
    for y in 0..<size.height {
      for index in layers.indices { layers[index].add(y, to: &result) }
    }
    return result
  }
}

/// Noise of values on a lattice with cells of 2^level pixels, between which lie smooth transitions.
private struct NoiseLayer {
  private let level: Int
  private let columns: Int
  private let lattice: [Double]
  private let shares: [Double]
  /// The values on the two lines of the lattice between which the pixels of the last row lie.
  private var upper, lower: [Double]

  init(_ level: Int, _ size: PixelSize, _ amplitude: Double, _ random: inout SplitMix) {
    self.level = level
    let cell = 1 << level
    columns = size.width / cell + 2
    lattice = (0..<columns * (size.height / cell + 2)).map { _ in (random.unit() * 2 - 1) * amplitude }
    shares = (0..<cell).map { Self.smooth(Double($0) / Double(cell)) }
    lower = [Double](repeating: 0, count: size.width)
    upper = lower
    readLine(0)
  }

  /// Adds the noise of row `y` to `values`, those of a picture; rows are added in their order.
  mutating func add(_ y: Int, to values: inout [Double]) {
    let cell = 1 << level
    if y % cell == 0 { readLine(y / cell + 1) }
    let down = shares[y % cell]
    let count = upper.count
    precondition(lower.count == count && (y + 1) * count <= values.count)
    unsafe upper.withUnsafeBufferPointer { upper in
      unsafe lower.withUnsafeBufferPointer { lower in
        unsafe values.withUnsafeMutableBufferPointer { values in
          for x in 0..<count {
            unsafe values[y &* count &+ x] += upper[x] + (lower[x] - upper[x]) * down
          }
        }
      }
    }
  }

  private mutating func readLine(_ line: Int) {
    swap(&upper, &lower)
    for x in lower.indices {
      let left = line * columns + (x >> level)
      lower[x] = lattice[left] + (lattice[left + 1] - lattice[left]) * shares[x & (shares.count - 1)]
    }
  }

  private static func smooth(_ t: Double) -> Double { t * t * (3 - 2 * t) }
}

extension Bitmap {
  /// Fills the part of `rect` that lies inside with an opaque colour, encoded sRGB, 0 … 1.
  public mutating func fill(_ rect: PixelRect, _ colour: SIMD3<Double>) {
    let inside = rect.intersection(PixelRect(size))
    let (red, green, blue) = Self.bytes(of: colour)
    for y in inside.y..<inside.maxY {
      for x in inside.x..<inside.maxX {
        let at = 4 * (y * size.width + x)
        (bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]) = (red, green, blue, 255)
      }
    }
  }

  /// Copies the part of `picture` that lies inside to (`x`, `y`).
  public mutating func draw(_ picture: Bitmap, x: Int, y: Int) {
    let inside = PixelRect(x: x, y: y, width: picture.size.width, height: picture.size.height)
      .intersection(PixelRect(size))
    for row in inside.y..<inside.maxY {
      let from = ((row - y) * picture.size.width + inside.x - x) * 4
      let to = (row * size.width + inside.x) * 4
      bytes.replaceSubrange(to..<to + inside.width * 4, with: picture.bytes[from..<from + inside.width * 4])
    }
  }

  /// The part in `rect`, which must lie inside the picture.
  public func cropped(to rect: PixelRect) -> Bitmap {
    precondition(PixelRect(size).contains(rect), "\(rect) of \(size)")
    var result = Bitmap(size: rect.size)
    result.draw(self, x: -rect.x, y: -rect.y)
    return result
  }

  fileprivate mutating func fillDisc(_ frame: PixelRect, _ colour: SIMD3<Double>) {
    let inside = frame.intersection(PixelRect(size))
    for y in inside.y..<inside.maxY {
      for x in inside.x..<inside.maxX {
        let dx = 2 * (x - frame.x) + 1 - frame.width
        let dy = 2 * (y - frame.y) + 1 - frame.height
        if dx * dx + dy * dy <= frame.width * frame.width { set(x, y, colour) }
      }
    }
  }

  /// Draws a glyph of 5 × 11 pixels, of which random `bits` set about half.
  fileprivate mutating func drawGlyph(x: Int, y: Int, bits: UInt64, _ colour: SIMD3<Double>) {
    for bit in 0..<55 where bits >> UInt64(bit) & 1 == 1 {
      fill(PixelRect(x: x + bit % 5, y: y + bit / 5, width: 1, height: 1), colour)
    }
  }

  private mutating func set(_ x: Int, _ y: Int, _ colour: SIMD3<Double>) {
    let first = 4 * (y * size.width + x)
    (bytes[first], bytes[first + 1], bytes[first + 2]) = Self.bytes(of: colour)
    bytes[first + 3] = 255
  }

  private static func bytes(of colour: SIMD3<Double>) -> (UInt8, UInt8, UInt8) {
    let rounded = colour * 255 + 0.5
    return (UInt8(rounded.x), UInt8(rounded.y), UInt8(rounded.z))
  }
}
