public import DesktopModel
import Localization
public import ModuleModel
public import Settings
import TextProcessing

/// The reading and the commands of the module `workspaces`.
public struct WorkspacesReading {
  /// An entry of the list: a workspace, or a persistent one that does not exist.
  public enum Entry: Equatable, Sendable {
    case workspace(Workspace)
    /// `output` is the name of the output that it is for; nil for every output.
    case missing(name: String, output: String? = nil)
  }

  private let state: CompositorState
  private let settings: WorkspacesSettings
  /// Returns the icon of a program by the name of its desktop entry; nil if it has none.
  private let icon: (String) -> String?
  /// The names of workspaces that cannot be shown where they do not exist.
  private let closed: Set<String>
  /// The entries that are shown, in order, with the identifiers of their items.
  public let entries: [(id: String, entry: Entry)]

  /// `canPerform` returns whether the compositor can be asked to perform a command.
  public init(
    _ state: CompositorState, _ settings: WorkspacesSettings,
    icon: @escaping (String) -> String? = { _ in nil },
    canPerform: (CompositorCommand) -> Bool = { _ in true }
  ) {
    self.state = state
    self.settings = settings
    self.icon = icon
    closed = Set(settings.persistent.names.filter { !canPerform(.openWorkspace(name: $0, output: nil)) })
    entries =
      Self.identified(Self.entries(state, settings))
      + Self.specials(state, settings).map { (id: "special:\($0.name)", entry: $0) }
  }

  /// The workspaces that the settings show, in their order.
  private static func entries(_ state: CompositorState, _ settings: WorkspacesSettings) -> [Entry] {
    var entries = state.workspaces.filter { !$0.isHidden }.map(Entry.workspace)
    for part in settings.persistent.parts {
      for name in part.names where !entries.contains(where: { $0.name == name && $0.isFor(part.output) }) {
        // A missing workspace with a number is inserted in the order of numbers.
        let place = Int(name).flatMap { number in entries.firstIndex { $0.number ?? .max > number } }
        entries.insert(.missing(name: name, output: part.output), at: place ?? entries.count)
      }
    }
    entries.removeAll { entry in
      settings.ignored.contains { $0.matches(entry.name) } || !isShown(entry, settings)
    }
    switch settings.order {
    case .compositor: break
    case .number:
      func key(_ entry: Entry) -> (Int, String) {
        (entry.number ?? .max, entry.number == nil ? entry.name : "")
      }
      entries.sort { key($0) < key($1) }
    case .name: entries.sort { $0.name < $1.name }
    }
    return entries
  }

  /// The special workspaces that the settings show.
  private static func specials(_ state: CompositorState, _ settings: WorkspacesSettings) -> [Entry] {
    guard settings.showsSpecials else { return [] }
    return state.specials.map(Entry.workspace).filter { entry in
      !settings.ignored.contains { $0.matches(entry.name) } && isShown(entry, settings)
    }
  }

  private static func isShown(_ entry: Entry, _ settings: WorkspacesSettings) -> Bool {
    switch (settings.shown, entry) {
    case (.all, _): true
    case (.occupied, .missing): true
    case (.occupied, .workspace(let workspace)):
      workspace.isEmpty != true || workspace.isVisible || workspace.isUrgent
        || settings.persistent.names.contains(workspace.name)
    case (.active, .missing): false
    case (.active, .workspace(let workspace)): workspace.isVisible || workspace.isFocused
    }
  }

  /// The reading, with a list for each output, or one for all outputs.
  public var reading: ModuleReading {
    let outputs = outputs
    let all = reading(of: entries)
    if settings.showsAllOutputs || outputs.isEmpty { return all }
    var reading = reading(of: entries.filter { $0.entry.outputs.isEmpty })
    for output in outputs {
      reading.byOutput[output] = self.reading(
        of: entries.filter { $0.entry.outputs.isEmpty || $0.entry.outputs.contains(output) })
    }
    return reading
  }

  /// The commands for an action on an item, or on the module if `item` is nil, of the bar on `output`, in their order.
  public func commands(_ action: String, item: String?, on output: String? = nil) -> [CompositorCommand] {
    if let command = command(action, item: item, on: output) { return [command] }
    guard case .workspace(let workspace)? = entries.first(where: { $0.id == item })?.entry else { return [] }
    let isHere = output.map { workspace.outputs.contains($0) } ?? true
    switch action {
    case "bring" where workspace.isSpecial || isHere:
      return self.command("activate", item: item).map { [$0] } ?? []
    case "bring":
      guard let output else { return [] }
      return [.moveWorkspace(workspace, output: output), .focusWorkspace(workspace)]
    case "show" where !workspace.isSpecial:
      let keyboard = state.workspaces.first(where: \.isFocused)?.output
      return [.focusWorkspace(workspace)]
        + (keyboard.map { workspace.outputs.contains($0) ? [] : [.focusOutput($0)] } ?? [])
    case "next_output" where !workspace.isSpecial:
      return self.output(after: workspace).map { [.moveWorkspace(workspace, output: $0)] } ?? []
    case "move_window" where !workspace.isSpecial:
      return state.focusedWindow.map { [.moveWindow($0.id, workspace)] } ?? []
    default: return []
    }
  }

  /// Returns the output that follows that of a workspace in the order of their names; nil: there is no other one.
  private func output(after workspace: Workspace) -> String? {
    let others = outputs.subtracting(workspace.outputs).sorted()
    return others.first { $0 > workspace.output ?? "" } ?? others.first
  }

  /// The command for an action on an item, or on the module if `item` is nil, of the bar on `output`; nil if there is nothing
  /// to do.
  public func command(_ action: String, item: String?, on output: String? = nil) -> CompositorCommand? {
    let entry = entries.first { $0.id == item }?.entry
    switch action {
    case "activate":
      switch entry {
      case .workspace(let workspace):
        return workspace.isSpecial ? .toggleSpecial(workspace) : .focusWorkspace(workspace)
      case .missing(let name, let own): return .openWorkspace(name: name, output: own ?? output)
      case nil: return item.flatMap { window(of: $0) }.map { .focusWindow($0.id) }
      }
    case "next", "previous":
      let output = settings.showsAllOutputs ? nil : self.output(of: entry, shownOn: output)
      let steps = action == "next" ? 1 : -1
      let target = state.workspace(stepping: steps, on: output, wraps: settings.wraps)
      return target.flatMap { state.workspace($0) }.map { .focusWorkspace($0) }
    default: return nil
    }
  }

  /// Returns the output among whose workspaces `next` and `previous` move from an entry: the output of the bar if the
  /// entry is on it.
  private func output(of entry: Entry?, shownOn output: String?) -> String? {
    let own = entry?.outputs ?? []
    if let output, own.isEmpty ? outputs.contains(output) : own.contains(output) { return output }
    return own.first ?? state.workspaces.first(where: \.isFocused)?.outputs.first
  }

  private var outputs: Set<String> {
    Set(state.workspaces.flatMap(\.outputs) + settings.persistent.parts.compactMap(\.output))
  }

  /// Adds identifiers: names, with that of the output if several entries have the same name.
  private static func identified(_ entries: [Entry]) -> [(id: String, entry: Entry)] {
    let counts = Dictionary(entries.map { ($0.name, 1) }, uniquingKeysWith: +)
    return entries.map { entry in
      let isUnique = counts[entry.name] == 1
      return (isUnique ? entry.name : "\(entry.name)@\(entry.outputs.first ?? "")", entry)
    }
  }

  private func reading(of entries: [(id: String, entry: Entry)]) -> ModuleReading {
    ModuleReading(
      ["count": .integer(entries.count)],
      items: entries.flatMap { id, entry in [item(id, entry)] + windowItems(of: entry) })
  }

  /// The items of the windows of a workspace; empty unless the settings show them.
  private func windowItems(of entry: Entry) -> [ItemReading] {
    guard settings.items == .windows, case .workspace(let workspace) = entry else { return [] }
    return state.windows(in: workspace.id).map { window in
      var icon = ModuleIcon(ofProgram: self.icon(window.appID), name: window.appID)
      if let own = ruled(window), !own.isEmpty { icon = ModuleIcon(own) }
      var states = ["window"]
      if window.isFocused { states.append("focused") }
      if window.isUrgent { states.append("urgent") }
      return ItemReading(
        id: Self.id(of: window),
        ["name": .text(window.appID), "titles": .text(window.title), "windows": .integer(1)], icon: icon,
        states: states)
    }
  }

  private static func id(of window: Window) -> String { "window-\(window.id.rawValue)" }

  /// The window of an item; nil if the item is a workspace, or the window is gone.
  private func window(of item: String) -> Window? {
    settings.items == .windows ? state.windows.first { Self.id(of: $0) == item } : nil
  }

  private func item(_ id: String, _ entry: Entry) -> ItemReading {
    let windows: [Window]
    var fields: [String: FieldValue] = [
      "name": .text(TextRewrite.first(of: settings.rewrites, on: entry.shownName))
    ]
    var states: [String]
    switch entry {
    case .workspace(let workspace):
      windows = state.windows(in: workspace.id)
      states = Self.states(of: workspace)
      if !workspace.outputs.isEmpty {
        fields["output"] = .text(workspace.outputs.joined(separator: ", "))
      }
    case .missing:
      windows = []
      states = ["empty"]
    }
    if settings.persistent.names.contains(entry.name) { states.append("persistent") }
    if let number = entry.number { fields["number"] = .integer(number) }
    fields["windows"] = .integer(windows.count)
    fields["titles"] = .text(windows.map(\.title).listed())
    let icons = windows.compactMap(ruled)
    fields["window_icons"] = .text(icons.filter { !$0.isEmpty }.joined(separator: " "))
    if settings.showsIcons {
      fields["icons"] = .icons(windows.compactMap(icon(of:)))
    }
    var item = ItemReading(id: id, fields, states: states)
    if case .missing(let name, _) = entry, closed.contains(name) { item.actions = ["next", "previous"] }
    return item
  }

  /// The icon of a window; nil: the settings say that it has none.
  private func icon(of window: Window) -> FieldIcon? {
    if let own = ruled(window) { return own.isEmpty ? nil : .chosen(own) }
    return .named(ModuleIcon(ofProgram: icon(window.appID), name: window.appID))
  }

  /// Returns the icon that the settings give to a window, which is empty for no icon; nil if no rule applies.
  private func ruled(_ window: Window) -> String? {
    settings.titleIcons.lazy.compactMap { $0.rewritten(window.title) }.first
      ?? settings.windowIcons.lazy.compactMap { $0.rewritten(window.appID) }.first
  }

  private static func states(of workspace: Workspace) -> [String] {
    var states: [String] = []
    if workspace.isEmpty == true { states.append("empty") }
    if workspace.isVisible { states.append("visible") }
    if workspace.isFocused { states.append("focused") }
    if workspace.isUrgent { states.append("urgent") }
    if workspace.isVisible, !workspace.isFocused, !workspace.isSpecial { states.append("unfocused") }
    if workspace.isSpecial { states.append("special") }
    return states
  }
}

extension WorkspacesReading.Entry {
  var name: String {
    switch self {
    case .workspace(let workspace): workspace.name
    case .missing(let name, _): name
    }
  }

  /// The name that is shown: the special workspace without a name is called so.
  var shownName: String {
    if case .workspace(let workspace) = self, workspace.isSpecial, name.isEmpty { "special" } else { name }
  }

  var number: Int? {
    switch self {
    case .workspace(let workspace): workspace.number
    case .missing(let name, _): Int(name)
    }
  }

  /// The names of the entry's outputs; empty if it belongs to every output.
  var outputs: [String] {
    switch self {
    case .workspace(let workspace): workspace.outputs
    case .missing(_, let output): output.map { [$0] } ?? []
    }
  }

  /// Whether the entry is shown where workspaces of an output are persistent; nil for every output.
  func isFor(_ output: String?) -> Bool {
    output.map { outputs.isEmpty || outputs.contains($0) } ?? true
  }
}
