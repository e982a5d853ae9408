extension CompositorState {
  /// The window with this ID; nil if there is none.
  public func window(_ id: WindowID) -> Window? { windows.first { $0.id == id } }

  /// The workspace with this ID; nil if there is none.
  public func workspace(_ id: WorkspaceID) -> Workspace? { workspaces.first { $0.id == id } }

  /// The workspace that an output shows; nil if it is not known.
  public func visibleWorkspace(on output: String) -> Workspace? {
    workspaces.first { $0.isVisible && $0.outputs.contains(output) }
  }

  /// The windows in a workspace, in the order of the source.
  public func windows(in workspace: WorkspaceID) -> [Window] {
    windows.filter { ($0.workspace == workspace && !$0.isInScratchpad) || $0.special == workspace }
  }

  /// The windows in the scratchpad.
  public var scratchpad: [Window] { windows.filter(\.isInScratchpad) }

  /// The window that has the keyboard; nil if none has.
  ///
  /// If the source reports what workspaces contain, this is the last one of the focused workspace, so that
  /// there is none if that workspace is empty.
  public var focusedWindow: Window? {
    if let focused = workspaces.first(where: \.isFocused), focused.isEmpty != nil {
      return focused.activeWindow.flatMap { window($0) }
    }
    return windows.first(where: \.isFocused)
  }

  /// The window that is in front on an output; nil if there is none.
  ///
  /// The front window is the one that had the keyboard last on the visible workspace of the output. If the source does
  /// not report the windows of workspaces, it is the window that has the keyboard, provided that it is on this output.
  public func frontWindow(on output: String) -> Window? {
    if let shown = visibleWorkspace(on: output), shown.isEmpty != nil {
      return shown.activeWindow.flatMap { window($0) }
    }
    return windows.first { $0.isFocused && self.outputs(of: $0).contains(output) }
  }

  /// The names of the outputs that a window is on.
  public func outputs(of window: Window) -> [String] {
    if !window.outputs.isEmpty { return window.outputs }
    return window.workspace.flatMap { workspace($0) }?.outputs ?? []
  }

  /// The workspace that is `steps` places after the visible one among those of an output, or of all outputs
  /// if `output` is nil; nil if that is the same one, or there is none.
  ///
  /// The list continues at its other end if it `wraps`.
  public func workspace(
    stepping steps: Int, on output: String?, wraps: Bool, among listed: [WorkspaceID]? = nil
  ) -> WorkspaceID? {
    let candidates = workspaces.filter { workspace in
      output.map { workspace.outputs.contains($0) } != false && !workspace.isHidden
        && listed?.contains(workspace.id) != false
    }
    let current =
      candidates.firstIndex { output == nil ? $0.isFocused : $0.isVisible }
      ?? candidates.firstIndex(where: \.isVisible)
    guard let current else { return nil }
    // Only the remainder counts, and the sum must not overflow.
    let count = candidates.count
    let target =
      wraps
      ? ((current + steps % count) % count + count) % count
      : max(0, min(count - 1, current + max(-count, min(count, steps))))
    return target == current ? nil : candidates[target].id
  }
}
