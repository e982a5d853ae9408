import Localization
public import ModuleModel

/// The content of a module's popup: rows that show the state of a service, and the controls that change it.
public struct ControlPanel: Equatable, Sendable {
  /// The title above the rows; empty for none.
  public var title: String
  /// The state of the switch beside the title; nil if there is no switch.
  public var isOn: Bool?
  /// A button at the end of the title's line, which is used as a button of the row `header`; nil: there is none.
  public var button: Button?
  public var width: Width
  /// The rows from top to bottom; no two have the same identifier.
  public var rows: [Row]

  public init(_ title: String, isOn: Bool? = nil, width: Width = .regular, rows: [Row] = []) {
    (self.title, self.isOn, self.width, self.rows) = (title, isOn, width, rows)
  }

  /// The row to which the button beside the title belongs; no other row has this identifier.
  public static let header: PanelRowKey = "header"

  /// The width of a panel.
  public enum Width: Equatable, Sendable {
    /// The width of a menu, for rows that are words only.
    case menu
    case regular
    /// A width for two tiles side by side.
    case wide
  }

  /// The state of the panel's only switch, beside the title or beside a heading; nil if there is none.
  public var switchState: Bool? {
    isOn
      ?? rows.lazy.compactMap { row in
        if case .switchHeading(_, let isOn) = row.content { isOn } else { nil }
      }.first
  }

  /// A row of a panel.
  public struct Row: Equatable, Sendable {
    /// The identifier of the row, unique within the panel and stable as long as the represented object exists.
    public var id: PanelRowKey
    public var content: Content

    public init(_ id: some Hashable & Sendable, _ content: Content) {
      (self.id, self.content) = (PanelRowKey(id), content)
    }
  }

  /// The content of a row.
  public enum Content: Equatable, Sendable {
    /// A small heading above the rows that follow.
    case heading(String)
    /// A heading with the panel's switch beside it.
    case switchHeading(String, isOn: Bool)
    /// A paragraph of text, such as the reason why the panel has no other rows.
    case text(String)
    /// A picture with a title and a detail beside it.
    case summary(Summary)
    /// An entry that is chosen by a click.
    case choice(Choice)
    /// A slider.
    case level(Level)
    /// A field for a line of text, and a button that sends it.
    case field(Field)
    /// Buttons side by side.
    case buttons([Button])
    /// Buttons with icons side by side, which share the width of the row.
    case tools([Button])
    /// Switches with an icon and words side by side, which share the width of the row.
    case tiles([Tile])
    /// A track of a media player.
    case track(Track)
    /// A title and a detail below it, with buttons at the end of the row.
    case entry(Entry)
    /// A name with a figure at the end of the line, and an icon before it, which stands as that of a level does.
    case figure(String, String, icon: ModuleIcon? = nil)
    /// A message of a program, which is chosen by a click.
    case message(Message)
    /// A row that shows or hides further rows above it, and is chosen by a click.
    case fold(String, isUnfolded: Bool)
    /// The reason why the panel is empty, below a large icon.
    case placeholder(String, icon: ModuleIcon)
    /// A graph of values, 0 … 1, the latest last; nil for those of the time before the first one.
    case graph([Double?])
    case separator
  }

  /// A picture with a title and a detail beside it.
  public struct Summary: Equatable, Sendable {
    /// The picture; nil for none.
    public var picture: ModuleIcon?
    public var title: String
    /// A figure at the end of the line of the title; empty for none.
    public var figure: String
    public var detail: String
    /// A part of a whole, which a bar below the title shows; nil for none.
    public var meter: Meter?

    public init(
      picture: ModuleIcon? = nil, title: String, figure: String = "", detail: String = "", meter: Meter? = nil
    ) {
      (self.picture, self.title, self.figure, self.detail) = (picture, title, figure, detail)
      self.meter = meter
    }

    /// A part of a whole.
    public struct Meter: Equatable, Sendable {
      /// The part in percent, 0 … 100.
      public var percent: Int
      /// Whether the part is so small that the bar is red.
      public var isCritical: Bool

      /// Creates a meter; a part out of range is clamped.
      public init(percent: Int, isCritical: Bool = false) {
        (self.percent, self.isCritical) = (min(max(percent, 0), 100), isCritical)
      }
    }
  }

  /// An entry that is chosen by a click, such as a network or a device.
  public struct Choice: Equatable, Sendable {
    /// A symbolic icon, or that of a program; nil for none.
    public var icon: ModuleIcon?
    public var label: String
    /// A word or two at the end of the row, such as `Connected`.
    public var detail: String
    /// A symbolic icon after the detail, such as a lock; nil for none.
    public var mark: ModuleIcon?
    /// Whether a check mark is shown.
    public var isChosen: Bool
    public var isEnabled: Bool
    /// Whether the row ends with a button that shows further actions.
    public var hasMore: Bool
    /// Whether the rows below are shown that the button at the end of the row shows and hides, or the choice itself if there is no
    /// button; nil: there are none.
    public var isUnfolded: Bool?
    /// Whether the choice ends the user's work or removes what is saved, which its colour shows.
    public var isDestructive: Bool

    public init(
      _ label: String, icon: ModuleIcon? = nil, detail: String = "", mark: ModuleIcon? = nil,
      isChosen: Bool = false,
      isEnabled: Bool = true, hasMore: Bool = false, isUnfolded: Bool? = nil, isDestructive: Bool = false
    ) {
      self.isUnfolded = isUnfolded
      self.isDestructive = isDestructive
      (self.icon, self.label, self.detail, self.mark) = (icon, label, detail, mark)
      (self.isChosen, self.isEnabled, self.hasMore) = (isChosen, isEnabled, hasMore)
    }
  }

  /// A value that is set by a slider.
  public struct Level: Equatable, Sendable {
    /// The name of the value, which a line above the slider shows; empty for none.
    public var label: String
    /// Whether the label is shown; false if the row above has the same text.
    public var showsLabel: Bool
    /// The button behind the label that shows choices below the row; nil: there is none.
    public var fold: Fold?
    /// A picture of what the value belongs to, such as a program, before the label; nil for none.
    public var picture: ModuleIcon?
    /// A symbolic icon before the slider; nil for none.
    public var icon: ModuleIcon?
    /// Whether the icon is a button, such as one that mutes.
    public var isIconButton: Bool
    /// The value as a fraction of the range, 0 … 1.
    public private(set) var value: Double
    /// The parts of the range at which the value can be, without both ends, which the slider marks; empty if there are many.
    public var stops: [Double]
    /// Texts before and after the slider, such as times; empty for none.
    public var before, after: String
    /// Whether the text after the slider is always shown; false: it is shown in place of the icon, while the slider is used.
    public var showsAfter: Bool
    public var isEnabled: Bool
    /// Whether the value is a position in time, so that the slider runs from left to right in all languages.
    public var isTime: Bool
    /// Whether the value has no effect at present, so that the slider has no accent.
    public var isMuted: Bool

    /// Creates a level; a value outside 0 … 1 is clamped, and one that is not finite becomes 0.
    public init(
      _ label: String = "", picture: ModuleIcon? = nil, icon: ModuleIcon? = nil, isIconButton: Bool = false,
      value: Double, before: String = "", after: String = "", showsAfter: Bool = true, isEnabled: Bool = true,
      isTime: Bool = false, showsLabel: Bool = true, fold: Fold? = nil, isMuted: Bool = false,
      stops: [Double] = []
    ) {
      self.stops = stops
      (self.isTime, self.isMuted) = (isTime, isMuted)
      (self.showsLabel, self.fold, self.showsAfter) = (showsLabel, fold, showsAfter)
      (self.label, self.picture, self.icon, self.isIconButton) = (label, picture, icon, isIconButton)
      self.value = value.isFinite ? min(max(value, 0), 1) : 0
      (self.before, self.after, self.isEnabled) = (before, after, isEnabled)
    }

    /// The label with the choice in use, by which two levels with the same label are told apart.
    public var name: String {
      [label, fold?.chosen ?? ""].filter { !$0.isEmpty }.joined(separator: " – ")
    }
  }

  /// A button that shows and hides the choices below a row.
  public struct Fold: Equatable, Sendable {
    /// The choice in use, which is the label of the button; empty if it is not known.
    public var chosen: String
    /// The purpose of the button in words that may stand within a sentence.
    public var words: String
    /// Whether the choices are shown.
    public var isUnfolded: Bool

    public init(_ chosen: String, words: String, isUnfolded: Bool) {
      (self.chosen, self.words, self.isUnfolded) = (chosen, words, isUnfolded)
    }

    /// The icon of the button.
    public var mark: ModuleIcon { PanelMetrics.foldIcon(isUnfolded: isUnfolded) }
  }

  /// A switch with an icon, a title and a line about its state; it is used as a button of its row.
  public struct Tile: Equatable, Sendable {
    /// The identifier of the tile, unique within its row.
    public var id: String
    public var icon: ModuleIcon
    public var title: String
    /// The state in words.
    public var detail: String
    /// Whether the tile is filled with the accent.
    public var isOn: Bool
    public var isEnabled: Bool

    /// Creates a tile; its detail is whether it is on unless it has another.
    public init(
      _ id: String, _ title: String, icon: ModuleIcon, detail: String? = nil, isOn: Bool,
      isEnabled: Bool = true
    ) {
      (self.id, self.title, self.icon) = (id, title, icon)
      self.detail = detail ?? ControlPanel.stateLabel(isOn: isOn)
      (self.isOn, self.isEnabled) = (isOn, isEnabled)
    }
  }

  /// A track of a media player: its cover with lines beside it, and buttons at the end of the row.
  public struct Track: Equatable, Sendable {
    public var picture: ModuleIcon
    public var title: String
    /// Further lines, such as the artist and the album; empty ones are left out.
    public var lines: [String]
    public var size: Size
    public var buttons: [Button]

    public init(
      picture: ModuleIcon, title: String, lines: [String] = [], size: Size, buttons: [Button] = []
    ) {
      (self.picture, self.title, self.lines) = (picture, title, lines.filter { !$0.isEmpty })
      (self.size, self.buttons) = (size, buttons)
    }

    /// The size of a cover.
    public enum Size: Equatable, Sendable {
      /// The size in a panel with other content.
      case small
      /// The size in a panel of its own.
      case large
    }
  }

  /// A title and a detail below it, with buttons at the end of the row.
  public struct Entry: Equatable, Sendable {
    public var title: String
    /// The line below the title; empty for none.
    public var detail: String
    public var buttons: [Button]

    public init(_ title: String, detail: String = "", buttons: [Button]) {
      (self.title, self.detail, self.buttons) = (title, detail, buttons)
    }
  }

  /// A message of a program, such as a notification.
  public struct Message: Equatable, Sendable {
    /// The picture; if none of its files and names can be read, the first letter of the program's name stands for it.
    public var picture: ModuleIcon
    /// The name of the program; empty if it is not known.
    public var program: String
    public var title: String
    /// The lines below the title, of which the first two are shown; empty for none.
    public var detail: String
    /// The time or the age at the end of the title's line.
    public var time: String
    /// The number of times that the message came.
    public var count: Int
    /// Whether a sign before the title calls for attention.
    public var isCritical: Bool
    /// The button in the corner of the row, which has an icon of its own.
    public var button: Button

    public init(
      picture: ModuleIcon, program: String, title: String, detail: String = "", time: String, count: Int = 1,
      isCritical: Bool = false, button: Button
    ) {
      (self.picture, self.program, self.title, self.detail) = (picture, program, title, detail)
      (self.time, self.count, self.isCritical, self.button) = (time, count, isCritical, button)
    }

    /// The texts at the end of the title's line.
    var trailing: String { CountForm.line(times: count, age: time) }
  }

  /// A field for a line of text.
  public struct Field: Equatable, Sendable {
    /// The text that is shown while the field is empty.
    public var placeholder: String
    /// The label of the button that sends the text.
    public var button: String
    /// Whether the field shows dots in place of the typed text, as for a password.
    public var isSecret: Bool

    public init(placeholder: String, button: String, isSecret: Bool = false) {
      (self.placeholder, self.button, self.isSecret) = (placeholder, button, isSecret)
    }
  }

  /// A button in a row of buttons.
  public struct Button: Equatable, Sendable {
    /// The identifier of the button, unique within its row.
    public var id: String
    /// A symbolic icon, which is shown in place of the label; nil for none.
    public var icon: ModuleIcon?
    public var label: String
    public var isEnabled: Bool
    /// The importance of the button, which its colour shows.
    public var role: Role
    /// A text that a click copies to the clipboard in place of another use; nil for none.
    public var copies: String?

    public init(
      _ id: String, _ label: String, icon: ModuleIcon? = nil, isEnabled: Bool = true, role: Role = .plain
    ) {
      (self.id, self.label, self.icon, self.isEnabled, self.role) = (id, label, icon, isEnabled, role)
    }

    /// The importance of a button.
    public enum Role: Equatable, Sendable {
      case plain
      /// The first action of its row.
      case primary
      /// An action that ends the user's work.
      case destructive
    }
  }
}

/// A use of a control of a panel; rows and buttons are given by their identifiers.
public enum ControlUse: Equatable, Sendable {
  /// The switch beside the title is turned on or off.
  case turn(Bool)
  /// A choice is clicked.
  case choose(PanelRowKey)
  /// The button at the end of a choice, or behind the label of a level, is clicked.
  case unfold(PanelRowKey)
  /// The slider of a level is moved to a value, given as a fraction of the range, 0 … 1.
  case set(PanelRowKey, Double)
  /// The icon of a level is clicked.
  case toggle(PanelRowKey)
  /// The text of a field is sent; it is not empty.
  case submit(PanelRowKey, String)
  /// A button or a tile is clicked.
  case press(row: PanelRowKey, button: String)
}
