/// The parts of the pixel around a point that lie on either side of the edge, which counts as straight there.
extension MergedEdge.Sample {
  /// The distance in pixels from the middle of a pixel to an edge beyond which the pixel is wholly on one side.
  static let reach = 0.75

  /// The share of the pixel that lies inside of the line at `inset` pixels within the edge.
  func covered(beyond inset: Double) -> Double {
    let depth = -distance - inset
    if depth > 0 { return 1 - uncovered(depth) }
    return uncovered(-depth)
  }

  /// The integral over the pixel of a strength that is 1 at `inset` pixels within the edge, falls evenly over `width` pixels
  /// from there to 0, and is 0 outside.
  func faded(over width: Double, beyond inset: Double) -> Double {
    // This is the mean of the lines of all widths up to this one.
    let depth = -distance - inset
    let inner = coveredIntegral(to: depth) - coveredIntegral(to: depth - width)
    return max(covered(beyond: inset) - inner / width, 0)
  }

  /// The larger and the smaller side of the direction.
  private var sides: (long: Double, short: Double) {
    let (x, y) = (abs(outwards.x), abs(outwards.y))
    return (max(x, y), min(x, y))
  }

  /// The share of a pixel beyond a straight edge that lies `depth` pixels from its centre, 0 or more.
  private func uncovered(_ depth: Double) -> Double {
    let (long, short) = sides
    let reached = (long + short) / 2 - depth
    if reached <= 0 { return 0 }
    // The area beyond the edge is a triangle until the edge has passed a corner of the pixel, then a trapezium.
    return reached < short ? reached * reached / (2 * long * short) : (reached - short / 2) / long
  }

  /// The integral of the share of a pixel that is inside, over all depths of its centre up to `depth`.
  private func coveredIntegral(to depth: Double) -> Double {
    let (long, short) = sides
    let reached = (long + short) / 2 - abs(depth)
    var rest = 0.0
    if reached > 0, reached < short {
      rest = reached * reached * reached / (6 * long * short)
    } else if reached > 0 {
      rest = (short * short / 3 + reached * (reached - short)) / (2 * long)
    }
    // The shares at depths of either sign add up to 1.
    return depth > 0 ? depth + rest : rest
  }
}
