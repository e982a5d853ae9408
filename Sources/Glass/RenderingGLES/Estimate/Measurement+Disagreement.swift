import Geometry
import Rendering

extension Measurement {
  /// Mean distance of what was measured last from `estimate`, over 4 × 4 clear blocks each, in 1/255.
  static func disagreement(of measurements: [Measurement], with estimate: Layer) -> Double {
    let distances = measurements.flatMap { $0.distances(from: estimate) }
    return distances.isEmpty ? 0 : distances.reduce(0, +) / Double(distances.count)
  }

  private func distances(from estimate: Layer) -> [Double] {
    let known = estimate.target.readFloats(estimate.texels(blocks))
    let now = readMeans()
    return PixelRect(blocks.size).squares(of: 4).compactMap { square in
      var difference = SIMD3<Float>.zero
      var count: Float = 0
      for index in square.indices(inRowsOf: blocks.width) where now[index * 4 + 3] > 0.5 {
        let coverage = max(known[index * 4 + 3], 1e-4)
        for channel in 0..<3 {
          difference[channel] += now[index * 4 + channel] - known[index * 4 + channel] / coverage
        }
        count += 1
      }
      // Fewer blocks are more noise than signal.
      guard count >= 8 else { return nil }
      return Double(abs(difference.x) + abs(difference.y) + abs(difference.z)) / 3 / Double(count) * 255
    }
  }
}
