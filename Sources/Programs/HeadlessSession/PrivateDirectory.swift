import Glibc
import Loop

/// A directory for one session's files, which only its programs and root can enter; removed at the end.
public final class PrivateDirectory {
  public let path: String

  public init() throws(SessionError) {
    // TMPDIR is not used: an unprivileged program may not be able to enter it.
    var template = Array("/tmp/hyaline-XXXXXX".utf8CString)
    let made = unsafe template.withUnsafeMutableBufferPointer { unsafe mkdtemp($0.baseAddress!) }
    guard let made = unsafe made else { throw .file("/tmp/hyaline-XXXXXX", code: errno) }
    path = unsafe String(cString: made)
    try give(path)
  }

  /// The path of a file in the directory, which need not exist.
  public func file(_ name: String) -> String { path + "/" + name }

  /// Makes a subdirectory and returns its path.
  @discardableResult
  public func makeDirectory(_ name: String) throws(SessionError) -> String {
    guard unsafe mkdir(file(name), 0o700) == 0 || errno == EEXIST else {
      throw .file(file(name), code: errno)
    }
    try give(file(name))
    return file(name)
  }

  /// Writes a text to a file in the directory, replacing its contents, and returns its path.
  @discardableResult
  public func write(_ text: String, to name: String, mode: UInt32 = 0o644) throws(SessionError) -> String {
    try write(Array(text.utf8), to: name, mode: mode)
  }

  /// Writes bytes to a file in the directory, replacing its contents, and returns its path.
  @discardableResult
  public func write(_ bytes: [UInt8], to name: String, mode: UInt32 = 0o644) throws(SessionError) -> String {
    let path = file(name)
    try Self.write(bytes, to: path, mode: mode)
    try give(path)
    return path
  }

  /// Writes bytes to any file, replacing its contents.
  public static func write(_ bytes: [UInt8], to path: String, mode: UInt32 = 0o644) throws(SessionError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw .file(path, code: errno) }
    let file = Descriptor(adopting: descriptor)
    guard (try? file.write(bytes)) != nil else { throw .file(path, code: errno) }
  }

  /// Makes a symbolic link in the directory to a file elsewhere, whose path is resolved.
  public func link(_ name: String, to target: String) throws(SessionError) {
    guard let resolved = unsafe realpath(target, nil) else { throw .file(target, code: errno) }
    defer { unsafe free(resolved) }
    guard unsafe symlink(resolved, file(name)) == 0 else { throw .file(file(name), code: errno) }
  }

  /// Copies a program into the directory, where the session's programs can reach it, and returns its path.
  ///
  /// Another program makes the copy. If this one did, a process that another thread starts meanwhile would have the copy open for
  /// writing for a moment, and the kernel starts no program that is open for writing.
  public func copyProgram(_ source: String, to name: String) throws(SessionError) -> String {
    let path = file(name)
    // The path of this program itself, /proc/self/exe, means another one to the program that copies.
    guard let resolved = unsafe realpath(source, nil) else { throw .file(source, code: errno) }
    defer { unsafe free(resolved) }
    let arguments = unsafe ["cp", "--", String(cString: resolved), path]
    let copier = try SessionProcess(
      arguments, environment: ["PATH": "/usr/bin:/bin"], log: "/dev/null", isUnprivileged: false)
    guard copier.waitForEnd(within: .seconds(60)) == .exited(0) else { throw .failed(arguments, log: "") }
    guard unsafe chmod(path, 0o755) == 0 else { throw .file(path, code: errno) }
    try give(path)
    return path
  }

  /// Removes the directory with its contents.
  public func remove() {
    let remover = try? SessionProcess(
      ["rm", "-rf", "--", path], environment: ["PATH": "/usr/bin:/bin"], log: "/dev/null",
      isUnprivileged: false)
    _ = remover?.waitForEnd(within: .seconds(10))
  }

  private func give(_ path: String) throws(SessionError) {
    guard unsafe chown(path, Account.unprivileged.uid, Account.unprivileged.gid) == 0 else {
      throw .file(path, code: errno)
    }
  }

  deinit {
    remove()
  }
}

/// The bytes of a file; nil if it cannot be read.
public func readBytes(_ path: String) -> [UInt8]? { try? RegularFile.bytes(ofPath: path, upTo: .max) }

/// The text of a file, with invalid UTF-8 replaced; nil if it cannot be read.
public func readText(_ path: String) -> String? {
  readBytes(path).map { String(decoding: $0, as: UTF8.self) }
}
