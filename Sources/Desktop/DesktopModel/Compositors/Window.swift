public import Geometry

/// A source's number of a window; numbers of different sources are unrelated.
public struct WindowID: RawRepresentable, Hashable, Sendable {
  public var rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }
}

/// One window of a program.
public struct Window: Equatable, Sendable, Identifiable {
  public var id: WindowID
  /// The title that its program sets.
  public var title: String
  /// The name of its program's desktop entry, or its class under X11; empty if the program has set none.
  public var appID: String
  /// The workspace of the window; nil if it is in none or the source does not report it.
  public var workspace: WorkspaceID?
  /// The special workspace of the window, which has no other one then; nil: it is in none.
  public var special: WorkspaceID?
  /// The frame of the window on its output, in logical pixels; nil if the source does not report it.
  public var frame: LogicalRect?
  /// Whether the window floats over others, so that the user may move it anywhere.
  public var isFloating = false
  /// The names of the outputs that the window is on; empty if the source does not report them.
  public var outputs: [String]
  public var isFocused: Bool
  public var isMinimised: Bool
  public var isMaximised: Bool
  public var isFullscreen: Bool
  public var isUrgent: Bool
  /// Whether the window is in sway's scratchpad or in a special workspace of Hyprland.
  public var isInScratchpad: Bool

  public init(
    id: WindowID, title: String, appID: String, workspace: WorkspaceID? = nil, outputs: [String] = [],
    isFocused: Bool = false, isMinimised: Bool = false, isMaximised: Bool = false, isFullscreen: Bool = false,
    isUrgent: Bool = false, isInScratchpad: Bool = false
  ) {
    self.id = id
    self.title = title
    self.appID = appID
    self.workspace = workspace
    self.outputs = outputs
    self.isFocused = isFocused
    self.isMinimised = isMinimised
    self.isMaximised = isMaximised
    self.isFullscreen = isFullscreen
    self.isUrgent = isUrgent
    self.isInScratchpad = isInScratchpad
  }
}
