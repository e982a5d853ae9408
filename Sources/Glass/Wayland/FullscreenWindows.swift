/// Which outputs a window in fullscreen covers, and which has the active window, by zwlr_foreign_toplevel_management.
///
/// What changes comes with events of the connection, and `onChange` tells of it.
@MainActor public final class FullscreenWindows {
  /// What is known of a window.
  private struct Window {
    var handle: ZwlrForeignToplevelHandleV1
    var state = State()
    /// What is told before `done`.
    var pending = State()
    /// When it was activated last, counted; 0: never.
    var activation = 0
  }

  fileprivate struct State {
    var isFullscreen = false
    var isMinimised = false
    var isActivated = false
    var outputs: [WlOutput] = []
  }

  /// Called when the answers to what can be asked may have changed.
  public var onChange: (() -> Void)?
  private let manager: ZwlrForeignToplevelManagerV1
  private var windows: [ObjectIdentifier: Window] = [:]
  private var lastActivation = 0
  private var isStopped = false

  /// Nil if the compositor does not tell of windows.
  public init?(_ connection: Connection) {
    // 2: fullscreen.
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

  /// Gives everything back; idempotent.
  public func destroy() {
    for window in windows.values { window.handle.destroy() }
    windows = [:]
    guard !isStopped, !manager.isDestroyed else { return }
    isStopped = true
    manager.stop()
    // It lives until the compositor has heard of it, and says that it has finished: numbers of windows that are told
    // meanwhile would be missing to libwayland, and the next object of the compositor's would end the connection.
    manager.onEvent = { [manager] _, event in
      if case .toplevel(let handle) = event, !manager.isDestroyed { handle.destroy() }
    }
  }

  /// The window that has the keyboard is in fullscreen.
  public var haveFocus: Bool { windows.values.contains { $0.state.isActivated && $0.state.isFullscreen } }

  /// The window that has the keyboard is on the output.
  public func haveFocus(on output: Output) -> Bool {
    windows.values.contains { $0.state.isActivated && $0.state.outputs.contains { $0 === output.proxy } }
  }

  /// A window in fullscreen is what is to be seen on the output.
  ///
  /// Compositors do not tell which workspace an output shows. The window that was activated last there is taken to be
  /// seen, as long as any window is active: if none is, an empty workspace is.
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
  /// Takes over words of 32 bits in the machine's order.
  fileprivate mutating func take(_ bytes: [UInt8]) {
    let states = unsafe bytes.withUnsafeBytes { unsafe Array($0.bindMemory(to: UInt32.self)) }
    isFullscreen = states.contains(ZwlrForeignToplevelHandleV1.State.fullscreen.rawValue)
    isMinimised = states.contains(ZwlrForeignToplevelHandleV1.State.minimized.rawValue)
    isActivated = states.contains(ZwlrForeignToplevelHandleV1.State.activated.rawValue)
  }
}
