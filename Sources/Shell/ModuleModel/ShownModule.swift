/// An icon as a part of a module's content.
public struct ShownIcon: Hashable, Sendable, ExpressibleByStringLiteral {
  public var icon: ModuleIcon
  /// The text that is shown if there is no such icon; nil: nothing is.
  public var text: String?

  public init(_ icon: ModuleIcon, orText text: String? = nil) {
    self.icon = icon
    self.text = text
  }

  public init(stringLiteral value: String) { self.init(ModuleIcon(value)) }
}

/// The content of a module, or of one of its items, as it is shown.
public struct ShownModule: Equatable, Sendable {
  /// A part of the content's line.
  public enum Piece: Equatable, Sendable {
    case text(RichText)
    case icon(ShownIcon)
    /// A graph of values, each 0 … 1.
    case graph([Double?])
    /// A space between an icon or graph and a text.
    case gap
  }

  /// Identifies an item within its module; nil for the module itself.
  public var id: String?
  /// The parts of the line; empty if the module has items.
  public var pieces: [Piece]
  /// The parts of the line where the bar has not enough room for all modules; nil: the same ones.
  public var shortPieces: [Piece]?
  /// The parts of the line on bars at the left or right edge; nil: the same ones.
  public var sidePieces: [Piece]?
  /// The part of its range at which the slider behind the line stands, 0 … 1; nil: there is none.
  public var sliderPart: Double?
  /// The way in which the module becomes narrower where the bar has too little room.
  public var fitting = ModuleFitting.cut
  /// The number of figures for which there is room behind the line, so that the module stays as wide with a longer number.
  public var spareFigures = 0
  /// All texts of the module, on one line.
  public var text: String
  /// The icon that is shown; nil if there is none.
  public var icon: ModuleIcon?
  /// A small icon over a corner of the icon; nil for none.
  public var overlay: ModuleIcon?
  /// The text of the tooltip; empty for no tooltip.
  public var tooltip: String
  /// The tooltip with the styles of its parts, unless it gives a reason.
  public var styledTooltip: RichText?
  /// The look by the settings and by the states that hold.
  public var look: ModuleLook
  /// The look under the pointer, and while the module is pressed; nil: that of the bar.
  public var hoverLook, pressedLook: ModuleLook?
  /// The names of the states that hold.
  public var states: [String]
  /// The reason why there is nothing to show, as the log has it; nil if nothing failed. The tooltip gives the reason in the user's
  /// language.
  public var failure: String?
  /// Why the last command of the module was not done, which a sign beside its content tells; nil: it was done, or some time
  /// has passed since.
  public var refusal: String?
  /// The actions of gestures.
  public var actions: [ModuleGesture: ModuleAction]
  public var items: [ShownModule]
  /// The modules that replace the last items if there is too little room: the first replaces all, the second is shown behind one item,
  /// and so on.
  public var rests: [ShownModule] = []
  /// The identifier of the item that is shown beside one of those in any case; nil for none.
  public var keptItem: String?
  /// The items that slide out from behind the first one, or back, as in a reading.
  public var foldable: [ShownModule] = []
  /// The icons that the module shows after its next use.
  public var nextIcons: [ModuleIcon] = []
  /// A line stands between it and the next item.
  public var hasSeparator = false

  /// Whether any of the content is visible.
  public var isVisible: Bool {
    if failure != nil { return true }
    if look.isHidden == true { return false }
    return sliderPart != nil || items.contains { $0.isVisible }
      || pieces.contains {
        switch $0 {
        // A space without a break is written for its width.
        case .text(let text): !text.string.allSatisfy { $0.isWhitespace && $0 != "\u{A0}" }
        case .icon: true
        case .graph(let values): !values.isEmpty
        case .gap: false
        }
      }
  }
}

extension ShownModule {
  /// The item with an identifier, or what stands for several; nil: there is none, or it is folded away.
  public func item(_ id: String?) -> ShownModule? {
    items.first { $0.id == id } ?? rests.first { $0.id == id }
  }

  /// The item with an identifier, also one that is folded away and may still be on its way out; nil: there is none.
  public func itemOrFolded(_ id: String?) -> ShownModule? { item(id) ?? foldable.first { $0.id == id } }

  /// The module with the sign of a refused command, of which its tooltip gives the reason first; nil: there is none.
  public func with(refusal: String?) -> ShownModule {
    guard let refusal, failure == nil else { return self }
    var module = self
    module.refusal = refusal
    module.tooltip = tooltip.isEmpty ? refusal : "\(refusal)\n\(tooltip)"
    return module
  }

  /// The times that its line shows, as in readings; those of `format_alt` if `isAlternate`.
  public func times(isAlternate: Bool) -> [String] {
    if look.isHidden == true { return [] }
    let (own, short) = (look.format(isAlternate: isAlternate), look.short(isAlternate: isAlternate))
    return (own?.times ?? []) + (short?.times ?? []).filter { own?.times.contains($0) != true }
  }

  /// The times that its line shows on bars at the left or right edge instead, as in readings.
  public func sideTimes(isAlternate: Bool) -> [String] {
    if look.isHidden == true || look.turn != nil || isAlternate && look.alternate != nil { return [] }
    return look.sideFormat?.times ?? []
  }

  /// The times that its tooltip shows, as in readings.
  public var tooltipTimes: [String] { look.tooltip?.times ?? [] }

  /// The module and its items, those without room and those that are folded away included, without the items' own ones.
  public var parts: [ShownModule] { [self] + items + rests + foldable }

  /// Whether its own line has icons on any bar.
  public var hasIcons: Bool { [false, true].contains { !icons(isUpright: $0).isEmpty } }

  /// The icons on its own line.
  public var icons: [ModuleIcon] { icons(isUpright: false) }

  /// The icons on its own line, on a bar at the left or right edge if `isUpright`.
  public func icons(isUpright: Bool) -> [ModuleIcon] {
    pieces(isUpright: isUpright).compactMap { if case .icon(let shown) = $0 { shown.icon } else { nil } }
  }

  /// The parts of its line, on a bar at the left or right edge if `isUpright`.
  public func pieces(isUpright: Bool) -> [Piece] {
    // A turned text is one line as on other bars.
    isUpright && look.turn == nil ? sidePieces ?? pieces : pieces
  }
}

extension ModuleStyle {
  /// The content for a reading; `isAlternate`: the alternate format is toggled on.
  public func shown(_ reading: ModuleReading, _ kind: KindSummary, isAlternate: Bool = false) -> ShownModule {
    let hasItems = !kind.itemFields.isEmpty && !(kind.mayLackItems && reading.items.isEmpty)
    let isAbsent = reading.absence != nil
    var own = ItemReading(
      id: "", reading.fields, icon: hasItems && !isAbsent ? nil : reading.icon, states: reading.states)
    // Actions of items mean nothing without items.
    if kind.mayLackItems, hasItems || !kind.actsWithoutItems { own.actions = [] }
    var module = part(own, kind, isAlternate: isAlternate, hasItems: hasItems, failure: reading.failure)
    module.id = nil
    if reading.failure != nil, let words = reading.failureWords { module.tooltip = words }
    if let absence = reading.absence, reading.failure == nil { show(absence, in: &module) }
    if kind.takesSlider, module.look.sliderLength != nil, !isAbsent, reading.failure == nil {
      let level = kind.levelField.flatMap { reading.fields[$0]?.number }.map { $0 / 100 }
      module.sliderPart = reading.sliderPart ?? level
    }
    if !hasItems || isAbsent || reading.failure != nil { return module }
    (module.pieces, module.sidePieces, module.icon) = ([], nil, nil)
    func shown(_ item: ItemReading) -> ShownModule {
      var item = item
      item.fields.merge(reading.fields) { own, _ in own }
      return part(item, kind, isAlternate: isAlternate, hasItems: true, failure: nil)
    }
    module.items = reading.items.map(shown)
    (module.rests, module.keptItem) = (reading.rests.map(shown), reading.keptItem)
    (module.foldable, module.nextIcons) = (reading.foldable.map(shown), reading.nextIcons)
    module.text = module.items.filter(\.isVisible).map(\.text).joined(separator: " ")
    return module
  }

  /// Makes a module show an absence: its icon or a dash, with the reason as its tooltip, unless the settings have
  /// something else for the state.
  private func show(_ absence: String, in module: inout ShownModule) {
    let own = states.last { $0.name == ModuleReading.absentState }?.look
    if own?.format == nil {
      let icon = module.pieces.first { if case .icon = $0 { true } else { false } }
      (module.pieces, module.text) = ([icon ?? .text(RichText("–"))], "")
      module.sidePieces = nil
    }
    if own?.tooltip == nil { module.tooltip = absence }
  }

  private func part(
    _ item: ItemReading, _ kind: KindSummary, isAlternate: Bool, hasItems: Bool, failure: String?
  ) -> ShownModule {
    let (look, states) = applyStates(to: item, kind, hasFailed: failure != nil)
    let numbered = kind.numberedIcons(look.icons, item.fields)
    let writer = makeWriter(item.fields.merging(numbered) { own, _ in own }, of: item, kind, look)
    let format = look.format(isAlternate: isAlternate)
    let pieces = failure == nil ? writer.pieces(format) : []
    let tooltip = writer.tooltip(look.tooltip)
    var shown = ShownModule(
      id: item.id, pieces: pieces, text: Self.text(pieces),
      icon: pieces.compactMap { if case .icon(let shown) = $0 { shown.icon } else { nil } }.first,
      tooltip: failure ?? tooltip.string, styledTooltip: tooltip,
      look: look, states: states, failure: failure,
      actions: actions(kind, look, item.actions, hasItems: hasItems), items: [],
      hasSeparator: item.hasSeparator)
    shown.hoverLook = pointerLook(ModuleState.hover, over: look)
    shown.pressedLook = pointerLook(ModuleState.pressed, over: shown.hoverLook ?? look) ?? shown.hoverLook
    if failure == nil {
      shown.fitting = kind.fitting(of: format)
      shown.spareFigures = kind.spareFigures(of: format, item.fields)
      var short: [ShownModule.Piece] = []
      if !item.shortFields.isEmpty {
        short = makeWriter(item.fields.merging(item.shortFields) { $1 }, of: item, kind, look).pieces(format)
      } else if look.short != nil || !hasItems {
        short = writer.pieces(look.short(isAlternate: isAlternate))
      }
      if !short.isEmpty, short != pieces { shown.shortPieces = short }
      if !isAlternate || look.alternate == nil, let side = look.sideFormat {
        shown.sidePieces = writer.pieces(side)
      }
    }
    if shown.icon != nil { shown.overlay = overlay(of: item, kind, look) }
    return shown
  }

  /// Makes the writer of the texts of an item with these values, whose icon is the one that the settings have chosen, or else
  /// that of the source, or else a text of the settings.
  private func makeWriter(
    _ fields: [String: FieldValue], of item: ItemReading, _ kind: KindSummary, _ look: ModuleLook
  ) -> FormatWriter {
    var icon: FormatWriter.Icon?
    if let chosen = look.icons?.icon(kind, item.fields) {
      icon = FormatWriter.Icon(chosen: chosen)
    } else if let own = item.icon, !own.candidates.isEmpty {
      // A name from a source is always that of an icon, whatever its characters.
      icon = .picture(ShownIcon(own))
    } else {
      icon = look.icons?.text(kind, fields).map { .text($0) }
    }
    var writer = FormatWriter(
      fields: fields, icon: icon, formatIsMarkup: look.isMarkup == true, ink: look.ink)
    (writer.mostLines, writer.colours) = (look.lines, look.colours)
    return writer
  }

  /// Returns the small icon over a corner of the icon. It belongs to the icon of the source; nil if the settings have replaced
  /// that icon.
  private func overlay(of item: ItemReading, _ kind: KindSummary, _ look: ModuleLook) -> ModuleIcon? {
    guard let overlay = item.overlay else { return nil }
    let chosen = look.icons?.icon(kind, item.fields)
    return chosen == nil || chosen.map({ ModuleIcon($0) }) == item.icon ? overlay : nil
  }

  /// Returns the look of a module or an item with the states that hold, and the names of all of its states. A module that
  /// has failed has the states of its source alone.
  private func applyStates(
    to item: ItemReading, _ kind: KindSummary, hasFailed: Bool
  ) -> (look: ModuleLook, names: [String]) {
    var result = look
    result.override(by: item.look)
    var names: [String] = []
    for (index, state) in (kind.states + states).enumerated()
    where !hasFailed && state.holds(in: item.fields, item.states) {
      result.override(by: state.look)
      // Settings that say that a module is not hidden are meant for the states that hide it by themselves.
      if look.isHidden == false, index < kind.states.count { result.isHidden = false }
      if !names.contains(state.name) { names.append(state.name) }
    }
    return (result, names + item.states.filter { !names.contains($0) })
  }

  /// The look of a state that the pointer sets, over that of the module; nil: the settings have no such state.
  private func pointerLook(_ name: String, over look: ModuleLook) -> ModuleLook? {
    guard let state = states.last(where: { $0.isOfPointer && $0.name == name }) else { return nil }
    var result = look
    result.override(by: state.look)
    return result
  }

  private static func text(_ pieces: [ShownModule.Piece]) -> String {
    pieces.compactMap { if case .text(let text) = $0 { text.string } else { nil } }.joined(separator: " ")
  }

  /// The actions of gestures, by the settings and by the kind.
  private func actions(
    _ kind: KindSummary, _ look: ModuleLook, _ offered: [String]?, hasItems: Bool
  ) -> [ModuleGesture: ModuleAction] {
    var result = kind.gestures.filter { offered?.contains($0.value) != false }
      .mapValues { ModuleAction.builtIn($0) }
    // A user who sets an alternate format needs a way to toggle it; items use the click differently.
    var displaced: ModuleAction?
    if look.alternate != nil, result[.click] == nil || !hasItems {
      displaced = result.updateValue(.builtIn(ActionSummary.toggleFormat), forKey: .click)
    }
    if !menu.isEmpty {
      let opening = ModuleAction.builtIn(ActionSummary.menu)
      for gesture in [ModuleGesture.right, .touchLong] { result[gesture] = opening }
      if result[.click] == nil { result[.click] = opening }
    }
    // The module's own action of the click moves to another button if the settings give the click another action.
    if let displaced, on[.click] == nil {
      func isFree(_ gesture: ModuleGesture) -> Bool { result[gesture] == nil && on[gesture] == nil }
      if let button = [ModuleGesture.right, .middle].first(where: isFree) { result[button] = displaced }
      if isFree(.touchLong) { result[.touchLong] = displaced }
    }
    result.merge(on) { $1 }
    return result.filter { _, action in
      guard case .builtIn(let name) = action else { return true }
      if name == ActionSummary.none { return false }
      let isOwn = kind.actions.contains { $0.name == name }
      return !isOwn || offered?.contains(name) != false
    }
  }
}
