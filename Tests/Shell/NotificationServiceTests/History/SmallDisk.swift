import CSQLite
import Glibc

/// A disk for SQLite that has little room, so that no file can be written beyond `mostBytes`, or that does not answer.
///
/// SQLite lets tests replace the calls by which it reaches the system. A file system that is really so small could only be
/// made by root.
enum SmallDisk {
  /// The maximum size of a file, in bytes; nil for no limit.
  static var mostBytes: Int64? {
    get { unsafe most }
    set {
      unsafe most = newValue
      isInstalled
    }
  }
  nonisolated(unsafe) private static var most: Int64?

  /// Lets all writes wait until `release`.
  static func hang() {
    var ends: [Int32] = [-1, -1]
    let result = unsafe pipe(&ends)
    precondition(result == 0, "pipe: error \(errno)")
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    unsafe pipeEnds = ends
    isInstalled
  }

  /// Lets the writes go on that wait.
  static func release() {
    let ends = unsafe pipeEnds
    unsafe pipeEnds = []
    if let end = ends.last { close(end) }
  }
  /// The ends of a pipe that nothing is written to; empty while the disk answers.
  nonisolated(unsafe) private static var pipeEnds: [Int32] = []

  nonisolated private static func write(
    _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ offset: Int64
  ) -> Int {
    if let end = unsafe pipeEnds.first {
      var byte: UInt8 = 0
      _ = unsafe read(end, &byte, 1)
    }
    if let most = unsafe SmallDisk.most, offset + Int64(count) > most {
      errno = ENOSPC
      return -1
    }
    return unsafe pwrite(descriptor, bytes, count, Int(offset))
  }

  private static let isInstalled: Void = {
    typealias Write = @convention(c) (Int32, UnsafeRawPointer?, Int, Int64) -> Int
    let write: Write = { unsafe SmallDisk.write($0, $1, $2, $3) }
    // The program's own table of the library's functions has not this one.
    typealias Find = @convention(c) (UnsafePointer<CChar>?) -> UnsafeMutablePointer<sqlite3_vfs>?
    guard let function = unsafe dlsym(dlopen("libsqlite3.so.0", RTLD_NOW), "sqlite3_vfs_find"),
      let system = unsafe unsafeBitCast(function, to: Find.self)(nil)
    else { preconditionFailure("SQLite without files") }
    for name in ["pwrite", "pwrite64"] where unsafe system.pointee.xGetSystemCall(system, name) != nil {
      let result = unsafe system.pointee.xSetSystemCall(
        system, name, unsafeBitCast(write, to: sqlite3_syscall_ptr.self))
      precondition(result == SQLITE_OK, "\(name): \(result)")
    }
  }()
}
