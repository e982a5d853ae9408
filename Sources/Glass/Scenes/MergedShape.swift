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

  /// The coverage of a line of `width` pixels along the inside of the edge of shapes that flow together, in parts that do not
  /// overlap.
  func mergedLine(width: Double) -> [CoverageTile] {
    mergedLine(width: width, MergedEdge(of: self)) { _, _, _, byte in byte }
  }

  /// The same line with what `shade` makes of the coverage of the columns of a row for which a place stands.
  func mergedLine(
    width: Double, _ edge: MergedEdge, shade: (Range<Int>, Int, MergedEdge.Sample, UInt8) -> UInt8
  ) -> [CoverageTile] {
    let inner = wholeRects(insideLineOf: Int((inset + width).rounded(.up)))
    let band = -inset - width - MergedEdge.Sample.reach ... -inset + MergedEdge.Sample.reach
    return frame.subtracting(inner).compactMap { rect in
      var bytes = [UInt8](repeating: 0, count: rect.area)
      edge.visit(rect, within: band) { columns, y, sample in
        let share = sample.covered(beyond: inset) - sample.covered(beyond: inset + width)
        let first = (y - rect.y) * rect.width - rect.x
        let byte = shade(columns, y, sample, UInt8((share * 255).rounded()))
        for x in columns { bytes[first + x] = byte }
      }
      return bytes.allSatisfy { $0 == 0 } ? nil : CoverageTile(rect: rect, bytes: bytes)
    }
  }
}
