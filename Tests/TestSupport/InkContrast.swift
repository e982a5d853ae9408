public import Geometry
import Glibc
public import Scenes

/// The contrast of ink on finished pixels, measured quickly and without the program's own arithmetic.
public struct InkContrast: Sendable {
  /// The worst contrast of an ink pixel against finished material within 2 px of it, by WCAG 2.
  public struct Worst: Sendable, CustomStringConvertible {
    public var contrast: Double
    public var x, y: Int
    /// Red, green and blue of the ink pixel.
    public var ink: [UInt8]
    /// The least and the greatest luminance of the material within 2 px.
    public var around: ClosedRange<Double>

    public var description: String {
      "\(contrast) at \(x), \(y): ink \(ink) beside luminance \(around)"
    }
  }

  /// The least coverage of an ink pixel: .99.
  public static let leastCoverage: UInt8 = 253

  private let size: PixelSize
  private let material: [Double]
  private let least: [Double]
  private let greatest: [Double]

  /// Measures against `picture`, an opaque picture of the finished material without its ink.
  public init(material picture: Bitmap) {
    size = picture.size
    material = Self.luminance(picture)
    least = Self.extremes(material, size) { $1 < $0 ? $1 : $0 }
    greatest = Self.extremes(material, size) { $1 > $0 ? $1 : $0 }
  }

  /// The ink pixel of `shown` in `part` with the least contrast, nil if there is none; `coverage` has one byte per
  /// pixel of the surface.
  public func worst(of shown: Bitmap, coverage: [UInt8], in part: PixelRect) -> Worst? {
    precondition(shown.size == size && coverage.count == material.count)
    var result: Worst?
    for y in part.y..<part.maxY {
      for x in part.x..<part.maxX {
        let index = y * size.width + x
        guard coverage[index] >= Self.leastCoverage else { continue }
        let own = Self.luminance(shown.bytes, index)
        let isBetween = own > least[index] && own < greatest[index]
        let contrast =
          isBetween
          ? exact(own, x, y) : min(Self.contrast(own, least[index]), Self.contrast(own, greatest[index]))
        if contrast < result?.contrast ?? .infinity {
          result = Worst(
            contrast: contrast, x: x, y: y, ink: Array(shown.bytes[4 * index..<4 * index + 3]),
            around: least[index]...greatest[index])
        }
      }
    }
    return result
  }

  /// The least contrast of an ink pixel against pixels without any ink within 2 px, nil if there is none.
  ///
  /// This measurement is for pictures whose material cannot be drawn without its ink: the value was made from the
  /// picture itself.
  public func worstBesideInk(_ coverage: [UInt8]) -> Double? {
    precondition(coverage.count == material.count)
    var result: Double?
    for y in 2..<size.height - 2 {
      for x in 2..<size.width - 2 where coverage[y * size.width + x] >= Self.leastCoverage {
        for other in y - 2...y + 2 {
          for index in other * size.width + x - 2...other * size.width + x + 2 where coverage[index] == 0 {
            let contrast = Self.contrast(material[y * size.width + x], material[index])
            if contrast < result ?? .infinity { result = contrast }
          }
        }
      }
    }
    return result
  }

  private func exact(_ own: Double, _ x: Int, _ y: Int) -> Double {
    let around = PixelRect(x: x - 2, y: y - 2, width: 5, height: 5).intersection(PixelRect(size))
    return (around.y..<around.maxY).flatMap { row in
      (around.x..<around.maxX).map { Self.contrast(own, material[row * size.width + $0]) }
    }.min()!
  }

  /// The mean of how far `filled` was moved to white or black in linear light, compared with the material `pure`, 0 …
  /// 1.
  public static func meanFill(of filled: Bitmap, from pure: Bitmap, isDark: Bool) -> Double {
    let before = luminance(pure)
    let after = luminance(filled)
    let fills = zip(before, after).map { before, after in
      let span = isDark ? before : 1 - before
      return span < 0.002 ? 0 : max(0, (isDark ? before - after : after - before) / span)
    }
    return fills.reduce(0, +) / Double(max(1, fills.count))
  }

  /// The mean opacity of a plain white or black fill that moves the encoded greys of `pure` to those of `filled`.
  public static func meanOpacity(of filled: Bitmap, from pure: Bitmap, isDark: Bool) -> Double {
    let opacities = zip(luminance(pure), luminance(filled)).map { before, after in
      let (grey, shown) = (encoded(before), encoded(after))
      let span = isDark ? grey : 1 - grey
      return span < 0.02 ? 0 : max(0, (isDark ? grey - shown : shown - grey) / span)
    }
    return opacities.reduce(0, +) / Double(max(1, opacities.count))
  }

  private static func encoded(_ light: Double) -> Double {
    light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  static func contrast(_ a: Double, _ b: Double) -> Double { (max(a, b) + 0.05) / (min(a, b) + 0.05) }

  private static func luminance(_ picture: Bitmap) -> [Double] {
    let bytes = picture.bytes
    return (0..<picture.size.width * picture.size.height).map { luminance(bytes, $0) }
  }

  private static func luminance(_ bytes: [UInt8], _ index: Int) -> Double {
    0.2126 * linear[Int(bytes[4 * index])] + 0.7152 * linear[Int(bytes[4 * index + 1])]
      + 0.0722 * linear[Int(bytes[4 * index + 2])]
  }

  /// Linear light of encoded bytes by WCAG 2, whose threshold differs from the standard's; no byte lies between the
  /// two.
  private static let linear = (0...255).map { byte in
    let value = Double(byte) / 255
    return value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  /// The extreme value among 5 × 5 pixels around each, as far as they lie inside.
  @inline(__always) private static func extremes(
    _ values: [Double], _ size: PixelSize, _ better: (Double, Double) -> Double
  ) -> [Double] {
    let (width, height) = (size.width, size.height)
    var rows = values
    for y in 0..<height {
      for shift in [-2, -1, 1, 2] where abs(shift) < width {
        let inside = y * width + max(0, -shift)..<(y + 1) * width - max(0, shift)
        combine(&rows, inside, with: values, shift, better)
      }
    }
    var result = rows
    for y in 0..<height {
      for other in max(0, y - 2)...min(height - 1, y + 2) where other != y {
        combine(&result, y * width..<(y + 1) * width, with: rows, (other - y) * width, better)
      }
    }
    return result
  }

  /// Replaces values in `range` by the better of them and of others, which lie `shift` places farther on.
  ///
  /// The compiler makes vector instructions of such a loop.
  @inline(__always) private static func combine(
    _ values: inout [Double], _ range: Range<Int>, with others: [Double], _ shift: Int,
    _ better: (Double, Double) -> Double
  ) {
    precondition(range.lowerBound + shift >= 0 && range.upperBound + shift <= others.count)
    unsafe others.withUnsafeBufferPointer { others in
      unsafe values.withUnsafeMutableBufferPointer { values in
        for index in range { unsafe values[index] = better(values[index], others[index &+ shift]) }
      }
    }
  }
}
