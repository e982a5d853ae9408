public import Measures
public import Scenes

extension Bitmap {
  /// One opaque colour.
  public init(_ size: PixelSize, red: UInt8, green: UInt8, blue: UInt8) {
    let pixel = [red, green, blue, 255]
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size.width * size.height * 4)
    for _ in 0..<size.width * size.height { bytes += pixel }
    self.init(size: size, bytes: bytes)
  }

  /// A part of it; traps if that is not inside.
  public func cropped(to rect: PixelRect) -> Bitmap {
    precondition(PixelRect(size).contains(rect), "\(rect) of \(size)")
    var part: [UInt8] = []
    part.reserveCapacity(rect.area * 4)
    for y in rect.y..<rect.maxY {
      let start = (y * size.width + rect.x) * 4
      part += bytes[start..<start + rect.width * 4]
    }
    return Bitmap(size: rect.size, bytes: part)
  }

  /// Puts an opaque picture on it; what lies outside is dropped.
  public mutating func draw(_ picture: Bitmap, x: Int, y: Int) {
    let target = PixelRect(picture.size).offset(x: x, y: y).intersection(PixelRect(size))
    for row in target.y..<max(target.y, target.maxY) {
      let source = ((row - y) * picture.size.width + target.x - x) * 4
      let start = (row * size.width + target.x) * 4
      bytes.replaceSubrange(
        start..<start + target.width * 4, with: picture.bytes[source..<source + target.width * 4])
    }
  }

  /// How far two pictures of one size lie apart in their colours, in 1/255.
  public func difference(from other: Bitmap) -> (mean: Double, max: Int) {
    precondition(size == other.size, "\(size) and \(other.size)")
    var sum = 0
    var largest = 0
    for index in bytes.indices where index % 4 != 3 {
      let distance = abs(Int(bytes[index]) - Int(other.bytes[index]))
      sum += distance
      largest = Swift.max(largest, distance)
    }
    return (Double(sum) / Double(bytes.count / 4 * 3), largest)
  }

  /// The smallest rectangle outside which two pictures of one size are equal.
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
