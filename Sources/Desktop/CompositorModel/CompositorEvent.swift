/// One thing that a source has told, in terms that all compositors share.
public enum CompositorEvent: Equatable, Sendable {
  /// These are all workspaces, in the order in which they are to be listed. What a source does not tell here of windows in
  /// them (`isEmpty`, `activeWindow`) is kept from before.
  case workspacesListed([Workspace])
  /// An output shows this workspace now instead of the one before; with `isFocused` that output has the keyboard.
  case workspaceActivated(WorkspaceID, isFocused: Bool)
  case workspaceUrgencyChanged(WorkspaceID, isUrgent: Bool)
  /// This window had the keyboard last of those in the workspace.
  case activeWindowChanged(WorkspaceID, WindowID?)
  /// These are all windows, and which of them had the keyboard last in each workspace; nil: what is known of that holds.
  case windowsListed([Window], active: [WorkspaceID: WindowID]?)
  /// A window has come, or something about it has changed.
  case windowChanged(Window)
  case windowTitleChanged(WindowID, String)
  case windowUrgencyChanged(WindowID, isUrgent: Bool)
  case windowClosed(WindowID)
  /// This window has the keyboard now; nil: none has.
  case windowFocused(WindowID?)
  /// Keys are bound as in this mode now; nil: as usual.
  case modeChanged(String?)
  /// The keyboard to tell about has these layouts; nil: there is no keyboard.
  case layoutsChanged(KeyboardLayouts?)
  /// Another of the layouts is in use.
  case layoutSwitched(index: Int)
  case statusChanged(CompositorStatus)
}
