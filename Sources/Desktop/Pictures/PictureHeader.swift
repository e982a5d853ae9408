import Geometry

/// The properties of a picture that are read from its file before any pixel is decoded.
nonisolated struct PictureHeader {
  var size: PixelSize
  var orientation = PictureOrientation.upright
  /// The bytes to decode; nil: the whole file.
  var range: Range<Int>?

  /// Reads the header of a PNG, JPEG, WebP or GIF file; nil if it is damaged, or for other formats.
  init?(_ format: PictureFormat, _ file: FileBytes) {
    let read: PictureHeader? =
      switch format {
      case .png: Self.png(file)
      case .jpeg: Self.jpeg(file)
      case .webp: Self.webp(file)
      case .gif: PictureHeader(file.little(2, at: 6), file.little(2, at: 8))
      case .bmp, .ico, .xpm, .drawing: nil
      }
    guard let read else { return nil }
    self = read
  }

  private init?(_ width: Int?, _ height: Int?) {
    guard let width, let height, width > 0, height > 0 else { return nil }
    size = PixelSize(width: width, height: height)
  }

  private static func png(_ file: FileBytes) -> PictureHeader? {
    guard file.has("IHDR", at: 12), var header = PictureHeader(file.big(4, at: 16), file.big(4, at: 20))
    else { return nil }
    var chunk = 8
    while let count = file.big(4, at: chunk) {
      if file.has("eXIf", at: chunk + 4) {
        header.orientation = PictureOrientation(exif: file, at: chunk + 8)
        break
      }
      chunk += count + 12
    }
    return header
  }

  private static func jpeg(_ file: FileBytes) -> PictureHeader? {
    var orientation: PictureOrientation?
    var position = 2
    while let marker = file.big(2, at: position) {
      switch marker {
      // Bytes of padding, restarts and the obsolete TEM have no length; other bytes are skipped, as by libjpeg.
      case 0xFFFF, ..<0xFF01: position += 1
      case 0xFF01, 0xFFD0...0xFFD8: position += 2
      // The frame; its codes are interspersed with those of tables.
      case 0xFFC0...0xFFCF where ![0xFFC4, 0xFFC8, 0xFFCC].contains(marker):
        var header = PictureHeader(file.big(2, at: position + 7), file.big(2, at: position + 5))
        header?.orientation = orientation ?? .upright
        return header
      case 0xFFD9, 0xFFDA: return nil
      default:
        // Only the first Exif is read, since each of many could have a directory that goes on to the end of the file.
        if orientation == nil, marker == 0xFFE1, file.has("Exif\0\0", at: position + 4) {
          orientation = PictureOrientation(exif: file, at: position + 10)
        }
        guard let count = file.big(2, at: position + 2) else { return nil }
        position += 2 + max(2, count)
      }
    }
    return nil
  }

  private static func webp(_ file: FileBytes) -> PictureHeader? {
    if file.has("VP8 ", at: 12) {
      return PictureHeader(
        file.little(2, at: 26).map { $0 & 0x3FFF }, file.little(2, at: 28).map { $0 & 0x3FFF })
    }
    if file.has("VP8L", at: 12) {
      let bits = file.little(4, at: 21)
      return PictureHeader(bits.map { $0 & 0x3FFF + 1 }, bits.map { $0 >> 14 & 0x3FFF + 1 })
    }
    guard file.has("VP8X", at: 12), let flags = file.little(1, at: 20) else { return nil }
    let isAnimated = flags & 2 != 0
    var header = webpSize(file, at: 24)
    var orientation: PictureOrientation?
    var chunk = 12
    var hasFrame = false
    while let count = file.little(4, at: chunk + 4) {
      let data = chunk + 8
      if isAnimated, !hasFrame, file.has("ANMF", at: chunk) {
        // Only the first frame is decoded, without the canvas around it, which most frames fill.
        header = webpSize(file, at: data + 6)
        let end = min(data + count, file.all.count)
        guard data + 16 < end else { return nil }
        header?.range = data + 16..<end
        hasFrame = true
      }
      if orientation == nil, file.has("EXIF", at: chunk) {
        // Some programs write the prefix that Exif has in JPEG files here, too.
        orientation = PictureOrientation(exif: file, at: file.has("Exif\0\0", at: data) ? data + 6 : data)
      }
      chunk = data + count + count % 2
    }
    header?.orientation = orientation ?? .upright
    return isAnimated == hasFrame ? header : nil
  }

  /// A width and a height of 24 bits each, less one.
  private static func webpSize(_ file: FileBytes, at offset: Int) -> PictureHeader? {
    PictureHeader(file.little(3, at: offset).map { $0 + 1 }, file.little(3, at: offset + 3).map { $0 + 1 })
  }
}
