/// All windows and the actions on them, by wlr-foreign-toplevel-management.
///
/// Changes come with events of the connection. All observers of a connection's windows share one list, which is destroyed with
/// the last reference to it.
@MainActor public final class WindowManagement {
  private struct Window {
    let handle: ZwlrForeignToplevelHandleV1
    var entry: WindowEntry
    /// All of it was told once.
    var isComplete = false
  }

  private let globals: Globals
  private let manager: ZwlrForeignToplevelManagerV1
  private var windows: [Window] = []
  private var lastID = 0
  private var observers: [ObjectIdentifier: (WindowChange) -> Void] = [:]
  private var isStopped = false

  /// The list of a connection, made by the first call; nil if the compositor does not offer the protocol.
  public static func shared(on connection: Connection) -> WindowManagement? {
    if let bound = connection.globals.windows { return bound }
    let made = WindowManagement(connection)
    connection.globals.windows = made
    return made
  }

  private init?(_ connection: Connection) {
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

  /// Calls `handler` for all present windows, and then for each change of a window, once all its parts have been received,
  /// until `forget`.
  public func observe(by owner: AnyObject, _ handler: @escaping (WindowChange) -> Void) {
    observers[ObjectIdentifier(owner)] = handler
    for window in windows where window.isComplete { handler(.changed(window.entry)) }
  }

  /// Ends the observation by `owner`; idempotent.
  public func forget(_ owner: AnyObject) { observers[ObjectIdentifier(owner)] = nil }

  private func tell(_ change: WindowChange) {
    for handler in observers.values { handler(change) }
  }

  /// Activates a window with the seat that was used last.
  public func activate(_ id: Int) {
    guard let seat = globals.seats?.lastUsed else { return }
    handle(id)?.activate(seat: seat.proxy)
  }

  public func setMinimised(_ id: Int, _ isMinimised: Bool) {
    if isMinimised { handle(id)?.setMinimized() } else { handle(id)?.unsetMinimized() }
  }

  public func setMaximised(_ id: Int, _ isMaximised: Bool) {
    if isMaximised { handle(id)?.setMaximized() } else { handle(id)?.unsetMaximized() }
  }

  /// Whether `setFullscreen` does anything: not with the first version of the protocol.
  public var canChangeFullscreen: Bool { manager.version >= 2 }

  /// Asks that a window fill the output that it is on, or have its former place again.
  public func setFullscreen(_ id: Int, _ isFullscreen: Bool) {
    guard canChangeFullscreen else { return }
    if isFullscreen { handle(id)?.setFullscreen(output: nil) } else { handle(id)?.unsetFullscreen() }
  }

  /// Asks the program of a window to close the window.
  public func close(_ id: Int) { handle(id)?.close() }

  private func handle(_ id: Int) -> ZwlrForeignToplevelHandleV1? {
    windows.first { $0.entry.id == id }?.handle
  }

  private func destroy() {
    observers = [:]
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
    windows.append(Window(handle: handle, entry: WindowEntry(id: lastID)))
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
    case .done:
      windows[place].isComplete = true
      tell(.changed(windows[place].entry))
    case .closed:
      let id = windows.remove(at: place).entry.id
      handle.destroy()
      tell(.closed(id: id))
    case .parent: break
    }
  }
}

extension WindowEntry {
  fileprivate mutating func take(_ states: [UInt32]) {
    isMaximised = states.contains(ZwlrForeignToplevelHandleV1.State.maximized.rawValue)
    isMinimised = states.contains(ZwlrForeignToplevelHandleV1.State.minimized.rawValue)
    isActivated = states.contains(ZwlrForeignToplevelHandleV1.State.activated.rawValue)
    isFullscreen = states.contains(ZwlrForeignToplevelHandleV1.State.fullscreen.rawValue)
  }
}
