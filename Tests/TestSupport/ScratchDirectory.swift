import Glibc
import HeadlessSession

/// A directory of one test, which is removed with its contents.
public final class ScratchDirectory: Sendable {
  public let path: String

  public init() {
    var template = Array("/tmp/hyaline-test-XXXXXX".utf8CString)
    let made = unsafe mkdtemp(&template) != nil
    precondition(made, "mkdtemp: error \(errno)")
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { removeTree(path) }

  /// The path of an entry, which need not exist.
  public func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// Rewrites a file in place; it is made if it is missing.
  public func write(_ text: String, to name: String) {
    let descriptor = unsafe open(self(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    precondition(descriptor >= 0, "open \(self(name)): error \(errno)")
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    let count = unsafe Glibc.write(descriptor, bytes, bytes.count)
    precondition(count == bytes.count, "write \(self(name)): error \(errno)")
  }

  /// Replaces a file by another one that is renamed, as most editors do.
  public func replace(_ name: String, with text: String) {
    write(text, to: name + ".new")
    move(name + ".new", to: name)
  }

  public func move(_ name: String, to other: String) {
    let result = unsafe rename(self(name), self(other))
    precondition(result == 0, "rename \(self(name)): error \(errno)")
  }

  /// Makes a directory unless it exists.
  public func makeDirectory(_ name: String) {
    _ = unsafe mkdir(self(name), 0o755)
  }

  /// Makes a symbolic link; a relative target is relative to this directory.
  public func link(_ name: String, to target: String) {
    let result = unsafe symlink(target, self(name))
    precondition(result == 0, "symlink \(self(name)): error \(errno)")
  }

  /// Removes a file, a link, or a directory with its contents; nothing happens if there is none.
  public func remove(_ name: String) { removeTree(self(name)) }

  public func exists(_ name: String) -> Bool { unsafe access(self(name), F_OK) == 0 }

  /// The text of a file, up to 64 KiB; nil if the file cannot be read.
  public func contents(of name: String) -> String? {
    let descriptor = unsafe open(self(name), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = unsafe read(descriptor, &buffer, buffer.count)
    return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
  }
}

private func removeTree(_ path: String) {
  if unsafe unlink(path) == 0 { return }
  for name in names(in: path) { removeTree(path + "/" + name) }
  unsafe rmdir(path)
}

/// The numbers of descriptors that this process has open, by their kind as `/proc` describes it.
///
/// Only kinds that shell targets open are counted, not files that a test runner may open at the same time.
public func openDescriptors() -> [String: Int] {
  var found: [String: Int] = [:]
  for number in 0..<1024 {
    var buffer = [CChar](repeating: 0, count: 256)
    let count = unsafe readlink("/proc/self/fd/\(number)", &buffer, buffer.count)
    guard count > 0 else { continue }
    let link = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let kind = String(link.prefix { $0 != ":" })
    if ["anon_inode", "pipe", "socket"].contains(kind) || link.hasPrefix("/tmp/") {
      found[kind == "anon_inode" ? link : kind, default: 0] += 1
    }
  }
  return found
}

/// Whether this process has children, including those that have ended and were not waited for.
///
/// Tests must leave none: code that waits for the end of exit tests would find them repeatedly.
public func hasChildren() -> Bool {
  names(in: "/proc").contains { name in
    // The parent is the second word after the name in parentheses, after the state.
    guard Int32(name) != nil, let words = readText("/proc/\(name)/stat")?.split(separator: ")").last else {
      return false
    }
    return words.split(separator: " ").dropFirst().first == "\(getpid())"
  }
}

/// The kinds of which at least one descriptor per eight `cycles` has stayed open.
///
/// Smaller numbers can belong to other tests, which may run on other threads.
public func leakedDescriptors(since before: [String: Int], cycles: Int) -> [String] {
  openDescriptors().filter { $0.value - before[$0.key, default: 0] >= max(1, cycles / 8) }.keys.sorted()
}
