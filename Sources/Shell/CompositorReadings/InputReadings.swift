public import CompositorModel
public import ModuleModel

/// What the modules `mode`, `scratchpad` and `keyboard` show of what the compositor tells.
extension CompositorState {
  /// The mode in which keys are bound; empty in the usual one.
  public var modeReading: ModuleReading {
    ModuleReading(["mode": .text(mode ?? "")], states: mode == nil ? [] : ["active"])
  }

  /// How many windows are put away.
  public var scratchpadReading: ModuleReading {
    let windows = scratchpad
    return ModuleReading(
      [
        "count": .integer(windows.count),
        "titles": .text(windows.map(\.title).joined(separator: ", ")),
      ], icon: "view-restore-symbolic", states: windows.isEmpty ? ["empty"] : [])
  }

  /// The layout of the keyboard; `short` gives the short name of a layout, as far as it is known.
  public func keyboardReading(short: (String) -> String?) -> ModuleReading {
    guard let keyboard else { return ModuleReading(states: ["empty"]) }
    return ModuleReading([
      "layout": .text(keyboard.current), "short": .text(short(keyboard.current) ?? keyboard.current),
      "count": .integer(keyboard.names.count),
    ])
  }
}
