public import Geometry
public import Scenes

/// An opaque picture in double precision: three planes of values 0 … 255, rows top to bottom.
public struct ReferencePicture: Equatable, Sendable {
  public let size: PixelSize
  /// The planes red, green and blue.
  public var planes: [[Double]]

  public init(size: PixelSize, planes: [[Double]]) {
    precondition(planes.count == 3 && planes.allSatisfy { $0.count == size.width * size.height })
    self.size = size
    self.planes = planes
  }

  /// The channels of `bitmap`, whose alpha is ignored.
  public init(_ bitmap: Bitmap) {
    let bytes = bitmap.bytes
    let planes = (0..<3).map { channel in
      stride(from: channel, to: bytes.count, by: 4).map { Double(bytes[$0]) }
    }
    self.init(size: bitmap.size, planes: planes)
  }

  /// Makes a picture of one colour, encoded sRGB, 0 … 1.
  public init(size: PixelSize, colour: SIMD3<Double>) {
    self.init(
      size: size,
      planes: (0..<3).map { [Double](repeating: colour[$0] * 255, count: size.width * size.height) })
  }

  /// The colour of a pixel, counted row by row, 0 … 1.
  public subscript(index: Int) -> SIMD3<Double> {
    get { SIMD3(planes[0][index], planes[1][index], planes[2][index]) / 255 }
    set { for channel in 0..<3 { planes[channel][index] = newValue[channel] * 255 } }
  }

  /// The part in `rect`, which must lie inside the picture.
  public func cropped(to rect: PixelRect) -> ReferencePicture {
    precondition(PixelRect(size).contains(rect), "\(rect) of \(size)")
    return ReferencePicture(
      size: rect.size,
      planes: planes.map { plane in
        (rect.y..<rect.maxY).flatMap { y -> ArraySlice<Double> in
          let row: Int = y * size.width
          return plane[row + rect.x..<row + rect.maxX]
        }
      })
  }

  /// The largest difference of a value from that of a picture of the same size.
  public func maxDifference(from other: ReferencePicture) -> Double {
    precondition(size == other.size, "\(size) and \(other.size)")
    var result = 0.0
    for (own, others) in zip(planes, other.planes) {
      for index in own.indices { result = max(result, abs(own[index] - others[index])) }
    }
    return result
  }

  /// The picture with each value limited to `range`.
  public func clamped(to range: ClosedRange<Double>) -> ReferencePicture {
    ReferencePicture(
      size: size, planes: planes.map { $0.map { min(max($0, range.lowerBound), range.upperBound) } })
  }

  /// The picture rounded to 8 bits, opaque.
  public func bitmap() -> Bitmap {
    var bitmap = Bitmap(size: size)
    for index in 0..<size.width * size.height {
      for channel in 0..<3 {
        bitmap.bytes[4 * index + channel] = UInt8(min(max(planes[channel][index] + 0.5, 0), 255))
      }
      bitmap.bytes[4 * index + 3] = 255
    }
    return bitmap
  }
}
