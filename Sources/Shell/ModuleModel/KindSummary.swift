/// The description of a kind of module, which formats and conditions are checked against.
public struct KindSummary: Equatable, Sendable {
  /// The fields of the module's readings.
  public var fields: [FieldSummary]
  /// The fields of its items; empty if it has no items. If it has, formats, icons, conditions and actions in
  /// the settings apply to each item, and may name fields of the module too.
  public var itemFields: [FieldSummary]
  /// Whether a reading without items is shown by itself, although the kind has items.
  public var mayLackItems: Bool
  /// Whether such a module has the actions of its items while it has none.
  public var actsWithoutItems: Bool
  /// The default format.
  public var format: String
  /// The default format on bars at the left or right edge; nil: the same as on others.
  public var sideFormat: String?
  /// The default format of the tooltip; empty for no tooltip.
  public var tooltip: String
  /// The rank of its modules where there is too little room, unless the settings set one: modules of a lower priority shrink and
  /// vanish first.
  public var priority: Double
  /// The way in which its modules become narrower, as long as their formats show no numbers.
  public var fitting: ModuleFitting
  /// The default look, without the formats.
  public var look: ModuleLook
  /// The field whose number, 0 … 100, chooses among `icons` by level.
  public var levelField: String?
  /// Whether a slider on the bar can set the number of `levelField`.
  public var takesSlider: Bool
  /// The field whose text chooses among `icons` by name.
  public var nameField: String?
  /// Built-in states; states of the settings come after them.
  public var states: [ModuleState]
  /// The names of further states that the source sets, whose look is that of the module; nil: it may set any.
  public var plainStates: [String]?
  /// The built-in actions.
  public var actions: [ActionSummary]
  /// The default actions of gestures; a click opens the panel of a kind that has one.
  public var gestures: [ModuleGesture: String]

  public init(
    fields: [FieldSummary], itemFields: [FieldSummary] = [], mayLackItems: Bool = false,
    actsWithoutItems: Bool = false, format: String,
    sideFormat: String? = nil,
    tooltip: String = "",
    priority: Double = Self.standardPriority, fitting: ModuleFitting = .cut, look: ModuleLook = ModuleLook(),
    levelField: String? = nil, takesSlider: Bool = false, nameField: String? = nil,
    states: [ModuleState] = [], plainStates: [String]? = [], actions: [ActionSummary] = [],
    gestures: [ModuleGesture: String] = [:]
  ) {
    self.fields = fields
    self.itemFields = itemFields
    self.mayLackItems = mayLackItems
    self.actsWithoutItems = actsWithoutItems
    self.format = format
    self.sideFormat = sideFormat
    self.tooltip = tooltip
    self.priority = priority
    self.fitting = fitting
    self.look = look
    self.levelField = levelField
    self.takesSlider = takesSlider
    self.nameField = nameField
    self.states = states
    self.plainStates = plainStates
    self.actions = actions
    let hasPanel = actions.contains { $0.name == ActionSummary.panel }
    self.gestures = hasPanel ? gestures.merging([.click: ActionSummary.panel]) { own, _ in own } : gestures
  }

  /// The priority of kinds that have none of their own.
  public static let standardPriority = 30.0

  /// Returns the way in which a module with a format becomes narrower: what shows a number or a time is never cut, as the rest of it would mean
  /// something else.
  func fitting(of format: FormatTemplate?) -> ModuleFitting {
    if fitting == .whole { return .whole }
    let showsNumber = format?.parts.contains { part in
      switch part {
      case .field(let name, _): namedFields.first { $0.describes(name) }?.type.isNumber == true
      case .time: true
      case .literal, .icon: false
      }
    }
    return showsNumber == true ? .whole : fitting
  }

  /// The number of figures that the numbers in a format lack of the widest ones.
  func spareFigures(of format: FormatTemplate?, _ fields: [String: FieldValue]) -> Int {
    (format?.parts ?? []).reduce(0) { figures, part in
      guard case .field(let name, let form) = part, let value = fields[name],
        let field = namedFields.first(where: { $0.describes(name) })
      else { return figures }
      return figures + field.spareFigures(value, form)
    }
  }

  /// The names of the states that the source sets; nil: it may set any.
  public var stateNames: [String]? { plainStates.map { states.map(\.name) + $0 } }

  /// The fields that formats and conditions may name.
  public var namedFields: [FieldSummary] { itemFields + fields }

  /// The icons for the numbered levels of a reading, such as those of the cores of a processor, as values of numbered fields.
  func numberedIcons(_ icons: IconChoice?, _ fields: [String: FieldValue]) -> [String: FieldValue] {
    guard let icons, let levelField,
      let icon = self.fields.first(where: { $0.isNumbered && $0.type == .icons }),
      let level = self.fields.first(where: { $0.isNumbered && $0.name == levelField })
    else { return [:] }
    return fields.reduce(into: [:]) { result, field in
      guard let number = level.number(in: field.key), let value = field.value.number,
        let chosen = icons.icon(atLevel: value)
      else { return }
      result["\(icon.name)\(number)"] = .icons([.chosen(chosen)])
    }
  }

  /// The names of the built-in actions that settings may name, those of all kinds included.
  public var actionNames: [String] {
    let own = actions.map(\.name)
    return own + ActionSummary.common.map(\.name).filter { !own.contains($0) }
  }
}

/// The description of a built-in action.
public struct ActionSummary: Equatable, Sendable {
  public var name: String
  /// The explanation, of one sentence.
  public var text: String

  public init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }

  /// Shows `format_alt` in place of `format`, or `format` again.
  public static let toggleFormat = "toggle_format"
  /// Opens the calendar of a clock.
  public static let calendar = "calendar"
  /// Opens the menu of a module.
  public static let menu = "menu"
  /// Opens the panel of a module.
  public static let panel = "popup"
  /// Makes the source read again at once.
  public static let refresh = "refresh"
  /// Does nothing, to disable a default gesture of the kind.
  public static let none = "none"

  /// The actions of every kind.
  public static let common = [
    ActionSummary(toggleFormat, "shows format_alt in place of format, or format again"),
    ActionSummary(refresh, "looks again at once"),
    ActionSummary(menu, "opens the menu of the module, or closes it"),
    ActionSummary(none, "nothing, where the module would do something by itself"),
  ]
}

/// A gesture on a module; the raw value is its name in the settings.
public enum ModuleGesture: String, CaseIterable, Sendable {
  case click, middle, right
  /// The buttons at the side of a mouse.
  case back, forward
  case double, triple
  /// The left button or a finger is lifted, wherever the pointer is then.
  case release
  case scrollUp = "scroll_up"
  case scrollDown = "scroll_down"
  case scrollLeft = "scroll_left"
  case scrollRight = "scroll_right"
  /// A long touch with one finger.
  case touchLong = "touch_long"
  /// The pointer comes over the module, and leaves it.
  case enter, leave
  /// The module shows something else than before.
  case update

  /// Whether the pointer alone makes the gesture, by coming or leaving.
  public var isMotion: Bool { self == .enter || self == .leave }

  /// Whether no button, finger or wheel does anything for the gesture.
  public var isPassive: Bool { isMotion || self == .update }
}

/// The action of a gesture.
public enum ModuleAction: Equatable, Sendable {
  /// An action of the kind, or of all kinds.
  case builtIn(String)
  /// A program with its arguments.
  case command([String])
}
