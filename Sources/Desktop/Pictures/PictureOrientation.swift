import Geometry
import Scenes

/// The orientation of a picture, by its number in Exif.
nonisolated enum PictureOrientation: Int {
  case upright = 1
  case mirrored, upsideDown, upsideDownMirrored, leftMirrored, left, rightMirrored, right

  /// Reads Exif's data, which begins with the header of a TIFF file at `start`; `upright` if they state none.
  init(exif file: FileBytes, at start: Int) {
    let isLittle = file.has("II", at: start)
    func number(_ count: Int, at offset: Int) -> Int? {
      isLittle ? file.little(count, at: start + offset) : file.big(count, at: start + offset)
    }
    self = .upright
    guard isLittle || file.has("MM", at: start), number(2, at: 2) == 42, let directory = number(4, at: 4),
      let count = number(2, at: directory)
    else { return }
    for index in 0..<count {
      let entry = directory + 2 + index * 12
      guard let tag = number(2, at: entry) else { return }
      guard tag == 0x0112 else { continue }
      self = number(2, at: entry + 8).flatMap(Self.init) ?? .upright
      return
    }
  }

  /// Turns and mirrors a picture so that it is upright.
  func upright(_ bitmap: Bitmap) -> Bitmap {
    guard self != .upright, !bitmap.size.isEmpty else { return bitmap }
    let (width, height) = (bitmap.size.width, bitmap.size.height)
    // The pixel for the upper left corner, and the steps to the next column and row.
    let (right, bottom) = (width - 1, (height - 1) * width)
    let (first, column, row) =
      switch self {
      case .upright: (0, 1, width)
      case .mirrored: (right, -1, width)
      case .upsideDown: (right + bottom, -1, -width)
      case .upsideDownMirrored: (bottom, 1, -width)
      case .leftMirrored: (0, width, 1)
      case .left: (bottom, -width, 1)
      case .rightMirrored: (right + bottom, -width, -1)
      case .right: (right, width, -1)
      }
    let size = rawValue < 5 ? bitmap.size : PixelSize(width: height, height: width)
    var turned = Bitmap(size: size)
    unsafe bitmap.bytes.withUnsafeBytes { from in
      unsafe turned.bytes.withUnsafeMutableBytes { to in
        for y in 0..<size.height {
          for x in 0..<size.width {
            let pixel = unsafe from.loadUnaligned(
              fromByteOffset: (first + x * column + y * row) * 4, as: UInt32.self)
            unsafe to.storeBytes(of: pixel, toByteOffset: (y * size.width + x) * 4, as: UInt32.self)
          }
        }
      }
    }
    return turned
  }
}
