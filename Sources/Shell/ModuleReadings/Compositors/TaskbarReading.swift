public import DesktopModel
public import ModuleModel
public import Settings
import TextProcessing

/// The reading and the commands of the module `taskbar`.
public struct TaskbarReading {
  private let state: CompositorState
  private let settings: TaskbarSettings
  /// Returns the icon of a program by the name of its desktop entry; nil if it has none.
  private let icon: (String) -> String?
  /// Returns what is known of a program by the name of its desktop entry; nil if there is no such entry.
  private let program: (String) -> TaskbarProgram?
  /// The actions of items of windows; nil: all of them.
  private let actions: [String]?
  private let pins: [TaskbarPin]
  /// The entries of the windows of all outputs.
  private let all: [TaskbarEntry]
  /// The windows that the settings show, in their order.
  private let windows: [Window]
  private let front: WindowID?

  /// `canPerform` returns whether windows can be asked to do something; only what a command does counts, not its window.
  /// `front` is the window that had the keyboard last: none has it while a bar or a popup has, and the items must not
  /// change places under the hand that opened one. `order` is that in which the windows were opened, as far as it is known.
  public init(
    _ state: CompositorState, _ settings: TaskbarSettings, front: WindowID? = nil,
    order: WindowOrder = WindowOrder(),
    icon: @escaping (String) -> String?, program: @escaping (String) -> TaskbarProgram? = { _ in nil },
    canPerform: @escaping (CompositorCommand) -> Bool = { _ in true }
  ) {
    self.state = state
    self.front = state.windows.first(where: \.isFocused)?.id ?? front
    self.settings = settings
    self.icon = icon
    self.program = program
    actions = state.windows.first.flatMap { Self.actions(of: $0, canPerform: canPerform) }
    pins = TaskbarPin.pins(settings.pinned, program: program)
    windows = Self.arranged(order.sorted(state.windows), settings)
    all = TaskbarEntry.entries(windows, pins: pins, isGrouped: settings.isGrouped)
  }

  private static func arranged(_ windows: [Window], _ settings: TaskbarSettings) -> [Window] {
    let shown = windows.filter { window in
      !settings.ignored.contains { $0.matches(window.appID) || $0.matches(window.title) }
    }
    func sorted(by key: (Window) -> String) -> [Window] {
      shown.map { (key: key($0).lowercased(), window: $0) }.sorted { $0.key < $1.key }.map(\.window)
    }
    return switch settings.order {
    case .compositor: shown
    case .title: sorted { TextRewrite.first(of: settings.rewrites, on: $0.title) }
    case .program: sorted(by: \.appID)
    }
  }

  /// The names of pinned programs of which no desktop entry is installed that starts them.
  public var unknownPins: [String] { pins.filter { !$0.isLauncher }.map(\.id) }

  /// The reading, with the windows of each output, or of all outputs together.
  public var reading: ModuleReading {
    var reading = reading(on: nil)
    if !settings.showsAllOutputs {
      for output in outputs { reading.byOutput[output] = self.reading(on: output) }
    }
    return reading
  }

  /// The outputs that have windows.
  private var outputs: Set<String> { Set(windows.flatMap { state.outputs(of: $0) }) }

  /// The entries of an output; nil: of those without windows, or of all outputs together.
  private func entries(on output: String?) -> [TaskbarEntry] {
    if settings.showsAllOutputs { return activeFirst(all) }
    let windows = windows.filter {
      let own = state.outputs(of: $0)
      return own.isEmpty || output.map(own.contains) == true
    }
    return activeFirst(TaskbarEntry.entries(windows, pins: pins, isGrouped: settings.isGrouped))
  }

  /// The entries with that of the active window in front, if the settings want it there.
  private func activeFirst(_ entries: [TaskbarEntry]) -> [TaskbarEntry] {
    guard settings.isActiveFirst,
      let place = entries.firstIndex(where: { $0.windows.contains { $0.id == front } })
    else { return entries }
    var entries = entries
    entries.insert(entries.remove(at: place), at: 0)
    return entries
  }

  /// The command for an action on an item; nil if there is nothing to do.
  public func command(_ action: String, item: String?) -> CompositorCommand? {
    guard let windows = all.first(where: { $0.id == item })?.windows, let first = windows.first else {
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
    guard let windows = all.first(where: { $0.id == item })?.windows, !windows.isEmpty else { return nil }
    return TaskbarMenu(windows, among: workspaces, canPerform: canPerform)
  }

  /// The program that an action on an item starts, with its arguments; nil: the action starts none.
  public func program(_ action: String, item: String?) -> [String]? {
    if let pin = pins.first(where: { $0.launcher == item }) {
      return Self.launchingActions.contains(action) ? pin.program?.command : nil
    }
    guard action == "launch", let entry = all.first(where: { $0.id == item }), let first = entry.windows.first
    else { return nil }
    return (entry.pin?.program ?? program(first.appID))?.command
  }

  /// The menu of the overflow item; nil if the item is another one, or nothing is left over.
  public func overflow(item: String?) -> TaskbarOverflow? {
    guard let item, item.hasPrefix(Self.moreID(nil)) else { return nil }
    let parts = item.dropFirst(Self.moreID(nil).count).split(
      separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let output = String(parts[0])
    let most = parts.count > 1 ? Int(parts[1]).map { max(0, $0) } : settings.mostItems
    let hidden = entries(on: output.isEmpty ? nil : output).split(most: most, front: front).hidden
    return hidden.isEmpty ? nil : TaskbarOverflow(hidden, title: title(of:), icon: icon)
  }

  /// The actions of an item that starts a program: the actions that would show a window start it.
  private static let launchingActions = ["toggle", "activate", "minimise", "launch"]

  /// Returns the identifier of the overflow item that follows `count` items, if there is no room for more; nil for as
  /// many as the settings say.
  private static func moreID(_ output: String?, behind count: Int? = nil) -> String {
    "more@\(output ?? "")" + (count.map { "#\($0)" } ?? "")
  }

  /// The maximum number of items of which the last ones can give way to the overflow item; bars have room for fewer.
  private static let mostRests = 64

  private func reading(on output: String?) -> ModuleReading {
    let entries = entries(on: output)
    let (shown, hidden) = entries.split(most: settings.mostItems, front: front)
    let more =
      hidden.isEmpty
      ? [] : [self.more(TaskbarRests(hidden, title: title(of:)).summary(behind: 0), on: output)]
    var reading = ModuleReading(
      ["count": .integer(entries.reduce(0) { $0 + $1.windows.count })], items: shown.map(item) + more)
    if !shown.isEmpty {
      let rests = TaskbarRests(entries, front: front, title: title(of:))
      // The first of these items stands for all windows, also for the one in front.
      let whole = front == nil ? rests : TaskbarRests(entries, title: title(of:))
      reading.rests = (0..<min(shown.count, Self.mostRests)).map { count in
        self.more((count == 0 ? whole : rests).summary(behind: count), on: output, behind: count)
      }
    }
    if settings.isEven {
      for place in reading.items.indices { reading.items[place].look.expands = true }
      for place in reading.rests.indices { reading.rests[place].look.expands = true }
    }
    reading.keptItem = shown.first { $0.windows.contains { $0.id == front } }?.id
    return reading
  }

  private func item(_ entry: TaskbarEntry) -> ItemReading {
    guard let shown = entry.windows.first(where: \.isFocused) ?? entry.windows.first else {
      return launcher(entry)
    }
    var states: [String] = []
    if entry.pin != nil { states.append("pinned") }
    if entry.windows.allSatisfy(\.isMinimised) { states.append("minimised") }
    if entry.isFocused { states.append("focused") }
    if entry.windows.contains(where: \.isFullscreen) { states.append("fullscreen") }
    if entry.windows.contains(where: \.isUrgent) { states.append("urgent") }
    return ItemReading(
      id: entry.id,
      [
        "title": .text(title(of: shown)), "app_id": .text(shown.appID),
        "windows": .integer(entry.windows.count),
      ], icon: icon(of: entry.pin?.id ?? shown.appID), states: states, actions: actions)
  }

  /// The actions that the compositor can perform on a window, as on any other; nil: all of them.
  private static func actions(of window: Window, canPerform: (CompositorCommand) -> Bool) -> [String]? {
    let commands: [(name: String, command: CompositorCommand)] = [
      ("toggle", .focusWindow(window.id)), ("activate", .focusWindow(window.id)),
      ("minimise", .setMinimised(window.id, !window.isMinimised)), ("close", .closeWindow(window.id)),
    ]
    let possible = commands.filter { canPerform($0.command) }
    if possible.count == commands.count { return nil }
    // The menu has what is possible, and is empty where nothing is.
    return possible.map(\.name) + ["launch"] + (possible.isEmpty ? [] : [ActionSummary.menu])
  }

  private func launcher(_ entry: TaskbarEntry) -> ItemReading {
    let id = entry.pin?.id ?? ""
    return ItemReading(
      id: entry.id, ["title": .text(entry.name), "app_id": .text(id), "windows": .integer(0)],
      icon: ModuleIcon(ofProgram: icon(id), name: entry.name), states: ["pinned", "launcher"],
      actions: Self.launchingActions)
  }

  /// The overflow item, whose menu has the entries for which there was no room.
  private func more(_ summary: TaskbarRests.Summary, on output: String?, behind count: Int? = nil)
    -> ItemReading
  {
    ItemReading(
      id: Self.moreID(output, behind: count),
      [
        "title": .text(summary.titles), "app_id": .text(""), "windows": .integer(summary.windows),
        "hidden": .integer(summary.entries),
      ], icon: "view-more-symbolic", states: ["more"] + (summary.isUrgent ? ["urgent"] : []))
  }

  private func icon(of program: String) -> ModuleIcon { ModuleIcon(ofProgram: icon(program), name: program) }

  private func title(of window: Window) -> String {
    TextRewrite.first(of: settings.rewrites, on: window.title)
  }
}
