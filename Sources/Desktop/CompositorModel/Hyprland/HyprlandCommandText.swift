/// Writes commands in the form that Hyprland's request socket accepts.
public enum HyprlandCommandText {
  /// The text of a command; nil if Hyprland cannot perform it.
  public static func text(of command: CompositorCommand) -> String? {
    switch command {
    case .focusWorkspace(let workspace):
      workspace.number.map { "dispatch workspace \($0)" }
        ?? "dispatch workspace name:\(oneLine(workspace.name))"
    case .openWorkspace(let name):
      Int(name).map { "dispatch workspace \($0)" } ?? "dispatch workspace name:\(oneLine(name))"
    case .focusWindow(let id): "dispatch focuswindow address:\(id.hyprlandAddress)"
    case .closeWindow(let id): "dispatch closewindow address:\(id.hyprlandAddress)"
    case .setMinimised(let id, true):
      "dispatch movetoworkspacesilent special:minimised,address:\(id.hyprlandAddress)"
    case .setMinimised(let id, false): "dispatch focuswindow address:\(id.hyprlandAddress)"
    // What it has in place of these is for the window in front alone.
    case .setMaximised, .setFullscreen: nil
    case .showScratchpad: "dispatch togglespecialworkspace"
    case .leaveMode: "dispatch submap reset"
    case .switchLayout(let isForward): "switchxkblayout current \(isForward ? "next" : "prev")"
    }
  }

  private static func oneLine(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
  }
}
