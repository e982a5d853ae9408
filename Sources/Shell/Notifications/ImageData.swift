import DBusValues
import Geometry

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

  /// What can be shown of it; one whose bytes lie elsewhere is still to be reduced.
  let source: ImageSource

  /// Checks every field against the others before a byte is read.
  ///
  /// The flag for alpha is not trusted: the number of channels says it already, and clients contradict themselves.
  init(_ value: HintValue) throws(Problem) {
    guard case .structure(let fields) = value, fields.count == 7, case .integer(let width) = fields[0],
      case .integer(let height) = fields[1], case .integer(let stride) = fields[2],
      case .boolean = fields[3], case .integer(let bits) = fields[4], case .integer(let channels) = fields[5]
    else { throw .wrongType }
    let side = Int64(Limits.imageSide)
    func layout() throws(Problem) -> PixelLayout {
      guard (1...side).contains(width) else { throw .field("width", width) }
      guard (1...side).contains(height) else { throw .field("height", height) }
      guard bits == 8 else { throw .field("bits per sample", bits) }
      guard channels == 3 || channels == 4 else { throw .field("channels", channels) }
      // A stride may have any 64 bits: the first comparison sees to it that the product overflows none.
      let most = Int64(Limits.imageBytes)
      guard (width * channels...most).contains(stride), stride * height <= most else {
        throw .field("stride", stride)
      }
      return PixelLayout(
        size: PixelSize(width: Int(width), height: Int(height)), stride: Int(stride), channels: Int(channels))
    }
    func check(_ layout: PixelLayout, _ count: Int) throws(Problem) {
      let needed = layout.neededBytes
      guard count >= needed else { throw .tooShort(needed: needed, got: count) }
    }
    switch fields[6] {
    case .bytes(let bytes):
      let layout = try layout()
      try check(layout, bytes.count)
      source = .bitmap(layout.bitmap(bytes.span))
    case .sent(let bytes):
      let layout = try layout()
      try check(layout, bytes.count)
      source = .sent(SentPicture(layout: layout, bytes: bytes))
    default: throw .wrongType
    }
  }
}
