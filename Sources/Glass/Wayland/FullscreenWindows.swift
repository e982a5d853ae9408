/// The outputs that fullscreen windows cover, and the output of the active window, by
/// zwlr_foreign_toplevel_management.
///
/// Changes come with events of the connection, and are reported by `onChange`.
@MainActor public final class FullscreenWindows {
  /// The state of one window.
  private struct Window {
    var entry: WindowEntry
    /// The number of the window's last activation, counted over all windows; 0: it never was activated.
    var activation = 0
  }

  /// Called when results of `haveFocus` or `cover` may have changed.
  public var onChange: (() -> Void)?
  /// The shared list; nil after `destroy`.
  private var management: WindowManagement?
  private var windows: [Int: Window] = [:]
  private var lastActivation = 0

  /// Follows all windows; nil if the compositor does not offer the protocol.
  public init?(_ connection: Connection) {
    guard let management = WindowManagement.shared(on: connection) else { return nil }
    self.management = management
    management.observe(by: self) { [unowned self] in take($0) }
  }

  isolated deinit {
    destroy()
  }

  /// Ends the observation; idempotent.
  public func destroy() {
    management?.forget(self)
    management = nil
    windows = [:]
  }

  /// Whether an active window, which has keyboard focus, is in fullscreen.
  public var haveFocus: Bool { windows.values.contains { $0.entry.isActivated && $0.entry.isFullscreen } }

  /// Whether an active window, which has keyboard focus, is on the output.
  public func haveFocus(on output: Output) -> Bool {
    windows.values.contains { $0.entry.isActivated && $0.entry.outputs.contains { $0 === output.proxy } }
  }

  /// Whether the output shows a window in fullscreen.
  ///
  /// The protocol does not report which workspace an output shows. The window that was activated last on the
  /// output is assumed to be seen, as long as any window is active; if none is, the workspace is assumed to
  /// be empty. A fullscreen window of which no output is known counts on each: some compositors send output_leave to such a
  /// window and no output_enter (sway 1.9 to 1.11, https://github.com/swaywm/sway/issues/9000).
  public func cover(_ output: Output) -> Bool {
    guard windows.values.contains(where: \.entry.isActivated) else { return false }
    let there = windows.values.filter { window in
      !window.entry.isMinimised
        && (window.entry.outputs.contains { $0 === output.proxy }
          || window.entry.isFullscreen && window.entry.outputs.isEmpty)
    }
    return there.max { $0.activation < $1.activation }?.entry.isFullscreen == true
  }

  private func take(_ change: WindowChange) {
    switch change {
    case .changed(let entry):
      var window = windows[entry.id] ?? Window(entry: entry)
      if entry.isActivated, window.activation == 0 || !window.entry.isActivated {
        lastActivation += 1
        window.activation = lastActivation
      }
      let isDifferent = windows[entry.id].map { !$0.entry.isPlaced(as: entry) } ?? true
      window.entry = entry
      windows[entry.id] = window
      // A title that changes covers nothing.
      if isDifferent { onChange?() }
    case .closed(let id):
      windows[id] = nil
      onChange?()
    }
  }
}

extension WindowEntry {
  /// Whether two entries differ in nothing but texts.
  fileprivate func isPlaced(as other: WindowEntry) -> Bool {
    isActivated == other.isActivated && isFullscreen == other.isFullscreen && isMinimised == other.isMinimised
      && outputs.elementsEqual(other.outputs, by: ===)
  }
}
