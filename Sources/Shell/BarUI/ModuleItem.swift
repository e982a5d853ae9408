import Geometry
import ModuleModel
import Settings
import Views

/// A module on the bar: its reading, or a sign for a failure; the same sign stands beside a reading when the module was refused
/// something.
struct ModuleItem: View, Equatable {
  var id: BarItem
  var shown: ShownModule
  /// The pictures of an image module; empty for other modules, and while there is no picture.
  var images: [PictureTable.Key] = []
  var pictures: PictureTable
  /// The times for which the module's scrolling texts have been shown.
  var scrollTimes: [ScrollingModule: Duration] = [:]
  /// The visible fraction of the items that slide out or back, 0 … 1; nil if none do.
  var reach: Double?
  /// The sizes of the pulses of the module, or of items of it, that draw attention, 0 … 1.
  var pulses: [BarItem: Double] = [:]
  /// The lengths of the module, or of items of it, that become longer or shorter.
  var lengths: [BarItem: MovingLength] = [:]
  /// The module, or the item of one, whose menu or panel is open; nil: none is.
  var opener: BarItem?
  /// The colour under the module, of its group or of its zone; nil: there is none.
  var outerGround: ColourGround?
  /// The ink of the bar; nil: that of its material.
  var ink: ModuleInk?
  /// Whether there is no glass below the module.
  var isBare = false
  /// Whether motion is to be reduced, so that no light follows the pointer.
  var isStill = false
  /// Whether the tooltip stays although the module shows its words, as something else is shown in place of it.
  var keepsTooltip = false
  /// The edge of the bar.
  var edge: OutputEdge
  /// The extent of the bar across its edge, in points.
  var thickness: Double
  /// The default corner radius of the background fill, in points.
  var radius: Double

  /// Whether the bar is at the left or right edge, so that each word is a line.
  private var isUpright: Bool { !edge.isLevel }

  /// The default distance from the sides of a module to its content, in points.
  static let padding = 8.0
  /// The part of a fill's height that its corners take at least where its ends count as round, chosen by eye: fills in islands that
  /// are half round stand upright by intent.
  private static let leastRoundness = 0.75
  /// The distance from the long sides of the bar to the background fill of a module, in points.
  static let inset = 4.0
  /// The distance between an icon and the part beside it, in points.
  static let iconGap = 5.0
  /// The distance between a slider and the part before it, in points.
  static let sliderGap = 8.0
  /// The distance between the items of a module, in points.
  static let itemGap = 2.0
  /// The width, in points, below which an item of several gives way to a menu: an icon and two words.
  static let comfort = 112.0

  /// The distances from both ends of a module, or of an item of one, to its content, in points.
  static func ends(of look: ModuleLook, isItem: Bool) -> [Double] {
    (isItem ? look.itemPadding : nil) ?? look.padding ?? [padding, padding]
  }

  var body: ViewTree {
    if shown.items.isEmpty {
      part(shown, id)
    } else {
      row.frame(
        maxWidth: isUpright ? nil : width(of: shown.look), maxHeight: isUpright ? nil : .infinity,
        alignment: Alignment(shown.look.side)
      )
      .id(id)
      .layoutPriority(priority, vanishing: lastPriority)
    }
  }

  /// The greatest width of a module with a look: that of the bar at a side, all of the free length if the look wants it; nil:
  /// that of the content.
  private func width(of look: ModuleLook) -> Double? {
    isUpright || look.expands == true ? .infinity : nil
  }

  /// The least width of an item with a look, in points, by which the fill of a short text is round and no capsule that stands upright;
  /// nil: the corners are not that round, or the settings say what the item measures.
  private func leastWidth(of look: ModuleLook) -> Double? {
    if isUpright || look.radii != nil || look.fillInset != nil { return nil }
    let height = thickness - 2 * ModuleItem.inset
    let isRound = 2 * radius >= Self.leastRoundness * height
    return look.padding == nil && look.itemPadding == nil && isRound ? height : nil
  }

  /// The distance between the items of the module, in points.
  private var itemGap: Double { shown.look.itemSpacing ?? Self.itemGap }

  /// The rank of the module where there is too little room.
  private var priority: Double { shown.look.priority(in: id.module.kind.summary) }

  /// The rank by which the module is left out once it has shrunk to one item for all, or to one item and another for the rest on a level
  /// bar: no lower than that of most modules, since what is left is as short as these. A rank of the settings stays.
  private var lastPriority: Double {
    shown.rests.isEmpty || shown.look.priority != nil ? priority : max(priority, KindSummary.standardPriority)
  }

  /// The items, of which the last give way to another one where there is not enough room along the bar.
  private var row: ViewTree {
    if let reach, reach < 1, !shown.foldable.isEmpty {
      return stack(spacing: itemGap, items(slidOut: reach))
    }
    let visible = shown.items.indices.filter { shown.items[$0].isVisible }
    // Items that take free length have equal parts of it.
    let isEven = visible.allSatisfy { place in
      shown.items[place].look.expands == true && !shown.items[place].hasSeparator
    }
    if shown.rests.isEmpty, isUpright || !isEven { return stack(spacing: itemGap, items(shown.items)) }
    // Lines between items are left out from here on: only the taskbar has `rests`, and only i3bar has separators.
    let views = visible.map { part(item: shown.items[$0]) }
    let kept = visible.firstIndex { shown.items[$0].id == shown.keptItem && shown.keptItem != nil }
    @Sendable func rest(_ place: Int) -> ViewTree? {
      shown.rests.indices.contains(visible[place]) ? part(item: shown.rests[visible[place]]) : nil
    }
    if isUpright {
      let short = visible.map { part(item: shown.items[$0].inBrief) }
      return OverflowColumn(spacing: itemGap, views: views, short: short, kept: kept, rest: rest).body
    }
    return OverflowRow(
      spacing: itemGap, comfort: Self.comfort, isEven: isEven,
      fills: isEven && shown.look.expands == true, views: views, kept: kept
    ) {
      // A bar has room for one item and what stands for the others, or is too short for the module.
      $0 == 0 ? nil : rest($0)
    }.body
  }

  /// The items while some of them slide out from behind the first one, or back.
  @ViewBuilder private func items(slidOut reach: Double) -> ViewTree {
    let moving = Set(shown.foldable.map(\.id))
    let resting = shown.items.filter { !moving.contains($0.id) }
    items(Array(resting.prefix(1)))
    BarStack(isUpright: isUpright, spacing: itemGap, content: items(shown.foldable)).slidOut(reach)
    items(Array(resting.dropFirst()))
  }

  @ViewBuilder private func items(_ items: [ShownModule]) -> ViewTree {
    let visible = items.filter(\.isVisible)
    for (item, next) in zip(visible, visible.dropFirst().map(Optional.some) + [nil]) {
      part(item: item)
      if let next, item.hasSeparator {
        Separator(
          isUpright: isUpright,
          padding: [separatorRoom(beside: item, end: 1), separatorRoom(beside: next, end: 0)])
      }
    }
  }

  /// The distance from a line between items to one of them, in points, in addition to that between items. It is larger beside a fill, so
  /// that the line is as far from its edge as from a text without one. `end` is the end of the item at the line: 0 or 1.
  private func separatorRoom(beside item: ShownModule, end: Int) -> Double {
    let ground = ModuleGround(shown: item, outer: outerGround, barInk: ink?.colour, isBare: isBare)
    return Separator.room + (ground.isDelimited ? Self.ends(of: item.look, isItem: item.id != nil)[end] : 0)
  }

  private func part(item: ShownModule) -> ViewTree {
    part(
      item, BarItem(zone: id.zone, place: id.place, module: id.module, item: item.id),
      isUnfolded: isUnfolded(by: item))
  }

  /// Whether the items that slide out from behind an item are shown; nil: there are none behind it.
  private func isUnfolded(by item: ShownModule) -> Bool? {
    guard let last = shown.foldable.last, item.id == shown.items.first?.id else { return nil }
    return shown.items.contains { $0.id == last.id }
  }

  private func part(_ shown: ShownModule, _ id: BarItem, isUnfolded: Bool? = nil) -> ViewTree {
    let isActive = shown.actions.keys.contains { !$0.isPassive }
    let pill = id.item != nil && shown.look.hasPill == true ? PillKey(item: id) : nil
    let pulse = pulses[id] ?? 0
    let length = lengths[id]
    let plain = appearance(shown, isOpen: id == opener, pulse: pulse)
    // The content of a module that is used keeps its place, whatever that look has around it.
    func used(_ look: ModuleLook) -> Appearance {
      appearance(shown.with(look), isOpen: id == opener, pulse: pulse, isDelimited: plain.isDelimited)
    }
    let (hovered, pressed) = (shown.hoverLook.map(used), shown.pressedLook.map(used))
    @Sendable func surface(_ look: InteractionLook?, _ own: Appearance) -> ViewTree {
      let surface = ModuleSurface(
        label: look?.isLit == true ? own.litLabel : own.label, look: look, ground: own.ground,
        roomAtEnd: own.roomAtEnd, pill: pill,
        below: isBare ? nil : outerGround, keepsHue: own.keepsHue, isStill: isStill,
        isUpright: isUpright, thickness: thickness, outline: own.outline, screen: own.screen,
        leastWidth: id.item == nil ? nil : leastWidth(of: own.look), width: width(of: own.look),
        alignment: Alignment(own.look.side), length: length, anchor: id.zone.anchor,
        ends: Self.ends(of: own.look, isItem: id.item != nil)
      )
      .body.frame(maxWidth: width(of: own.look), maxHeight: isUpright ? nil : .infinity)
      var line = ModuleUnderline(look: own.look, edge: edge, thickness: thickness)
      line.ends = Self.ends(of: own.look, isItem: id.item != nil)
      return line.under(surface)
    }
    // A module with a tooltip can be focused by keys, so that the tooltip can be read without a pointer, unless it shows the words itself.
    let isFocusable = isActive || !shown.tooltip.isEmpty
    @Sendable func look(_ look: InteractionLook) -> InteractionLook? {
      if isActive { return look }
      var focus = look
      (focus.isHovered, focus.isPressed) = (false, false)
      return focus.isFocused ? focus : nil
    }
    let content =
      isFocusable
      ? Reactive { interaction in
        let own = interaction.isPressed ? pressed : interaction.isHovered ? hovered : nil
        return surface(look(interaction), own ?? plain)
      }.body : surface(nil, plain)
    let item = content.cursor(shown.look.cursor).help(HelpText(shown), repeats: keepsTooltip).using(
      shown.actions, BarAction.use(id), isFocusable: isFocusable
    )
    .accessibility(
      isActive ? .button : .group,
      label: shown.failure != nil || shown.text.isEmpty ? shown.tooltip : shown.text, value: shown.refusal
    )
    .expandable(isExpanded: isUnfolded)
    .id(id)
    let own = id.item == nil ? priority : shown.look.priority
    let ranked = own.map { item.layoutPriority($0) } ?? item
    return shown.look.pulses == true ? ranked.id(PulseKey(item: id)) : ranked
  }

  /// The content of a module or an item with one look, and its background.
  private struct Appearance: Sendable {
    var look: ModuleLook
    var label: ViewTree
    /// The content while the pointer or the focus is there, which has a fill then.
    var litLabel: ViewTree
    var ground: ModuleSurface.Ground?
    var outline: ModuleOutline
    /// The ground of texts that lie on no glass; nil: there is glass below the module.
    var screen: ColourGround?
    /// The room at the end of the content that a fill leaves out; nil: there is none.
    var roomAtEnd: ViewTree?
    /// Whether there is a fill of its own, a line or a shadow around the content while it is not used.
    var isDelimited: Bool
    /// Whether a text on glass has a hue that it would lose on a usual fill.
    var keepsHue: Bool
  }

  /// `pulse` is the size of a pulse by which the module draws attention, 0 … 1.
  private func appearance(
    _ still: ShownModule, isOpen: Bool, pulse: Double, isDelimited: Bool? = nil
  ) -> Appearance {
    var ground = ModuleGround(shown: still, outer: outerGround, barInk: ink?.colour, isBare: isBare)
    ground.shown.look.fill = ground.fill(pulsing: pulse)
    let look = ground.shown.look
    let fill = ground.fill(isOpen: isOpen)
    let isDelimited = isDelimited ?? ground.isDelimited
    let ink = fill == .accent ? ViewInk.onAccent : ground.colour.map { .onGround($0, ground.ink(on: $0)) }
    var outline = ModuleOutline(look, radius: radius)
    switch fill {
    case .colour(let ground) where ground.isVeil: break
    // White is read on an opaque accent, and colours have the opacity already.
    case .accent, .colour, .gradient: outline.fadeLines()
    case .vibrant, nil: break
    }
    if pulse > 0 { self.pulse(&outline, pulse, fill, look) }
    func content(on screen: ColourGround?) -> ModuleContent {
      ModuleContent(
        ground: ground, id: id, images: images, pictures: pictures, scrollTimes: scrollTimes,
        isUpright: isUpright, thickness: thickness, screen: screen,
        isDelimited: isDelimited)
    }
    func label(on screen: ColourGround?) -> ViewTree {
      content(on: screen).environment { if let ink { $0.ink = ink } }
    }
    let lit = label(on: nil)
    return Appearance(
      look: look,
      label: ground.screen != nil && fill == nil && outerGround == nil ? label(on: ground.screen) : lit,
      litLabel: lit, ground: fill, outline: outline, screen: ground.screen,
      roomAtEnd: content(on: nil).roomAtEnd, isDelimited: isDelimited,
      keepsHue: ground.hasHue && ground.colour == nil)
  }

  /// Lets a vibrant fill, or what stands for one on a colour, and the line around any fill become fainter at the size of a pulse, or
  /// an outline swell where there is neither. A fill that stands for glass where there is none stays, since texts are read on it.
  private func pulse(
    _ outline: inout ModuleOutline, _ size: Double, _ fill: ModuleSurface.Ground?, _ look: ModuleLook
  ) {
    let opacity = PulseMotion.opacity(atSize: size)
    let isFaded =
      switch fill {
      case .vibrant: !isBare
      case .colour(let ground): ground.isVeil
      case .accent, .gradient, nil: false
      }
    if isFaded {
      outline.opacity *= opacity
      return
    }
    if case .colour(let colour)? = outline.stroke?.ink {
      outline.stroke?.ink = .colour(SIMD4(colour.x, colour.y, colour.z, colour.w * opacity))
      return
    }
    if case .colour? = fill { return }
    outline.stroke = Self.stroke(of: look, size)
  }

  /// The outline of a module without a fill of its own that draws attention: in its ink if that is a colour.
  private static func stroke(of look: ModuleLook, _ pulse: Double) -> ViewBorder {
    let width = max(look.strokeWidth ?? 0, 2)
    guard case .colour(let colour)? = look.ink else {
      return ViewBorder(width: width, ink: .mark(0.7 * pulse))
    }
    return ViewBorder(width: width, ink: .colour(SIMD4(colour.x, colour.y, colour.z, colour.w * pulse)))
  }

  private func stack(spacing: Double, _ content: ViewTree) -> ViewTree {
    BarStack(isUpright: isUpright, spacing: spacing, content: content).body
  }
}

extension View {
  /// The view with a shape of the cursor over it, if there is one.
  fileprivate func cursor(_ cursor: ModuleCursor?) -> ViewTree {
    switch cursor {
    case .arrow?: self.cursor(CursorShape.default)
    case .pointer?: self.cursor(CursorShape.pointer)
    case .text?: self.cursor(CursorShape.text)
    case nil: body
    }
  }

  /// Adds the gestures that have actions, and lets the view have the focus if that is wanted.
  fileprivate func using(
    _ actions: [ModuleGesture: ModuleAction], _ action: BarAction, isFocusable: Bool
  ) -> ViewTree {
    var view = body
    for gesture in ModuleGesture.allCases where actions[gesture] != nil {
      view =
        switch gesture {
        case .click: view.onTap(.primary, action)
        case .middle: view.onTap(.middle, action)
        case .right: view.onTap(.secondary, action)
        case .back: view.onTap(.back, action)
        case .forward: view.onTap(.forward, action)
        case .double: view.onDoubleTap(action)
        case .triple: view.onTripleTap(action)
        case .release: view.onRelease(action)
        case .touchLong: view.onLongPress(action)
        case .scrollUp, .scrollDown: view.onScroll(.vertical, action)
        case .scrollLeft, .scrollRight: view.onScroll(.horizontal, action)
        // The bar follows the pointer itself, and readings are no input.
        case .enter, .leave, .update: view
        }
    }
    return isFocusable ? view.focusable() : view
  }
}

extension ShownModule {
  /// The item as it is shown at a side where the bar is too short: its short text, or else its icons alone if it has any.
  fileprivate var inBrief: ShownModule {
    let icons = pieces(isUpright: true).filter { if case .icon = $0 { true } else { false } }
    guard let brief = shortPieces ?? (icons.isEmpty ? nil : icons) else { return self }
    var item = self
    (item.pieces, item.sidePieces, item.shortPieces) = (brief, nil, nil)
    return item
  }

  /// The module with another look.
  fileprivate func with(_ look: ModuleLook) -> ShownModule {
    var module = self
    module.look = look
    return module
  }
}

extension HelpText {
  /// The tooltip of a module, with its styles if they are those of the text that is shown.
  fileprivate init(_ shown: ShownModule) {
    guard let styled = shown.styledTooltip, styled.string == shown.tooltip else {
      self.init(shown.tooltip)
      return
    }
    self.init(
      styled.string, runs: styled.runs,
      inks: styled.inks.map { Text.InkRun($0.range, ViewInk($0.ink)) })
  }
}
