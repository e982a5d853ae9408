import DesktopModel
import Geometry

/// A picture of the hints image-data, image_data and icon_data: `(iiibiiay)`.
struct ImageData {
  /// Why the value is no picture.
  enum Problem: Error, Equatable, Sendable {
    case wrongType
    /// A field is out of range; its name and value.
    case field(String, Int64)
    /// The fields need more bytes than there are.
    case tooShort(needed: Int, got: Int)
  }

  /// The picture; one whose bytes are still in the message is yet to be scaled down.
  let source: NotificationImage

  /// Reads a picture, which is kept within a size in pixels; all fields are checked against each other before a byte is read.
  ///
  /// Clients contradict themselves: the number of channels counts, and a fourth one is alpha only if the flag says so and it
  /// is not zero everywhere.
  init(_ value: HintValue, within most: PixelSize) throws(Problem) {
    guard case .structure(let fields) = value, fields.count == 7, case .integer(let width) = fields[0],
      case .integer(let height) = fields[1], case .integer(let stride) = fields[2],
      case .boolean(let hasAlpha) = fields[3], case .integer(let bits) = fields[4],
      case .integer(let channels) = fields[5]
    else { throw .wrongType }
    let side = Int64(Limits.imageSide)
    func layout() throws(Problem) -> PixelLayout {
      guard (1...side).contains(width) else { throw .field("width", width) }
      guard (1...side).contains(height) else { throw .field("height", height) }
      guard bits == 8 else { throw .field("bits per sample", bits) }
      guard channels == 3 || channels == 4 else { throw .field("channels", channels) }
      // A stride may be any 64-bit number: the first comparison ensures that the product does not overflow.
      let mostBytes = Int64(Limits.imageBytes)
      guard (width * channels...mostBytes).contains(stride), stride * height <= mostBytes else {
        throw .field("stride", stride)
      }
      return PixelLayout(
        size: PixelSize(width: Int(width), height: Int(height)), stride: Int(stride), channels: Int(channels),
        hasAlpha: hasAlpha, most: most)
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
      source = .sent(SentImage(layout: layout, bytes: bytes))
    default: throw .wrongType
    }
  }
}
