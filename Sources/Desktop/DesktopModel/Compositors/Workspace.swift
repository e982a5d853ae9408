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
  /// The names of the outputs that it belongs to, of which there are several where outputs share their workspaces; empty if it
  /// belongs to none at the moment.
  public var outputs: [String]
  /// The first of them.
  public var output: String? { outputs.first }
  /// Whether its output shows the workspace.
  public var isVisible: Bool
  /// Whether the workspace is visible on the output that has the keyboard.
  public var isFocused: Bool
  public var isUrgent: Bool
  /// Whether the compositor asks not to list the workspace.
  public var isHidden: Bool
  /// Whether the workspace is one of Hyprland that is laid over the others.
  public var isSpecial = false
  /// Whether the workspace contains no window; nil if the source does not report what workspaces contain.
  public var isEmpty: Bool?
  /// The window in the workspace that had the keyboard last.
  var activeWindow: WindowID?

  public init(
    id: WorkspaceID, name: String, number: Int? = nil, output: String? = nil, isVisible: Bool = false,
    isFocused: Bool = false, isUrgent: Bool = false, isHidden: Bool = false, isEmpty: Bool? = nil,
    activeWindow: WindowID? = nil
  ) {
    self.id = id
    self.name = name
    self.number = number
    outputs = output.map { [$0] } ?? []
    self.isVisible = isVisible
    self.isFocused = isFocused
    self.isUrgent = isUrgent
    self.isHidden = isHidden
    self.isEmpty = isEmpty
    self.activeWindow = activeWindow
  }
}

extension [Workspace] {
  /// Returns the workspaces of a source that does not report which of them has the keyboard, with that one marked if it
  /// is certain: it is the only visible one, or the only one on an output of the window with the keyboard. `outputs`
  /// are the names of that window's outputs, empty if they are unknown.
  public func focused(byWindowOn outputs: [String]) -> [Workspace] {
    let visible = filter(\.isVisible)
    let withWindow = visible.filter { workspace in workspace.outputs.contains { outputs.contains($0) } }
    let focused = visible.count == 1 ? visible : withWindow.count == 1 ? withWindow : []
    return map { workspace in
      var workspace = workspace
      workspace.isFocused = focused.contains { $0.id == workspace.id }
      return workspace
    }
  }
}
