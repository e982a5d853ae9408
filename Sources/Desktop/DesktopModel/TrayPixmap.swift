import Geometry

extension TrayItem.Pixmap {
  /// The side of the square for which a picture is kept, in pixels: an icon of 32 logical pixels at scale 2.
  private static let side = 64
  /// The largest side that is accepted, in pixels.
  fileprivate static let largestSide = 512
  /// The size of the largest picture, in bytes.
  public static let mostBytes = largestSide * largestSide * 4
  /// Limit of the number of pictures of an icon, more than programs have sizes of one.
  public static let mostSizes = 64

  /// Reads the pictures `a(iiay)` of an icon, and keeps the most suitable one, reduced to the size that is needed; nil
  /// if no picture has as many bytes as its size requires.
  init?(_ value: DBusValue) {
    guard case .array(_, let elements) = value else { return nil }
    let pictures = elements.prefix(Self.mostSizes).compactMap(SentPixmap.init)
    guard let best = SentPixmap.best(of: pictures, side: Self.side) else { return nil }
    self = best.withAlpha.reduced(to: Self.side)
  }
}

/// A picture as programs send it: bytes in the order alpha, red, green, blue, not premultiplied; rows without padding.
struct SentPixmap {
  var size: PixelSize
  var bytes: [UInt8]
}

extension SentPixmap {
  /// Reads a picture `(iiay)`; nil if it has not as many bytes as its size requires.
  init?(_ element: DBusValue) {
    let sides = 1...TrayItem.Pixmap.largestSide
    guard let members = element.members, members.count == 3, let width = members[0].integer,
      let height = members[1].integer, let bytes = members[2].bytes, sides.contains(width),
      sides.contains(height), bytes.count == width * height * 4
    else { return nil }
    self.init(size: PixelSize(width: width, height: height), bytes: bytes)
  }

  /// Returns the picture for a square with this side in pixels: the smallest one that is as large, or else the largest.
  static func best(of pictures: [Self], side: Int) -> Self? {
    let large = pictures.filter { $0.longerSide >= side }
    return large.min { $0.longerSide < $1.longerSide } ?? pictures.max { $0.longerSide < $1.longerSide }
  }

  /// The picture, made opaque if its alpha is zero everywhere although it has colours, because some programs leave
  /// alpha out.
  fileprivate var withAlpha: Self {
    var colours: UInt8 = 0
    for at in stride(from: 0, to: bytes.count, by: 4) {
      if bytes[at] != 0 { return self }
      colours |= bytes[at + 1] | bytes[at + 2] | bytes[at + 3]
    }
    guard colours != 0 else { return self }
    var result = self
    for at in stride(from: 0, to: bytes.count, by: 4) { result.bytes[at] = 255 }
    return result
  }

  private var longerSide: Int { max(size.width, size.height) }

  /// Returns the picture divided by the greatest whole number with which its longer side still has `side` pixels.
  ///
  /// Each pixel is the mean of the pixels in its place.
  func reduced(to side: Int) -> TrayItem.Pixmap {
    let divisor = max(1, longerSide / side)
    let small = PixelSize(width: max(1, size.width / divisor), height: max(1, size.height / divisor))
    var result: [UInt8] = []
    result.reserveCapacity(small.width * small.height * 4)
    for y in 0..<small.height {
      let rows = y * size.height / small.height..<(y + 1) * size.height / small.height
      for x in 0..<small.width {
        append(meanOf: x * size.width / small.width..<(x + 1) * size.width / small.width, rows, to: &result)
      }
    }
    return TrayItem.Pixmap(size: small, bytes: result)
  }

  /// Appends the mean of pixels: red, green, blue, alpha, premultiplied.
  private func append(meanOf columns: Range<Int>, _ rows: Range<Int>, to result: inout [UInt8]) {
    var (red, green, blue, alpha) = (0, 0, 0, 0)
    for row in rows {
      for column in columns {
        let at = (row * size.width + column) * 4
        let weight = Int(bytes[at])
        alpha += weight
        red += Int(bytes[at + 1]) * weight
        green += Int(bytes[at + 2]) * weight
        blue += Int(bytes[at + 3]) * weight
      }
    }
    let count = rows.count * columns.count
    for colour in [red, green, blue] { result.append(UInt8((colour + count * 255 / 2) / (count * 255))) }
    result.append(UInt8((alpha + count / 2) / count))
  }
}
