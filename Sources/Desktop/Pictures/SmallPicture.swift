import Geometry
import Loop
public import Scenes

/// Icons and pictures of notifications, read with tighter limits than wallpapers, on any thread.
public nonisolated enum SmallPicture {
  /// Most bytes of a file.
  public static let mostBytes = 16 << 20
  /// Most bytes of a drawing's file, which is interpreted text.
  static let mostDrawingBytes = 2 << 20
  /// Most pixels of a picture: a square of 4096, which takes 64 MiB when decoded.
  static let mostPixels = 4096 * 4096
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
  /// The format is recognised from the bytes.
  public static func decode(_ descriptor: Int32, side: Int) throws(PictureError.Reason) -> Bitmap {
    let bytes = try Picture.contents(of: descriptor) {
      PictureFormat(start: $0) == .drawing ? mostDrawingBytes : mostBytes
    }
    let limit = Picture.Limit(side: mostSide, bytes: mostPixels * 4)
    return try PictureFile.decode(bytes, fit: PictureFit(side: side, limit: limit))
  }
}
