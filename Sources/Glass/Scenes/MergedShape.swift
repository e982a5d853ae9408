import Geometry

extension Shape {
  /// The coverage of each pixel of `rect` by shapes that flow together, 0 … 255, rows top to bottom.
  func mergedCoverage(in rect: PixelRect) -> [UInt8] {
    mergedCoverage(in: rect, MergedEdge(of: self))
  }

  private func mergedCoverage(in rect: PixelRect, _ edge: MergedEdge) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: rect.area)
    func set(_ columns: Range<Int>, _ y: Int, _ byte: UInt8) {
      let first = (y - rect.y) * rect.width - rect.x
      for x in columns { bytes[first + x] = byte }
    }
    func fill(_ whole: PixelRect) {
      for y in whole.y..<whole.maxY { set(whole.x..<whole.maxX, y, 255) }
    }
    let whole = wholeRects
    let band = -inset - MergedEdge.Sample.reach ... -inset + MergedEdge.Sample.reach
    for rest in frame.subtracting(whole).map({ $0.intersection(rect) }) where !rest.isEmpty {
      edge.visit(rest, within: band) { columns, y, sample in
        set(columns, y, UInt8((sample.covered(beyond: inset) * 255).rounded()))
      } inside: {
        fill($0)
      }
    }
    for whole in whole.map({ $0.intersection(rect) }) where !whole.isEmpty { fill(whole) }
    return bytes
  }

  /// The coverage of shapes that flow together in parts that do not overlap.
  var mergedTiles: [CoverageTile] {
    let whole = wholeRects
    let edge = MergedEdge(of: self)
    let edges = frame.subtracting(whole).compactMap { rect -> CoverageTile? in
      let bytes = mergedCoverage(in: rect, edge)
      if bytes.allSatisfy({ $0 == 0 }) { return nil }
      return CoverageTile(rect: rect, bytes: bytes.allSatisfy { $0 == 255 } ? nil : bytes)
    }
    return whole.map { CoverageTile(rect: $0, bytes: nil) } + edges
  }

  /// The coverage of a line of `width` pixels along the inside of the edge of shapes that flow together, times what `light`
  /// returns for a row and a place relative to the edge, in parts that do not overlap.
  func mergedLine(
    width: Double, light: (_ row: Int, MergedEdge.Sample) -> Double
  ) -> [CoverageTile] {
    let edge = MergedEdge(of: self)
    let inner = wholeRects(insideLineOf: Int((inset + width).rounded(.up)))
    let band = -inset - width - MergedEdge.Sample.reach ... -inset + MergedEdge.Sample.reach
    return frame.subtracting(inner).compactMap { rect in
      var bytes = [UInt8](repeating: 0, count: rect.area)
      edge.visit(rect, within: band) { columns, y, sample in
        var share = sample.covered(beyond: inset) - sample.covered(beyond: inset + width)
        if share > 0 { share *= min(max(light(y, sample), 0), 1) }
        let (first, byte) = ((y - rect.y) * rect.width - rect.x, UInt8((share * 255).rounded()))
        for x in columns { bytes[first + x] = byte }
      }
      return bytes.allSatisfy { $0 == 0 } ? nil : CoverageTile(rect: rect, bytes: bytes)
    }
  }

  /// The light on the upper edge, or on the lower one, of shapes that flow together. It fades with each row as on a single
  /// shape, and where two shapes meet it is as strong as the edge is turned to it.
  func mergedRim(width: Double, isLower: Bool) -> [CoverageTile] {
    let shapes = separate
    let extents = shapes.map { shape in
      let curves = shape.curves
      return isLower ? max(curves[2].extent, curves[3].extent) : max(curves[0].extent, curves[1].extent)
    }
    return mergedLine(width: width) { row, sample in
      let (frame, extent) = (shapes[sample.nearest].frame, extents[sample.nearest])
      let depth = isLower ? frame.maxY - 1 - row : row - frame.y
      // The straight part of the line has all of the light.
      let beyond = max(0, Double(depth) - inset - width + 0.5)
      let own = extent > 0 ? max(1 - beyond / extent, 0) : beyond > 0.5 ? 0 : 1
      let turned = max(isLower ? sample.outwards.y : -sample.outwards.y, 0)
      return own + (turned - own) * sample.share
    }
  }
}

extension MergedEdge.Sample {
  /// The distance in pixels from the middle of a pixel to an edge beyond which the pixel is wholly on one side.
  fileprivate static let reach = 0.75

  /// The share of the pixel around the point that lies inside of a straight edge at `inset` pixels within the shape's.
  fileprivate func covered(beyond inset: Double) -> Double {
    let depth = -distance - inset
    let (x, y) = (abs(outwards.x), abs(outwards.y))
    let (long, short) = (max(x, y), min(x, y))
    let most = (long + short) / 2
    if depth >= most { return 1 }
    if depth <= -most { return 0 }
    let reached = abs(depth) - most
    // The area beyond the edge is a triangle until the edge has passed a corner of the pixel, then a trapezium.
    let rest = -reached < short ? reached * reached / (2 * long * short) : (-reached - short / 2) / long
    return depth > 0 ? 1 - rest : rest
  }
}
