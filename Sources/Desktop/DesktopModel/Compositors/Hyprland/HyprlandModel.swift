import Geometry
import TextProcessing

/// Combines Hyprland's answers, which report workspaces, monitors and windows separately.
struct HyprlandModel {
  private struct Monitor {
    var name: String
    var id: Int?
    /// The place of its upper left corner among all monitors.
    var x = 0.0, y = 0.0
    var activeWorkspace: WorkspaceID?
    /// The name of the special workspace over it; nil: there is none.
    var special: String?
    var isFocused: Bool
  }

  private var workspaces: [Workspace]?
  private var monitors: [Monitor]?
  /// The workspace of each window.
  private var places: [WindowID: WorkspaceID] = [:]
  /// The special workspaces that have windows.
  private var specialPlaces: Set<WorkspaceID> = []
  /// The urgent windows. Hyprland reports only when urgency begins; it ends when the window
  /// gets the keyboard.
  private var urgent: Set<WindowID> = []
  /// The identifiers of workspaces that have none but their name, as those with a name have since version 0.57.
  private var named: [String: WorkspaceID] = [:]
  /// The number of identifiers that `named` has ever had; none is given twice.
  private var namedCount = 0

  /// The window that has the keyboard, as events reported it; the outer nil: none did yet.
  var focused: WindowID??

  /// The name of the special workspace whose window had the keyboard last; empty without one, or if it has no name.
  private(set) var special = ""

  func knows(_ window: WindowID) -> Bool { places[window] != nil }

  /// Applies an answer, and returns the events that follow from it; nil if the answer has an unknown form.
  mutating func take(_ json: JSONValue, for query: HyprlandQuery) -> [CompositorEvent]? {
    if query == .submap { return json.string.map { [Self.submapChanged($0)] } }
    guard let list = query == .devices ? json["keyboards"]?.elements : json.elements else { return nil }
    switch query {
    case .workspaces:
      workspaces = takeWorkspaces(list).sorted(by: Self.order)
      return listed
    case .monitors:
      monitors = list.compactMap { monitor -> Monitor? in
        guard let name = monitor["name"]?.string else { return nil }
        return Monitor(
          name: name, id: monitor["id"]?.integer, x: monitor["x"]?.number ?? 0,
          y: monitor["y"]?.number ?? 0, activeWorkspace: monitor["activeWorkspace"].flatMap { identify($0) },
          special: monitor["specialWorkspace"]?["name"]?.nonEmptyString,
          isFocused: monitor["focused"]?.bool ?? false)
      }
      return listed
    case .clients: return takeWindows(list)
    case .devices: return [.layoutsChanged(Self.keyboard(list))]
    case .submap: return nil
    }
  }

  /// Records whether a window is urgent, and returns the events that follow from it.
  mutating func setUrgent(_ window: WindowID, _ isUrgent: Bool) -> [CompositorEvent] {
    guard urgent.contains(window) != isUrgent else { return [] }
    if isUrgent { urgent.insert(window) } else { urgent.remove(window) }
    return [.windowUrgencyChanged(window, isUrgent: isUrgent)] + workspaceUrgency(of: window)
  }

  /// Removes a closed window, and returns the further events that follow from it.
  mutating func forget(_ window: WindowID) -> [CompositorEvent] {
    let wasUrgent = urgent.remove(window) != nil
    let changes = wasUrgent ? workspaceUrgency(of: window) : []
    places[window] = nil
    return changes
  }

  private func workspaceUrgency(of window: WindowID) -> [CompositorEvent] {
    guard let place = places[window] else { return [] }
    return [.workspaceUrgencyChanged(place, isUrgent: isUrgent(place))]
  }

  private func isUrgent(_ workspace: WorkspaceID) -> Bool { urgent.contains { places[$0] == workspace } }

  /// The event for a submap, whose name is empty or `default` while keys are bound as usual.
  static func submapChanged(_ name: String) -> CompositorEvent {
    .modeChanged(name.isEmpty || name == "default" ? nil : BindingMode(name))
  }

  // MARK: - Workspaces

  /// The workspace of an event's data `ADDRESS,NAME`; nil if it is not known yet.
  ///
  /// An address is a number, or since version 0.57 the name itself, which may contain commas.
  func workspace(changed data: String) -> WorkspaceID? {
    let address = named.keys.filter { data.hasPrefix($0 + ",") }.max { $0.utf8.count < $1.utf8.count }
    if let address { return named[address] }
    let bytes = Array(data.utf8)
    let middle = bytes.count / 2
    let isTwice =
      bytes.count % 2 == 1 && bytes[middle] == UInt8(ascii: ",") && bytes[..<middle] == bytes[(middle + 1)...]
    let number = isTwice ? bytes[..<middle] : bytes.prefix { $0 != UInt8(ascii: ",") }
    guard number.count < bytes.count else { return nil }
    return Int(String(decoding: number, as: UTF8.self)).map { WorkspaceID(rawValue: $0) }
  }

  /// The identifier of a workspace, or of the part of a monitor or window that names one; nil for none. A workspace that has only a name is given an identifier.
  private mutating func identify(_ json: JSONValue) -> WorkspaceID? {
    if let id = json["id"]?.integer { return WorkspaceID(rawValue: id) }
    guard let name = json["address"]?.nonEmptyString else { return nil }
    if let id = named[name] { return id }
    namedCount += 1
    // These identifiers are below all numbers that Hyprland itself gives, and count down as those do.
    let id = WorkspaceID(rawValue: Int(Int32.min) - namedCount)
    named[name] = id
    return id
  }

  /// Reads the workspaces.
  private mutating func takeWorkspaces(_ list: [JSONValue]) -> [Workspace] {
    let identified = list.compactMap { json in identify(json).map { (id: $0, json: json) } }
    forgetNames(except: Set(identified.map { $0.id }))
    return identified.compactMap { Workspace(hyprland: $0.json, id: $0.id) }
  }

  /// Forgets the names of workspaces that are not listed.
  private mutating func forgetNames(except listed: Set<WorkspaceID>) {
    // The answer may be older than those that tell of a monitor or a window on a new workspace.
    let kept = listed.union(places.values).union(specialPlaces).union(
      monitors?.compactMap(\.activeWorkspace) ?? [])
    named = named.filter { kept.contains($0.value) }
  }

  /// Sorts workspaces with a number before those with only a name, whose ids count down.
  private static func order(_ first: Workspace, _ second: Workspace) -> Bool {
    switch (first.number, second.number) {
    case (let first?, let second?): first < second
    case (_?, nil): true
    case (nil, _?): false
    case (nil, nil): first.id.rawValue > second.id.rawValue
    }
  }

  /// An event with all workspaces, once both workspaces and monitors are known.
  private var listed: [CompositorEvent] {
    guard let workspaces, let monitors else { return [] }
    let shown = Dictionary(
      monitors.compactMap { monitor in monitor.activeWorkspace.map { ($0, monitor) } }
    ) { first, _ in first }
    return [
      .workspacesListed(
        workspaces.map { workspace in
          var workspace = workspace
          let monitor = shown[workspace.id]
          workspace.isVisible =
            monitor != nil
            || (workspace.isSpecial
              && monitors.contains { $0.special.map(Self.name(ofSpecial:)) == workspace.name })
          workspace.isFocused = monitor?.isFocused ?? false
          workspace.isUrgent = isUrgent(workspace.id)
          return workspace
        })
    ]
  }

  // MARK: - Windows

  private mutating func takeWindows(_ list: [JSONValue]) -> [CompositorEvent] {
    (places, specialPlaces) = ([:], [])
    var latest: [WorkspaceID: (order: Int, window: WindowID)] = [:]
    let windows = list.compactMap { json -> Window? in
      let workspace = json["workspace"].flatMap { identify($0) }
      guard var window = Window(hyprland: json, on: workspace, urgent: urgent) else { return nil }
      window.frame = frame(of: json)
      // The last window remains the first in the history while an empty workspace has the keyboard.
      if let focused { window.isFocused = window.id == focused }
      if let special = window.special { specialPlaces.insert(special) }
      guard let place = window.workspace else { return window }
      places[window.id] = place
      // 0 is the window with the keyboard, higher numbers had it longer ago, -1 never had it.
      if let order = json["focusHistoryID"]?.integer, order >= 0, order < latest[place]?.order ?? .max {
        latest[place] = (order, window.id)
      }
      return window
    }
    urgent.formIntersection(windows.map(\.id))
    special = Self.special(of: list)
    return [.windowsListed(windows, active: latest.mapValues(\.window))]
  }

  /// The frame of a window on its monitor; nil: it is not reported, or the monitor is not known yet.
  private func frame(of json: JSONValue) -> LogicalRect? {
    guard let place = json["at"]?.elements?.compactMap(\.number), place.count == 2,
      let size = json["size"]?.elements?.compactMap(\.number), size.count == 2,
      let id = json["monitor"]?.integer, let monitor = monitors?.first(where: { $0.id == id })
    else { return nil }
    return LogicalRect(
      x: place[0] - monitor.x, y: place[1] - monitor.y, width: size[0], height: size[1])
  }

  private static func special(of windows: [JSONValue]) -> String {
    let names = windows.compactMap { window -> (order: Int, name: String)? in
      guard let name = window["workspace"]?["name"]?.string, name.hasPrefix(prefix) else { return nil }
      let order = window["focusHistoryID"]?.integer ?? -1
      return (order < 0 ? .max : order, name)
    }
    return name(ofSpecial: names.min { $0.order < $1.order }?.name ?? "")
  }

  private static let prefix = "special:"

  /// The name of a special workspace as commands have it; empty for the one without a name, which is listed as
  /// `special:special`.
  fileprivate static func name(ofSpecial name: String) -> String {
    let own = name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
    return own == "special" ? "" : own
  }

  // MARK: - Keyboards

  /// The main keyboard, or the first; one whose layout has a name comes before one without, such as a virtual keyboard of a
  /// program that types. Layouts that are not in use have the codes of the configuration as names.
  private static func keyboard(_ list: [JSONValue]) -> KeyboardLayouts? {
    // These are Hyprland's words for a layout without a name, and for a keyboard without layouts.
    let named = list.filter { keyboard in
      keyboard["active_keymap"]?.nonEmptyString.map { !["error", "none", "(null)"].contains($0) } == true
    }
    let candidates = named.isEmpty ? list : named
    guard let keyboard = candidates.first(where: { $0["main"]?.bool == true }) ?? candidates.first,
      let current = keyboard["active_keymap"]?.nonEmptyString
    else { return nil }
    let device = keyboard["name"]?.string ?? ""
    var names = (keyboard["layout"]?.string ?? "").split(separator: ",").map(String.init)
    // Versions before 0.50 do not report which layout is in use.
    guard let index = keyboard["active_layout_index"]?.integer, names.indices.contains(index) else {
      return KeyboardLayouts(device: device, names: [current], index: 0)
    }
    names[index] = current
    return KeyboardLayouts(device: device, names: names, index: index)
  }
}

extension Workspace {
  /// Reads a workspace; nil if it has no name.
  fileprivate init?(hyprland json: JSONValue, id: WorkspaceID) {
    guard let name = json["name"]?.string else { return nil }
    let isSpecial = name.hasPrefix("special")
    self.init(
      id: id, name: isSpecial ? HyprlandModel.name(ofSpecial: name) : name,
      number: !isSpecial && id.rawValue > 0 ? id.rawValue : nil, output: json["monitor"]?.nonEmptyString)
    self.isSpecial = isSpecial
  }
}

extension Window {
  fileprivate init?(hyprland json: JSONValue, on workspace: WorkspaceID?, urgent: Set<WindowID>) {
    guard let id = json["address"]?.string.flatMap({ WindowID(hyprland: $0) }), json["mapped"]?.bool != false
    else { return nil }
    let isSpecial = json["workspace"]?["name"]?.string?.hasPrefix("special") ?? false
    // Versions before 0.42 send a Boolean, which is true for a maximised window as well, whose mode is 1.
    let isFullscreen =
      json["fullscreen"]?.bool.map { $0 && json["fullscreenMode"]?.integer != 1 }
      ?? (json["fullscreen"]?.integer ?? 0 > 1)
    self.init(
      id: id, title: json["title"]?.string ?? "", appID: json["class"]?.string ?? "",
      workspace: isSpecial ? nil : workspace,
      isFocused: json["focusHistoryID"]?.integer == 0, isFullscreen: isFullscreen,
      isUrgent: urgent.contains(id), isInScratchpad: isSpecial)
    special = isSpecial ? workspace : nil
    isFloating = json["floating"]?.bool ?? false
  }
}
