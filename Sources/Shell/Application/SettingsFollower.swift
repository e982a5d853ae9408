import Loop
import Modules
import Settings
import Toml

/// Reads the settings file at the start, when it changes, and on request.
///
/// A thread and a process of its own read it, since the file system of a home directory may stop answering. Only the first
/// reading, without which nothing can be shown, blocks the caller, for two seconds at most.
final class SettingsFollower {
  /// The time in which a file system has to answer; then its not answering is reported as an error of the file.
  private nonisolated static let patience = Duration.seconds(2)
  /// The words of the log for the settings in use after an error at the start, and after a later one.
  static let (defaultsHold, formerHold) = ("the defaults hold", "the old settings hold")
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

  /// Reads the file again, and calls `completion` with what it contains, after `onLoad`; neither is called with `onlyIfNew` if
  /// that is what was read before.
  func load(
    onlyIfNew: Bool = false, then completion: @escaping (SettingsFile.Contents) -> Void = { _ in }
  ) {
    worker.run(
      { [file] reader in file.load(reader, isZone: LocalTime.isZone) },
      then: { [weak self, file] answer in
        guard let self else { return }
        // Neither the thread nor the process is kept while the file does not change.
        worker.rest()
        let contents = answer ?? file.unanswered
        if onlyIfNew, contents == last { return }
        (last, loads) = (contents, loads + 1)
        watch(contents)
        onLoad?(contents)
        completion(contents)
      })
  }

  /// The path of the file whose settings hold; it may be a system-wide one.
  var usedPath: String { last?.file.path ?? file.path }

  /// Writes the user's choice for a program's notifications to the file, and reads it again.
  func write(
    _ wanted: NotifyingProgram.Switch, then completion: @escaping (SettingsFile.Outcome) -> Void
  ) {
    worker.run(
      { [file] _ in file.write(wanted, isZone: LocalTime.isZone) },
      then: { [weak self, file] answer in
        guard let self else { return }
        worker.rest()
        // The watch of the file may have failed.
        if answer == .written { load(onlyIfNew: true) }
        completion(answer ?? .refused("cannot write \(file.path): its file system does not answer"))
      })
  }

  /// Ends the observation; completions of readings are not called any more. Idempotent.
  func cancel() {
    watchers.end()
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
    if awaited.isEmpty, wasAwaited || problem == nil { load(onlyIfNew: true) }
  }
}
