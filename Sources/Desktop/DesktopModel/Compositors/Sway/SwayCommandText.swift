/// Writes commands as in sway(5), which i3 understands too except for keyboard layouts.
enum SwayCommandText {
  /// The text of a command; nil if sway cannot perform it.
  static func text(of command: CompositorCommand) -> String? {
    switch command {
    case .focusWorkspace(let workspace): text(focusing: workspace)
    case .openWorkspace(let name, let output):
      (output.map { "focus output \(quoted($0)); " } ?? "")
        + "workspace --no-auto-back-and-forth \(quoted(name))"
    case .focusWindow(let id): "[con_id=\(id.rawValue)] focus"
    case .closeWindow(let id): "[con_id=\(id.rawValue)] kill"
    case .setMinimised(let id, let isMinimised):
      isMinimised ? text(minimising: id.rawValue) : text(restoring: id.rawValue)
    case .setFullscreen(let id, let isOn):
      "[con_id=\(id.rawValue)] fullscreen \(isOn ? "enable" : "disable")"
    case .moveWindow(let id, let workspace):
      "[con_id=\(id.rawValue)] move container to workspace \(quoted(workspace.name))"
    // sway cannot maximise windows: they are tiled, or float with a size of their own.
    case .setMaximised: nil
    case .showScratchpad: "scratchpad show"
    case .moveWorkspace(let workspace, let output):
      "\(text(focusing: workspace)); move workspace to output \(quoted(output))"
    case .focusOutput(let name): "focus output \(quoted(name))"
    // Only Hyprland has special workspaces.
    case .toggleSpecial: nil
    case .leaveMode: "mode \"default\""
    case .switchLayout(let isForward):
      "input type:keyboard xkb_switch_layout \(isForward ? "next" : "prev")"
    }
  }

  /// sway has no minimised windows, so the scratchpad replaces them. Windows float in it: a mark shows later which of
  /// them were tiled. Marks that begin with an underscore are not displayed.
  private static func text(minimising id: Int) -> String {
    // The window may have been tiled when it was minimised before, and shown again by other means.
    "[con_id=\(id)] unmark \(tiled(id)); [con_id=\(id) tiling] mark --add \(tiled(id)); "
      + "[con_id=\(id)] move scratchpad"
  }

  private static func text(restoring id: Int) -> String {
    "[con_id=\(id)] focus; [con_id=\(id) con_mark=\"^\(tiled(id))$\"] floating disable; "
      + "[con_id=\(id)] unmark \(tiled(id))"
  }

  private static func tiled(_ id: Int) -> String { "_hyaline_tiled_\(id)" }

  private static func text(focusing workspace: Workspace) -> String {
    // A name with a backslash cannot be written in a command.
    if workspace.name.utf8.contains(UInt8(ascii: "\\")), let window = workspace.activeWindow {
      return "[con_id=\(window.rawValue)] focus"
    }
    return "workspace --no-auto-back-and-forth \(quoted(workspace.name))"
  }

  /// A text quoted as one word, whatever it contains.
  ///
  /// sway removes quotes wherever they stand, and keeps backslashes, which escape a quote: quotes are put
  /// into quotes of the other sort, and backslashes are doubled, so that no text ends the word.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\"'\"'\""
      case "\\": result += "\\\\"
      // A line break would end the command.
      case "\n", "\r", "\0": result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
