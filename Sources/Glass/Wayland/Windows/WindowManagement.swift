/// All windows and the actions on them, by wlr-foreign-toplevel-management.
///
/// Changes come with events of the connection, and are reported by `onChange`.
@MainActor public final class WindowManagement {
  /// One window, as the compositor describes it.
  public struct Entry {
    /// A number counted in the order in which windows came; unique while the list lasts.
    public let id: Int
    public fileprivate(set) var title = ""
    public fileprivate(set) var appID = ""
    /// The outputs that the window is on.
    public fileprivate(set) var outputs: [WlOutput] = []
    public fileprivate(set) var isMaximised = false
    public fileprivate(set) var isMinimised = false
    public fileprivate(set) var isActivated = false
    public fileprivate(set) var isFullscreen = false
  }

  /// A change of one window.
  public enum Change {
    /// The window is new, or its state has changed.
    case changed(Entry)
    case closed(id: Int)
  }

  /// Called for each change of a window, once all its parts have been received.
  public var onChange: ((Change) -> Void)?

  private struct Window {
    let handle: ZwlrForeignToplevelHandleV1
    var entry: Entry
  }

  private let globals: Globals
  private let manager: ZwlrForeignToplevelManagerV1
  private var windows: [Window] = []
  private var lastID = 0
  private var isStopped = false

  /// Follows all windows; nil if the compositor does not offer the protocol.
  public init?(_ connection: Connection) {
    globals = connection.globals
    // Version 2 has the state fullscreen; 3 has the parents of windows, which are not needed here.
    let bound = try? globals.bind(ZwlrForeignToplevelManagerV1.self, version: 2)
    guard let bound else { return nil }
    manager = bound
    manager.onEvent = { [unowned self] _, event in
      if case .toplevel(let handle) = event { follow(handle) }
    }
  }

  isolated deinit {
    destroy()
  }

  /// Activates a window with the seat that was used last.
  public func activate(_ id: Int) {
    guard let seat = globals.seats?.lastUsed else { return }
    handle(id)?.activate(seat: seat.proxy)
  }

  public func setMinimised(_ id: Int, _ isMinimised: Bool) {
    if isMinimised { handle(id)?.setMinimized() } else { handle(id)?.unsetMinimized() }
  }

  /// Asks the program of a window to close the window.
  public func close(_ id: Int) { handle(id)?.close() }

  private func handle(_ id: Int) -> ZwlrForeignToplevelHandleV1? {
    windows.first { $0.entry.id == id }?.handle
  }

  /// Destroys all protocol objects; idempotent.
  public func destroy() {
    onChange = nil
    for window in windows { window.handle.destroy() }
    windows = []
    guard !isStopped, !manager.isDestroyed else { return }
    isStopped = true
    manager.stop()
    // The manager lives until the compositor's event `finished`: if it were destroyed at once, libwayland
    // would not know the IDs of windows that are announced meanwhile, and the compositor's next object would
    // end the connection.
    manager.onEvent = { [manager] _, event in
      if case .toplevel(let handle) = event, !manager.isDestroyed { handle.destroy() }
    }
  }

  // MARK: - Events

  private func follow(_ handle: ZwlrForeignToplevelHandleV1) {
    lastID += 1
    windows.append(Window(handle: handle, entry: Entry(id: lastID)))
    handle.onEvent = { [unowned self] handle, event in receive(event, of: handle) }
  }

  private func receive(_ event: ZwlrForeignToplevelHandleV1.Event, of handle: ZwlrForeignToplevelHandleV1) {
    guard let place = windows.firstIndex(where: { $0.handle === handle }) else { return }
    switch event {
    case .title(let title): windows[place].entry.title = title
    case .appId(let appID): windows[place].entry.appID = appID
    case .outputEnter(let output): if let output { windows[place].entry.outputs.append(output) }
    case .outputLeave(let output): windows[place].entry.outputs.removeAll { $0 === output }
    case .state(let bytes): windows[place].entry.take(words(in: bytes))
    case .done: onChange?(.changed(windows[place].entry))
    case .closed:
      let id = windows.remove(at: place).entry.id
      handle.destroy()
      onChange?(.closed(id: id))
    case .parent: break
    }
  }
}

extension WindowManagement.Entry {
  fileprivate mutating func take(_ states: [UInt32]) {
    isMaximised = states.contains(ZwlrForeignToplevelHandleV1.State.maximized.rawValue)
    isMinimised = states.contains(ZwlrForeignToplevelHandleV1.State.minimized.rawValue)
    isActivated = states.contains(ZwlrForeignToplevelHandleV1.State.activated.rawValue)
    isFullscreen = states.contains(ZwlrForeignToplevelHandleV1.State.fullscreen.rawValue)
  }
}
