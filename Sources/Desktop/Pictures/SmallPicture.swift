import Geometry
import Glibc
import Loop
public import Scenes

/// Icons and pictures of notifications, read with tighter limits than wallpapers, on any thread.
public nonisolated enum SmallPicture {
  /// Most bytes of a file.
  public static let mostBytes = 16 << 20
  /// Most bytes of a drawing's file, which is interpreted text.
  public static let mostDrawingBytes = 2 << 20
  /// Most pixels of a picture: a square of 4096, which takes 64 MiB when decoded.
  public static let mostPixels = 4096 * 4096
  /// Most pixels along either side.
  public static let mostSide = 16384

  /// Loads the file at `path`, fitted into a square of `side` physical pixels.
  ///
  /// A smaller picture keeps its size; a drawing fills the square. `decoder` decodes it if there is one.
  public static func load(
    path: String, side: Int, decoder: PictureDecoder? = nil
  ) throws(PictureError) -> Bitmap {
    do throws(PictureError.Reason) {
      return try load(try Picture.open(path), side: side, decoder: decoder)
    } catch {
      throw PictureError(action: .read, path: path, reason: error)
    }
  }

  /// Loads an open file, fitted into a square of `side` physical pixels, see `load(path:side:decoder:)`.
  static func load(
    _ file: borrowing RegularFile, side: Int, decoder: PictureDecoder?
  ) throws(PictureError.Reason) -> Bitmap {
    guard file.version.byteCount <= mostBytes else { throw .tooManyBytes(file.version.byteCount) }
    if let decoder { return try decoder.decode(file, side: side) }
    return try decode(file.descriptor.raw, side: side)
  }

  /// Decodes the file of `descriptor` from its start, in this process.
  ///
  /// The library recognises the format from the bytes.
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

  /// Whether the file is a drawing that the library recognises only by its name: compressed by
  /// gzip, or in UTF-16.
  private static func isHiddenDrawing(_ start: ArraySlice<UInt8>) -> Bool {
    [[0x1F, 0x8B], [0xFF, 0xFE, 0x3C, 0x00], [0xFE, 0xFF, 0x00, 0x3C]].contains { start.starts(with: $0) }
  }

  /// Reads at an offset, since the process that sent the descriptor shares its position.
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
