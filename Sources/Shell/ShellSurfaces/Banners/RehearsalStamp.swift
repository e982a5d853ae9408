import Glibc
import Loop
import Rendering
import RenderingGLES

/// A small file beside the driver's cache that lists what the cache was filled for: one line
/// each, the newest last.
struct RehearsalStamp {
  let path: String

  /// Most lines that are kept: outputs may have several scales, and users try out materials.
  private static let mostLines = 16

  /// Locates the file; nil if the driver has no cache.
  init?(_ variable: (String) -> String?) {
    guard let cache = DriverCache.directory(variable) else { return nil }
    path = cache + "/hyaline/rehearsed"
  }

  /// A line of text that identifies a build, a driver and a kind of banner.
  ///
  /// The build is identified by the program's file, since a build without a new version may have other
  /// shaders; `version` replaces it if the file cannot be examined.
  static func key(driver: String, version: String, parts: [String]) -> String {
    var file = stat()
    let build =
      unsafe stat("/proc/self/exe", &file) == 0
      ? "\(file.st_size) \(file.st_mtim.tv_sec) \(file.st_mtim.tv_nsec)" : version
    return String(([build, driver] + parts).joined(separator: "; ").map { $0 == "\n" ? " " : $0 })
  }

  /// Whether the cache was filled for `key`.
  func contains(_ key: String) -> Bool { lines.contains(key) }

  private var lines: [String] {
    (RegularFile.text(ofPath: path, upTo: 16384) ?? "").split(separator: "\n").map(String.init)
  }

  /// Makes the directories of the file; returns whether it can be written.
  func makePlace() -> Bool {
    let directory = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    let cache = String(directory[..<(directory.lastIndex(of: "/") ?? directory.startIndex)])
    for each in [cache, directory] where unsafe mkdir(each, 0o700) != 0 && errno != EEXIST { return false }
    return unsafe access(directory, W_OK | X_OK) == 0
  }

  /// Adds `key`, one line of text, as the newest; if writing fails, the next start repeats the work.
  func add(_ key: String) {
    guard makePlace() else { return }
    let other = path + ".new"
    guard let file = unsafe fopen(other, "we") else { return }
    let text = (lines.filter { $0 != key }.suffix(Self.mostLines - 1) + [key]).joined(separator: "\n")
    let isWritten = unsafe fputs(text, file) >= 0
    let isDone = unsafe fclose(file) == 0 && isWritten
    // The rename replaces the file as a whole or not at all.
    _ = unsafe isDone ? rename(other, path) : unlink(other)
  }
}
