import Geometry
import Rendering

extension Measurement {
  /// The mean distance between the last measurement and `estimate`, averaged over 4 × 4 clear blocks, in 1/255.
  static func disagreement(of measurements: [Measurement], with estimate: Layer) -> Double {
    let distances = measurements.flatMap { measurement in
      CellFigures.distances(
        of: measurement.readMeans(), from: estimate.target.readColours(estimate.texels(measurement.blocks)),
        size: measurement.blocks.size)
    }
    return distances.isEmpty ? 0 : distances.reduce(0, +) / Double(distances.count)
  }
}
