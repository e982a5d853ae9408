import Geometry
import Scenes

extension Bitmap {
  /// This template with a smaller one over its lower right corner, and a gap around that.
  ///
  /// Both are drawn in one ink, in which the smaller one would not be seen over the other without the gap.
  func template(under small: Bitmap) -> Bitmap {
    var result = self
    let gap = max(1, size.width / 16)
    let (left, top) = (size.width - small.size.width, size.height - small.size.height)
    for y in max(0, top - gap)..<size.height {
      for x in max(0, left - gap)..<size.width {
        let near = small.mostAlpha(x: x - left, y: y - top, reach: gap)
        let own = small.mostAlpha(x: x - left, y: y - top, reach: 0)
        let kept = Int(bytes[(y * size.width + x) * 4 + 3]) * (255 - near) / 255
        let alpha = UInt8(min(255, kept + own))
        // A template is premultiplied white.
        for channel in 0..<4 { result.bytes[(y * size.width + x) * 4 + channel] = alpha }
      }
    }
    return result
  }

  /// The greatest alpha of the pixels around a place; 0 where there are none.
  private func mostAlpha(x: Int, y: Int, reach: Int) -> Int {
    let columns = max(0, x - reach)..<max(max(0, x - reach), min(size.width, x + reach + 1))
    let rows = max(0, y - reach)..<max(max(0, y - reach), min(size.height, y + reach + 1))
    var most: UInt8 = 0
    for y in rows {
      for x in columns { most = max(most, bytes[(y * size.width + x) * 4 + 3]) }
    }
    return Int(most)
  }
}
