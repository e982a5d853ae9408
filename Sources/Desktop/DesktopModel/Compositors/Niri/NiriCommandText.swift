import TextProcessing

/// Writes commands as lines that niri's socket accepts.
public enum NiriCommandText {
  /// The line of a command; nil if niri cannot perform it.
  public static func text(of command: CompositorCommand) -> String? {
    action(of: command).map { "\(JSONValue.object(["Action": $0]))\n" }
  }

  private static func action(of command: CompositorCommand) -> JSONValue? {
    switch command {
    case .focusWorkspace(let workspace):
      ["FocusWorkspace": ["reference": ["Id": JSONValue(workspace.id.rawValue)]]]
    case .openWorkspace(let name, _):
      // A number is an index among the workspaces of the output that has the keyboard.
      [
        "FocusWorkspace": [
          "reference": UInt8(name).map { ["Index": JSONValue(Int($0))] } ?? ["Name": .string(name)]
        ]
      ]
    case .focusWindow(let id): ["FocusWindow": ["id": JSONValue(id.rawValue)]]
    case .closeWindow(let id): ["CloseWindow": ["id": JSONValue(id.rawValue)]]
    case .moveWindow(let id, let workspace):
      [
        "MoveWindowToWorkspace": [
          "window_id": JSONValue(id.rawValue), "reference": ["Id": JSONValue(workspace.id.rawValue)],
          "focus": .bool(false),
        ]
      ]
    case .moveWorkspace(let workspace, let output):
      [
        "MoveWorkspaceToMonitor": [
          "output": .string(output), "reference": ["Id": JSONValue(workspace.id.rawValue)],
        ]
      ]
    case .focusOutput(let name): ["FocusMonitor": ["output": .string(name)]]
    case .switchLayout(let isForward): ["SwitchLayout": ["layout": .string(isForward ? "Next" : "Prev")]]
    case .setMinimised(let id, false): ["FocusWindow": ["id": JSONValue(id.rawValue)]]
    case .setMinimised(_, true), .setMaximised, .setFullscreen, .toggleSpecial, .showScratchpad, .leaveMode:
      nil
    }
  }
}
