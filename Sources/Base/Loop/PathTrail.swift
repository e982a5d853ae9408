import Glibc

/// The files and directories that a path leads through now, which must be watched to notice when it leads
/// elsewhere or when the file at its end changes.
///
/// Directories on the way are watched for their own removal only, so that changes of their other children, as
/// in a home directory, wake nothing.
nonisolated struct PathTrail: Equatable, Sendable {
  /// A file or directory to watch.
  enum Stop: Equatable, Sendable {
    /// A directory on the way, watched for its own removal or renaming.
    case directory(path: String, identity: FileIdentity)
    /// A symbolic link, watched for its own removal, renaming or replacement.
    case link(path: String, identity: FileIdentity)
    /// A directory without the child that the path goes through next.
    case missing(name: String, in: String)
    /// The directory of the file itself, or of a link at the end of the path.
    case file(name: String, in: String)
  }

  /// Device and inode of a directory or link, which tell whether it was replaced.
  struct FileIdentity: Equatable, Sendable {
    let device: dev_t
    let inode: ino_t
  }

  /// Most links that the kernel follows in one path.
  private static let linkLimit = 40

  private(set) var stops: [Stop] = []
  /// Whether the path leads to a file, of whatever kind.
  private(set) var reachesFile = false

  /// Resolves an absolute path; blocks for as long as the file systems on it take to answer.
  init(of path: String) {
    precondition(path.hasPrefix("/"), "path \(path)")
    var current = ""
    var remaining = Self.components(of: path)
    var links = 0
    while let name = remaining.popLast() {
      if name == ".." {
        current = String(current[..<(current.lastIndex(of: "/") ?? current.startIndex)])
        continue
      }
      let next = current + "/" + name
      let directory = current.isEmpty ? "/" : current
      var status = stat()
      guard unsafe lstat(next, &status) == 0 else {
        stops.append(.missing(name: name, in: directory))
        return
      }
      let identity = FileIdentity(device: status.st_dev, inode: status.st_ino)
      switch status.st_mode & S_IFMT {
      case S_IFLNK:
        links += 1
        guard links <= Self.linkLimit, let target = linkTarget(of: next) else { return }
        stops.append(.link(path: next, identity: identity))
        if remaining.isEmpty { stops.append(.file(name: name, in: directory)) }
        if target.hasPrefix("/") { current = "" }
        remaining += Self.components(of: target)
      case S_IFDIR where !remaining.isEmpty:
        stops.append(.directory(path: next, identity: identity))
        current = next
      default:
        stops.append(.file(name: name, in: directory))
        // A file in the place of a directory leads nowhere until it is replaced.
        reachesFile = remaining.isEmpty
        return
      }
    }
  }

  /// The names in a path, last first, so that the next one can be popped.
  private static func components(of path: String) -> [String] {
    path.split(separator: "/").filter { $0 != "." }.reversed().map { String($0) }
  }
}

/// Returns the target of a symbolic link; nil if it cannot be read. The corresponding C function is `readlink`.
public nonisolated func linkTarget(of path: String) -> String? {
  var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = unsafe readlink(path, &buffer, buffer.count)
  guard count > 0 else { return nil }
  return String(decoding: buffer[..<count].lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
