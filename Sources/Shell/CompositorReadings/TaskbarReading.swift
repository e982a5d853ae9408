public import CompositorModel
public import ModuleModel
import Patterns
public import Settings

/// The reading and the commands of the module `taskbar`.
public struct TaskbarReading {
  private let state: CompositorState
  private let settings: TaskbarSettings
  /// Returns the icon of a program by the name of its desktop entry; nil if it has none.
  private let icon: (String) -> String?
  /// The windows of each item, in the order of the source.
  private let groups: [(id: String, windows: [Window])]

  public init(_ state: CompositorState, _ settings: TaskbarSettings, icon: @escaping (String) -> String?) {
    self.state = state
    self.settings = settings
    self.icon = icon
    groups = Self.groups(state.windows, isGrouped: settings.isGrouped)
  }

  /// The reading, with the windows of each output, or of all outputs together.
  public var reading: ModuleReading {
    let outputs = Set(state.windows.flatMap { state.outputs(of: $0) })
    if settings.showsAllOutputs || outputs.isEmpty { return reading(of: groups) }
    let homeless = Self.groups(
      state.windows.filter { state.outputs(of: $0).isEmpty }, isGrouped: settings.isGrouped)
    var reading = reading(of: homeless)
    for output in outputs {
      let windows = state.windows.filter {
        let own = state.outputs(of: $0)
        return own.isEmpty || own.contains(output)
      }
      reading.byOutput[output] = self.reading(of: Self.groups(windows, isGrouped: settings.isGrouped))
    }
    return reading
  }

  /// The command for an action on an item; nil if there is nothing to do.
  public func command(_ action: String, item: String?) -> CompositorCommand? {
    guard let windows = groups.first(where: { $0.id == item })?.windows, let first = windows.first else {
      return nil
    }
    let focused = windows.firstIndex(where: \.isFocused)
    let window = focused.map { windows[$0] } ?? first
    switch action {
    case "toggle":
      if let focused, windows.count > 1 { return .focusWindow(windows[(focused + 1) % windows.count].id) }
      return window.isFocused ? .setMinimised(window.id, true) : .focusWindow(window.id)
    case "activate":
      return .focusWindow(focused.map { windows[($0 + 1) % windows.count].id } ?? first.id)
    case "minimise": return .setMinimised(window.id, !window.isMinimised)
    case "close": return .closeWindow(window.id)
    default: return nil
    }
  }

  /// The menu of an item, with what the compositor can do; nil: there is no such item.
  public func menu(
    item: String?, among workspaces: TaskbarMenu.Workspaces? = nil, canPerform: (CompositorCommand) -> Bool
  ) -> TaskbarMenu? {
    groups.first { $0.id == item }.map {
      TaskbarMenu($0.windows, among: workspaces, canPerform: canPerform)
    }
  }

  private static func groups(_ windows: [Window], isGrouped: Bool) -> [(id: String, windows: [Window])] {
    var groups: [(id: String, windows: [Window])] = []
    for window in windows {
      if isGrouped, !window.appID.isEmpty, let place = groups.firstIndex(where: { $0.id == window.appID }) {
        groups[place].windows.append(window)
      } else {
        let id = isGrouped && !window.appID.isEmpty ? window.appID : "window-\(window.id.rawValue)"
        groups.append((id, [window]))
      }
    }
    return groups
  }

  private func reading(of groups: [(id: String, windows: [Window])]) -> ModuleReading {
    let count = groups.reduce(0) { $0 + $1.windows.count }
    return ModuleReading(
      ["count": .integer(count)], items: groups.map { item($0.id, $0.windows) })
  }

  private func item(_ id: String, _ windows: [Window]) -> ItemReading {
    let shown = windows.first(where: \.isFocused) ?? windows[0]
    var states: [String] = []
    if windows.allSatisfy(\.isMinimised) { states.append("minimised") }
    if windows.contains(where: \.isFocused) { states.append("focused") }
    if windows.contains(where: \.isFullscreen) { states.append("fullscreen") }
    if windows.contains(where: \.isUrgent) { states.append("urgent") }
    return ItemReading(
      id: id,
      [
        "title": .text(TextRewrite.first(of: settings.rewrites, on: shown.title)),
        "app_id": .text(shown.appID), "windows": .integer(windows.count),
      ], icon: icon(shown.appID), states: states)
  }
}
