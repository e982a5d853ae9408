import CSQLite
import Glibc

/// A disk without room, as SQLite meets it: no file can be written beyond `mostBytes`.
///
/// SQLite lets tests replace the calls by which it reaches the system. A file system that is really so small could only be
/// made by root.
enum SmallDisk {
  /// What a file can hold; everything if nil.
  static var mostBytes: Int64? {
    get { unsafe most }
    set {
      unsafe most = newValue
      isInstalled
    }
  }
  nonisolated(unsafe) private static var most: Int64?

  private static let isInstalled: Void = {
    typealias Write = @convention(c) (Int32, UnsafeRawPointer?, Int, Int64) -> Int
    let write: Write = { descriptor, bytes, count, offset in
      if let most = unsafe SmallDisk.most, offset + Int64(count) > most {
        errno = ENOSPC
        return -1
      }
      return unsafe pwrite(descriptor, bytes, count, Int(offset))
    }
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
