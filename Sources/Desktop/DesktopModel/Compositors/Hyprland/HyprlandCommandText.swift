/// Writes commands in the forms that Hyprland's request socket accepts.
///
/// Since its settings are written in Lua, dispatchers are calls of Lua functions; versions before have words in their place
/// and refuse the calls, as later ones refuse the words.
public enum HyprlandCommandText {
  /// The texts of a command, the next one for a Hyprland that refuses the one before; empty if Hyprland cannot perform it.
  ///
  /// `special` is the name of the special workspace that `showScratchpad` shows; an empty one is that without a name.
  public static func texts(of command: CompositorCommand, special: String = "") -> [String] {
    if case .showScratchpad = command { return texts(toggling: special) }
    if case .toggleSpecial(let workspace) = command { return texts(toggling: workspace.name) }
    if case .switchLayout(let isForward) = command {
      return ["switchxkblayout current \(isForward ? "next" : "prev")"]
    }
    return [call(of: command), words(of: command)].compactMap { text in text.map { "dispatch \($0)" } }
  }

  private static func texts(toggling special: String) -> [String] {
    let word = special.isEmpty ? "" : " \(oneLine(special))"
    return [
      "dispatch hl.dsp.workspace.toggle_special(\(quoted(oneLine(special))))",
      "dispatch togglespecialworkspace\(word)",
    ]
  }

  /// Whether a Hyprland that refuses calls of Lua can perform a command.
  public static func isKnownWithoutLua(_ command: CompositorCommand) -> Bool {
    switch command {
    case .switchLayout, .showScratchpad, .toggleSpecial: true
    default: words(of: command) != nil
    }
  }

  /// Whether an answer says that a command was understood.
  public static func isAccepted(_ answer: [UInt8]) -> Bool { answer.starts(with: "ok".utf8) }

  private static func call(of command: CompositorCommand) -> String? {
    switch command {
    case .focusWorkspace(let workspace): "hl.dsp.focus({ workspace = \(quoted(selector(of: workspace))) })"
    case .openWorkspace(let name, _): "hl.dsp.focus({ workspace = \(quoted(selector(named: name))) })"
    case .focusWindow(let id), .setMinimised(let id, false): "hl.dsp.focus({ \(window(id)) })"
    case .closeWindow(let id): "hl.dsp.window.close({ \(window(id)) })"
    case .setMinimised(let id, true): move(id, to: "special:minimised")
    case .setMaximised(let id, let isOn): fullscreen(id, "maximized", isOn)
    case .setFullscreen(let id, let isOn): fullscreen(id, "fullscreen", isOn)
    case .moveWindow(let id, let workspace): move(id, to: selector(of: workspace))
    case .moveWorkspace(let workspace, let output):
      "hl.dsp.workspace.move({ workspace = \(quoted(selector(of: workspace))), monitor = \(quoted(oneLine(output))) })"
    case .focusOutput(let name): "hl.dsp.focus({ monitor = \(quoted(oneLine(name))) })"
    case .leaveMode: "hl.dsp.submap(\"reset\")"
    case .toggleSpecial, .showScratchpad, .switchLayout: nil
    }
  }

  private static func words(of command: CompositorCommand) -> String? {
    switch command {
    case .focusWorkspace(let workspace): "workspace \(selector(of: workspace))"
    case .openWorkspace(let name, _): "workspace \(selector(named: name))"
    case .focusWindow(let id), .setMinimised(let id, false): "focuswindow address:\(id.hyprlandAddress)"
    case .closeWindow(let id): "closewindow address:\(id.hyprlandAddress)"
    case .setMinimised(let id, true):
      "movetoworkspacesilent special:minimised,address:\(id.hyprlandAddress)"
    case .moveWindow(let id, let workspace):
      "movetoworkspacesilent \(selector(of: workspace)),address:\(id.hyprlandAddress)"
    case .moveWorkspace(let workspace, let output):
      "moveworkspacetomonitor \(selector(of: workspace)) \(oneLine(output))"
    case .focusOutput(let name): "focusmonitor \(oneLine(name))"
    case .leaveMode: "submap reset"
    // Hyprland without Lua has these commands for the active window only.
    case .setMaximised, .setFullscreen, .toggleSpecial, .showScratchpad, .switchLayout: nil
    }
  }

  private static func selector(of workspace: Workspace) -> String {
    workspace.number.map { "\($0)" } ?? "name:\(oneLine(workspace.name))"
  }

  private static func selector(named name: String) -> String {
    Int(name).map { "\($0)" } ?? "name:\(oneLine(name))"
  }

  private static func window(_ id: WindowID) -> String { "window = \"address:\(id.hyprlandAddress)\"" }

  private static func move(_ id: WindowID, to workspace: String) -> String {
    "hl.dsp.window.move({ workspace = \(quoted(workspace)), follow = false, \(window(id)) })"
  }

  private static func fullscreen(_ id: WindowID, _ mode: String, _ isOn: Bool) -> String {
    "hl.dsp.window.fullscreen({ mode = \"\(mode)\", action = \"\(isOn ? "set" : "unset")\", \(window(id)) })"
  }

  /// A text as a literal of Lua, whatever it contains.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }

  private static func oneLine(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
  }
}
