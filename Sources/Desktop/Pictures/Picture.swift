import Geometry
import Glibc
import Loop
public import Scenes

/// Picture files, read and written by gdk-pixbuf, on any thread.
public nonisolated enum Picture {
  /// Bounds on a picture, checked before it is decoded.
  public struct Limit: Equatable, Sendable {
    /// Limit of the width and of the height, in pixels.
    public var side: Int
    /// Limit of the decoded picture, in bytes; a pixel has four.
    public var bytes: Int

    public init(side: Int, bytes: Int) {
      self.side = side
      self.bytes = bytes
    }

    /// The limit of 16384 pixels a side, the size of textures, and of 512 MiB, a photograph
    /// of 134 megapixels.
    public static let standard = Limit(side: 16384, bytes: 512 << 20)
  }

  /// Decodes the file at `path` (`~` is not expanded), turned upright according to its metadata.
  ///
  /// PNG and JPEG always work; further formats depend on gdk-pixbuf's decoders.
  public static func load(path: String, limit: Limit = .standard) throws(PictureError) -> Bitmap {
    do throws(PictureError.Reason) {
      let file = try open(path)
      defer { withExtendedLifetime(file) {} }
      // The size is nil for a file that is no picture; decoding then throws the reason.
      if let size = Pixbuf.sizeOfFile(file.path) {
        guard size.width <= limit.side, size.height <= limit.side, size.width * size.height * 4 <= limit.bytes
        else { throw .tooLarge(width: size.width, height: size.height) }
      }
      return try Pixbuf(contentsOf: file.path).upright().bitmap()
    } catch {
      throw PictureError(action: .read, path: path, reason: error)
    }
  }

  /// Writes `bitmap` to `path` as PNG; an existing file is replaced.
  public static func writePNG(_ bitmap: Bitmap, to path: String) throws(PictureError) {
    do throws(PictureError.Reason) {
      try write(Pixbuf(copying: bitmap.unpremultiplied()).png(), to: path)
    } catch {
      throw PictureError(action: .write, path: path, reason: error)
    }
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
  public static func write(_ bitmap: Bitmap, to path: String) throws(PictureError) {
    guard try Format(path: path) == .jpeg else { return try writePNG(bitmap, to: path) }
    do throws(PictureError.Reason) {
      try write(Pixbuf(copying: bitmap).jpeg(quality: 85), to: path)
    } catch {
      throw PictureError(action: .write, path: path, reason: error)
    }
  }

  /// Opens a regular file only: a pipe or a device could block or never end.
  static func open(_ path: String) throws(PictureError.Reason) -> RegularFile {
    do throws(RegularFile.Problem) {
      return try RegularFile(path: path)
    } catch {
      switch error {
      case .system(let code): throw .system(describe(errorNumber: code))
      case .notRegular: throw .notAFile
      }
    }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(PictureError.Reason) {
    let file = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw systemReason() }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        let reason = systemReason()
        close(file)
        throw reason
      }
      rest = rest.dropFirst(count)
    }
    // Some file systems report a full disk only here.
    guard close(file) == 0 else { throw systemReason() }
  }

  private static func systemReason() -> PictureError.Reason {
    .system(describe(errorNumber: errno))
  }
}
