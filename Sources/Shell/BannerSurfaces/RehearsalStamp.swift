import Glibc
import Loop
import Rendering
import RenderingGLES

/// A small file beside the driver's cache, which says what the cache was filled for: one line each, the newest last.
struct RehearsalStamp {
  let path: String

  /// How many lines are kept: outputs may have several scales, and materials are tried out.
  private static let mostLines = 16

  /// Nil where the driver keeps nothing.
  init?(_ variable: (String) -> String?) {
    guard let cache = DriverCache.directory(variable) else { return nil }
    path = cache + "/hyaline/rehearsed"
  }

  /// What tells one build, driver and kind of banner from another, as one line of text.
  ///
  /// The build is told by the program's file, since a build without a new version may have other shaders; `version` tells
  /// it where the file cannot be examined.
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

  /// Whether the file can be written; makes the directories for it.
  func makePlace() -> Bool {
    let directory = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    let cache = String(directory[..<(directory.lastIndex(of: "/") ?? directory.startIndex)])
    for each in [cache, directory] where unsafe mkdir(each, 0o700) != 0 && errno != EEXIST { return false }
    return unsafe access(directory, W_OK | X_OK) == 0
  }

  /// Adds `key`, one line of text, as the newest; where it cannot be written, the next start does the work again.
  func add(_ key: String) {
    guard makePlace() else { return }
    let other = path + ".new"
    guard let file = unsafe fopen(other, "we") else { return }
    let text = (lines.filter { $0 != key }.suffix(Self.mostLines - 1) + [key]).joined(separator: "\n")
    let isWritten = unsafe fputs(text, file) >= 0
    let isDone = unsafe fclose(file) == 0 && isWritten
    // As a whole or not at all.
    _ = unsafe isDone ? rename(other, path) : unlink(other)
  }
}
