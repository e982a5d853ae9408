public import Geometry

/// One change that a source has reported, in terms that all compositors share.
public enum CompositorEvent: Equatable, Sendable {
  /// These are all workspaces, in the order in which they are to be listed. Fields that a source leaves out
  /// here (`isEmpty`, `activeWindow`) keep their values.
  case workspacesListed([Workspace])
  /// An output shows this workspace now in place of the one before; with `isFocused` that
  /// output has the keyboard.
  case workspaceActivated(WorkspaceID, isFocused: Bool)
  case workspaceUrgencyChanged(WorkspaceID, isUrgent: Bool)
  /// The window that had the keyboard last in a workspace has changed; nil: there is none.
  case activeWindowChanged(WorkspaceID, WindowID?)
  /// These are all windows, and the window that had the keyboard last in each workspace; nil:
  /// those are unchanged.
  case windowsListed([Window], active: [WorkspaceID: WindowID]?)
  /// A window was opened, or something about it has changed.
  case windowChanged(Window)
  case windowTitleChanged(WindowID, String)
  /// A window has another frame on its output; nil: it is not reported.
  case windowMoved(WindowID, LogicalRect?)
  case windowUrgencyChanged(WindowID, isUrgent: Bool)
  case windowClosed(WindowID)
  /// This window has the keyboard now; nil: no window has.
  case windowFocused(WindowID?)
  /// This binding mode is active now; nil: the default one.
  case modeChanged(BindingMode?)
  /// The keyboard that is shown has these layouts; nil: there is no keyboard.
  case layoutsChanged(KeyboardLayouts?)
  /// Another layout of the keyboard is in use.
  case layoutSwitched(index: Int)
  case statusChanged(CompositorStatus)
}
