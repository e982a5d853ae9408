import DesktopModel
import Wayland

/// The windows by wlr-foreign-toplevel-management, or their titles by ext-foreign-toplevel-list-v1, which has no commands.
final class WindowsLink: CompositorLink {
  private(set) var state = CompositorState(tellsContents: false)
  var onChange: (() -> Void)?

  /// The windows with commands; nil if the protocol has none, and once the link was closed.
  private var windows: WindowManagement?
  /// The titles of windows; nil if the protocol has commands.
  private let list: WindowList?
  private unowned let connection: Connection
  private let ignored: Ignored
  private var entries: [Int: WindowEntry] = [:]

  /// The requests that a compositor takes and does nothing for.
  struct Ignored: OptionSet {
    var rawValue: Int
    static let minimising = Ignored(rawValue: 1)
    static let maximising = Ignored(rawValue: 2)
  }

  /// Binds wlr-foreign-toplevel-management; nil if the compositor does not offer it.
  convenience init?(managedBy connection: Connection, ignored: Ignored) {
    guard let windows = WindowManagement.shared(on: connection) else { return nil }
    self.init(connection, windows, nil, ignored: ignored)
    windows.observe(by: self) { [unowned self] in take($0) }
  }

  /// Binds ext-foreign-toplevel-list-v1; nil if the compositor does not offer it.
  convenience init?(listedBy connection: Connection) {
    guard let list = WindowList(connection) else { return nil }
    self.init(connection, nil, list, ignored: [])
    list.onChange = { [unowned self] in take($0) }
  }

  private init(
    _ connection: Connection, _ windows: WindowManagement?, _ list: WindowList?, ignored: Ignored
  ) {
    (self.connection, self.windows, self.list, self.ignored) = (connection, windows, list, ignored)
    // No event marks the end of the initial windows, and with no window there is no event at all.
    state.update(.statusChanged(.connected))
  }

  isolated deinit { close() }

  func canPerform(_ command: CompositorCommand) -> Bool {
    guard let windows else { return false }
    return switch command {
    case .focusWindow, .closeWindow: true
    case .setFullscreen: windows.canChangeFullscreen
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
    list?.destroy()
  }

  private func take(_ change: WindowChange) {
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

  private func window(of entry: WindowEntry) -> Window {
    Window(
      id: WindowID(rawValue: entry.id), title: entry.title, appID: entry.appID,
      outputs: entry.outputs.compactMap { connection.name(of: $0) }, isFocused: entry.isActivated,
      isMinimised: entry.isMinimised, isMaximised: entry.isMaximised, isFullscreen: entry.isFullscreen)
  }
}
