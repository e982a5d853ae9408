import Glibc

/// Where a path leads now, as the list of what must be watched to notice when it leads elsewhere or when the file at
/// its end changes.
///
/// Directories on the way are watched for their own removal only, so that the coming and going of their other
/// children, as in a home directory, wakes nobody.
nonisolated struct PathTrail: Equatable, Sendable {
  /// Something to watch.
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

  /// By which a directory or link is known not to have been replaced.
  struct FileIdentity: Equatable, Sendable {
    let device: dev_t
    let inode: ino_t
  }

  /// As the kernel follows at most in one path.
  private static let linkLimit = 40

  private(set) var stops: [Stop] = []
  /// Whether there is a file, of whatever kind, at the end.
  private(set) var reachesFile = false

  /// Follows an absolute path, for as long as the file systems on it take to answer.
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
        guard links <= Self.linkLimit, let target = readLink(next) else { return }
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

  /// Last first, so that the next one is popped.
  private static func components(of path: String) -> [String] {
    path.split(separator: "/").filter { $0 != "." }.reversed().map { String($0) }
  }
}

/// The text of a symbolic link, nil if it cannot be read.
private nonisolated func readLink(_ path: String) -> String? {
  var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = unsafe readlink(path, &buffer, buffer.count)
  guard count > 0 else { return nil }
  return String(decoding: buffer[..<count].lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
