import Geometry
import Glibc

/// Reports when the file at a path changes, appears or is removed, in whatever way an editor
/// or a script does that.
///
/// The file, directories of the path and links in it may be missing, replaced or redirected at any time. A
/// burst of changes is reported once: 20 ms after a writer has closed the file, and 60 ms after the first
/// event at the latest. The path is resolved on a thread, since a file system on it may not answer.
@MainActor public final class FileWatcher: Cancellable {
  /// Time without events after which a burst is over: a save is a few events in well under this.
  private static let quiet = Duration.milliseconds(20)
  /// Longest delay of a report, so that a change takes effect within 100 ms of the save.
  private static let longest = Duration.milliseconds(60)
  /// The time limit for an answer of the file systems on the path.
  static let patience = Duration.seconds(20)
  /// The time limit for an answer to the process of the `NamedFileReader` that asks file systems first.
  public nonisolated static let firstPatience = Duration.seconds(2)
  /// Time until the file systems are asked again after they have not answered.
  static let retryInterval = Duration.seconds(60)

  private let path: String
  private let loop: EventLoop
  private let look: @Sendable (String) -> PathTrail
  private let worker: Worker<NamedFileReader>
  /// The path as it is watched; nil before the file systems on it have answered.
  private var watched: WatchedTrail?
  /// Called when the watch has begun, or could not begin yet.
  private var onStart: ((LoopError?) -> Void)?
  /// Whether a `NamedFileReader` asks the file systems first, so that no thread of this process gets stuck.
  private let asksFirst: Bool
  private var watch: Watch?
  private var timer: Timer?
  private var retry: Timer?
  private var onChange: (() -> Void)?
  private var firstEvent: Instant?

  /// Starts to watch; a caller that reads the file after this misses no change.
  ///
  /// A relative path is resolved against the current working directory. The path is resolved before this
  /// returns, and later on a thread.
  public convenience init(
    path: String, loop: EventLoop, onChange: @escaping () -> Void
  ) throws(LoopError) {
    try self.init(path: path, loop: loop, look: { PathTrail(of: $0) }, onChange: onChange)
  }

  /// Starts to watch, with `look` to resolve the path; tests pass a function of their own.
  init(
    path: String, loop: EventLoop, look: @escaping @Sendable (String) -> PathTrail,
    onChange: @escaping () -> Void
  ) throws(LoopError) {
    self.path = absolutePath(path)
    self.loop = loop
    self.look = look
    self.onChange = onChange
    asksFirst = false
    worker = Worker(loop: loop, limit: Self.patience) { NamedFileReader(patience: Self.firstPatience) }
    watched = try WatchedTrail(of: self.path, look: look)
    listen()
  }

  /// Starts to watch without waiting for the file systems on the path, which `makeReader` makes a reader to ask.
  ///
  /// `onStart` is called later: without an error when the watch has begun, so that a caller that reads the file then misses no
  /// change; with one if a file system does not answer yet (ETIMEDOUT), or if the system has no descriptor or no watch left.
  public init(
    path: String, loop: EventLoop,
    makeReader: @escaping @Sendable () -> NamedFileReader = {
      NamedFileReader(patience: FileWatcher.firstPatience)
    },
    onStart: @escaping (LoopError?) -> Void, onChange: @escaping () -> Void
  ) {
    self.path = absolutePath(path)
    self.loop = loop
    look = { PathTrail(of: $0) }
    (self.onStart, self.onChange) = (onStart, onChange)
    asksFirst = true
    worker = Worker(loop: loop, limit: Self.patience, makeContext: makeReader)
    begin()
  }

  isolated deinit { cancel() }

  /// Ends the watch; `onChange` is not called any more. Idempotent.
  public func cancel() {
    watch.end()
    timer.end()
    retry.end()
    worker.stop()
    (onStart, onChange) = (nil, nil)
  }

  // MARK: - Watching

  /// Resolves the path for the first time.
  private func begin() {
    worker.run(
      { [path, look] reader -> Result<WatchedTrail, LoopError> in
        guard reader.isAnswered(at: path) else { return .failure(Self.silence(path)) }
        return Result { () throws(LoopError) in try WatchedTrail(of: path, look: look) }
      },
      then: { [weak self, path] in self?.start($0 ?? .failure(Self.silence(path))) })
  }

  /// The error of a path whose file systems do not answer.
  private nonisolated static func silence(_ path: String) -> LoopError {
    LoopError("watch \(path)", errorNumber: ETIMEDOUT)
  }

  private func start(_ result: Result<WatchedTrail, LoopError>) {
    switch result {
    case .success(let found):
      worker.rest()
      watched = found
      listen()
      onStart?(nil)
      onStart = nil
    case .failure(let error):
      retry = loop.schedule(at: loop.now + Self.retryInterval, tolerance: .seconds(1)) { [unowned self] in
        begin()
      }
      onStart?(error)
    }
  }

  private func listen() {
    guard let watched else { return }
    watch?.cancel()
    watch = loop.watch(watched.descriptor) { [unowned self] _ in drain() }
  }

  private func drain() {
    let change = readEvents()
    guard change.isRelevant else { return }
    if change.mayLeadElsewhere {
      lookAgain(after: change)
    } else if watched?.trail.reachesFile == true {
      tellSoon(change, seenAt: loop.now)
    }
  }

  private func readEvents() -> FileChange {
    var change = FileChange.none
    guard let watched else { return change }
    while let events = InotifyEvent.read(from: watched.descriptor) {
      for event in events { change.add(event, at: watched.stops[event.watch] ?? []) }
    }
    return change
  }

  /// Resolves the path anew on the thread.
  private func lookAgain(after change: FileChange) {
    // Events that come meanwhile are read with the answer, and `onChange` is not called before.
    watch?.interest = []
    timer?.cancel()
    worker.run(
      { [path, look, asksFirst] reader in
        if asksFirst, !reader.isAnswered(at: path) { return nil }
        return try? WatchedTrail(of: path, look: look)
      },
      then: { [weak self, now = loop.now] (found: WatchedTrail??) in
        self?.adopt(found ?? nil, after: change, seenAt: now)
      })
  }

  /// Adopts the trail that was found; nil if a file system has not answered, or no descriptor or watch was left.
  private func adopt(_ found: WatchedTrail?, after change: FileChange, seenAt moment: Instant) {
    guard let found else {
      retry = loop.schedule(at: loop.now + Self.retryInterval, tolerance: .seconds(1)) { [unowned self] in
        lookAgain(after: change)
      }
      return
    }
    worker.rest()
    let later = readEvents()
    let reachedFile = watched?.trail.reachesFile == true
    watched = found
    listen()
    // The coming or going of a parent directory changes nothing as long as there is no file.
    guard reachedFile || found.trail.reachesFile else { return }
    if later.isRelevant { tellSoon(later, seenAt: loop.now) } else { tellSoon(change, seenAt: moment) }
  }

  private func tellSoon(_ change: FileChange, seenAt seen: Instant) {
    let first = firstEvent ?? seen
    firstEvent = first
    let latest = first + Self.longest
    timer?.cancel()
    let moment = change.isComplete ? min(seen + Self.quiet, latest) : latest
    timer = loop.schedule(at: moment) { [unowned self] in
      timer = nil
      firstEvent = nil
      onChange?()
    }
  }
}

/// The meaning of a batch of inotify events for one file.
struct FileChange {
  static let none = FileChange()

  var isRelevant = false
  /// Whether the last event says that nobody writes to the file any more.
  var isComplete = false
  /// Whether the path may lead elsewhere now; also set when events were lost or a file system was unmounted.
  var mayLeadElsewhere = false

  mutating func add(_ event: InotifyEvent, at stops: [PathTrail.Stop]) {
    // The system reports nothing but the unmounting about the files of a file system that is unmounted.
    if event.mask & UInt32(IN_Q_OVERFLOW | IN_UNMOUNT) != 0 {
      (isRelevant, mayLeadElsewhere) = (true, true)
      return
    }
    for stop in stops {
      switch stop {
      case .directory, .link:
        guard event.name.isEmpty, event.mask & stop.inotifyWatch.mask != 0 else { continue }
        (isRelevant, mayLeadElsewhere) = (true, true)
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
  /// Whether the event leaves a complete file: written and closed, moved into place, or given
  /// other permissions.
  fileprivate var isComplete: Bool { mask & UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_ATTRIB) != 0 }
}
