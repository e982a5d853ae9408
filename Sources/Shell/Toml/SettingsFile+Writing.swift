import Glibc
import Loop
public import Settings

nonisolated extension SettingsFile {
  /// The text of the file itself; for a missing file, one that includes the system-wide file that holds instead, or an empty text.
  public func editableText() throws(Diagnostic) -> String { try editableText(try read()) }

  /// The text of a file with these bytes, or, with nil, of one that is missing.
  func editableText(_ bytes: [UInt8]?) throws(Diagnostic) -> String {
    if let bytes {
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw Diagnostic(.syntax("not valid UTF-8"), at: nil)
      }
      return text
    }
    let contents = load()
    return contents.exists ? Settings.text(including: absolutePath(contents.file.path)) : ""
  }

  /// Replaces the text of the file at once, by renaming another file into place; missing directories are made.
  ///
  /// If the path is a symbolic link, the file that it leads to is replaced. The new file has the permissions of the old one; a
  /// file that may not be written is not replaced. Returns the reason if that fails. The corresponding C functions are `open` and
  /// `rename`.
  public func replace(with text: String) -> String? {
    switch replace(with: text, if: { true }) {
    case .failed(let reason): reason
    case .replaced, .kept: nil
    }
  }

  /// The result of a replacement.
  enum Replacement: Equatable {
    case replaced
    /// The file was not to be replaced any more.
    case kept
    /// The file is as before, for a reason in words.
    case failed(String)
  }

  /// Replaces the text of the file, as the other `replace` does, if `isCurrent` returns true just before the renaming.
  func replace(with text: String, if isCurrent: () -> Bool) -> Replacement {
    let target = Self.target(of: absolutePath(path))
    var status = stat()
    let exists = unsafe stat(target, &status) == 0
    if exists {
      if status.st_mode & S_IFMT != S_IFREG { return .failed("is no regular file") }
      // The superuser may write files that nobody is to write, too.
      if status.st_mode & 0o222 == 0 { return .failed("is read-only") }
      if unsafe access(target, W_OK) != 0 { return .failed(describe(errorNumber: errno)) }
    }
    let folder = String(target[..<(target.lastIndex(of: "/") ?? target.startIndex)])
    if !exists { Self.makeDirectory(folder) }
    // The mask of the process decides on the permissions of a new file.
    guard let (raw, name) = Self.makeFile(besides: target, mode: exists ? 0o600 : 0o666) else {
      return .failed(describe(errorNumber: errno))
    }
    let file = Descriptor(adopting: raw)
    // A file of another owner gets that owner if this process may give it away.
    if exists { _ = fchown(file.raw, status.st_uid, status.st_gid) }
    func failed() -> Replacement {
      let reason = describe(errorNumber: errno)
      _ = unsafe unlink(name)
      return .failed(reason)
    }
    guard !exists || fchmod(file.raw, status.st_mode & 0o7777) == 0,
      (try? file.write(Array(text.utf8))) != nil, fsync(file.raw) == 0
    else { return failed() }
    guard isCurrent() else {
      _ = unsafe unlink(name)
      return .kept
    }
    guard unsafe rename(name, target) == 0 else { return failed() }
    return .replaced
  }

  /// Opens a new file with a random name in the folder of another one; nil: `errno` has the reason.
  private static func makeFile(besides path: String, mode: mode_t) -> (raw: Int32, name: String)? {
    for _ in 0..<100 {
      let name = path + "." + String(UInt32.random(in: .min ... .max), radix: 36)
      let raw = unsafe open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      if raw >= 0 { return (raw, name) }
      if errno != EEXIST { return nil }
    }
    return nil
  }

  /// The path that symbolic links at the end of a path lead to, whether it exists or not.
  private static func target(of path: String) -> String {
    var path = path
    for _ in 0..<40 {
      guard let link = linkTarget(of: path) else { break }
      path = link.hasPrefix("/") ? link : String(path[...(path.lastIndex(of: "/") ?? path.startIndex)]) + link
    }
    return path
  }

  private static func makeDirectory(_ path: String) {
    guard !path.isEmpty, unsafe access(path, F_OK) != 0 else { return }
    makeDirectory(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
    _ = unsafe mkdir(path, 0o755)
  }
}
