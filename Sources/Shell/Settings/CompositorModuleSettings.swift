public import Patterns

/// What a module shows of what the compositor tells.
public enum CompositorModuleSettings: Equatable, Sendable {
  case workspaces(WorkspacesSettings)
  case window(WindowSettings)
  case taskbar(TaskbarSettings)
  /// The mode in which keys are bound.
  case mode
  /// How many windows are put away.
  case scratchpad
  /// The layout of the keyboard.
  case keyboard
}

/// The workspaces.
public struct WorkspacesSettings: Equatable, Sendable {
  /// Each bar shows the workspaces of all outputs.
  public var showsAllOutputs = false
  /// The names of workspaces that are shown whether they exist or not.
  public var persistent: [String] = []
  /// Scrolling goes on at the other end.
  public var wraps = true
  /// What becomes of names.
  public var rewrites: [TextRewrite] = []

  public init() {}
}

/// The window in front.
public struct WindowSettings: Equatable, Sendable {
  /// Each bar shows the window that has the keyboard, wherever it is.
  public var showsAllOutputs = false
  /// What becomes of titles.
  public var rewrites: [TextRewrite] = []

  public init() {}
}

/// All windows.
public struct TaskbarSettings: Equatable, Sendable {
  /// Each bar shows the windows of all outputs.
  public var showsAllOutputs = false
  /// The windows of a program share an item.
  public var isGrouped = false
  /// What becomes of titles.
  public var rewrites: [TextRewrite] = []

  public init() {}
}
