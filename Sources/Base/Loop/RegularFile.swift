import CPlatform
public import Glibc

/// A regular file that is open for reading, for paths that others have named.
///
/// It is opened once without waiting, looked at, and read through the same descriptor, so that nothing can be put in
/// its place between the look and the reading.
public nonisolated struct RegularFile: ~Copyable, Sendable {
  /// At the start of the file.
  public let descriptor: Descriptor
  /// Which file it is and in which state, so that one that was replaced or rewritten differs.
  public let version: Version

  /// A state of a file.
  public struct Version: Hashable, Sendable {
    public var device: UInt
    public var inode: UInt
    public var byteCount: Int
    /// When it was written to last, in nanoseconds since 1970.
    public var modified: Int
  }

  /// Why there is none.
  public enum Problem: Error, Equatable, Sendable {
    /// An error number.
    case system(Int32)
    /// A directory, a pipe or a device.
    case notRegular
  }

  /// Opens the file at `path`, following links; a relative one begins in `folder`, an open directory.
  ///
  /// The corresponding C function is `openat`.
  public init(path: String, in folder: Int32 = AT_FDCWD) throws(Problem) {
    // A pipe would wait for somebody who writes, a terminal would become ours.
    let raw = unsafe openat(folder, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard raw >= 0 else { throw .system(errno) }
    let opened = Descriptor(adopting: raw)
    var status = stat()
    guard unsafe fstat(raw, &status) == 0 else { throw .system(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    descriptor = opened
    version = Version(
      device: UInt(status.st_dev), inode: UInt(status.st_ino), byteCount: Int(status.st_size),
      modified: status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec)
  }

  /// A path of this very file, whatever has its name now; it holds while this is open.
  public var path: String { "/proc/self/fd/\(descriptor.raw)" }
}
