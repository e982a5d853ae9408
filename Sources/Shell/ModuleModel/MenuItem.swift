/// An entry of a menu that the settings give a module.
public struct MenuItem: Equatable, Sendable {
  /// The content of an entry, which says what choosing it does.
  public enum Content: Equatable, Sendable {
    case action(ModuleAction)
    /// An entry that opens further ones.
    case submenu([MenuItem])
    /// A line between groups, which cannot be chosen.
    case separator
  }

  /// The text, in which an underscore stands before the letter that chooses it; empty for a separator.
  public var label: String
  /// The name of an icon; nil: it has none.
  public var icon: String?
  public var content: Content

  public init(_ label: String, icon: String? = nil, _ content: Content) {
    self.label = label
    self.icon = icon
    self.content = content
  }

  /// A line between groups.
  public static let separator = MenuItem("", .separator)
}
