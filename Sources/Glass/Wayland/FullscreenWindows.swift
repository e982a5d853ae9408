/// The outputs that fullscreen windows cover, and the output of the active window, by
/// zwlr_foreign_toplevel_management.
///
/// Changes come with events of the connection, and are reported by `onChange`.
@MainActor public final class FullscreenWindows {
  /// The state of one window.
  private struct Window {
    var handle: ZwlrForeignToplevelHandleV1
    var state = State()
    /// The state that is received before `done`.
    var pending = State()
    /// The number of the window's last activation, counted over all windows; 0: it never was activated.
    var activation = 0
  }

  fileprivate struct State {
    var isFullscreen = false
    var isMinimised = false
    var isActivated = false
    var outputs: [WlOutput] = []
  }

  /// Called when results of `haveFocus` or `cover` may have changed.
  public var onChange: (() -> Void)?
  private let manager: ZwlrForeignToplevelManagerV1
  private var windows: [ObjectIdentifier: Window] = [:]
  private var lastActivation = 0
  private var isStopped = false

  /// Follows all windows; nil if the compositor does not offer the protocol.
  public init?(_ connection: Connection) {
    // Version 2 has the state fullscreen.
    let bound = try? connection.globals.bind(ZwlrForeignToplevelManagerV1.self, version: 3, atLeast: 2)
    guard let bound else { return nil }
    manager = bound
    manager.onEvent = { [unowned self] _, event in
      if case .toplevel(let handle) = event { follow(handle) }
    }
  }

  isolated deinit {
    destroy()
  }

  /// Destroys all protocol objects; idempotent.
  public func destroy() {
    for window in windows.values { window.handle.destroy() }
    windows = [:]
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

  /// Whether an active window, which has keyboard focus, is in fullscreen.
  public var haveFocus: Bool { windows.values.contains { $0.state.isActivated && $0.state.isFullscreen } }

  /// Whether an active window, which has keyboard focus, is on the output.
  public func haveFocus(on output: Output) -> Bool {
    windows.values.contains { $0.state.isActivated && $0.state.outputs.contains { $0 === output.proxy } }
  }

  /// Whether the output shows a window in fullscreen.
  ///
  /// The protocol does not report which workspace an output shows. The window that was activated last on the
  /// output is assumed to be seen, as long as any window is active; if none is, the workspace is assumed to
  /// be empty.
  public func cover(_ output: Output) -> Bool {
    guard windows.values.contains(where: \.state.isActivated) else { return false }
    let there = windows.values.filter { window in
      !window.state.isMinimised && window.state.outputs.contains { $0 === output.proxy }
    }
    return there.max { $0.activation < $1.activation }?.state.isFullscreen == true
  }

  private func follow(_ handle: ZwlrForeignToplevelHandleV1) {
    windows[ObjectIdentifier(handle)] = Window(handle: handle)
    handle.onEvent = { [unowned self] handle, event in receive(event, of: handle) }
  }

  private func receive(_ event: ZwlrForeignToplevelHandleV1.Event, of handle: ZwlrForeignToplevelHandleV1) {
    let id = ObjectIdentifier(handle)
    switch event {
    case .outputEnter(let output): if let output { windows[id]?.pending.outputs.append(output) }
    case .outputLeave(let output): windows[id]?.pending.outputs.removeAll { $0 === output }
    case .state(let bytes): windows[id]?.pending.take(bytes)
    case .done:
      guard let window = windows[id] else { return }
      if window.pending.isActivated, !window.state.isActivated {
        lastActivation += 1
        windows[id]?.activation = lastActivation
      }
      windows[id]?.state = window.pending
      onChange?()
    case .closed:
      windows[id] = nil
      handle.destroy()
      onChange?()
    case .title, .appId, .parent: break
    }
  }
}

extension FullscreenWindows.State {
  /// Takes the states from an array of 32-bit words in the machine's byte order.
  fileprivate mutating func take(_ bytes: [UInt8]) {
    let states = unsafe bytes.withUnsafeBytes { unsafe Array($0.bindMemory(to: UInt32.self)) }
    isFullscreen = states.contains(ZwlrForeignToplevelHandleV1.State.fullscreen.rawValue)
    isMinimised = states.contains(ZwlrForeignToplevelHandleV1.State.minimized.rawValue)
    isActivated = states.contains(ZwlrForeignToplevelHandleV1.State.activated.rawValue)
  }
}
