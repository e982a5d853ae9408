import Glibc

/// The files and directories that a path leads through, watched by an inotify descriptor of their own.
///
/// The system calls that make it block for as long as the file systems on the path take, so that it is made
/// on any thread. One that is made too late is dropped with its descriptor and affects no other.
nonisolated final class WatchedTrail: Sendable {
  let trail: PathTrail
  /// The stops that each inotify watch was made for: two stops can be one directory.
  let stops: [Int32: [PathTrail.Stop]]
  private let inotify: Descriptor

  /// The inotify descriptor, readable when there are events.
  var descriptor: Int32 { inotify.raw }

  /// Watches the stops of an absolute path, as `look` finds them. `add` adds a watch: `inotify_add_watch`, or a replacement in tests.
  ///
  /// Throws if the system has no descriptor or no watch left. The corresponding C functions are `inotify_init1` and
  /// `inotify_add_watch`.
  init(
    of path: String, look: (String) -> PathTrail,
    add: (_ inotify: Int32, _ path: String, _ mask: UInt32) -> Int32 = {
      unsafe inotify_add_watch($0, $1, $2)
    }
  ) throws(LoopError) {
    let raw = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard raw >= 0 else { throw LoopError("watch \(path)") }
    inotify = Descriptor(adopting: raw)
    var trail = look(path)
    var stops: [Int32: [PathTrail.Stop]] = [:]
    // A change between looking and watching would be missed, so the path is looked at again until both agree. A file
    // system that changes too fast for that causes further events.
    for _ in 0..<8 {
      for descriptor in stops.keys { inotify_rm_watch(raw, descriptor) }
      stops = [:]
      for stop in trail.stops {
        let (place, mask) = stop.inotifyWatch
        let descriptor = add(raw, place, mask | UInt32(IN_MASK_ADD))
        // A file without read permission cannot be watched; the directories that lead to it still are.
        if descriptor >= 0 {
          stops[descriptor, default: []].append(stop)
        } else if errno == ENOSPC || errno == ENOMEM {
          // The user has no watch left, so that no change would be seen.
          throw LoopError("watch \(path)")
        }
      }
      let now = look(path)
      if now == trail { break }
      trail = now
    }
    self.trail = trail
    self.stops = stops
  }
}

nonisolated extension PathTrail.Stop {
  /// The path to watch, and the mask of inotify events to watch it for.
  var inotifyWatch: (path: String, mask: UInt32) {
    let own = IN_DELETE_SELF | IN_MOVE_SELF
    let names = IN_CREATE | IN_MOVED_TO
    switch self {
    case .directory(let path, _): return (path, UInt32(own | IN_ONLYDIR))
    // A link replaced by rename(2) loses its last name, which is a change of its attributes.
    case .link(let path, _): return (path, UInt32(own | IN_ATTRIB | IN_DONT_FOLLOW))
    case .missing(_, let directory): return (directory, UInt32(names | IN_ONLYDIR))
    case .file(_, let directory):
      return (
        directory,
        UInt32(names | IN_MOVED_FROM | IN_DELETE | IN_CLOSE_WRITE | IN_MODIFY | IN_ATTRIB | IN_ONLYDIR)
      )
    }
  }
}
