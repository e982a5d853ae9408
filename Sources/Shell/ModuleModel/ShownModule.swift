/// The content of a module, or of one of its items, as it is shown.
public struct ShownModule: Equatable, Sendable {
  /// A part of the content's line.
  public enum Piece: Equatable, Sendable {
    /// A text, or markup if the look says so.
    case text(String)
    /// A symbolic icon by its name.
    case icon(String)
    /// A graph of values, each 0 … 1.
    case graph([Double])
    /// A space between an icon or graph and a text.
    case gap
  }

  /// Identifies an item within its module; nil for the module itself.
  public var id: String?
  /// The parts of the line; empty if the module has items.
  public var pieces: [Piece]
  /// All texts of the module, on one line.
  public var text: String
  /// The name of the icon that is shown; nil if there is none.
  public var icon: String?
  /// The name of a small icon over a corner of the icon; nil for none.
  public var overlay: String?
  /// The text of the tooltip; empty for no tooltip.
  public var tooltip: String
  /// The look by the settings and by the states that hold.
  public var look: ModuleLook
  /// The names of the states that hold.
  public var states: [String]
  /// Why there is nothing to show; nil if nothing failed.
  public var failure: String?
  /// The actions of gestures.
  public var actions: [ModuleGesture: ModuleAction]
  public var items: [ShownModule]
  /// A line stands between it and the next item.
  public var hasSeparator = false

  /// Whether any of the content is visible.
  public var isVisible: Bool {
    if failure != nil { return true }
    if look.isHidden == true { return false }
    return items.contains { $0.isVisible }
      || pieces.contains {
        switch $0 {
        case .text(let text): !text.allSatisfy(\.isWhitespace)
        case .icon: true
        case .graph(let values): !values.isEmpty
        case .gap: false
        }
      }
  }
}

extension ShownModule {
  /// The names of all small icons over corners of others.
  public var overlays: [String] { [overlay].compactMap(\.self) + items.flatMap(\.overlays) }

  /// The names of all icons of the module and of its items.
  public var icons: [String] {
    pieces.compactMap { if case .icon(let name) = $0 { name } else { nil } } + items.flatMap(\.icons)
  }
}

extension ModuleStyle {
  /// The content for a reading; `isAlternate`: the alternate format is toggled on.
  public func shown(_ reading: ModuleReading, _ kind: KindSummary, isAlternate: Bool = false) -> ShownModule {
    let hasItems = !kind.itemFields.isEmpty && !(kind.mayLackItems && reading.items.isEmpty)
    var own = ItemReading(id: "", reading.fields, icon: hasItems ? nil : reading.icon, states: reading.states)
    // What items can do means nothing where there are none.
    if kind.mayLackItems { own.actions = [] }
    var module = part(own, kind, isAlternate: isAlternate, hasItems: hasItems, failure: reading.failure)
    module.id = nil
    if !hasItems || reading.failure != nil { return module }
    (module.pieces, module.icon) = ([], nil)
    module.items = reading.items.map { item in
      var item = item
      item.fields.merge(reading.fields) { own, _ in own }
      return part(item, kind, isAlternate: isAlternate, hasItems: true, failure: nil)
    }
    module.text = module.items.filter(\.isVisible).map(\.text).joined(separator: " ")
    return module
  }

  private func part(
    _ item: ItemReading, _ kind: KindSummary, isAlternate: Bool, hasItems: Bool, failure: String?
  ) -> ShownModule {
    let (fields, named) = (item.fields, item.states)
    var look = look
    look.override(by: item.look)
    var states: [String] = []
    for state in kind.states + self.states where failure == nil && state.holds(in: fields, named) {
      look.override(by: state.look)
      if !states.contains(state.name) { states.append(state.name) }
    }
    states += named.filter { !states.contains($0) }
    let isMarkup = look.isMarkup == true
    let writesMarkup = isMarkup || fields.values.contains { if case .markup = $0 { true } else { false } }
    let chosen = look.icons?.icon(kind, fields) ?? item.icon
    let writer = FormatWriter(
      fields: fields, icon: chosen, writesMarkup: writesMarkup, formatIsMarkup: isMarkup)
    let plain = isMarkup ? writer : FormatWriter(fields: fields, icon: chosen)
    look.isMarkup = writesMarkup
    let format = isAlternate ? look.alternate ?? look.format : look.format
    let pieces = failure == nil ? writer.pieces(format) : []
    let tooltip = failure ?? FormatWriter(fields: fields, icon: nil, keepsLines: true).text(look.tooltip)
    var shown = ShownModule(
      id: item.id, pieces: pieces, text: plain.text(failure == nil ? format : nil),
      icon: pieces.compactMap { if case .icon(let name) = $0 { name } else { nil } }.first, tooltip: tooltip,
      look: look, states: states, failure: failure,
      actions: actions(kind, look, item.actions, hasItems: hasItems), items: [],
      hasSeparator: item.hasSeparator)
    // It belongs to the icon of the program, which the settings may have replaced.
    if chosen == item.icon, shown.icon != nil { shown.overlay = item.overlay }
    return shown
  }

  /// The actions of gestures, by the settings and by the kind.
  private func actions(
    _ kind: KindSummary, _ look: ModuleLook, _ offered: [String]?, hasItems: Bool
  ) -> [ModuleGesture: ModuleAction] {
    var result = kind.gestures.filter { offered?.contains($0.value) != false }
      .mapValues { ModuleAction.builtIn($0) }
    // A user who sets an alternate format needs a way to toggle it; items use the click differently.
    if look.alternate != nil, result[.click] == nil || !hasItems {
      result[.click] = .builtIn(ActionSummary.toggleFormat)
    }
    if !menu.isEmpty {
      for gesture in [ModuleGesture.right, .touchLong, .click] where result[gesture] == nil {
        result[gesture] = .builtIn(ActionSummary.menu)
      }
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

/// Writes formats with the values of a reading.
private struct FormatWriter {
  var fields: [String: FieldValue]
  /// The name of an icon, or a text that is shown in its place.
  var icon: String?
  /// Whether what is written is markup, in which values without markup are escaped.
  var writesMarkup = false
  /// Whether formats are markup themselves.
  var formatIsMarkup = false
  /// Whether line breaks of values stay, as in tooltips; on the bar they are spaces.
  var keepsLines = false

  func text(_ template: FormatTemplate?) -> String {
    var text = pieces(template).compactMap { if case .text(let text) = $0 { text } else { nil } }.joined(
      separator: " ")
    if keepsLines { while text.last?.isNewline == true { text.removeLast() } }
    return text
  }

  func pieces(_ template: FormatTemplate?) -> [ShownModule.Piece] {
    var found: [ShownModule.Piece] = []
    var line = ""
    func endLine() {
      if !line.isEmpty { found.append(.text(line)) }
      line = ""
    }
    for part in template?.parts ?? [] {
      switch part {
      case .literal(let text): line += formatIsMarkup ? text : escaped(text)
      case .time(let field, let format): line += value("\(field):\(format)", FieldFormat())
      case .icon:
        guard let icon else { continue }
        if Self.isName(icon) {
          endLine()
          found.append(.icon(icon))
        } else {
          line += escaped(icon)
        }
      case .field(let name, let format):
        if case .list(let values) = fields[name] {
          endLine()
          found.append(.graph(values))
        } else {
          line += value(name, format)
        }
      }
    }
    endLine()
    return Self.spaced(found)
  }

  private func value(_ name: String, _ format: FieldFormat) -> String {
    guard let value = fields[name] else { return "" }
    // Where a part of a text is meant, its markup would not be whole.
    if writesMarkup, case .markup(let markup, _) = value, format == FieldFormat() { return inLine(markup) }
    return escaped(inLine(format.text(value)))
  }

  private func inLine(_ text: String) -> String {
    if keepsLines || !text.utf8.contains(UInt8(ascii: "\n")) { return text }
    return String(text.map { $0.isNewline ? " " : $0 })
  }

  private func escaped(_ text: String) -> String {
    guard writesMarkup else { return text }
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  /// Whether an icon is a name of letters, digits and dashes or an absolute path, or several of
  /// them in lines, of which the first that is found counts; other texts are shown as they are.
  private static func isName(_ icon: String) -> Bool {
    !icon.isEmpty && icon.split(separator: "\n", omittingEmptySubsequences: false).allSatisfy(isName(line:))
  }

  private static func isName(line icon: Substring) -> Bool {
    if icon.hasPrefix("/") { return true }
    return icon.utf8.count > 1
      && icon.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
          || $0 == 0x2E || $0 == 0x5F
      }
  }

  /// Replaces spaces between texts and other parts by gaps of one width, and removes those at
  /// the ends of the line.
  private static func spaced(_ pieces: [ShownModule.Piece]) -> [ShownModule.Piece] {
    guard pieces.contains(where: { if case .text = $0 { false } else { true } }) else { return pieces }
    var result: [ShownModule.Piece] = []
    func addGap() { if !result.isEmpty, result.last != .gap { result.append(.gap) } }
    for piece in pieces {
      guard case .text(let text) = piece else {
        result.append(piece)
        continue
      }
      var rest = text[...]
      if rest.first == " " { addGap() }
      rest = rest.drop { $0 == " " }
      let hasEnd = rest.last == " "
      while rest.last == " " { rest.removeLast() }
      if !rest.isEmpty { result.append(.text(String(rest))) }
      if hasEnd { addGap() }
    }
    if result.last == .gap { result.removeLast() }
    return result
  }
}
