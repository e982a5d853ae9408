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

  /// The separators between the members of a group, which are laid out along the bar or across it.
  func rowSeparators(of item: BarItem, _ group: GroupSettings) -> RowSeparators {
    var separators = rowSeparators(members(of: item, group))
    if group.isStacked { separators.shifts = [:] }
    return separators
  }

  /// The separators of a row; with the items of a layout, those are idle, too, whose modules had no room in it.
  func rowSeparators(_ row: [BarItem], among items: Set<BarItem>? = nil) -> RowSeparators {
    let parts = row.flatMap { item -> [(BarItem, SeparatorRule.Part)] in
      guard let group = group(item), !isUnit(item, group) else { return [(item, part(item, items))] }
      let isHidden = look(of: item.module).isHidden == true
      return members(of: item, group).map { ($0, isHidden ? .hidden : part($0, items)) }
    }
    var separators = RowSeparators(idle: Set(SeparatorRule.idle(parts.map(\.1)).map { parts[$0].0 }))
    for (place, part) in parts.enumerated() where part.1 == .separator && !separators.idle.contains(part.0) {
      guard let before = parts[..<place].last(where: { $0.1 == .content })?.0,
        let after = parts[(place + 1)...].first(where: { $0.1 == .content })?.0,
        let one = seenEnd(1, of: before), let other = seenEnd(0, of: after), one.isFill != other.isFill
      else { continue }
      separators.shifts[part.0] = (other.room - one.room) / 2
    }
    return separators
  }

  /// The distance, in points, from an end of a module or a group, 0 or 1, to what is seen of it there, and whether that is the edge of
  /// a fill, a line or a shadow; nil: nothing is seen that a separator would be compared with.
  private func seenEnd(_ end: Int, of item: BarItem) -> (room: Double, isFill: Bool)? {
    let look = look(of: item.module)
    switch item.module.kind {
    case .separator, .spacer: return nil
    case .group:
      guard let group = group(item), !group.isDrawer, !group.isStacked else { return nil }
      if look.hasPill == true || look.fill != nil { return (0, true) }
      let seen = members(of: item, group).filter { part($0, nil) == .content }
      guard let member = end == 0 ? seen.first : seen.last, let inner = seenEnd(end, of: member) else {
        return nil
      }
      return (inner.room + (look.padding?[end] ?? 0), inner.isFill)
    default:
      guard let shown = state.shown(item.module, on: context.output, context.pictures) else { return nil }
      let items = shown.items.filter(\.isVisible)
      let part = (end == 0 ? items.first : items.last) ?? shown
      let ground = ModuleGround(shown: part, outer: nil, barInk: nil, isBare: isBare)
      if ground.isDelimited { return (0, true) }
      return (ModuleItem.ends(of: part.look, isItem: part.id != nil)[end], false)
    }
  }

  /// The separators of a layout with no module beside them, because some had no room; `items` are those of the layout.
  func looseSeparators(among items: Set<BarItem>) -> Set<BarItem> {
    guard items.contains(where: { $0.module.kind == .separator }) else { return [] }
    return BarItem.Zone.allCases.reduce(into: []) { loose, zone in
      let row = bar.modules(in: zone).enumerated().map { BarItem(zone: zone, place: [$0], module: $1) }
      for row in rows(row) { loose.formUnion(rowSeparators(row, among: items).idle.intersection(items)) }
    }
  }

  /// A row, and those of the groups in it that are parts of their own.
  private func rows(_ row: [BarItem]) -> [[BarItem]] {
    [row]
      + row.flatMap { item -> [[BarItem]] in
        guard let group = group(item), item.place.count <= GroupSettings.mostDepth else { return [] }
        let inner = rows(members(of: item, group))
        return item.place.count > 1 || isUnit(item, group) ? inner : Array(inner.dropFirst())
      }
  }

  /// Whether an item, or a part of it, is among those of a layout, or grows and may be too small yet to be.
  private func hasRoom(_ item: BarItem, among items: Set<BarItem>) -> Bool {
    context.growth[item.module] != nil
      || items.contains { $0.zone == item.zone && $0.place.starts(with: item.place) }
  }

  private func part(_ item: BarItem, _ items: Set<BarItem>?) -> SeparatorRule.Part {
    if let items {
      guard hasRoom(item, among: items) else { return .hidden }
      return item.module.kind == .separator ? .separator : .content
    }
    if look(of: item.module).isHidden == true { return .hidden }
    switch item.module.kind {
    case .separator: return .separator
    case .spacer: return .content
    case .group:
      let group = group(item)
      // The handle of a drawer is shown whatever is inside.
      if let group, group.isDrawer, !group.modules.isEmpty { return .content }
      let inside = group.map { members(of: item, $0) } ?? []
      return inside.contains { part($0, nil) == .content } ? .content : .hidden
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

/// The separators between the modules of a row.
struct RowSeparators {
  /// The separators that have no module beside them because some are not shown.
  var idle: Set<BarItem> = []
  /// The distances, in points, by which separators are moved towards the end of the row. A separator that has the edge of a fill at one
  /// side and a text without one at the other is as far from both, and the modules beside it stay where they are.
  var shifts: [BarItem: Double] = [:]

  /// The distances from a separator to the modules before and after it, in addition to that between modules; nil: the usual ones.
  func room(beside separator: BarItem) -> [Double]? {
    shifts[separator].map { [Separator.room + $0, Separator.room - $0] }
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
