public import Geometry

/// What is to be seen of one popup of a bar, for `hyaline bar inspect`.
public struct PopupReport: Equatable, Sendable {
  /// A part of the popup that can be chosen, such as an entry of a menu.
  public struct Item: Equatable, Sendable {
    public var label: String
    /// Logical pixels of the output.
    public var frame: LogicalRect
    /// Those of `highlighted`, `disabled`, `on` and `submenu` that hold.
    public var states: [String]

    public init(label: String, frame: LogicalRect, states: [String]) {
      self.label = label
      self.frame = frame
      self.states = states
    }
  }

  /// The sort of popup: `calendar`, `menu` or `tooltip`.
  public var name: String
  /// Logical pixels of the output.
  public var frame: LogicalRect
  public var items: [Item]

  public init(name: String, frame: LogicalRect, items: [Item] = []) {
    self.name = name
    self.frame = frame
    self.items = items
  }
}
