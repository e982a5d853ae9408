public import Patterns

/// The settings of a module that shows the compositor's state, by its kind.
public enum CompositorModuleSettings: Equatable, Sendable {
  case workspaces(WorkspacesSettings)
  case window(WindowSettings)
  case taskbar(TaskbarSettings)
  /// The active binding mode.
  case mode
  /// The number of windows in the scratchpad.
  case scratchpad
}

/// The settings of the module `keyboard`.
public struct KeyboardSettings: Equatable, Sendable {
  /// Whether the module shows which locks are on.
  public var followsLocks = false
  /// Seconds between two readings of lights whose changes are not told.
  public var interval = 1.0

  public init() {}
}

/// The settings of the module `idle`.
public struct IdleSettings: Equatable, Sendable {
  /// Seconds after which the session may become idle again; 0 for no limit.
  public var timeout = 0.0
  /// Whether the session is kept from becoming idle from the start of the module on.
  public var startsActive = false

  public init() {}
}

/// The settings of the module `workspaces`.
public struct WorkspacesSettings: Equatable, Sendable {
  /// Whether each bar shows the workspaces of all outputs.
  public var showsAllOutputs = false
  /// The names of workspaces that are shown whether they exist or not.
  public var persistent: [String] = []
  /// Whether scrolling beyond one end continues at the other.
  public var wraps = true
  /// Replacements of names.
  public var rewrites: [TextRewrite] = []
  /// Texts, such as glyphs of an icon font, for windows by the names of their programs.
  public var windowIcons: [TextRewrite] = []
  /// The same by the titles of windows, which take precedence.
  public var titleIcons: [TextRewrite] = []
  /// Whether the icons of windows are shown.
  public var showsIcons = false

  public init() {}
}

/// The settings of the module `window`, which shows the window in front.
public struct WindowSettings: Equatable, Sendable {
  /// Whether each bar shows the window that has the keyboard, on whatever output it is.
  public var showsAllOutputs = false
  /// Replacements of titles.
  public var rewrites: [TextRewrite] = []

  public init() {}
}

/// The settings of the module `taskbar`, which shows all windows.
public struct TaskbarSettings: Equatable, Sendable {
  /// Whether each bar shows the windows of all outputs.
  public var showsAllOutputs = false
  /// Whether the windows of a program share one item.
  public var isGrouped = false
  /// The names of desktop entries of programs that come first, in this order, and are shown without windows, too.
  public var pinned: [String] = []
  /// The number of items beyond which the others are in a menu; nil for no limit.
  public var mostItems: Int?
  /// Replacements of titles.
  public var rewrites: [TextRewrite] = []

  public init() {}
}
