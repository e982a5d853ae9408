import Measures
import Scenes

/// A picture as the hints image-data, image_data and icon_data carry it: `(iiibiiay)`.
struct ImageData {
  /// Why there is no picture.
  enum Problem: Error, Equatable, Sendable {
    case wrongType
    /// The field that is out of bounds, and its value.
    case field(String, Int64)
    /// Bytes that the fields ask for, and those that are there.
    case tooShort(needed: Int, got: Int)
  }

  private var size: PixelSize
  private var stride: Int
  private var channels: Int
  private var bytes: [UInt8]

  /// Checks every field against the others before a byte is read.
  ///
  /// The flag for alpha is not trusted: the number of channels says it already, and clients contradict themselves.
  init(_ value: HintValue) throws(Problem) {
    guard case .structure(let fields) = value, fields.count == 7, case .integer(let width) = fields[0],
      case .integer(let height) = fields[1], case .integer(let stride) = fields[2],
      case .boolean = fields[3], case .integer(let bits) = fields[4], case .integer(let channels) = fields[5],
      case .bytes(let bytes) = fields[6]
    else { throw .wrongType }
    let side = Int64(Limits.imageSide)
    guard (1...side).contains(width) else { throw .field("width", width) }
    guard (1...side).contains(height) else { throw .field("height", height) }
    guard bits == 8 else { throw .field("bits per sample", bits) }
    guard channels == 3 || channels == 4 else { throw .field("channels", channels) }
    // A stride may have any 64 bits: the first comparison sees to it that the product overflows none.
    let most = Int64(Limits.imageBytes)
    guard (width * channels...most).contains(stride), stride * height <= most else {
      throw .field("stride", stride)
    }
    // The last row need not be padded.
    let needed = Int((height - 1) * stride + width * channels)
    guard bytes.count >= needed else { throw .tooShort(needed: needed, got: bytes.count) }
    size = PixelSize(width: Int(width), height: Int(height))
    self.stride = Int(stride)
    self.channels = Int(channels)
    self.bytes = bytes
  }

  /// The picture premultiplied, reduced to `Limits.keptImageSide`.
  ///
  /// Averages at most 8 × 8 pixels for each that is kept, so that the time does not grow with the picture.
  func bitmap() -> Bitmap {
    let kept = keptSize
    if kept == size { return copied() }
    var result = Bitmap(size: kept)
    let samples = min(8, max(1, max(size.width / kept.width, size.height / kept.height)))
    for y in 0..<kept.height {
      let rows = (0..<samples).map { sample(y, $0, samples, of: size.height, kept: kept.height) * stride }
      for x in 0..<kept.width {
        var sums = SIMD4<Int>.zero
        for column in 0..<samples {
          let at = sample(x, column, samples, of: size.width, kept: kept.width) * channels
          for row in rows { sums &+= premultiplied(at: row + at) }
        }
        let count = samples * samples
        let to = (y * kept.width + x) * 4
        for channel in 0..<4 { result.bytes[to + channel] = UInt8((sums[channel] + count / 2) / count) }
      }
    }
    return result
  }

  /// In the proportions of the picture; a side is never 0.
  private var keptSize: PixelSize {
    let longest = max(size.width, size.height)
    guard longest > Limits.keptImageSide else { return size }
    return PixelSize(
      width: max(1, size.width * Limits.keptImageSide / longest),
      height: max(1, size.height * Limits.keptImageSide / longest))
  }

  private func copied() -> Bitmap {
    var result = Bitmap(size: size)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let pixel = premultiplied(at: y * stride + x * channels)
        let to = (y * size.width + x) * 4
        for channel in 0..<4 { result.bytes[to + channel] = UInt8(pixel[channel]) }
      }
    }
    return result
  }

  private func sample(_ index: Int, _ part: Int, _ parts: Int, of length: Int, kept: Int) -> Int {
    ((index * parts + part) * length + length / 2) / (kept * parts)
  }

  private func premultiplied(at index: Int) -> SIMD4<Int> {
    let colour = SIMD4(Int(bytes[index]), Int(bytes[index + 1]), Int(bytes[index + 2]), 255)
    guard channels == 4, bytes[index + 3] != 255 else { return colour }
    let alpha = Int(bytes[index + 3])
    return (colour &* alpha &+ 127) / 255
  }
}
