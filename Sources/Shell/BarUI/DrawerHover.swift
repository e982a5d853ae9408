public import Settings

/// The drawers that are open on one bar because a pointer is over their groups.
public struct DrawerHover: Equatable, Sendable {
  /// A drawer that is to be opened or closed.
  public struct Change: Equatable, Sendable {
    public var group: ModuleName
    public var isOpen: Bool
  }

  private var groups: [ModuleName] = []

  public init() {}

  /// Records the groups under the pointer, the outermost first; returns the drawers to close, the innermost first, followed by
  /// those to open.
  public mutating func follow(_ new: [ModuleName]) -> [Change] {
    let changes =
      groups.filter { !new.contains($0) }.reversed().map { Change(group: $0, isOpen: false) }
      + new.filter { !groups.contains($0) }.map { Change(group: $0, isOpen: true) }
    groups = new
    return changes
  }
}

extension Settings {
  /// Returns the groups around the module or the handle of an action whose drawers open under the pointer, the outermost first.
  public func openingGroups(_ action: BarAction, on bar: BarSettings) -> [ModuleName] {
    switch action {
    case .toggleDrawer(let name):
      let paths = BarItem.Zone.allCases.lazy.compactMap { path(to: name, among: bar.modules(in: $0)) }
      return (paths.first ?? [name]).filter(opens)
    case .openSettings: return []
    case .use(let item), .slide(let item): return groups(around: item, on: bar).filter(opens)
    }
  }

  /// The groups that lead to a group, with that one, the outermost first; nil: it is not in the list.
  private func path(to group: ModuleName, among modules: [ModuleName]) -> [ModuleName]? {
    if modules.contains(group) { return [group] }
    for case (let name, let settings?) in modules.map({ ($0, self.group($0)) }) {
      if let rest = path(to: group, among: settings.modules) { return [name] + rest }
    }
    return nil
  }

  private func opens(_ name: ModuleName) -> Bool {
    group(name).map { $0.isDrawer && $0.opensUnderPointer } ?? false
  }

  /// The groups in which a module lies, the outermost first.
  private func groups(around item: BarItem, on bar: BarSettings) -> [ModuleName] {
    var modules = bar.modules(in: item.zone)
    var groups: [ModuleName] = []
    for place in item.place.dropLast() {
      guard modules.indices.contains(place), let group = group(modules[place]) else { return groups }
      groups.append(modules[place])
      modules = group.modules
    }
    return groups
  }
}
