import Geometry

extension Shape {
  /// The coverage of each pixel of `rect` by shapes that flow together, 0 … 255, rows top to bottom.
  func mergedCoverage(in rect: PixelRect) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: rect.area)
    let edge = MergedEdge(of: self)
    for rest in frame.subtracting(wholeRects).map({ $0.intersection(rect) }) where !rest.isEmpty {
      for y in rest.y..<rest.maxY {
        for x in rest.x..<rest.maxX {
          let share = edge.sample(at: SIMD2(Double(x) + 0.5, Double(y) + 0.5)).covered(beyond: inset)
          bytes[(y - rect.y) * rect.width + x - rect.x] = UInt8((share * 255).rounded())
        }
      }
    }
    for whole in wholeRects.map({ $0.intersection(rect) }) where !whole.isEmpty {
      for y in whole.y..<whole.maxY {
        let first = (y - rect.y) * rect.width - rect.x
        for x in whole.x..<whole.maxX { bytes[first + x] = 255 }
      }
    }
    return bytes
  }

  /// The coverage of shapes that flow together in parts that do not overlap.
  var mergedTiles: [CoverageTile] {
    let whole = wholeRects
    let edges = frame.subtracting(whole).compactMap { rect -> CoverageTile? in
      let bytes = mergedCoverage(in: rect)
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
    return frame.subtracting(inner).compactMap { rect in
      var bytes: [UInt8] = []
      bytes.reserveCapacity(rect.area)
      for y in rect.y..<rect.maxY {
        for x in rect.x..<rect.maxX {
          let sample = edge.sample(at: SIMD2(Double(x) + 0.5, Double(y) + 0.5))
          var share = sample.covered(beyond: inset) - sample.covered(beyond: inset + width)
          if share > 0 { share *= min(max(light(y, sample), 0), 1) }
          bytes.append(UInt8((share * 255).rounded()))
        }
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
