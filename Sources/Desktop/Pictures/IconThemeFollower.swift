public import Loop

/// Follows the icon theme in the desktop's settings, which `IconThemeChoice` reads, by watching their files.
public final class IconThemeFollower {
  /// The name of the theme; the standard one until the settings were read.
  public private(set) var theme = IconThemeChoice.standard
  private let reader: IconThemeReader
  private let onChange: (String) -> Void
  private var watchers: [FileWatcher] = []

  /// Begins to follow. `variable` returns the value of an environment variable; `onChange` is called with the name of another
  /// theme.
  ///
  /// A file that cannot be watched is read at the start alone. Nothing waits for the file system.
  public init(
    _ loop: EventLoop, variable: @escaping (String) -> String?, onChange: @escaping (String) -> Void
  ) {
    self.onChange = onChange
    reader = IconThemeReader(loop, variable: variable)
    watchers = IconThemeChoice.settingsFiles(variable).map { path in
      FileWatcher(path: path, loop: loop) { [unowned self] error in
        // The file may have changed before the watch began.
        if error == nil { read() }
      } onChange: { [unowned self] in
        read()
      }
    }
    read()
  }

  /// Follows no more; idempotent.
  public func close() {
    watchers.end()
    reader.stop()
  }

  private func read() {
    reader.read { [weak self] theme in
      guard let self, theme != self.theme else { return }
      self.theme = theme
      onChange(theme)
    }
  }
}
