import Geometry
import Localization
import ModuleModel
import Scenes
import Settings
import ShellModel
import Views
import VisualEffects

/// The readings of a bar's modules in three zones.
///
/// Modules never overlap or leave the bar: the longest are ellipsised first, and if there are more modules
/// than there is room for, some are left out. At the left or right edge each word is on a line of its own.
struct BarContent: View {
  var state: State
  var bar: BarSettings
  var context: BarContext
  /// The extent of the bar across its edge, in points.
  var thickness: Double
  /// The sheet of an island; nil: the bar as a whole is a sheet.
  var island: GlassSheet?
  /// Whether the modules that are laid out lie on no glass.
  var isBare = false
  /// The separators that are not drawn, since no module beside them has room.
  var clearSeparators: Set<BarItem> = []
  /// The colour under the groups around the modules that are laid out; nil: there is none.
  var groupGround: ColourGround?

  /// The distance from the long sides of a bar at the left or right edge to the texts, in points.
  static let sidePadding = 3.0
  /// The least width of a text, in points, below which it is left out: six letters or so and the ellipsis.
  static let leastWidth = 48.0

  /// Whether the bar is at the left or right edge.
  private var isUpright: Bool { !bar.edge.isLevel }

  var body: ViewTree {
    // Islands begin at the ends of the bar itself and are as thick as it.
    let ends = island == nil ? (sides: Self.sidePadding, ends: bar.endPadding) : (sides: 0, ends: 0)
    ZoneStack(
      spacing: zoneSpacing, isUpright: isUpright, islands: zoneIslands
    ) {
      if !bar.isAsLongAsContent { start }
    } center: {
      if bar.isAsLongAsContent { start }
      if state.notice == nil { zone(.center, bar.center) }
      if bar.isAsLongAsContent { end }
    } end: {
      if !bar.isAsLongAsContent { end }
    }
    .padding(horizontal: isUpright ? ends.sides : ends.ends, vertical: isUpright ? ends.ends : 0)
    .frame(maxHeight: isUpright ? nil : .infinity)
  }

  /// The first zone, in which a notice of the program takes the place of all modules.
  @ViewBuilder private var start: ViewTree {
    if let notice = state.notice {
      let view = NoticeView(text: notice.text, further: notice.further, isUpright: isUpright).body
      if zoneIslands == nil { onIsland(view) } else { view }
    } else {
      zone(.start, bar.start)
    }
  }

  @ViewBuilder private var end: ViewTree { if state.notice == nil { zone(.end, bar.end) } }

  /// The radius of fills under modules, in points. Those on an island are at least concentric with its corners, and those on a bar with
  /// round corners are unless the settings name a radius.
  private var fillRadius: Double {
    let usual = bar.pillRadius ?? Self.fillRadius
    if island != nil, bar.glass != .bar { return max(usual, bar.islandRadius - ModuleItem.inset) }
    return bar.pillRadius ?? max(usual, Double(bar.cornerRadius) - ModuleItem.inset)
  }

  /// The radius of fills under modules on a bar with square corners, in points.
  private static let fillRadius = 6.0

  /// Whether some of the bar's islands are of single modules or groups, or of a part of a zone.
  private var hasOwnIslands: Bool {
    isDivided || island != nil && bar.modules.contains { sheet(of: $0) == .own }
  }

  /// The distance between the views of a zone, in points.
  private var zoneSpacing: Double { hasOwnIslands ? bar.islandGap : bar.spacing }

  /// Whether modules with settings of their own divide the islands of zones.
  private var isDivided: Bool {
    island != nil && bar.glass == .zones && bar.modules.contains { look(of: $0).hasGlass != nil }
  }

  /// The colour of the accent, on which white is read.
  private var accent: SIMD4<Double> {
    let accent = state.presentation.accent.map { Accent($0) } ?? .systemBlue
    return SIMD4(accent.shown(state.presentation.legibility), 1)
  }

  /// The colour under the modules of each zone; nil: there is none.
  private var zoneGround: ColourGround? {
    island == nil ? bar.zoneFill.flatMap { ground(of: $0, below: nil, on: nil) } : nil
  }

  /// The colour under the modules that are laid out; nil: there is none.
  private var outerGround: ColourGround? { groupGround ?? zoneGround }

  /// The colour under modules that a fill on another colour is; nil: the fill is vibrant, so that it takes its colour from the glass.
  private func ground(of fill: ModuleFill, below ink: ModuleInk?, on outer: ColourGround?) -> ColourGround? {
    let inks = [ink?.colour].compactMap(\.self)
    switch fill {
    case .accent: return ColourGround(.colour(accent), inks: inks, on: outer, isBare: isBare)
    case .gradient(let stops, let angle):
      return ColourGradient(stops, angle: angle, ink: inks.first, on: outer, isBare: isBare).ground
    case .vibrant(let style) where isBare: return .screen(inks: inks, lift: ModuleSurface.lift(of: style))
    case .colour, .vibrant: return ColourGround(fill, inks: inks, on: outer, isBare: isBare)
    }
  }

  private func ink(of fill: ModuleFill, _ ground: ColourGround?) -> ViewInk {
    if case .vibrant(let style) = fill, ground == nil { return .vibrant(style) }
    return ground.map { .ground($0) } ?? .accent
  }

  private var zoneIslands: ZoneIslands? {
    if let fill = bar.zoneFill, island == nil {
      let shape = Fill(ink(of: fill, zoneGround), cornerRadius: fillRadius)
      // At a side edge the fill is as wide as the room of texts, as the fills of modules are, so that no text reaches beyond it.
      return ZoneIslands(
        fill.hasColour ? shape : shape.stroked(), inset: isUpright ? 0 : ModuleItem.inset,
        padding: bar.endPadding, gap: bar.spacing)
    }
    guard bar.glass == .bar || bar.glass == .zones && !isDivided, let island else { return nil }
    return ZoneIslands(
      island, padding: bar.sheetPadding, sidePadding: bar.edge.isLevel ? 0 : Self.sidePadding,
      gap: bar.islandGap)
  }

  /// The view of modules on a sheet of their own, of which the part `reach` is seen while it grows or shrinks, 0 … 1.
  private func onIsland(_ view: some View, reach: Double = 1) -> ViewTree {
    let view = view.body
    guard let island, !view.isEmpty else { return view }
    let isLevel = bar.edge.isLevel
    let padding = bar.islandPadding * reach
    return view.padding(
      horizontal: isLevel ? padding : Self.sidePadding, vertical: isLevel ? 0 : padding
    )
    .frame(maxWidth: isLevel ? nil : .infinity, maxHeight: isLevel ? .infinity : nil).glass(island)
  }

  /// Consecutive modules of a zone that lie on one sheet of glass, or one that does not.
  private struct Run {
    var sheet: ModuleSheet
    var modules: [BarItem]
  }

  private func runs(_ row: [BarItem]) -> [Run] {
    row.reduce(into: []) { runs, item in
      let sheet = sheet(of: item)
      if sheet == .shared, runs.last?.sheet == .shared {
        runs[runs.count - 1].modules.append(item)
      } else {
        runs.append(Run(sheet: sheet, modules: [item]))
      }
    }
  }

  @ViewBuilder private func zone(_ zone: BarItem.Zone, _ modules: [ModuleName]) -> ViewTree {
    for run in runs(modules.enumerated().map { BarItem(zone: zone, place: [$0], module: $1) }) {
      let separators = rowSeparators(run.modules)
      if run.sheet == .shared {
        if isDivided {
          let views = row(run.modules, spacing: bar.spacing, separators: separators)
          if !views.isEmpty {
            onIsland(BarStack(isUpright: isUpright, spacing: bar.spacing, content: views))
          }
        } else {
          row(run.modules, spacing: zoneSpacing, separators: separators)
        }
      } else {
        for item in run.modules {
          if item.module.kind == .spacer {
            self.item(item, separators: separators)
          } else if item.module.kind != .separator {
            // A line stands only between modules on one sheet.
            let view = run.sheet == .own ? ownIsland(item, separators: separators) : bare(item)
            spaced(view, item, spacing: zoneSpacing)
          }
        }
      }
    }
  }

  /// A module or a group on a sheet of its own.
  private func ownIsland(_ item: BarItem, separators: RowSeparators) -> ViewTree {
    onIsland(zoneItem(item, separators: separators), reach: context.growth[item.module] ?? 1)
  }

  /// The modules of a row that lie on a sheet around them; `spacing` is the distance between them, in points.
  @ViewBuilder private func row(_ row: [BarItem], spacing: Double, separators: RowSeparators) -> ViewTree {
    for item in row {
      if item.module.kind == .spacer {
        self.item(item, separators: separators)
      } else {
        spaced(zoneItem(item, separators: separators), item, spacing: spacing)
      }
    }
  }

  private func zoneItem(_ item: BarItem, separators: RowSeparators) -> ViewTree {
    group(item).map { group(item, $0, separators: separators) } ?? self.item(item, separators: separators)
  }

  /// A module that lies on no glass.
  private func bare(_ item: BarItem) -> ViewTree {
    var content = self
    content.isBare = true
    return content.zoneItem(item, separators: RowSeparators())
  }

  /// The view of a module with the room that its settings want before and after it. While the module grows or shrinks, that
  /// room and `spacing`, the distance to the next one in points, do so with it.
  private func spaced(_ view: ViewTree, _ item: BarItem, spacing: Double) -> ViewTree {
    let (margins, reach) = (look(of: item.module).margins, context.growth[item.module] ?? 1)
    guard margins != nil || reach < 1, !view.isEmpty else { return view }
    let before = (margins?[0] ?? 0) * reach
    let after = (margins?[1] ?? 0) * reach - spacing * (1 - reach)
    return view.padding(ends: [before, after], isUpright: isUpright)
  }

  /// The modules of a group, directly in the zone unless they share a background fill; `outer` is the look of the group that
  /// it is in.
  @ViewBuilder private func group(
    _ item: BarItem, _ group: GroupSettings, below outer: ModuleLook = ModuleLook(),
    separators: RowSeparators
  ) -> ViewTree {
    let look = look(of: item.module).below(outer)
    let isInner = item.place.count > 1
    let separators = isInner || isUnit(item, group) ? rowSeparators(of: item, group) : separators
    if look.isHidden != true {
      if look.hasPill == true || look.fill != nil {
        unit(item, group, look, spacing: group.spacing ?? 0, separators: separators)
          .padding(ends: look.padding ?? [0, 0], isUpright: isUpright)
          .frame(maxHeight: bar.edge.isLevel ? .infinity : nil)
          .background {
            groupFill(look)
          }
          .layoutPriority(look.priority ?? members(of: item, group).map(priority).max() ?? 0)
      } else if hasBox(item, group, look) {
        let view = unit(item, group, look, spacing: group.spacing ?? bar.spacing, separators: separators)
        if !view.isEmpty {
          view.padding(ends: look.padding ?? [0, 0], isUpright: isUpright)
            .layoutPriority(look.priority ?? members(of: item, group).map(priority).max() ?? 0)
        }
      } else {
        members(item, group, look, spacing: bar.spacing, separators: separators)
      }
    }
  }

  /// The members of a group as one view, along the bar or across it; empty if there are none.
  private func unit(
    _ item: BarItem, _ group: GroupSettings, _ look: ModuleLook, spacing: Double, separators: RowSeparators
  ) -> ViewTree {
    var content = self
    content.groupGround = ground(of: look) ?? outerGround
    if group.isStacked { content.thickness = thickness / Double(max(1, group.modules.count)) }
    let spacing = group.isStacked ? 0 : spacing
    let views = content.members(item, group, look, spacing: spacing, separators: separators)
    if views.isEmpty { return views }
    let stack = BarStack(isUpright: isUpright != group.isStacked, spacing: spacing, content: views).body
    guard let least = look.minWidth, !isUpright else { return stack }
    return stack.frame(minWidth: least, alignment: Alignment(look.side))
  }

  /// The colour under the members of a group; nil: there is none.
  private func ground(of look: ModuleLook) -> ColourGround? {
    fill(of: look).flatMap { ground(of: $0, below: look.ink, on: outerGround) }
  }

  /// The fill under the members of a group; nil: there is none.
  private func fill(of look: ModuleLook) -> ModuleFill? {
    look.fill ?? (look.hasPill == true ? .vibrant(.fill) : nil)
  }

  /// The fill under the members of a group. The accent is a colour like others here, so that coloured members are read on it.
  private func groupFill(_ look: ModuleLook) -> ViewTree {
    let outline = ModuleOutline(look, radius: fillRadius)
    let inset = bar.edge.isLevel ? outline.inset : 0
    if case .gradient(let stops, let angle)? = look.fill {
      let gradient = ColourGradient(
        stops, angle: angle, ink: look.ink?.colour, on: outerGround, isBare: isBare)
      return GradientFill(gradient, corners: outline.corners, border: outline.stroke)
        .padding(vertical: inset)
    }
    let ink = fill(of: look).map { self.ink(of: $0, ground(of: look)) } ?? .vibrant(.fill)
    let shape = Fill(ink, corners: outline.corners, border: outline.stroke)
    return (outline.isStroked ? shape.stroked(ink: .edge(on: outerGround)) : shape).padding(vertical: inset)
  }

  /// `spacing` is the distance between modules in the stack around them, in points.
  @ViewBuilder private func members(
    _ item: BarItem, _ group: GroupSettings, _ look: ModuleLook, spacing: Double, separators: RowSeparators
  ) -> ViewTree {
    let all = members(of: item, group)
    if group.isDrawer {
      let isOpen = state.openDrawers(on: context.output).contains(item.module)
      let parts = group.parts
      let (kept, hidden) = (all[parts.kept], all[parts.hidden])
      if !group.modules.isEmpty {
        let shown = BarStack(
          isUpright: isUpright, spacing: spacing,
          content: members(kept, below: look, spacing: spacing, separators: separators))
        let handle = group.hasArrow ? shown.content : handle(shown, item, isOpen: isOpen)
        let drawer = drawer(
          of: item, hidden, below: look, spacing: spacing, isOpen: isOpen, separators: separators)
        if group.direction == .forward { handle } else { drawer }
        if group.hasArrow { arrow(of: item, group, isOpen: isOpen) }
        if group.direction == .forward { drawer } else { handle }
      }
    } else {
      members(all[...], below: look, spacing: spacing, separators: separators)
    }
  }

  private func arrow(of item: BarItem, _ group: GroupSettings, isOpen: Bool) -> ViewTree {
    DrawerHandle(
      id: item, isOpen: isOpen, isReversed: group.direction == .back,
      isRightToLeft: state.presentation.isRightToLeft, isUpright: isUpright, thickness: thickness,
      radius: fillRadius, screen: isBare ? .screen() : nil
    )
    .equatable()
  }

  /// The modules of a drawer that are always shown, and open it where they do nothing else.
  private func handle(_ shown: BarStack, _ item: BarItem, isOpen: Bool) -> ViewTree {
    shown.body.onTap(.primary, BarAction.toggleDrawer(item.module)).focusable()
      .accessibility(.button, label: "\(item.module)", value: DrawerHandle.value(isOpen: isOpen))
      .expandable(isExpanded: isOpen)
  }

  /// The modules in a drawer as far as it is open.
  @ViewBuilder private func drawer(
    of group: BarItem, _ hidden: ArraySlice<BarItem>, below look: ModuleLook, spacing: Double, isOpen: Bool,
    separators: RowSeparators
  ) -> ViewTree {
    let reach = context.drawerReach[group.module] ?? (isOpen ? 1 : 0)
    if reach >= 1 {
      members(hidden, below: look, spacing: spacing, separators: separators)
    } else if reach > 0 {
      BarStack(
        isUpright: isUpright, spacing: spacing,
        content: members(hidden, below: look, spacing: spacing, separators: separators)
      )
      .slidOut(reach, isReversed: self.group(group)?.direction == .back)
    }
  }

  @ViewBuilder private func members(
    _ members: ArraySlice<BarItem>, below look: ModuleLook, spacing: Double, separators: RowSeparators
  ) -> ViewTree {
    for member in members {
      spaced(item(member, below: look, separators: separators), member, spacing: spacing)
    }
  }

  /// The rank of a module where there is too little room.
  private func priority(of item: BarItem) -> Double {
    look(of: item.module).priority(in: item.module.kind.summary)
  }

  /// A module; `outer` is the look of the group that it is in, which has what it has not.
  @ViewBuilder private func item(
    _ item: BarItem, below outer: ModuleLook = ModuleLook(), separators: RowSeparators
  ) -> ViewTree {
    let look = look(of: item.module)
    switch item.module.kind {
    case .group:
      if item.place.count <= GroupSettings.mostDepth, let group = self.group(item) {
        self.group(item, group, below: outer, separators: separators)
      }
    case .separator:
      if look.isHidden != true, !separators.idle.contains(item), !isBare || fill(of: outer) != nil {
        Separator(
          isUpright: isUpright, ink: look.ink.map { ViewInk($0) },
          padding: look.padding ?? separators.room(beside: item), isClear: clearSeparators.contains(item),
          key: SeparatorKey(item: item)
        )
        .id(item)
        .layoutPriority(priority(of: item))
      }
    case .spacer:
      if look.isHidden != true, let gap = state.settings.module(item.module).source.base as? GapSettings {
        RoomBetween(length: gap.width, isUpright: isUpright).id(item)
          .layoutPriority(priority(of: item))
      }
    default:
      let images = state.pictures(of: item.module)
      let read = state.shown(item.module, on: context.output, context.pictures)
      let shown = read.flatMap { isVisible($0, images) ? $0 : nil }
      if let shown = shown ?? context.leaving[item.module]?.withoutInput {
        let view = ModuleItem(
          id: item, shown: shown.below(outer), images: images, pictures: context.pictures,
          scrollTimes: context.scrollTimes.filter { $0.key.module == item.module },
          reach: context.drawerReach[item.module],
          pulses: context.pulses.filter { $0.key.module == item.module },
          lengths: context.lengths.filter { $0.key.module == item.module },
          opener: context.opener?.module == item.module ? context.opener : nil,
          outerGround: outerGround, ink: bar.ink,
          isBare: isBare, isStill: state.presentation.reducesMotion,
          keepsTooltip: (state.settings.module(item.module).source.base as? ClockSettings)?.hover
            == .calendar,
          edge: bar.edge, thickness: thickness, radius: fillRadius
        )
        .equatable()
        if let reach = context.growth[item.module] {
          BarStack(isUpright: isUpright, content: view.opacity(reach)).slidOut(reach)
        } else {
          view
        }
      }
    }
  }
}

extension ModuleLook {
  /// The look with the ink, the font and the priority of a group where it has none of its own.
  fileprivate func below(_ outer: ModuleLook) -> ModuleLook {
    var result = self
    result.ink = ink ?? outer.ink
    result.font = font ?? outer.font
    result.priority = priority ?? outer.priority
    return result
  }
}

extension ShownModule {
  /// The module as it is seen while it shrinks: it takes no input and explains nothing.
  fileprivate var withoutInput: ShownModule {
    var module = self
    (module.actions, module.tooltip) = ([:], "")
    module.items = items.map(\.withoutInput)
    return module
  }

  /// The module with the ink, the font and the priority of a group where it has none of its own.
  fileprivate func below(_ outer: ModuleLook) -> ShownModule {
    var module = self
    module.look = look.below(outer)
    module.hoverLook = hoverLook?.below(outer)
    module.pressedLook = pressedLook?.below(outer)
    module.items = items.map { $0.below(outer) }
    module.rests = rests.map { $0.below(outer) }
    module.foldable = foldable.map { $0.below(outer) }
    return module
  }
}

extension State {
  /// The content of a module on a bar of an output: a failure if its picture cannot be read; nil if nothing was read yet.
  func shown(_ module: ModuleName, on output: String?, _ pictures: PictureTable) -> ShownModule? {
    guard var shown = shown(module, on: output) else { return nil }
    let images = self.pictures(of: module)
    guard let image = images.first, images.allSatisfy({ pictures.pictures[$0] == .some(nil) }),
      shown.failure == nil, shown.look.isHidden != true
    else { return shown }
    let reason = "\(module): there is no picture that can be read at \(image.icon)"
    let words = localized("The picture “\(image.icon)” cannot be read.")
    (shown.failure, shown.tooltip, shown.pieces) = (reason, words, [])
    return shown
  }

  /// The pictures of an image module; empty for other modules, and while there is no picture.
  func pictures(of module: ModuleName) -> [PictureTable.Key] {
    guard let image = settings.module(module).source.base as? ImageSettings,
      let fields = readings[module]?.fields
    else { return [] }
    return (0...image.paths.count).compactMap { place in
      guard case .text(let path)? = fields[ImageSettings.field("path", place)], !path.isEmpty else {
        return nil
      }
      let version = fields[ImageSettings.field("version", place)]?.number ?? 0
      return PictureTable.Key(ModuleIcon(path, version: Int(version)), side: image.size)
    }
  }
}
