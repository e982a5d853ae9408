public import Loop

/// Reads the icon theme in the desktop's settings, as `IconThemeChoice` does, on a thread: their file system may not answer.
@MainActor public final class IconThemeReader {
  /// Time limit for one read.
  private static let patience = Duration.seconds(20)

  private let files: [String]
  private let worker: Worker<Void>

  /// Makes a reader; `variable` returns the value of an environment variable.
  public convenience init(_ loop: EventLoop, variable: (String) -> String?) {
    self.init(loop, files: IconThemeChoice.settingsFiles(variable))
  }

  init(_ loop: EventLoop, files: [String]) {
    self.files = files
    worker = Worker(loop: loop, limit: Self.patience) {}
  }

  isolated deinit { stop() }

  /// Reads the theme, and calls `completion` with its name; it is not called if the file system does not answer.
  public func read(then completion: @escaping (String) -> Void) {
    worker.run(
      { [files] _ in IconThemeChoice.theme(in: files) },
      then: { [weak self] (theme: String?) in
        self?.worker.rest()
        if let theme { completion(theme) }
      })
  }

  /// Reads no more; `completion` of a read that has not ended is not called.
  public func stop() { worker.stop() }
}
