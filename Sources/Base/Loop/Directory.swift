import CPlatform
import Glibc

/// Folders of the file system.
public nonisolated enum Directory {
  /// The names in a folder but `.` and `..`, in no order; none if it cannot be read.
  ///
  /// The corresponding C function is `readdir`. The call waits for the disk, or for the network where the folder lies there.
  public static func names(in path: String) -> [String] {
    guard let directory = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// When names in a folder were last added or removed, in nanoseconds since the epoch; nil: it cannot be read.
  ///
  /// The corresponding C function is `stat`.
  public static func changeTime(of path: String) -> Int? {
    var status = Glibc.stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec
  }
}
