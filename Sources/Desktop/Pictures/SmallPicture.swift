import Geometry
import Glibc
import Loop
public import Scenes

/// Icons and pictures of notifications, read with tighter bounds than wallpapers, on whatever thread.
public nonisolated enum SmallPicture {
  /// Bytes of a file.
  public static let mostBytes = 16 << 20
  /// Bytes of a drawing's file, which is text that is interpreted.
  public static let mostDrawingBytes = 2 << 20
  /// Pixels of a picture in a file: a square of 4096, which takes 64 MiB when decoded.
  public static let mostPixels = 4096 * 4096
  /// Pixels along either side.
  public static let mostSide = 16384

  /// The picture of the file at `path`, such that it fits into a square of `side` pixels.
  ///
  /// A picture that is smaller stays as it is; a drawing has that size. It is left to `decoder` if there is one.
  public static func load(
    path: String, side: Int, decoder: PictureDecoder? = nil
  ) throws(PictureError) -> Bitmap {
    do throws(PictureError.Reason) {
      return try load(try Picture.open(path), side: side, decoder: decoder)
    } catch {
      throw PictureError(action: .read, path: path, reason: error)
    }
  }

  /// The same for a file that is open.
  static func load(
    _ file: borrowing RegularFile, side: Int, decoder: PictureDecoder?
  ) throws(PictureError.Reason) -> Bitmap {
    guard file.version.byteCount <= mostBytes else { throw .tooManyBytes(file.version.byteCount) }
    if let decoder { return try decoder.decode(file, side: side) }
    return try decode(file.descriptor.raw, side: side)
  }

  /// Decodes what `descriptor` has from its start, here and now.
  ///
  /// The format is what the bytes show, as the library sees it.
  public static func decode(_ descriptor: Int32, side: Int) throws(PictureError.Reason) -> Bitmap {
    var chunk = [UInt8](repeating: 0, count: 65536)
    var count = try read(descriptor, &chunk, at: 0)
    var loader = try PixbufLoader(fitting: side, format: isHiddenDrawing(chunk.prefix(count)) ? "svg" : nil)
    var total = 0
    while count > 0 {
      total += count
      try loader.write(chunk[..<count])
      let most = loader.isDrawing ? mostDrawingBytes : mostBytes
      guard total <= most else { throw .tooManyBytes(total) }
      count = try read(descriptor, &chunk, at: total)
    }
    let bitmap = try loader.finish().bitmap()
    guard !bitmap.size.isEmpty, max(bitmap.size.width, bitmap.size.height) <= side else {
      throw .damaged("it is larger than asked for")
    }
    return bitmap
  }

  /// Whether it is a drawing that the library knows by its name only: compressed by gzip, or in UTF-16.
  private static func isHiddenDrawing(_ start: ArraySlice<UInt8>) -> Bool {
    [[0x1F, 0x8B], [0xFF, 0xFE, 0x3C, 0x00], [0xFE, 0xFF, 0x00, 0x3C]].contains { start.starts(with: $0) }
  }

  /// Reads at an offset, as who has handed over the descriptor shares its place.
  ///
  /// The corresponding C function is `pread`.
  private static func read(
    _ descriptor: Int32, _ buffer: inout [UInt8], at offset: Int
  ) throws(PictureError.Reason) -> Int {
    while true {
      let count = unsafe pread(descriptor, &buffer, buffer.count, offset)
      if count >= 0 { return count }
      guard errno == EINTR else { throw .system(describe(errorNumber: errno)) }
    }
  }
}
