import Geometry
import Glibc

/// Tells when the file at a path changes, appears or goes, by whatever way an editor or a script does that.
///
/// The file, directories of the path and links in it may be missing, replaced or set elsewhere at any time. What comes
/// in bursts is told once: 20 ms after a writer has closed the file, and 60 ms after the first event at the latest.
@MainActor public final class FileWatcher {
  /// A save is a burst of a few events in well under this.
  private static let quiet = Duration.milliseconds(20)
  /// Leaves time to take effect within 100 ms of the save.
  private static let longest = Duration.milliseconds(60)

  private let path: String
  private let loop: EventLoop
  private let inotify: Descriptor
  private var watch: Watch?
  private var timer: Timer?
  private var onChange: (() -> Void)?
  private var trail: PathTrail
  /// What each inotify watch was made for: two stops can be one directory.
  private var stops: [Int32: [PathTrail.Stop]] = [:]
  private var firstEvent: Instant?

  /// Starts to watch; what changes from now on is told, so that the file is read after this.
  ///
  /// A relative path is one of the working directory of now.
  public init(path: String, loop: EventLoop, onChange: @escaping () -> Void) throws(LoopError) {
    let raw = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard raw >= 0 else { throw LoopError("watch \(path)") }
    inotify = Descriptor(adopting: raw)
    self.path = path.hasPrefix("/") ? path : workingDirectory() + "/" + path
    self.loop = loop
    self.onChange = onChange
    trail = PathTrail(of: self.path)
    follow()
    watch = loop.watch(raw) { [unowned self] _ in drain() }
  }

  isolated deinit { cancel() }

  /// Ends it; nothing is told any more. Idempotent.
  public func cancel() {
    watch?.cancel()
    watch = nil
    timer?.cancel()
    timer = nil
    onChange = nil
  }

  // MARK: - Watching

  /// Watches what the trail consists of now, whatever was watched before.
  private func follow() {
    // What changes between looking and watching would be missed: look again until both agree. A file system in such
    // motion that they never do goes on making events.
    for _ in 0..<8 {
      for descriptor in stops.keys { inotify_rm_watch(inotify.raw, descriptor) }
      stops = [:]
      trail.stops.forEach(add)
      let now = PathTrail(of: path)
      if now == trail { return }
      trail = now
    }
  }

  private func add(_ stop: PathTrail.Stop) {
    let (path, mask) = stop.inotifyWatch
    let descriptor = unsafe inotify_add_watch(inotify.raw, path, mask | UInt32(IN_MASK_ADD))
    // What may not be read cannot be watched; what leads there still is.
    if descriptor >= 0 { stops[descriptor, default: []].append(stop) }
  }

  private func drain() {
    var change = FileChange.none
    while let events = InotifyEvent.read(from: inotify.raw) {
      for event in events {
        change.add(event, at: stops[event.watch] ?? [])
      }
    }
    guard change.isRelevant else { return }
    let reachedFile = trail.reachesFile
    if change.mayLeadElsewhere {
      let new = PathTrail(of: path)
      if new != trail || change.lostWatches {
        trail = new
        follow()
      }
    }
    // A parent that comes or goes is no news as long as there is no file.
    guard reachedFile || trail.reachesFile else { return }
    let first = firstEvent ?? loop.now
    firstEvent = first
    let latest = first + Self.longest
    timer?.cancel()
    let moment = change.isComplete ? min(loop.now + Self.quiet, latest) : latest
    timer = loop.schedule(at: moment) { [unowned self] in
      timer = nil
      firstEvent = nil
      onChange?()
    }
  }
}

/// What a batch of inotify events means for one file.
private struct FileChange {
  static let none = FileChange()

  var isRelevant = false
  /// The last thing seen is a file that nobody writes to any more.
  var isComplete = false
  var mayLeadElsewhere = false
  /// Watches have gone, or events were lost.
  var lostWatches = false

  mutating func add(_ event: InotifyEvent, at stops: [PathTrail.Stop]) {
    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
      (isRelevant, mayLeadElsewhere, lostWatches) = (true, true, true)
      return
    }
    for stop in stops {
      switch stop {
      case .directory, .link:
        guard event.name.isEmpty, event.mask & stop.inotifyWatch.mask != 0 else { continue }
        (isRelevant, mayLeadElsewhere, lostWatches) = (true, true, true)
        isComplete = true
      case .missing(let name, _):
        guard event.name == name else { continue }
        (isRelevant, mayLeadElsewhere) = (true, true)
        isComplete = event.isComplete
      case .file(let name, _):
        guard event.name == name else { continue }
        isRelevant = true
        isComplete = event.isComplete
        if event.mask & UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB) == 0 { mayLeadElsewhere = true }
      }
    }
  }
}

extension InotifyEvent {
  /// The file is whole: written and closed, moved into place, or given other rights.
  fileprivate var isComplete: Bool { mask & UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_ATTRIB) != 0 }
}

extension PathTrail.Stop {
  fileprivate var inotifyWatch: (path: String, mask: UInt32) {
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

private func workingDirectory() -> String {
  guard let path = unsafe getcwd(nil, 0) else { return "" }
  defer { unsafe free(path) }
  return unsafe String(cString: path)
}
