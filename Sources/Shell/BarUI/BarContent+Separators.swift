import ModuleModel
import Settings
import ShellModel

extension BarContent {
  /// The look that the settings give a module.
  func look(of module: ModuleName) -> ModuleLook { state.settings.module(module).style.look }

  /// The sheet of glass under a module of a zone; members of groups are on that of their group.
  func sheet(of item: BarItem) -> ModuleSheet {
    item.place.count > 1 ? .shared : sheet(of: item.module)
  }

  func sheet(of module: ModuleName) -> ModuleSheet {
    if island == nil || bar.glass == .bar { return .shared }
    if let own = look(of: module).hasGlass { return own ? .own : .none }
    return switch bar.glass {
    case .bar, .zones: .shared
    case .modules: .own
    case .none: .none
    }
  }

  /// The settings of a group; nil for any other module.
  func group(_ item: BarItem) -> GroupSettings? { state.settings.group(item.module) }

  /// The members of a group.
  func members(of item: BarItem, _ group: GroupSettings) -> [BarItem] {
    group.modules.enumerated().map { BarItem(zone: item.zone, place: item.place + [$0], module: $1) }
  }

  /// Whether a group is one part of its row, and not as many as it has members.
  func isUnit(_ item: BarItem, _ group: GroupSettings) -> Bool {
    let look = look(of: item.module)
    return group.isDrawer || look.hasPill == true || look.fill != nil || hasBox(item, group, look)
  }

  /// Whether the modules of a group with a look are laid out in a box of their own, although the group has no fill.
  func hasBox(_ item: BarItem, _ group: GroupSettings, _ look: ModuleLook) -> Bool {
    sheet(of: item) == .own || look.margins != nil || look.minWidth != nil || group.isStacked
      || group.spacing != nil
  }

  /// The separators of a row that have no module beside them because some are not shown.
  func idleSeparators(_ row: [BarItem]) -> Set<BarItem> {
    let parts = row.flatMap { item -> [(BarItem, SeparatorRule.Part)] in
      guard let group = group(item), !isUnit(item, group) else { return [(item, part(item))] }
      let isHidden = look(of: item.module).isHidden == true
      return members(of: item, group).map { ($0, isHidden ? .hidden : part($0)) }
    }
    return Set(SeparatorRule.idle(parts.map(\.1)).map { parts[$0].0 })
  }

  private func part(_ item: BarItem) -> SeparatorRule.Part {
    if look(of: item.module).isHidden == true { return .hidden }
    switch item.module.kind {
    case .separator: return .separator
    case .spacer: return .content
    case .group:
      let group = group(item)
      // The handle of a drawer is shown whatever is inside.
      if let group, group.isDrawer, !group.modules.isEmpty { return .content }
      let inside = group.map { members(of: item, $0) } ?? []
      return inside.contains { part($0) == .content } ? .content : .hidden
    default:
      let shown = state.shown(item.module, on: context.output, context.pictures)
      return shown.map { isVisible($0, state.pictures(of: item.module)) } == true ? .content : .hidden
    }
  }

  /// Whether a module shows anything: its content, a picture, or a space for one while it is being read.
  func isVisible(_ shown: ShownModule, _ images: [PictureTable.Key]) -> Bool {
    if shown.isVisible { return true }
    guard shown.look.isHidden != true else { return false }
    return images.contains { context.pictures.pictures[$0].map { $0 != nil } ?? true }
  }
}

/// The sheet of glass under a module, or under a group with its members.
enum ModuleSheet {
  /// The sheet of the bar or of a zone.
  case shared
  /// A sheet of its own.
  case own
  /// There is no glass.
  case none
}
