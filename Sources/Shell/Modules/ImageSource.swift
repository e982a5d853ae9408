import Geometry
import Glibc
import Localization
import Loop
import ModuleModel
import Settings

extension ImageSettings: SourceMaking {
  func makeSource(_ start: ModuleStart) -> (any ModuleSource)? {
    paths.isEmpty
      ? ImageSource(settings: self, loop: start.loop, outlet: start.outlet)
      : ImagesSource(settings: self, loop: start.loop, outlet: start.outlet)
  }
}

/// The path of a picture, told anew whenever the file changes.
final class ImageSource: FollowsBars, FollowsCommands, HearsSignals {
  private let settings: ImageSettings
  private let loop: EventLoop
  private let outlet: ModuleOutlet
  /// The reader of the command's standard error; nil without a command.
  private let errors: ErrorOutput?
  /// The path that is told and watched; nil before the first.
  private var path: String?
  /// Whether the file is watched, or there is no path: then the path may be told.
  private var isReady = false
  /// The number of changes of the file.
  private var version = 0
  private var watcher: FileWatcher?
  private var process: ChildProcess?
  private var earlier = EarlierRuns()
  private var timer: RunTimer?
  private var line = ""

  /// Begins to tell the path.
  init(settings: ImageSettings, loop: EventLoop, outlet: ModuleOutlet) {
    (self.settings, self.loop, self.outlet) = (settings, loop, outlet)
    errors = settings.command == nil ? nil : try? ErrorOutput(loop: loop, report: outlet.report)
    if let path = settings.path {
      show(expanded(path))
    } else if settings.command != nil {
      timer = RunTimer(loop, every: interval) { [unowned self] _ in poll() }
      poll()
    } else {
      outlet.fail(
        "neither a path nor a command is set",
        words: localized("The settings name neither a picture nor a command."))
    }
  }

  func stop() {
    timer?.stop()
    watcher.end()
    process?.terminate()
    process = nil
    earlier.end()
    errors?.close()
    outlet.close()
  }

  func refresh() {
    if settings.path == nil { return run() }
    version += 1
    if isReady { tell() }
  }

  /// The command is not run by its interval while nobody sees the picture, and at once at the end if it was due meanwhile.
  func barsAreSeen(_ areSeen: Bool) { timer?.barsAreSeen(areSeen) }

  func commandEnded() { if settings.path == nil, settings.followsCommands { run() } }

  var signal: Int? { settings.signal }

  private func show(_ path: String) {
    if path != self.path {
      watcher.end()
      (self.path, isReady) = (path, path.isEmpty)
      if !path.isEmpty { watcher = watch(path) }
    }
    // The path may be the same as before a failure.
    if isReady { tell() }
  }

  private func watch(_ path: String) -> FileWatcher {
    FileWatcher(path: path, loop: loop) { [unowned self] error in
      if let error {
        return error.errorNumber == ETIMEDOUT
          ? outlet.fail(
            "the file system of \(path) does not answer",
            words: localized("The file system of “\(path)” does not answer."))
          : outlet.fail("\(error)", words: localized("The picture “\(path)” cannot be read."))
      }
      isReady = true
      tell()
    } onChange: { [unowned self] in
      version += 1
      tell()
    }
  }

  private func tell() {
    outlet.show(ModuleReading(["path": .text(path ?? ""), "version": .integer(version)]))
  }

  private func poll() {
    run()
    guard settings.interval > 0, !outlet.isClosed else { return }
    timer?.schedule(at: loop.now + interval)
  }

  /// The time between runs; a mistyped one must not start processes without end.
  private var interval: Duration { .seconds(max(settings.interval, 0.5)) }

  private func run() {
    guard let command = settings.command, process == nil else { return }
    line = ""
    earlier.end()
    do throws(LoopError) {
      process = try ChildProcess(
        command, selecting: .first(lines: 1), keepsStandardError: false, errors: errors, endsOthers: true,
        loop: loop, onLine: { self.line = $0 },
        onExit: { status in
          self.earlier.add(self.process)
          self.process = nil
          if let failure = status.failure {
            return self.outlet.fail(failure.reason, words: failure.words)
          }
          self.show(expanded(self.line))
        })
    } catch {
      outlet.fail("\(error)", words: localized("The command could not be started."))
    }
  }
}
