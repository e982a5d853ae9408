import Geometry
package import Scenes

extension GlassCoverage {
  /// Whether glass wholly covers the pixel with the index `pixel`, counted row by row.
  package func isWhole(_ pixel: Int) -> Bool { bytes.map { $0[pixel] == 255 } ?? true }

  /// The parts of `blocks` (of the output) whose pixels glass wholly covers, for a surface at `frame`; all of
  /// `blocks` must lie inside `frame`.
  func wholeBlocks(at frame: PixelRect, in blocks: PixelRect) -> [PixelRect] {
    guard let bytes else { return blocks.isEmpty ? [] : [blocks] }
    return runs(of: 255, in: bytes, at: frame, in: blocks)
  }

  /// The parts of `blocks` (of the output) whose pixels no glass covers, for a surface at `frame`; all of `blocks` must lie inside
  /// `frame`.
  func bareBlocks(at frame: PixelRect, in blocks: PixelRect) -> [PixelRect] {
    bytes.map { runs(of: 0, in: $0, at: frame, in: blocks) } ?? []
  }

  /// The parts of `blocks` in which every pixel has the coverage `value`.
  private func runs(
    of value: UInt8, in bytes: [UInt8], at frame: PixelRect, in blocks: PixelRect
  ) -> [PixelRect] {
    let side = CaptureBlock.side
    var rects: [PixelRect] = []
    for y in blocks.y..<blocks.maxY {
      var x = blocks.x
      while x < blocks.maxX {
        let first = x
        while x < blocks.maxX, isEven(value, x * side - frame.x, y * side - frame.y, bytes) { x += 1 }
        if x > first {
          // Equal runs in neighbouring rows become one rectangle.
          if let index = rects.lastIndex(where: {
            $0.maxY == y && $0.x == first && $0.maxX == x
          }) {
            rects[index].height += 1
          } else {
            rects.append(PixelRect(x: first, y: y, width: x - first, height: 1))
          }
        } else {
          x += 1
        }
      }
    }
    return rects
  }

  /// Whether all pixels of the block whose first is (`x`, `y`) of the surface have the coverage `value`.
  private func isEven(_ value: UInt8, _ x: Int, _ y: Int, _ bytes: [UInt8]) -> Bool {
    for row in y..<y + CaptureBlock.side {
      for column in x..<x + CaptureBlock.side where bytes[row * size.width + column] != value {
        return false
      }
    }
    return true
  }
}
