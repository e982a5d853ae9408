public import DesktopModel
import Localization
public import ModuleModel

/// The readings of the modules `mode`, `scratchpad` and `keyboard`.
extension CompositorState {
  /// The active binding mode; empty for the default one.
  public var modeReading: ModuleReading {
    let name: FieldValue = mode?.isMarkup == true ? .markup(mode?.name ?? "") : .text(mode?.name ?? "")
    return ModuleReading(["mode": name], states: mode == nil ? [] : ["active"])
  }

  /// The number and the titles of the windows in the scratchpad.
  public var scratchpadReading: ModuleReading {
    let windows = scratchpad
    return ModuleReading(
      [
        "count": .integer(windows.count),
        "titles": .text(windows.map(\.title).listed()),
      ], icon: "view-restore-symbolic", states: windows.isEmpty ? ["empty"] : [])
  }

  /// The layout of the keyboard; `short` returns the short name of a layout, nil if it has none.
  public func keyboardReading(short: (String) -> String?) -> ModuleReading {
    guard let keyboard else { return ModuleReading(states: ["empty"]) }
    return ModuleReading(
      [
        "layout": .text(keyboard.current), "short": .text(short(keyboard.current) ?? keyboard.current),
        "count": .integer(keyboard.names.count),
      ], icon: "input-keyboard-symbolic")
  }
}
