extension CompositorState {
  /// The window of a number; nil if there is none.
  public func window(_ id: WindowID) -> Window? { windows.first { $0.id == id } }

  /// The workspace of a number; nil if there is none.
  public func workspace(_ id: WorkspaceID) -> Workspace? { workspaces.first { $0.id == id } }

  /// The workspace that an output shows; nil if it is not known.
  public func visibleWorkspace(on output: String) -> Workspace? {
    workspaces.first { $0.isVisible && $0.output == output }
  }

  /// The windows in a workspace, in the order of the source.
  public func windows(in workspace: WorkspaceID) -> [Window] {
    windows.filter { $0.workspace == workspace && !$0.isInScratchpad }
  }

  /// The windows that are put away in the scratchpad.
  public var scratchpad: [Window] { windows.filter(\.isInScratchpad) }

  /// The window that has the keyboard; nil if none has.
  ///
  /// Where the source knows workspaces it is the last one of the focused workspace, so that an empty one has none.
  public var focusedWindow: Window? {
    if let focused = workspaces.first(where: \.isFocused), focused.isEmpty != nil {
      return focused.activeWindow.flatMap { window($0) }
    }
    return windows.first(where: \.isFocused)
  }

  /// The window that is in front on an output: the last one that had the keyboard on the workspace that is shown there, or,
  /// where workspaces are not known, the one that has it if that is there.
  public func frontWindow(on output: String) -> Window? {
    if let shown = visibleWorkspace(on: output), shown.isEmpty != nil {
      return shown.activeWindow.flatMap { window($0) }
    }
    return windows.first { $0.isFocused && self.outputs(of: $0).contains(output) }
  }

  /// The names of the outputs that a window is on.
  public func outputs(of window: Window) -> [String] {
    if !window.outputs.isEmpty { return window.outputs }
    guard let id = window.workspace, let output = workspace(id)?.output else { return [] }
    return [output]
  }

  /// The workspace that comes so many places after the visible one among those of an output, or of all outputs if `output`
  /// is nil; nil if that is the same one, or there is none.
  ///
  /// Beyond an end it goes on at the other one if `wraps`.
  public func workspace(
    stepping steps: Int, on output: String?, wraps: Bool, among listed: [WorkspaceID]? = nil
  ) -> WorkspaceID? {
    let candidates = workspaces.filter { workspace in
      (output == nil || workspace.output == output) && !workspace.isHidden
        && listed?.contains(workspace.id) != false
    }
    let current =
      candidates.firstIndex { output == nil ? $0.isFocused : $0.isVisible }
      ?? candidates.firstIndex(where: \.isVisible)
    guard let current else { return nil }
    // Only the remainder counts, and a sum may not overflow.
    let count = candidates.count
    let target =
      wraps
      ? ((current + steps % count) % count + count) % count
      : max(0, min(count - 1, current + max(-count, min(count, steps))))
    return target == current ? nil : candidates[target].id
  }
}
