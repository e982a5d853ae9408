import Glibc
import Loop
import Measures
public import Scenes

/// Icons and pictures of notifications, read with tighter bounds than wallpapers, on whatever thread.
public nonisolated enum SmallPicture {
  /// Of a file, bytes.
  public static let mostBytes = 16 << 20
  /// Of a drawing's file, bytes; it is text that is interpreted.
  public static let mostDrawingBytes = 2 << 20
  /// Of a picture in a file, pixels: a square of 4096, which takes 64 MiB when decoded.
  public static let mostPixels = 4096 * 4096
  /// Along either side, pixels.
  public static let mostSide = 16384

  /// The picture of the file at `path`, such that it fits into a square of `side` pixels.
  ///
  /// A picture that is smaller stays as it is; a drawing has that size, and is left to `reader` if there is one.
  public static func load(
    path: String, side: Int, drawings reader: DrawingReader? = nil
  ) throws(PictureError) -> Bitmap {
    do throws(PictureError.Reason) {
      try Picture.checkFile(path)
      let (start, count) = try look(path)
      guard count <= mostBytes else { throw .tooManyBytes(count) }
      if isDrawing(start) {
        // Its own size does not matter, and to ask for it would be to draw it in that.
        guard count <= mostDrawingBytes else { throw .tooManyBytes(count) }
        if let reader { return try reader.load(path: path, side: side) }
        return try Pixbuf(contentsOf: path, fitting: side).bitmap()
      }
      guard let size = Pixbuf.sizeOfFile(path) else { throw .notAPicture }
      guard size.width <= mostSide, size.height <= mostSide, size.width * size.height <= mostPixels else {
        throw .tooLarge(width: size.width, height: size.height)
      }
      if size.width <= side, size.height <= side { return try Pixbuf(contentsOf: path).upright().bitmap() }
      return try Pixbuf(contentsOf: path, fitting: side).upright().bitmap()
    } catch {
      throw PictureError(action: .read, path: path, reason: error)
    }
  }

  /// The first bytes of a file, and how many it has.
  private static func look(_ path: String) throws(PictureError.Reason) -> ([UInt8], Int) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system(describe(errorNumber: errno)) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw .system(describe(errorNumber: errno))
    }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = unsafe read(descriptor, &bytes, bytes.count)
    return (Array(bytes.prefix(max(0, count))), Int(status.st_size))
  }

  /// SVG is XML, which begins with a less-than sign, or that compressed by gzip.
  private static func isDrawing(_ start: [UInt8]) -> Bool {
    var bytes = start[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    bytes = bytes.drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    return bytes.first == UInt8(ascii: "<") || start.starts(with: [0x1F, 0x8B])
  }
}
