import Geometry
import VisualEffects

/// The worst contrast of ink on glass, measured on finished 8-bit pixels.
///
/// An ink pixel is one of coverage ≥ .99, that is 253/255: an antialiased edge can never pass. Each is
/// compared with the finished material, without ink, at every pixel of the sheet within 2 px across and down.
/// Contrast is WCAG 2's.
public struct ContrastMeasurement: Equatable, Sendable {
  /// The least contrast of an ink pixel, 1 … 21.
  public let worst: Double
  /// Place of the worst ink pixel in the pictures, in pixels from the top left.
  public let x, y: Int
  /// Red, green and blue of the worst ink pixel, and of the material pixel with which it has that contrast.
  public let ink, material: SIMD3<UInt8>
  /// The number of ink pixels that were measured.
  public let inkPixels: Int

  /// The least coverage of an ink pixel, in 1/255.
  public static let leastCoverage: UInt8 = 253
  /// The distance in physical pixels, across and down, within which material counts as beside an ink pixel.
  public static let reach = 2

  /// Measures the opaque picture `shown`; nil if there is no ink pixel.
  ///
  /// `coverage` is that of the ink, `sheet` that of the glass (nil: it is everywhere), with a byte per pixel;
  /// only pixels fully inside the sheet count. `material` is the same picture without its ink. Traps if sizes
  /// differ.
  public init?(of shown: Bitmap, coverage: [UInt8], material: Bitmap, sheet: [UInt8]? = nil) {
    let size = shown.size
    let count = size.width * size.height
    precondition(material.size == size, "\(material.size) and \(size)")
    precondition(coverage.count == count && (sheet?.count ?? count) == count, "coverage for \(size)")
    func isInside(_ index: Int) -> Bool { sheet.map { $0[index] == 255 } ?? true }

    var worst: (contrast: Double, index: Int, beside: Int)?
    var inkPixels = 0
    for index in 0..<count where coverage[index] >= Self.leastCoverage && isInside(index) {
      inkPixels += 1
      let own = shown.luminance(at: index)
      let around = PixelRect(x: index % size.width, y: index / size.width, width: 1, height: 1)
        .outset(by: Self.reach).intersection(PixelRect(size))
      for y in around.y..<around.maxY {
        for beside in y * size.width + around.x..<y * size.width + around.maxX where isInside(beside) {
          let contrast = Luminance.contrast(own, material.luminance(at: beside))
          if contrast < worst?.contrast ?? .infinity { worst = (contrast, index, beside) }
        }
      }
    }
    guard let worst else { return nil }
    self.worst = worst.contrast
    x = worst.index % size.width
    y = worst.index / size.width
    ink = shown.colour(at: worst.index)
    self.material = material.colour(at: worst.beside)
    self.inkPixels = inkPixels
  }
}

extension Bitmap {
  /// Red, green and blue of the pixel at `index`, counted in rows.
  fileprivate func colour(at index: Int) -> SIMD3<UInt8> {
    SIMD3(bytes[4 * index], bytes[4 * index + 1], bytes[4 * index + 2])
  }

  /// Relative luminance of the pixel at `index`, counted in rows, as if it were opaque.
  func luminance(at index: Int) -> Double {
    linearBytes[Int(bytes[4 * index])] * Luminance.weights.x
      + linearBytes[Int(bytes[4 * index + 1])] * Luminance.weights.y
      + linearBytes[Int(bytes[4 * index + 2])] * Luminance.weights.z
  }
}

private let linearBytes = (0...255).map { Luminance.linear(Double($0) / 255) }
