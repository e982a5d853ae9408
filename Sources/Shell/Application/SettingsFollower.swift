import Loop
import Modules
import Toml

/// Reads the settings file at the start, when it changes, and on request.
///
/// A thread and a process of its own read it, since the file system of a home directory may stop answering. Only the first
/// reading, without which nothing can be shown, blocks the caller, for two seconds at most.
final class SettingsFollower {
  /// The time in which a file system has to answer; then its not answering is reported as an error of the file.
  private nonisolated static let patience = Duration.seconds(2)
  /// The time limit of one reading, whose process gives up well before.
  private static let limit = Duration.seconds(20)

  let file: SettingsFile
  /// Called with each reading after the first one.
  var onLoad: ((SettingsFile.Contents) -> Void)?
  /// The number of times that the settings file was read, but for readings that found nothing new when the watch began.
  private(set) var loads = 0

  private let loop: EventLoop
  private let makeReader: @Sendable () -> NamedFileReader
  private let worker: Worker<NamedFileReader>
  /// The watchers of the file and of those that it includes, by their paths.
  private var watchers: [String: FileWatcher] = [:]
  /// The paths whose watch has neither begun nor failed to begin so far.
  private var awaited: Set<String> = []
  private var last: SettingsFile.Contents?
  private var hasReportedWatch = false

  /// Makes a follower that reads nothing yet; tests pass `makeReader` for a file system that does not answer.
  init(
    _ file: SettingsFile, loop: EventLoop,
    makeReader: @escaping @Sendable () -> NamedFileReader = {
      NamedFileReader(patience: SettingsFollower.patience)
    }
  ) {
    (self.file, self.loop, self.makeReader) = (file, loop, makeReader)
    worker = Worker(loop: loop, limit: Self.limit, makeContext: makeReader)
  }

  /// Reads the file, and begins to follow it; a change before the watch has begun is reported too.
  func start() -> SettingsFile.Contents {
    let contents = file.load(makeReader(), isZone: LocalTime.isZone)
    (last, loads) = (contents, 1)
    watch(contents)
    return contents
  }

  /// Reads the file again, and calls `completion` with what it contains, after `onLoad`.
  func load(then completion: @escaping (SettingsFile.Contents) -> Void = { _ in }) {
    read { [unowned self] contents in
      adopt(contents)
      completion(contents)
    }
  }

  /// Ends the observation; completions of readings are not called any more. Idempotent.
  func cancel() {
    for watcher in watchers.values { watcher.cancel() }
    watchers = [:]
    worker.stop()
    onLoad = nil
  }

  /// Watches the file, its fallbacks and the files that are included, also the missing ones.
  private func watch(_ contents: SettingsFile.Contents) {
    var paths = Set([file.path] + file.fallbacks + contents.included.map(\.path))
    // The files that a file with an error includes may be unknown.
    if !contents.errors().isEmpty { paths.formUnion(watchers.keys) }
    for (path, watcher) in watchers where !paths.contains(path) {
      watcher.cancel()
      watchers[path] = nil
      awaited.remove(path)
    }
    for path in paths where watchers[path] == nil {
      awaited.insert(path)
      watchers[path] = FileWatcher(path: path, loop: loop, makeReader: makeReader) { [unowned self] problem in
        watchBegan(path, problem)
      } onChange: { [unowned self] in
        load()
      }
    }
  }

  private func watchBegan(_ path: String, _ problem: LoopError?) {
    let wasAwaited = awaited.remove(path) != nil
    if let problem, !hasReportedWatch {
      hasReportedWatch = true
      Log.warning("changes of the settings are not seen yet: \(problem)")
    }
    // One reading finds the changes of all files before their watches began; it does not wait for a file system that does not
    // answer, or that still has not answered.
    guard awaited.isEmpty, wasAwaited || problem == nil else { return }
    read { [unowned self] contents in
      if contents != last { adopt(contents) }
    }
  }

  private func adopt(_ contents: SettingsFile.Contents) {
    last = contents
    loads += 1
    watch(contents)
    onLoad?(contents)
  }

  private func read(then completion: @escaping (SettingsFile.Contents) -> Void) {
    worker.run(
      { [file] reader in file.load(reader, isZone: LocalTime.isZone) },
      then: { [weak self, file] contents in
        guard let self else { return }
        // Neither the thread nor the process is kept while the file does not change.
        worker.rest()
        completion(contents ?? file.unanswered)
      })
  }
}

extension SettingsFile.Contents {
  /// The messages about errors in the file, with the words for the settings in use meanwhile.
  func errors(isStart: Bool) -> [String] {
    errors(meanwhile: isStart ? "the defaults hold" : "the old settings hold")
  }
}
