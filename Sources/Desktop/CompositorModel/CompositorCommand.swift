/// What a compositor can be asked to do.
public enum CompositorCommand: Equatable, Sendable {
  /// Shows a workspace on its output, and gives it the keyboard.
  case focusWorkspace(Workspace)
  /// Shows a workspace of this name, which the compositor makes if there is none.
  case openWorkspace(name: String)
  case focusWindow(WindowID)
  case closeWindow(WindowID)
  /// Minimises a window, or brings a minimised one back.
  case setMinimised(WindowID, Bool)
  /// Shows the next window of the scratchpad, or puts it away again.
  case showScratchpad
  /// Binds keys as usual again.
  case leaveMode
  /// Uses the next layout of the keyboard, or the one before it.
  case switchLayout(isForward: Bool)
}
