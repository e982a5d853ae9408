public import Geometry
public import Scenes

extension Bitmap {
  /// The smallest rectangle outside of which two pictures of one size are equal.
  public func boundsOfDifference(from other: Bitmap) -> PixelRect {
    precondition(size == other.size, "\(size) and \(other.size)")
    var bounds = PixelRect.empty
    for y in 0..<size.height {
      let row = y * size.width * 4..<(y + 1) * size.width * 4
      guard bytes[row] != other.bytes[row] else { continue }
      for x in 0..<size.width {
        let pixel = (y * size.width + x) * 4..<(y * size.width + x + 1) * 4
        guard bytes[pixel] != other.bytes[pixel] else { continue }
        bounds = bounds.union(PixelRect(x: x, y: y, width: 1, height: 1))
      }
    }
    return bounds
  }
}
