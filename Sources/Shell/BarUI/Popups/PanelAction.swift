public import Views

/// An input of pointer, fingers or keys on a panel; rows and buttons are given by their identifiers.
public enum PanelAction: ViewAction {
  /// The switch beside the title is clicked.
  case turn
  case choose(PanelRowKey)
  /// The button at the end of a choice, or behind the label of a level, is clicked.
  case unfold(PanelRowKey)
  /// The slider of a level is clicked, dragged or scrolled.
  case slide(PanelRowKey)
  /// The icon of a level is clicked.
  case toggle(PanelRowKey)
  /// A field is clicked.
  case edit(PanelRowKey)
  /// The button of a field is clicked.
  case submit(PanelRowKey)
  case press(row: PanelRowKey, button: String)
  /// The rows are scrolled by a wheel or two fingers, or dragged by one finger.
  case scroll

  /// The identifier of the row to which the action belongs; nil for the switch and for scrolling.
  public var row: PanelRowKey? {
    switch self {
    case .turn, .scroll: nil
    case .choose(let row), .unfold(let row), .slide(let row), .toggle(let row), .edit(let row),
      .submit(let row), .press(let row, _):
      row
    }
  }
}

/// The identifier of a row of a panel, and the anchor by which its frame is found: a word, or a value of a type of the module's own
/// that tells what the row is for.
public struct PanelRowKey: Hashable, Sendable, ExpressibleByStringInterpolation {
  private let key: ViewKey

  /// Makes the identifier that is a value; a value that is an identifier stays the same.
  public init(_ value: some Hashable & Sendable) { key = (value as? PanelRowKey)?.key ?? ViewKey(value) }

  public init(stringLiteral word: String) { self.init(word) }

  /// The value, if it is of this type; nil: it is of another type.
  public func `as`<Value>(_ type: Value.Type) -> Value? { key.value as? Value }
}
