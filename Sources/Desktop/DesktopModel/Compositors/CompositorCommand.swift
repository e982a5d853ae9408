/// A request that a compositor can be asked to perform.
public enum CompositorCommand: Equatable, Sendable {
  /// Shows a workspace on its output, and gives it the keyboard.
  case focusWorkspace(Workspace)
  /// Shows a special workspace over the others, or hides it again.
  case toggleSpecial(Workspace)
  /// Moves a workspace to the output of this name.
  case moveWorkspace(Workspace, output: String)
  /// Gives the keyboard to the output of this name.
  case focusOutput(String)
  /// Shows a workspace of this name, which the compositor makes if there is none: on the output of this name, unless it is nil
  /// or the compositor's configuration has another one for the workspace.
  case openWorkspace(name: String, output: String? = nil)
  case focusWindow(WindowID)
  case closeWindow(WindowID)
  /// Minimises a window, or restores a minimised one.
  case setMinimised(WindowID, Bool)
  /// Maximises a window, or unmaximises it.
  case setMaximised(WindowID, Bool)
  /// Makes a window fullscreen, or ends that.
  case setFullscreen(WindowID, Bool)
  /// Moves a window to a workspace, which stays hidden if it is.
  case moveWindow(WindowID, Workspace)
  /// Shows the next window of the scratchpad, or hides it again.
  case showScratchpad
  /// Leaves the current binding mode for the default one.
  case leaveMode
  /// Switches the keyboard to the next layout, or to the previous one.
  case switchLayout(isForward: Bool)
}
