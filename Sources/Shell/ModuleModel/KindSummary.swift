/// What a kind of module can show and do; formats and conditions are checked against it.
public struct KindSummary: Equatable, Sendable {
  /// The fields of its readings.
  public var fields: [FieldSummary]
  /// The fields of its items; empty: it has no items. Where there are items, formats, icons, conditions and actions of the
  /// settings are those of each item, and may name fields of the module, too.
  public var itemFields: [FieldSummary]
  /// What is shown without a setting.
  public var format: String
  /// What the tooltip says without a setting; empty: nothing.
  public var tooltip: String
  /// The field whose number, 0 … 100, chooses among `icons` by level.
  public var levelField: String?
  /// The field whose text chooses among `icons` by name.
  public var nameField: String?
  /// Looks that hold without a setting; states of the settings come after them.
  public var states: [ModuleState]
  /// The names of built-in actions, and what they do.
  public var actions: [ActionSummary]
  /// What gestures do without a setting.
  public var gestures: [ModuleGesture: String]

  public init(
    fields: [FieldSummary], itemFields: [FieldSummary] = [], format: String, tooltip: String = "",
    levelField: String? = nil, nameField: String? = nil,
    states: [ModuleState] = [], actions: [ActionSummary] = [], gestures: [ModuleGesture: String] = [:]
  ) {
    self.fields = fields
    self.itemFields = itemFields
    self.format = format
    self.tooltip = tooltip
    self.levelField = levelField
    self.nameField = nameField
    self.states = states
    self.actions = actions
    self.gestures = gestures
  }

  /// The fields that formats and conditions may name.
  public var namedFields: [FieldSummary] { itemFields + fields }

  /// The names of the built-in actions that settings may name, with those that all kinds have.
  public var actionNames: [String] { actions.map(\.name) + ActionSummary.common.map(\.name) }
}

/// What there is to say of a built-in action.
public struct ActionSummary: Equatable, Sendable {
  public var name: String
  /// A sentence.
  public var text: String

  public init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }

  /// Shows `format_alt` in place of `format`, or `format` again.
  public static let toggleFormat = "toggle_format"
  /// Opens the calendar of a clock.
  public static let calendar = "calendar"
  /// Has the source look again at once.
  public static let refresh = "refresh"
  /// Does nothing, so that a gesture of the kind can be taken away.
  public static let none = "none"

  /// The actions of every kind.
  public static let common = [
    ActionSummary(toggleFormat, "shows format_alt in place of format, or format again"),
    ActionSummary(refresh, "looks again at once"),
    ActionSummary(none, "nothing, where the module would do something by itself"),
  ]
}

/// What people do with a module, by its name in the settings.
public enum ModuleGesture: String, CaseIterable, Sendable {
  case click, middle, right, double
  case scrollUp = "scroll_up"
  case scrollDown = "scroll_down"
  case scrollLeft = "scroll_left"
  case scrollRight = "scroll_right"
  /// A finger that stays.
  case touchLong = "touch_long"
}

/// What a gesture does.
public enum ModuleAction: Equatable, Sendable {
  /// An action of the kind, or of all kinds.
  case builtIn(String)
  /// A program with its arguments.
  case command([String])
}
