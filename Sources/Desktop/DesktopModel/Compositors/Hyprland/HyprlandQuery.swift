/// A query to Hyprland, each sent by a connection of its own.
public enum HyprlandQuery: String, CaseIterable, Sendable {
  case workspaces
  case monitors
  case clients
  case devices
  /// The active submap, which versions before 0.50 do not report.
  case submap

  /// The text of the request: the flag for JSON, and the name.
  public var request: String { "j/\(rawValue)" }
}
