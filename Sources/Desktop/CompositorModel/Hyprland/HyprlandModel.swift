import JSON

/// Combines Hyprland's answers, which report workspaces, monitors and windows separately.
struct HyprlandModel {
  private struct Monitor {
    var name: String
    var activeWorkspace: Int
    var isFocused: Bool
  }

  private var workspaces: [Workspace]?
  private var monitors: [Monitor]?
  /// The workspace of each window.
  private var places: [WindowID: WorkspaceID] = [:]
  /// The urgent windows. Hyprland reports only when urgency begins; it ends when the window
  /// gets the keyboard.
  private var urgent: Set<WindowID> = []

  func knows(_ window: WindowID) -> Bool { places[window] != nil }

  /// Takes in an answer, and returns the events that follow from it; none if the answer has an unknown form.
  mutating func take(_ json: JSONValue, for query: HyprlandQuery) -> [CompositorEvent] {
    guard query == .devices || json.elements != nil else { return [] }
    let list = json.elements ?? []
    switch query {
    case .workspaces:
      workspaces = list.compactMap { Workspace(hyprland: $0) }.sorted { Self.order($0, $1) }
      return listed
    case .monitors:
      monitors = list.compactMap { monitor in
        guard let name = monitor["name"]?.string else { return nil }
        return Monitor(
          name: name, activeWorkspace: monitor["activeWorkspace"]?["id"]?.integer ?? 0,
          isFocused: monitor["focused"]?.bool ?? false)
      }
      return listed
    case .clients: return takeWindows(list)
    case .devices: return [.layoutsChanged(Self.keyboard(json["keyboards"]?.elements ?? []))]
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

  // MARK: - Workspaces

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
    let shown = Dictionary(monitors.map { ($0.activeWorkspace, $0) }) { first, _ in first }
    return [
      .workspacesListed(
        workspaces.map { workspace in
          var workspace = workspace
          let monitor = shown[workspace.id.rawValue]
          workspace.isVisible = monitor != nil
          workspace.isFocused = monitor?.isFocused ?? false
          workspace.isUrgent = isUrgent(workspace.id)
          return workspace
        })
    ]
  }

  // MARK: - Windows

  private mutating func takeWindows(_ list: [JSONValue]) -> [CompositorEvent] {
    places = [:]
    var latest: [WorkspaceID: (order: Int, window: WindowID)] = [:]
    let windows = list.compactMap { json -> Window? in
      guard let window = Window(hyprland: json, urgent: urgent) else { return nil }
      guard let place = window.workspace else { return window }
      places[window.id] = place
      // 0 is the window with the keyboard, higher numbers had it longer ago, -1 never had it.
      if let order = json["focusHistoryID"]?.integer, order >= 0, order < latest[place]?.order ?? .max {
        latest[place] = (order, window.id)
      }
      return window
    }
    urgent.formIntersection(windows.map(\.id))
    return [.windowsListed(windows, active: latest.mapValues(\.window))]
  }

  // MARK: - Keyboards

  /// The main keyboard, or the first. Layouts that are not in use have the codes of the
  /// configuration as names.
  private static func keyboard(_ list: [JSONValue]) -> KeyboardLayouts? {
    guard let keyboard = list.first(where: { $0["main"]?.bool == true }) ?? list.first,
      let current = keyboard["active_keymap"]?.text
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
  /// Reads a workspace; nil for special workspaces, which are overlays with no place among the others.
  fileprivate init?(hyprland json: JSONValue) {
    guard let id = json["id"]?.integer, let name = json["name"]?.string, !name.hasPrefix("special") else {
      return nil
    }
    self.init(
      id: WorkspaceID(rawValue: id), name: name, number: id > 0 ? id : nil, output: json["monitor"]?.text)
  }
}

extension Window {
  fileprivate init?(hyprland json: JSONValue, urgent: Set<WindowID>) {
    guard let id = json["address"]?.string.flatMap({ WindowID(hyprland: $0) }), json["mapped"]?.bool != false
    else { return nil }
    let place = json["workspace"]?["id"]?.integer
    let isSpecial = json["workspace"]?["name"]?.string?.hasPrefix("special") ?? false
    // Older versions send a Boolean.
    let isFullscreen = json["fullscreen"]?.bool ?? (json["fullscreen"]?.integer ?? 0 > 1)
    self.init(
      id: id, title: json["title"]?.string ?? "", appID: json["class"]?.string ?? "",
      workspace: isSpecial ? nil : place.map { WorkspaceID(rawValue: $0) },
      isFocused: json["focusHistoryID"]?.integer == 0, isFullscreen: isFullscreen,
      isUrgent: urgent.contains(id), isInScratchpad: isSpecial)
  }
}
