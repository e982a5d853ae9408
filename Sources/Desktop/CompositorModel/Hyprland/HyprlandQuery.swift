/// What Hyprland is asked for, each by a connection of its own.
public enum HyprlandQuery: String, CaseIterable, Sendable {
  case workspaces
  case monitors
  case clients
  case devices

  /// What is sent: the flag for JSON, and the name.
  public var request: String { "j/\(rawValue)" }
}
