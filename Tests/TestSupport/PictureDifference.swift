public import Geometry
import Glibc
public import Scenes

/// The difference between a picture and the expected one, in 1/255.
public struct PictureDifference: CustomStringConvertible {
  public private(set) var max = 0.0
  /// The largest difference of pixels that do not lie at an edge of the expected picture.
  public private(set) var maxBesideEdges = 0.0
  public private(set) var mean = 0.0
  /// The largest differences of red, green and blue.
  public private(set) var maxPerChannel = [0.0, 0, 0]
  public private(set) var meanPerChannel = [0.0, 0, 0]
  /// The pixel with the difference `max`.
  public private(set) var worst = (x: 0, y: 0)

  private let actual: Bitmap
  private let expected: ReferencePicture

  /// Compares the pictures in `rect` (nil: everywhere); traps if their sizes differ.
  public init(_ actual: Bitmap, _ expected: ReferencePicture, in rect: PixelRect? = nil) {
    precondition(actual.size == expected.size, "\(actual.size) and \(expected.size)")
    self.actual = actual
    self.expected = expected
    let rect = (rect ?? PixelRect(actual.size)).intersection(PixelRect(actual.size))
    precondition(!rect.isEmpty, "nothing to compare")
    let (columns, rows, area) = (rect.x..<rect.maxX, rect.y..<rect.maxY, Double(rect.area))
    for channel in 0..<3 {
      let plane = expected.planes[channel]
      for y in rows {
        for x in columns {
          let index = y * actual.size.width + x
          let difference = abs(Double(actual.bytes[4 * index + channel]) - plane[index])
          meanPerChannel[channel] += difference / area
          guard difference > 0 else { continue }
          if difference > maxPerChannel[channel] { maxPerChannel[channel] = difference }
          if difference > max {
            max = difference
            worst = (x, y)
          }
          if difference > maxBesideEdges, !isEdge(x, y) { maxBesideEdges = difference }
        }
      }
      mean += meanPerChannel[channel] / 3
    }
  }

  public var description: String {
    "max \(rounded(max)) at (\(worst.x), \(worst.y)), beside edges \(rounded(maxBesideEdges)), mean \(rounded(mean)), "
      + "per channel max \(maxPerChannel.map(rounded)), mean \(meanPerChannel.map(rounded))"
  }

  /// Writes both pictures and 32 × their difference as PPM; returns a description with the path, for a failed test's
  /// message.
  ///
  /// The files are in `.build/differences` of the working directory.
  public func saved(as name: String) -> String {
    let folder = ".build/differences"
    _ = unsafe mkdir(folder, 0o755)
    let path = folder + "/" + name.map { $0.isLetter || $0.isNumber || $0 == "." ? String($0) : "-" }.joined()
    var shown = expected
    for channel in 0..<3 {
      for y in 0..<actual.size.height {
        for x in 0..<actual.size.width {
          shown.planes[channel][y * actual.size.width + x] = Swift.min(255, 32 * difference(x, y, channel))
        }
      }
    }
    let parts = [("actual", actual), ("expected", expected.bitmap()), ("difference", shown.bitmap())]
    for (kind, picture) in parts where !picture.writePPM("\(path)-\(kind).ppm") {
      return "\(self); could not write \(path)-\(kind).ppm"
    }
    return "\(self); see \(path)-*.ppm"
  }

  /// Whether a neighbour of the pixel in the expected picture differs by more than dither does.
  private func isEdge(_ x: Int, _ y: Int) -> Bool {
    let (width, height) = (expected.size.width, expected.size.height)
    for row in Swift.max(y - 1, 0)...Swift.min(y + 1, height - 1) {
      for column in Swift.max(x - 1, 0)...Swift.min(x + 1, width - 1) {
        for plane in expected.planes
        where abs(plane[row * width + column] - plane[y * width + x]) > PictureTolerance.edgeStep {
          return true
        }
      }
    }
    return false
  }

  private func difference(_ x: Int, _ y: Int, _ channel: Int) -> Double {
    let index = y * actual.size.width + x
    return abs(Double(actual.bytes[4 * index + channel]) - expected.planes[channel][index])
  }

  private func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}

extension Bitmap {
  /// Writes the colours as binary PPM; false if the file cannot be written.
  public func writePPM(_ path: String) -> Bool {
    guard let file = unsafe fopen(path, "wb") else { return false }
    var data = Array("P6 \(size.width) \(size.height) 255\n".utf8)
    for index in stride(from: 0, to: bytes.count, by: 4) { data += bytes[index..<index + 3] }
    let written = unsafe fwrite(data, 1, data.count, file)
    return unsafe fclose(file) == 0 && written == data.count
  }
}
