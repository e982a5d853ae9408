package import Geometry
import Glibc
package import Scenes

/// The computation of a shape's shadow in cells that are small enough to be interpolated and few enough to be cheap.
package struct ShadowGrid {
  /// The standard deviation of the shadow, in pixels.
  package let sigma: Double
  /// Width and height of a cell in pixels: at least four cells make one standard deviation.
  package let step: Int
  /// The part of the surface, in pixels, that the cells cover.
  package let frame: PixelRect
  package let size: PixelSize

  package init(_ shape: Shape, sigma: Double) {
    self.sigma = sigma
    step = max(1, Int(sigma / 4))
    let reach = Int((3 * sigma).rounded(.up)) + step
    let all = shape.frame.outset(by: reach)
    // Sides avoid powers of two, for which a `Texture` of RenderingGLES is larger than its content: shadows sample
    // all of it.
    size = PixelSize(
      width: ((all.width + step - 1) / step).besidePowersOfTwo,
      height: ((all.height + step - 1) / step).besidePowersOfTwo)
    frame = PixelRect(x: all.x, y: all.y, width: size.width * step, height: size.height * step)
  }

  /// The shadow of `shape` in each cell, 0 … 255, row by row.
  package func bytes(of shape: Shape) -> [UInt8] {
    let pixels = shape.coverage(in: frame)
    var cells = [Double](repeating: 0, count: size.width * size.height)
    var pixel = 0
    for y in 0..<frame.height {
      let row = y / step * size.width
      for cell in row..<row + size.width {
        var sum = 0
        for _ in 0..<step {
          sum += Int(pixels[pixel])
          pixel += 1
        }
        cells[cell] += Double(sum)
      }
    }
    let weights = kernel
    let (width, height) = (size.width, size.height)
    cells = Self.blurred(cells, weights, count: height, length: width, stride: width, step: 1)
    cells = Self.blurred(cells, weights, count: width, length: height, stride: 1, step: width)
    return cells.map { UInt8(min(255, ($0 / Double(step * step)).rounded())) }
  }

  private var kernel: [Double] {
    // Averaging over a cell and interpolating between cells blur too, with variances of 1/12 and 1/6 of a squared
    // cell.
    let variance = max(0, sigma * sigma / Double(step * step) - 1.0 / 12 - 1.0 / 6)
    let radius = Int((3 * variance.squareRoot()).rounded(.up))
    let weights = (0...radius).map { variance == 0 ? 1 : exp(-Double($0 * $0) / (2 * variance)) }
    let sum = weights[0] + 2 * weights.dropFirst().reduce(0, +)
    return weights.map { $0 / sum }
  }

  private static func blurred(
    _ cells: [Double], _ weights: [Double], count: Int, length: Int, stride: Int, step: Int
  ) -> [Double] {
    var result = cells
    for line in 0..<count {
      let first = line * stride
      for index in 0..<length {
        var sum = weights[0] * cells[first + index * step]
        for distance in 1..<max(weights.count, 1) {
          if index >= distance { sum += weights[distance] * cells[first + (index - distance) * step] }
          if index + distance < length { sum += weights[distance] * cells[first + (index + distance) * step] }
        }
        result[first + index * step] = sum
      }
    }
    return result
  }
}

extension Int {
  /// The smallest number not below this one that is no power of two.
  package var besidePowersOfTwo: Int {
    self > 0 && self & (self - 1) == 0 ? (self <= 2 ? 3 : self + 1) : self
  }
}
