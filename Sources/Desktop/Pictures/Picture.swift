import Geometry
import Glibc
import Loop
public import Scenes

/// Picture files, read and written by the libraries of their formats, on any thread.
public nonisolated enum Picture {
  /// Bounds on a picture, checked before it is decoded.
  public struct Limit: Equatable, Sendable {
    /// Limit of the width and of the height, in pixels.
    public var side: Int
    /// Limit of the decoded picture, in bytes; a pixel has four.
    public var bytes: Int

    /// The limit of 16384 pixels a side, the size of textures, and of 512 MiB, a photograph
    /// of 134 megapixels.
    public static let standard = Limit(side: 16384, bytes: 512 << 20)
  }

  /// Decodes the file at `path` (`~` is not expanded), turned upright according to its metadata.
  ///
  /// The formats are those of `PictureFormat`, each as long as its library is installed; a drawing has its own size.
  public static func load(path: String, limit: Limit = .standard) throws(PictureError) -> Bitmap {
    do throws(PictureError.Reason) {
      let file = try open(path)
      let bytes = try contents(of: file.descriptor.raw) { _ in limit.bytes }
      return try PictureFile.decode(bytes, fit: PictureFit(side: nil, limit: limit))
    } catch {
      throw PictureError(action: .read, path: path, reason: error)
    }
  }

  /// Writes `bitmap` to `path` as PNG; an existing file is replaced. See `write` for `onlyToFiles`.
  public static func writePNG(
    _ bitmap: Bitmap, to path: String, onlyToFiles: Bool = false
  ) throws(PictureError) {
    try write(bitmap, as: .png, to: path, onlyToFiles: onlyToFiles)
  }

  /// The formats that pictures can be written in.
  public enum Format: Sendable {
    case png, jpeg

    /// The format for a file of this name: JPEG for `.jpg` and `.jpeg`, PNG for `.png` and for no suffix.
    ///
    /// Throws for other suffixes, since the contents would not match the name.
    public init(path: String) throws(PictureError) {
      let name = path.split(separator: "/").last ?? ""
      guard let point = name.lastIndex(of: "."), point != name.startIndex else {
        self = .png
        return
      }
      let ending = String(name[point...])
      switch ending.lowercased() {
      case ".png": self = .png
      case ".jpg", ".jpeg": self = .jpeg
      default: throw PictureError(action: .write, path: path, reason: .unknownEnding(ending))
      }
    }
  }

  /// Writes `bitmap` to `path` in the format of its name, JPEG over black; an existing file is replaced.
  ///
  /// With `onlyToFiles` it throws `.notAFile` for pipes and devices, which may block for ever.
  public static func write(
    _ bitmap: Bitmap, to path: String, onlyToFiles: Bool = false
  ) throws(PictureError) {
    try write(bitmap, as: Format(path: path), to: path, onlyToFiles: onlyToFiles)
  }

  private static func write(
    _ bitmap: Bitmap, as format: Format, to path: String, onlyToFiles: Bool
  ) throws(PictureError) {
    do throws(PictureError.Reason) {
      let bytes =
        switch format {
        case .png: try FormatLibraries.png(bitmap.unpremultiplied())
        case .jpeg: try FormatLibraries.jpeg(bitmap, quality: 85)
        }
      try write(bytes, to: path, onlyToFiles: onlyToFiles)
    } catch {
      throw PictureError(action: .write, path: path, reason: error)
    }
  }

  /// Opens a regular file only: a pipe or a device could block or never end.
  static func open(_ path: String) throws(PictureError.Reason) -> RegularFile {
    do throws(RegularFile.Problem) { return try RegularFile(path: path) } catch { throw .init(error) }
  }

  /// The bytes of an open file from its start; `most` returns the limit of their number for the file's first bytes.
  ///
  /// The file is read at offsets, since the process that sent the descriptor shares its position. The corresponding C function
  /// is `pread`.
  static func contents(
    of descriptor: Int32, most: (ArraySlice<UInt8>) -> Int
  ) throws(PictureError.Reason) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = unsafe pread(descriptor, &chunk, chunk.count, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw systemReason() }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= most(bytes.prefix(chunk.count)) else { throw .tooManyBytes(bytes.count) }
    }
  }

  private static func write(
    _ bytes: [UInt8], to path: String, onlyToFiles: Bool
  ) throws(PictureError.Reason) {
    // O_NONBLOCK keeps a FIFO from blocking until it has a reader; without one it has no device for a writer.
    let opened = unsafe Glibc.open(
      path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | (onlyToFiles ? O_NONBLOCK : O_TRUNC), 0o666)
    guard opened >= 0 else { throw onlyToFiles && errno == ENXIO ? .notAFile : systemReason() }
    let file = Descriptor(adopting: opened)
    if onlyToFiles, let reason = emptyFile(file.raw) { throw reason }
    do throws(RegularFile.Problem) { try file.write(bytes) } catch { throw .init(error) }
    // Some file systems report a full disk only here.
    guard close(file.release()) == 0 else { throw systemReason() }
  }

  /// Truncates an open file; returns the reason if that fails or if it is not a regular file.
  private static func emptyFile(_ file: Int32) -> PictureError.Reason? {
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { return systemReason() }
    guard status.st_mode & S_IFMT == S_IFREG else { return .notAFile }
    return ftruncate(file, 0) == 0 ? nil : systemReason()
  }

  private static func systemReason() -> PictureError.Reason {
    .system(describe(errorNumber: errno))
  }
}
