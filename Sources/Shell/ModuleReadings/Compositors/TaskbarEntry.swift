import DesktopModel

/// A place in the taskbar: windows that share an item, or a pinned program without windows.
struct TaskbarEntry: Equatable {
  /// The identifier of the item.
  var id: String
  /// The windows in the order of the source; empty for a program that can be started.
  var windows: [Window]
  /// The pinned program; nil for windows of others.
  var pin: TaskbarPin?

  /// The name of a pinned program for people.
  var name: String { pin?.program.map(\.name).flatMap { $0.isEmpty ? nil : $0 } ?? pin?.id ?? "" }

  /// Whether one of the windows has the keyboard.
  var isFocused: Bool { windows.contains(where: \.isFocused) }

  /// The entries of windows: pinned programs first, in their order, then the windows of others in the order of the source.
  static func entries(_ windows: [Window], pins: [TaskbarPin], isGrouped: Bool) -> [TaskbarEntry] {
    var pinned = pins.map { _ in TaskbarGroups() }
    var others = TaskbarGroups()
    for window in windows {
      let place = pins.firstIndex { $0.owns(window.appID) }
      let pin = place.map { pins[$0] }
      let group = isGrouped ? pin?.id ?? window.appID : ""
      let entry = TaskbarEntry(
        id: group.isEmpty ? "window-\(window.id.rawValue)" : group, windows: [window], pin: pin)
      if let place { pinned[place].add(entry) } else { others.add(entry) }
    }
    for (place, pin) in pins.enumerated() where pinned[place].entries.isEmpty && pin.isLauncher {
      pinned[place].add(TaskbarEntry(id: pin.launcher, windows: [], pin: pin))
    }
    return pinned.flatMap(\.entries) + others.entries
  }
}

/// Entries in the order in which their first windows have come.
private struct TaskbarGroups {
  private(set) var entries: [TaskbarEntry] = []
  /// The places of the entries by their identifiers.
  private var places: [String: Int] = [:]

  /// Adds the windows of an entry to those that share its item.
  mutating func add(_ entry: TaskbarEntry) {
    if let place = places[entry.id] {
      entries[place].windows += entry.windows
    } else {
      places[entry.id] = entries.count
      entries.append(entry)
    }
  }
}

extension [TaskbarEntry] {
  /// The entries that have an item of their own if there are `most` items, and the others. The entry of the window `front` is among
  /// the first ones unless there are none.
  func split(most: Int?, front: WindowID?) -> (shown: [TaskbarEntry], hidden: [TaskbarEntry]) {
    guard let most, count > most else { return (self, []) }
    guard most > 0, let focused = self[most...].firstIndex(where: { $0.windows.contains { $0.id == front } })
    else {
      return (Array(prefix(most)), Array(self[most...]))
    }
    var hidden = self[(most - 1)...]
    hidden.remove(at: focused)
    return (prefix(most - 1) + [self[focused]], Array(hidden))
  }
}
