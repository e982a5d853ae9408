/// The titles and application IDs of all windows, by ext-foreign-toplevel-list-v1, which has no other state
/// and no actions.
@MainActor public final class WindowList {
  /// Called for each change of a window, once all its parts have been received.
  public var onChange: ((WindowChange) -> Void)?

  private let list: ExtForeignToplevelListV1
  private var windows: [(handle: ExtForeignToplevelHandleV1, entry: WindowEntry)] = []
  private var lastID = 0
  private var isStopped = false

  /// Follows all windows; nil if the compositor does not offer the protocol.
  public init?(_ connection: Connection) {
    guard let bound = try? connection.globals.bind(ExtForeignToplevelListV1.self, version: 1) else {
      return nil
    }
    list = bound
    list.onEvent = { [unowned self] _, event in
      if case .toplevel(let handle) = event { follow(handle) }
    }
  }

  isolated deinit {
    destroy()
  }

  /// Destroys all protocol objects; idempotent.
  public func destroy() {
    onChange = nil
    for window in windows { window.handle.destroy() }
    windows = []
    guard !isStopped, !list.isDestroyed else { return }
    isStopped = true
    list.stop()
    // The list lives until the compositor's event `finished`, for windows that are announced meanwhile.
    list.onEvent = { [list] _, event in
      switch event {
      case .toplevel(let handle): handle.destroy()
      case .finished: list.destroy()
      }
    }
  }

  private func follow(_ handle: ExtForeignToplevelHandleV1) {
    lastID += 1
    windows.append((handle, WindowEntry(id: lastID)))
    handle.onEvent = { [unowned self] handle, event in receive(event, of: handle) }
  }

  private func receive(_ event: ExtForeignToplevelHandleV1.Event, of handle: ExtForeignToplevelHandleV1) {
    guard let place = windows.firstIndex(where: { $0.handle === handle }) else { return }
    switch event {
    case .title(let title): windows[place].entry.title = title
    case .appId(let appID): windows[place].entry.appID = appID
    case .done: onChange?(.changed(windows[place].entry))
    case .closed:
      let id = windows.remove(at: place).entry.id
      handle.destroy()
      onChange?(.closed(id: id))
    case .identifier: break
    }
  }
}
