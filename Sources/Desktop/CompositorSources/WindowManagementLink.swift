import DesktopModel
import Wayland

/// The windows by wlr-foreign-toplevel-management.
final class WindowManagementLink: CompositorLink {
  private(set) var state = CompositorState(tellsContents: false)
  var onChange: (() -> Void)?

  /// The list of windows; nil once the link was closed.
  private var windows: WindowManagement?
  private unowned let connection: Connection
  private let ignored: Ignored
  private var entries: [Int: WindowManagement.Entry] = [:]

  /// The requests that a compositor takes and does nothing for.
  struct Ignored: OptionSet {
    var rawValue: Int
    static let minimising = Ignored(rawValue: 1)
    static let maximising = Ignored(rawValue: 2)
  }

  /// Binds the protocol; nil if the compositor does not offer it.
  init?(_ connection: Connection, ignored: Ignored) {
    self.ignored = ignored
    guard let windows = WindowManagement.shared(on: connection) else { return nil }
    self.windows = windows
    self.connection = connection
    // No event marks the end of the initial windows, and with no window there is no event at all.
    state.update(.statusChanged(.connected))
    windows.observe(by: self) { [unowned self] change in take(change) }
  }

  isolated deinit { close() }

  func canPerform(_ command: CompositorCommand) -> Bool {
    switch command {
    case .focusWindow, .closeWindow: true
    case .setFullscreen: windows?.canChangeFullscreen == true
    case .setMinimised: !ignored.contains(.minimising)
    case .setMaximised: !ignored.contains(.maximising)
    default: false
    }
  }

  func perform(_ command: CompositorCommand) {
    switch command {
    case .focusWindow(let id): windows?.activate(id.rawValue)
    case .closeWindow(let id): windows?.close(id.rawValue)
    case .setMinimised(let id, let isMinimised): windows?.setMinimised(id.rawValue, isMinimised)
    case .setMaximised(let id, let isMaximised): windows?.setMaximised(id.rawValue, isMaximised)
    case .setFullscreen(let id, let isFullscreen): windows?.setFullscreen(id.rawValue, isFullscreen)
    default: break
    }
  }

  /// Updates all windows, since the names of outputs may have become known.
  func refresh() {
    var isChanged = false
    for entry in entries.values where state.update(.windowChanged(window(of: entry))) { isChanged = true }
    if isChanged { onChange?() }
  }

  func close() {
    onChange = nil
    windows?.forget(self)
    windows = nil
  }

  private func take(_ change: WindowManagement.Change) {
    let isChanged: Bool
    switch change {
    case .changed(let entry):
      entries[entry.id] = entry
      isChanged = state.update(.windowChanged(window(of: entry)))
    case .closed(let id):
      entries[id] = nil
      isChanged = state.update(.windowClosed(WindowID(rawValue: id)))
    }
    if isChanged { onChange?() }
  }

  private func window(of entry: WindowManagement.Entry) -> Window {
    Window(
      id: WindowID(rawValue: entry.id), title: entry.title, appID: entry.appID,
      outputs: entry.outputs.compactMap { connection.name(of: $0) }, isFocused: entry.isActivated,
      isMinimised: entry.isMinimised, isMaximised: entry.isMaximised, isFullscreen: entry.isFullscreen)
  }
}
