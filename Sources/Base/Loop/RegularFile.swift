import CPlatform
public import Glibc

/// A regular file that is open for reading, for paths that other programs or the user have named.
///
/// It is opened once without blocking, checked, and read through the same descriptor, so that it cannot be
/// replaced between the check and the reading.
public nonisolated struct RegularFile: ~Copyable, Sendable {
  /// The open file, positioned at its start.
  public let descriptor: Descriptor
  /// The file's identity and state: a file that was replaced or rewritten has another version.
  public let version: Version

  /// The identity of a file and its state when it was opened.
  public struct Version: Hashable, Sendable {
    public var device: UInt
    public var inode: UInt
    public var byteCount: Int
    /// Time of the last write, in nanoseconds since 1970.
    public var modified: Int
  }

  /// Why a file cannot be opened or read.
  public enum Problem: Error, Equatable, Sendable {
    /// A system call failed with this error number.
    case system(Int32)
    /// The path leads to a directory, a pipe or a device.
    case notRegular
  }

  /// Opens the file at `path`, following links; a relative path begins in `folder`, an open directory.
  ///
  /// The corresponding C function is `openat`.
  public init(path: String, in folder: Int32 = AT_FDCWD) throws(Problem) {
    // O_NONBLOCK keeps a FIFO from blocking until it has a writer, O_NOCTTY a terminal from becoming
    // the controlling one.
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

  /// Makes a file in memory that contains `bytes`.
  ///
  /// The corresponding C function is `memfd_create`.
  public init(containing bytes: [UInt8]) throws(Problem) {
    let raw = unsafe hyaline_memfd_create("hyaline-file")
    guard raw >= 0 else { throw .system(errno) }
    let made = Descriptor(adopting: raw)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(raw, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .system(errno) }
      rest = rest.dropFirst(count)
    }
    descriptor = made
    version = Version(device: 0, inode: 0, byteCount: bytes.count, modified: 0)
  }

  /// A path of this very file even if it was renamed or replaced; valid while this is open.
  public var path: String { "/proc/self/fd/\(descriptor.raw)" }
}
