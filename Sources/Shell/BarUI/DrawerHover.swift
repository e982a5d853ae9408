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
    let group: ModuleName
    switch action {
    case .toggleDrawer(let name): group = name
    case .use(let item):
      let modules = bar.modules(in: item.zone)
      guard item.place.count > 1, modules.indices.contains(item.place[0]) else { return nil }
      group = modules[item.place[0]]
    }
    guard let settings = module(group).source.base as? GroupSettings else { return nil }
    return settings.isDrawer && settings.opensUnderPointer ? group : nil
  }
}
