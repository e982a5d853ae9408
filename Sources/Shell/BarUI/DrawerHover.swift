public import Settings

/// The drawer that is open on one bar because a pointer is over its group.
public struct DrawerHover: Equatable, Sendable {
  /// A drawer that is to be opened or closed.
  public struct Change: Equatable, Sendable {
    public var group: ModuleName
    public var isOpen: Bool
  }

  private var group: ModuleName?

  public init() {}

  /// Records the group under the pointer, nil for none; returns the drawers to close and to open, the former one
  /// first.
  public mutating func follow(_ new: ModuleName?) -> [Change] {
    guard new != group else { return [] }
    let changes = [
      group.map { Change(group: $0, isOpen: false) }, new.map { Change(group: $0, isOpen: true) },
    ]
    group = new
    return changes.compactMap(\.self)
  }
}

extension Settings {
  /// Returns the group to which the module or handle of an action belongs, if its drawer opens under the pointer; nil
  /// otherwise.
  public func openingGroup(_ action: BarAction, on bar: BarSettings) -> ModuleName? {
    switch action {
    case .toggleDrawer(let name): opens(name) ? name : nil
    case .use(let item): groups(around: item, on: bar).first(where: opens)
    }
  }

  private func opens(_ name: ModuleName) -> Bool {
    guard let group = module(name).source.base as? GroupSettings else { return false }
    return group.isDrawer && group.opensUnderPointer
  }

  /// The groups in which a module lies, the outermost first.
  private func groups(around item: BarItem, on bar: BarSettings) -> [ModuleName] {
    var modules = bar.modules(in: item.zone)
    var groups: [ModuleName] = []
    for place in item.place.dropLast() {
      guard modules.indices.contains(place),
        let group = module(modules[place]).source.base as? GroupSettings
      else { return groups }
      groups.append(modules[place])
      modules = group.modules
    }
    return groups
  }
}
