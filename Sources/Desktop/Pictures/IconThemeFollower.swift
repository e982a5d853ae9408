public import Loop

/// Follows the icon theme in the desktop's settings, which `IconThemeChoice` reads, by watching their files.
public final class IconThemeFollower {
  /// The name of the theme.
  public private(set) var theme: String
  private var watchers: [FileWatcher] = []

  /// Begins to follow. `variable` returns the value of an environment variable; `onChange` is called with the name of another
  /// theme.
  ///
  /// A file that cannot be watched is read at the start alone.
  public init(
    _ loop: EventLoop, variable: @escaping (String) -> String?, onChange: @escaping (String) -> Void
  ) {
    theme = IconThemeChoice.standard
    // Watched first, so that no change between reading and watching is missed.
    watchers = IconThemeChoice.settingsFiles(variable).compactMap { path in
      try? FileWatcher(path: path, loop: loop) { [unowned self] in
        let theme = IconThemeChoice.ofDesktop(variable)
        guard theme != self.theme else { return }
        self.theme = theme
        onChange(theme)
      }
    }
    theme = IconThemeChoice.ofDesktop(variable)
  }

  /// Follows no more; idempotent.
  public func close() {
    for watcher in watchers { watcher.cancel() }
    watchers = []
  }
}
