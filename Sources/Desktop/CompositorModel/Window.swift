/// The number by which one source knows a window; numbers of two sources have nothing to do with each other.
public struct WindowID: RawRepresentable, Hashable, Sendable {
  public var rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }
}

/// One window of a program.
public struct Window: Equatable, Sendable, Identifiable {
  public var id: WindowID
  /// What its program calls it at the moment.
  public var title: String
  /// The name of its program's desktop entry, or its class under X11; empty if it has told none.
  public var appID: String
  /// The workspace that it is in; nil if the source does not tell, or it is in none.
  public var workspace: WorkspaceID?
  /// The names of the outputs that it is on, as far as the source tells them itself.
  public var outputs: [String]
  public var isFocused: Bool
  public var isMinimised: Bool
  public var isMaximised: Bool
  public var isFullscreen: Bool
  public var isUrgent: Bool
  /// It is put away in sway's scratchpad or in a special workspace of Hyprland.
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
