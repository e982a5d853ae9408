/// Commands in the words of sway(5), which i3 understands too but for layouts of keyboards.
enum SwayCommandText {
  /// Nil for what sway cannot do.
  static func text(of command: CompositorCommand) -> String? {
    switch command {
    case .focusWorkspace(let workspace):
      "workspace --no-auto-back-and-forth \(quoted(workspace.name))"
    case .openWorkspace(let name): "workspace --no-auto-back-and-forth \(quoted(name))"
    case .focusWindow(let id): "[con_id=\(id.rawValue)] focus"
    case .closeWindow(let id): "[con_id=\(id.rawValue)] kill"
    // The scratchpad is what it has in place of minimised windows.
    case .setMinimised(let id, true): "[con_id=\(id.rawValue)] move scratchpad"
    case .setMinimised(let id, false): "[con_id=\(id.rawValue)] focus"
    case .showScratchpad: "scratchpad show"
    case .leaveMode: "mode \"default\""
    case .switchLayout(let isForward):
      "input type:keyboard xkb_switch_layout \(isForward ? "next" : "prev")"
    }
  }

  /// A text as one word, whatever it contains.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result.unicodeScalars.append(contentsOf: ["\\", scalar])
      // A line break would end the command.
      case "\n", "\r", "\0": result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
