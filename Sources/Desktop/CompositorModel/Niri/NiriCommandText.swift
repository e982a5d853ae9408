import JSON

/// Commands as lines that niri's socket takes.
public enum NiriCommandText {
  /// Nil for what niri cannot do.
  public static func text(of command: CompositorCommand) -> String? {
    action(of: command).map { "\(JSONValue.object(["Action": $0]))\n" }
  }

  private static func action(of command: CompositorCommand) -> JSONValue? {
    switch command {
    case .focusWorkspace(let workspace):
      ["FocusWorkspace": ["reference": ["Id": JSONValue(workspace.id.rawValue)]]]
    case .openWorkspace(let name):
      // A number counts the workspaces of the output that has the keyboard.
      [
        "FocusWorkspace": [
          "reference": UInt8(name).map { ["Index": JSONValue(Int($0))] } ?? ["Name": .string(name)]
        ]
      ]
    case .focusWindow(let id): ["FocusWindow": ["id": JSONValue(id.rawValue)]]
    case .closeWindow(let id): ["CloseWindow": ["id": JSONValue(id.rawValue)]]
    case .switchLayout(let isForward): ["SwitchLayout": ["layout": .string(isForward ? "Next" : "Prev")]]
    case .setMinimised(let id, false): ["FocusWindow": ["id": JSONValue(id.rawValue)]]
    case .setMinimised(_, true), .showScratchpad, .leaveMode: nil
    }
  }
}
