import Geometry
import Scenes

extension Pane {
  /// The pane without its corners, in whole logical pixels, as regions need them: one rectangle for each row
  /// that the corners touch, and one for all others. Where shapes flow together, it is what they cover.
  func logicalRows(scale: Double) -> [PixelRect] {
    if merging != nil { return mergedRows(scale: scale) }
    let left = Int((Double(frame.x) / scale).rounded(.up))
    let top = Int((Double(frame.y) / scale).rounded(.up))
    let right = Int((Double(frame.maxX) / scale).rounded(.down))
    let bottom = Int((Double(frame.maxY) / scale).rounded(.down))
    guard right > left, bottom > top else { return [] }
    // The distance of a circle from the side, at a distance from the side's end.
    func inset(_ radius: Double, _ distance: Double) -> Int {
      let radius = radius / scale
      let rest = radius - distance
      return rest <= 0 ? 0 : Int((radius - (max(0, radius * radius - rest * rest)).squareRoot()).rounded(.up))
    }
    var rows: [PixelRect] = []
    for y in top..<bottom {
      let (above, below) = (Double(y - top) + 0.5, Double(bottom - y) - 0.5)
      let start = left + max(inset(corners.topLeft, above), inset(corners.bottomLeft, below))
      let end = right - max(inset(corners.topRight, above), inset(corners.bottomRight, below))
      guard end > start else { continue }
      if let last = rows.last, last.x == start, last.maxX == end {
        rows[rows.count - 1].height += 1
      } else {
        rows.append(PixelRect(x: start, y: y, width: end - start, height: 1))
      }
    }
    return rows
  }

  /// The logical pixels of which the shapes that flow together cover every physical pixel by half or more.
  private func mergedRows(scale: Double) -> [PixelRect] {
    let covered = coveredPixels
    let (rows, columns) = (
      LogicalSpans(frame.y..<frame.maxY, scale: scale), LogicalSpans(frame.x..<frame.maxX, scale: scale)
    )
    var rects: [PixelRect] = []
    // The runs of the row above, which are the last ones of `rects`.
    var former: [Range<Int>] = []
    for (y, lines) in rows.spans {
      let runs = columns.runs { column in
        lines.allSatisfy { line in
          column.allSatisfy { covered[(line - frame.y) * frame.width + $0 - frame.x] }
        }
      }
      if runs == former, rects.last?.maxY == y {
        for index in rects.indices.suffix(runs.count) { rects[index].height += 1 }
      } else {
        rects += runs.map { PixelRect(x: $0.lowerBound, y: y, width: $0.count, height: 1) }
        former = runs
      }
    }
    return rects
  }

  /// Whether the shape covers each pixel of the frame by half or more, rows top to bottom.
  private var coveredPixels: [Bool] {
    var covered = [Bool](repeating: false, count: frame.area)
    for tile in clip.shape.tiles {
      let (rect, part) = (tile.rect, tile.rect.intersection(frame))
      guard !part.isEmpty else { continue }
      for y in part.y..<part.maxY {
        let (row, source) = ((y - frame.y) * frame.width - frame.x, (y - rect.y) * rect.width - rect.x)
        for x in part.x..<part.maxX { covered[row + x] = tile.bytes.map { $0[source + x] >= 128 } ?? true }
      }
    }
    return covered
  }
}

/// The logical pixels along one axis, each with the physical pixels that it touches.
private struct LogicalSpans {
  /// The logical pixels all of whose physical pixels lie in the given ones, in ascending order.
  let spans: [(logical: Int, physical: Range<Int>)]

  init(_ pixels: Range<Int>, scale: Double) {
    // The quotients of scales such as 1.1 miss whole numbers by an error of rounding.
    let error = 1e-6
    let first = Int((Double(pixels.lowerBound) / scale - error).rounded(.up))
    let last = Int((Double(pixels.upperBound) / scale + error).rounded(.down))
    spans = (first..<max(first, last)).map { logical in
      let (start, end) = (Double(logical) * scale + error, Double(logical + 1) * scale - error)
      return (logical, Int(start.rounded(.down))..<Int(end.rounded(.up)))
    }
  }

  /// The longest runs of logical pixels whose physical pixels satisfy the condition.
  func runs(where isIn: (Range<Int>) -> Bool) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for (logical, physical) in spans where isIn(physical) {
      if let last = runs.last, last.upperBound == logical {
        runs[runs.count - 1] = last.lowerBound..<logical + 1
      } else {
        runs.append(logical..<logical + 1)
      }
    }
    return runs
  }
}
