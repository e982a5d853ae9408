import CPlatform
public import Glibc

/// A regular file that is open for reading, for paths that other programs or the user have named.
///
/// The file is opened once without blocking, checked, and read through the same descriptor, so that it cannot be
/// replaced between the check and the reading.
public nonisolated struct RegularFile: ~Copyable, Sendable {
  /// The open file, positioned at its start.
  public let descriptor: Descriptor
  /// The file's identity and state: a file that was replaced or rewritten has another version.
  public let version: Version
  /// Whether the file changed so shortly before it was opened that another change may leave its version the same: file systems
  /// record times in steps.
  public let isFresh: Bool

  /// The identity of a file and its state when it was opened.
  public struct Version: Hashable, Sendable {
    public var device: UInt
    public var inode: UInt
    public var byteCount: Int
    /// Time of the last write, in nanoseconds since 1970.
    var modified: Int
    /// Time of the last change of content, name, owner or permissions, in nanoseconds since 1970. Programs cannot set it.
    public var changed: Int
  }

  /// Why a file cannot be opened or read.
  public enum Problem: Error, Equatable, Sendable {
    /// A system call failed with this error number.
    case system(Int32)
    /// The path leads to a directory, a pipe or a device.
    case notRegular
    /// A file system on the path does not answer.
    case notAnswering
  }

  /// The time after a change in which a file counts as fresh: some file systems record times in steps of one or two seconds.
  private static let freshness = Duration.seconds(2)

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
      modified: Self.nanoseconds(status.st_mtim), changed: Self.nanoseconds(status.st_ctim))
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    isFresh = Self.isFresh(.nanoseconds(Self.nanoseconds(now) &- version.changed))
  }

  /// Adopts a copy in memory of a file of this version, which was changed last by `age` before it was copied.
  ///
  /// The corresponding C function is `lseek`.
  init(copy: consuming Descriptor, version: Version, age: Duration) {
    lseek(copy.raw, 0, SEEK_SET)
    descriptor = copy
    self.version = version
    isFresh = Self.isFresh(age)
  }

  /// Whether a file counts as fresh that was changed last by `age` ago.
  static func isFresh(_ age: Duration) -> Bool { abs(age / .seconds(1)) < freshness / .seconds(1) }

  private static func nanoseconds(_ time: timespec) -> Int { time.tv_sec &* 1_000_000_000 &+ time.tv_nsec }

  /// Makes a file in memory that contains `bytes`.
  ///
  /// The corresponding C function is `memfd_create`.
  public init(containing bytes: [UInt8]) throws(Problem) {
    let raw = unsafe hyaline_memfd_create("hyaline-file")
    guard raw >= 0 else { throw .system(errno) }
    let made = Descriptor(adopting: raw)
    try made.write(bytes)
    descriptor = made
    version = Version(device: 0, inode: 0, byteCount: bytes.count, modified: 0, changed: 0)
    isFresh = true
  }

  /// A hash of about the first `limit` bytes, for a file whose version does not identify its content.
  ///
  /// The corresponding C function is `pread`.
  public func contentHash(upTo limit: Int) throws(Problem) -> Int {
    var hasher = Hasher()
    var chunk = [UInt8](repeating: 0, count: 65536)
    var total = 0
    while total < limit {
      let count = unsafe pread(descriptor.raw, &chunk, chunk.count, total)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .system(errno) }
      if count == 0 { break }
      unsafe chunk.withUnsafeBytes {
        unsafe hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0[..<count]))
      }
      total += count
    }
    return hasher.finalize()
  }

  /// A path of this very file even if it was renamed or replaced; valid while this is open.
  public var path: String { "/proc/self/fd/\(descriptor.raw)" }
}

nonisolated extension RegularFile.Version {
  /// The version of a file in the answer of another process.
  init(_ state: hyaline_file_answer) {
    self.init(
      device: UInt(state.device), inode: UInt(state.inode), byteCount: Int(state.size),
      modified: Int(state.modified), changed: Int(state.changed))
  }
}
