import Geometry
import Scenes

/// A file with the same icon, or cursor, in several sizes.
///
/// No library of Debian decodes this format; what is in it are pictures of the formats BMP and PNG.
nonisolated struct ICOFile {
  private let file: FileBytes
  private let entries: [Entry]

  private struct Entry {
    var side: Int
    var bits: Int
    var range: Range<Int>
  }

  /// Reads the directory; entries that lie outside of the file are left out.
  init(_ file: FileBytes) {
    self.file = file
    let isCursor = file.little(2, at: 2) == 2
    entries = (0..<(file.little(2, at: 4) ?? 0)).compactMap { index in
      let start = 6 + index * 16
      guard let width = file.little(1, at: start), let height = file.little(1, at: start + 1),
        let bits = file.little(2, at: start + 6), let count = file.little(4, at: start + 8),
        let offset = file.little(4, at: start + 12), offset < file.all.count
      else { return nil }
      // 0 stands for 256. A cursor has its hot spot where an icon has its bits per pixel.
      let side = max(width == 0 ? 256 : width, height == 0 ? 256 : height)
      return Entry(
        side: side, bits: isCursor ? 0 : bits, range: offset..<min(offset + count, file.all.count))
    }
  }

  /// Decodes the picture that suits the size: the smallest that is large enough, or the largest.
  func decode(fit: PictureFit) throws(PictureError.Reason) -> Bitmap {
    guard let entry = entries.min(by: { isBetter($0, than: $1, side: fit.side ?? .max) }) else {
      throw .damaged("there is no picture in it")
    }
    let bytes = Array(file.all[entry.range])
    guard PictureFormat(start: bytes[...]) == .png else {
      return try BMPPicture(inIcon: FileBytes(bytes)).decode(fit: fit)
    }
    return try PictureFile.decode(bytes, fit: fit)
  }

  private func isBetter(_ a: Entry, than b: Entry, side: Int) -> Bool {
    if a.side == b.side { return a.bits > b.bits }
    if a.side >= side, b.side >= side { return a.side < b.side }
    return a.side > b.side
  }
}
