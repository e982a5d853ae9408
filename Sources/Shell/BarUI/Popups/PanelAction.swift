public import Views

/// An input of pointer, fingers or keys on a panel; rows and buttons are given by their identifiers.
public enum PanelAction: ViewAction {
  /// The switch beside the title is clicked.
  case turn
  case choose(String)
  /// The button at the end of a choice is clicked.
  case unfold(String)
  /// The slider of a level is clicked, dragged or scrolled.
  case slide(String)
  /// The icon of a level is clicked.
  case toggle(String)
  /// A field is clicked.
  case edit(String)
  /// The button of a field is clicked.
  case submit(String)
  case press(row: String, button: String)
  /// The rows are scrolled by a wheel or two fingers, or dragged by one finger.
  case scroll

  /// The identifier of the row to which the action belongs; nil for the switch and for scrolling.
  public var row: String? {
    switch self {
    case .turn, .scroll: nil
    case .choose(let row), .unfold(let row), .slide(let row), .toggle(let row), .edit(let row),
      .submit(let row), .press(let row, _):
      row
    }
  }
}

/// The identity of a row of a panel, and the anchor by which its frame is found.
public struct PanelRowKey: Hashable, Sendable {
  public var id: String

  public init(_ id: String) {
    self.id = id
  }
}
