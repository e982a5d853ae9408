public import Geometry

extension Bitmap {
  /// The picture stretched or shrunk to `size`: each new pixel is the mean of the pixels it covers, weighted
  /// by a triangle.
  ///
  /// Every pixel takes part when a picture is shrunk; one that is enlarged is interpolated linearly. Colours
  /// are premultiplied, so transparent pixels do not bleed.
  public func scaled(to size: PixelSize) -> Bitmap {
    if size == self.size { return self }
    guard !size.isEmpty, !self.size.isEmpty else { return Bitmap(size: size) }
    let across = Self.weights(from: self.size.width, to: size.width)
    let down = Self.weights(from: self.size.height, to: size.height)
    var rows = [Double](repeating: 0, count: size.width * self.size.height * 4)
    for y in 0..<self.size.height {
      for (x, tap) in across.enumerated() {
        for channel in 0..<4 {
          var sum = 0.0
          for (index, weight) in tap.weights.enumerated() {
            sum += weight * Double(bytes[(y * self.size.width + tap.first + index) * 4 + channel])
          }
          rows[(y * size.width + x) * 4 + channel] = sum
        }
      }
    }
    var result = Bitmap(size: size)
    for (y, tap) in down.enumerated() {
      for at in 0..<size.width * 4 {
        var sum = 0.0
        for (index, weight) in tap.weights.enumerated() {
          sum += weight * rows[(tap.first + index) * size.width * 4 + at]
        }
        result.bytes[y * size.width * 4 + at] = UInt8(min(255, max(0, sum.rounded())))
      }
    }
    return result
  }

  /// The first of the old pixels that make up each new pixel along an axis, and the weights of these old pixels.
  private static func weights(from old: Int, to new: Int) -> [(first: Int, weights: [Double])] {
    let ratio = Double(old) / Double(new)
    let reach = max(ratio, 1)
    return (0..<new).map { index in
      let centre = (Double(index) + 0.5) * ratio - 0.5
      let first = max(0, Int((centre - reach).rounded(.up)))
      let last = min(old - 1, Int((centre + reach).rounded(.down)))
      let weights = (first...max(first, last)).map { max(1e-9, 1 - abs(Double($0) - centre) / reach) }
      let sum = weights.reduce(0, +)
      return (first, weights.map { $0 / sum })
    }
  }
}
