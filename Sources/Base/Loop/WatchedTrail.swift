import Glibc

/// What a path leads through, under the watch of an inotify descriptor of its own.
///
/// It is made by calls that take as long as the file systems on the path, on any thread. One that comes too late is
/// dropped with its descriptor, without a trace in others.
nonisolated final class WatchedTrail: Sendable {
  let trail: PathTrail
  /// What each inotify watch was made for: two stops can be one directory.
  let stops: [Int32: [PathTrail.Stop]]
  private let inotify: Descriptor

  /// Readable when there are events.
  var descriptor: Int32 { inotify.raw }

  /// Watches what an absolute path consists of now, as `look` finds it.
  ///
  /// The corresponding C functions are `inotify_init1` and `inotify_add_watch`.
  init(of path: String, look: (String) -> PathTrail) throws(LoopError) {
    let raw = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard raw >= 0 else { throw LoopError("watch \(path)") }
    inotify = Descriptor(adopting: raw)
    var trail = look(path)
    var stops: [Int32: [PathTrail.Stop]] = [:]
    // What changes between looking and watching would be missed: look again until both agree. A file system in such
    // motion that they never do goes on making events.
    for _ in 0..<8 {
      for descriptor in stops.keys { inotify_rm_watch(raw, descriptor) }
      stops = [:]
      for stop in trail.stops {
        let (path, mask) = stop.inotifyWatch
        let descriptor = unsafe inotify_add_watch(raw, path, mask | UInt32(IN_MASK_ADD))
        // What may not be read cannot be watched; what leads there still is.
        if descriptor >= 0 { stops[descriptor, default: []].append(stop) }
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
  /// What to watch, and for which events.
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
