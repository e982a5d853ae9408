/// A source's number of a workspace; numbers of different sources are unrelated.
public struct WorkspaceID: RawRepresentable, Hashable, Sendable {
  public var rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }
}

/// One workspace of the compositor.
public struct Workspace: Equatable, Sendable, Identifiable {
  public var id: WorkspaceID
  /// The name that the user gave it, or its number in digits if it has none.
  public var name: String
  /// The number by which it is sorted; nil if it has only a name.
  public var number: Int?
  /// The name of the output that it belongs to; nil if it belongs to none at the moment.
  public var output: String?
  /// Whether its output shows the workspace.
  public var isVisible: Bool
  /// Whether the workspace is visible on the output that has the keyboard.
  public var isFocused: Bool
  public var isUrgent: Bool
  /// Whether the compositor asks not to list the workspace.
  public var isHidden: Bool
  /// Whether the workspace contains no window; nil if the source does not report what workspaces contain.
  public var isEmpty: Bool?
  /// The window in the workspace that had the keyboard last.
  public var activeWindow: WindowID?

  public init(
    id: WorkspaceID, name: String, number: Int? = nil, output: String? = nil, isVisible: Bool = false,
    isFocused: Bool = false, isUrgent: Bool = false, isHidden: Bool = false, isEmpty: Bool? = nil,
    activeWindow: WindowID? = nil
  ) {
    self.id = id
    self.name = name
    self.number = number
    self.output = output
    self.isVisible = isVisible
    self.isFocused = isFocused
    self.isUrgent = isUrgent
    self.isHidden = isHidden
    self.isEmpty = isEmpty
    self.activeWindow = activeWindow
  }
}
