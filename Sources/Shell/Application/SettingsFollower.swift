import Loop
import Modules
import Settings
import ShellModel
import Toml

/// Reads the settings file at the start, when it changes, and on request, and queues events with what it contains.
///
/// A thread and a process of its own read it, since the file system of a home directory may stop answering. Only the first
/// reading, without which nothing can be shown, blocks the caller, for two seconds at most.
final class SettingsFollower {
  /// The time in which a file system has to answer; then its not answering is reported as an error of the file.
  private nonisolated static let patience = Duration.seconds(2)
  /// The time limit of one reading, whose process gives up well before.
  private static let limit = Duration.seconds(20)

  let file: SettingsFile
  /// The number of times that the settings file was read, but for readings that found nothing new when the watch began.
  private(set) var loads = 0

  private let model: Model
  private let makeReader: @Sendable () -> NamedFileReader
  private let worker: Worker<NamedFileReader>
  /// The watchers of the file and of those that it includes, by their paths.
  private var watchers: [String: FileWatcher] = [:]
  /// The paths whose watch has neither begun nor failed to begin so far.
  private var awaited: Set<String> = []
  /// The result of the last reading; nil before the first.
  private(set) var last: SettingsFile.Contents?
  private var hasReportedWatch = false

  /// Makes a follower that reads nothing yet, and queues its events in `model`; tests pass `makeReader` for a file system that does
  /// not answer.
  init(
    _ file: SettingsFile, _ model: Model,
    makeReader: @escaping @Sendable () -> NamedFileReader = {
      NamedFileReader(patience: SettingsFollower.patience)
    }
  ) {
    (self.file, self.model, self.makeReader) = (file, model, makeReader)
    worker = Worker(loop: model.loop, limit: Self.limit, makeContext: makeReader)
  }

  /// Reads the file, and begins to follow it; a change before the watch has begun is reported too.
  func start() { _ = use(file.load(makeReader(), isZone: LocalTime.isZone), isStart: true) }

  /// Reads the file again, and calls `completion` with the messages about errors in it; with `onlyIfNew`, nothing is called or
  /// queued if the file contains what was read before.
  func load(onlyIfNew: Bool = false, then completion: @escaping ([String]) -> Void = { _ in }) {
    worker.run(
      { [file] reader in file.load(reader, isZone: LocalTime.isZone) },
      then: { [weak self, file] answer in
        guard let self else { return }
        // Neither the thread nor the process is kept while the file does not change.
        worker.rest()
        let contents = answer ?? file.unanswered
        if onlyIfNew, contents == last { return }
        completion(use(contents))
      })
  }

  /// Queues what was read as events; returns the messages about errors.
  ///
  /// At the start, options with errors have their default values; later, a file with errors leaves all settings
  /// unchanged.
  private func use(_ contents: SettingsFile.Contents, isStart: Bool = false) -> [String] {
    (last, loads) = (contents, loads + 1)
    watch(contents)
    let errors = contents.errors(meanwhile: isStart ? "the defaults hold" : "the old settings hold")
    if errors.isEmpty || isStart { model.take(.settingsLoaded(contents.settings)) }
    for line in contents.warnings { Log.warning(line) }
    if !errors.isEmpty { model.take(.settingsRejected(errors)) }
    return errors
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
      watchers[path] = FileWatcher(path: path, loop: model.loop, makeReader: makeReader) {
        [unowned self] problem in
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
