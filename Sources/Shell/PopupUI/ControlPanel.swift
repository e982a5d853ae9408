/// The content of a module's popup: what a service tells, in rows, and the controls by which it is changed.
public struct ControlPanel: Equatable, Sendable {
  /// The title above the rows; empty for none.
  public var title: String
  /// The state of the switch beside the title; nil: there is no switch.
  public var isOn: Bool?
  /// The rows from top to bottom, with different identifiers.
  public var rows: [Row]

  public init(_ title: String, isOn: Bool? = nil, rows: [Row] = []) {
    (self.title, self.isOn, self.rows) = (title, isOn, rows)
  }

  /// One row of a panel.
  public struct Row: Equatable, Sendable {
    /// Identifies the row within the panel for as long as what it stands for exists.
    public var id: String
    public var content: Content

    public init(_ id: String, _ content: Content) {
      (self.id, self.content) = (id, content)
    }
  }

  /// What a row shows.
  public enum Content: Equatable, Sendable {
    /// A small heading above the rows that follow.
    case heading(String)
    /// A paragraph, such as why there is nothing else.
    case text(String)
    /// A picture with a title and a line below it.
    case summary(Summary)
    /// Something that is chosen by a click.
    case choice(Choice)
    /// A slider.
    case level(Level)
    /// A field for a line of text, and a button that sends it.
    case field(Field)
    /// Buttons side by side.
    case buttons([Button])
    case separator
  }

  /// A picture with two lines of text beside it.
  public struct Summary: Equatable, Sendable {
    /// The name of an icon or the absolute path of a picture; nil for none.
    public var picture: String?
    public var title: String
    public var detail: String

    public init(picture: String? = nil, title: String, detail: String = "") {
      (self.picture, self.title, self.detail) = (picture, title, detail)
    }
  }

  /// Something that is chosen by a click, such as a network or a device.
  public struct Choice: Equatable, Sendable {
    /// The name of a symbolic icon; nil for none.
    public var icon: String?
    public var label: String
    /// A word or two at the end of the row, such as `Connected`.
    public var detail: String
    /// The name of a symbolic icon behind the detail, such as that of a lock; nil for none.
    public var mark: String?
    /// Whether a check mark is shown.
    public var isChosen: Bool
    public var isEnabled: Bool
    /// Whether a button at the end of the row shows what else can be done with it.
    public var hasMore: Bool

    public init(
      _ label: String, icon: String? = nil, detail: String = "", mark: String? = nil, isChosen: Bool = false,
      isEnabled: Bool = true, hasMore: Bool = false
    ) {
      (self.icon, self.label, self.detail, self.mark) = (icon, label, detail, mark)
      (self.isChosen, self.isEnabled, self.hasMore) = (isChosen, isEnabled, hasMore)
    }
  }

  /// A value that is set by a slider.
  public struct Level: Equatable, Sendable {
    /// What is set, in the line above the slider; empty for none.
    public var label: String
    /// Whether the line is shown; it is not where the row above says the same.
    public var showsLabel: Bool
    /// The name of a symbolic icon before the slider; nil for none.
    public var icon: String?
    /// Whether a click on the icon means something, such as muting.
    public var isIconButton: Bool
    /// The value as a part of the range, 0 … 1.
    public private(set) var value: Double
    /// Texts before and after the slider, such as times; empty for none.
    public var before, after: String
    public var isEnabled: Bool
    /// Whether the value is a point in time, so that the level runs from left to right in every language.
    public var isTime: Bool

    /// A value out of the range is shown at its nearest end, and one that is no number as 0.
    public init(
      _ label: String = "", icon: String? = nil, isIconButton: Bool = false, value: Double,
      before: String = "", after: String = "", isEnabled: Bool = true, isTime: Bool = false,
      showsLabel: Bool = true
    ) {
      (self.isTime, self.showsLabel) = (isTime, showsLabel)
      (self.label, self.icon, self.isIconButton) = (label, icon, isIconButton)
      self.value = value.isFinite ? min(max(value, 0), 1) : 0
      (self.before, self.after, self.isEnabled) = (before, after, isEnabled)
    }
  }

  /// A line of text that people type.
  public struct Field: Equatable, Sendable {
    /// The text that is shown while nothing is typed.
    public var placeholder: String
    /// The label of the button that sends the text.
    public var button: String
    /// Whether dots are shown in place of what is typed.
    public var isSecret: Bool

    public init(placeholder: String, button: String, isSecret: Bool = false) {
      (self.placeholder, self.button, self.isSecret) = (placeholder, button, isSecret)
    }
  }

  /// A button of a row of buttons.
  public struct Button: Equatable, Sendable {
    /// Identifies the button within its row.
    public var id: String
    /// The name of a symbolic icon, which is shown in place of the label; nil for none.
    public var icon: String?
    public var label: String
    public var isEnabled: Bool

    public init(_ id: String, _ label: String, icon: String? = nil, isEnabled: Bool = true) {
      (self.id, self.label, self.icon, self.isEnabled) = (id, label, icon, isEnabled)
    }
  }
}

/// What is done with a control of a panel; rows and buttons are named by their identifiers.
public enum ControlUse: Equatable, Sendable {
  /// The switch beside the title is turned on or off.
  case turn(Bool)
  /// A choice is clicked.
  case choose(String)
  /// The button at the end of a choice is clicked.
  case unfold(String)
  /// The slider of a level is moved to a part of its range, 0 … 1.
  case set(String, Double)
  /// The icon of a level is clicked.
  case toggle(String)
  /// The text of a field is sent; it is not empty.
  case submit(String, String)
  /// A button is clicked.
  case press(row: String, button: String)
}
