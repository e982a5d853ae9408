public import Geometry

/// The visible content of one popup of a bar, for `hyaline bar inspect`.
public struct PopupReport: Equatable, Sendable {
  /// A part of the popup that can be chosen, such as an entry of a menu.
  public struct Item: Equatable, Sendable {
    public var label: String
    /// The frame, in logical pixels of the output.
    public var frame: LogicalRect
    /// The states of the item, such as `highlighted`, `disabled`, `on` and `submenu`.
    public var states: [String]
  }

  /// The sort of popup: `calendar`, `menu`, `panel` or `tooltip`.
  public var name: String
  /// The frame, in logical pixels of the output.
  public var frame: LogicalRect
  public var items: [Item] = []
}
