/// A binding mode of the compositor, in which keys have other meanings.
public struct BindingMode: Equatable, Sendable, ExpressibleByStringLiteral {
  public var name: String
  /// Whether the compositor has said that the name is markup of Pango.
  public var isMarkup: Bool

  public init(_ name: String, isMarkup: Bool = false) {
    self.name = name
    self.isMarkup = isMarkup
  }

  public init(stringLiteral name: String) { self.init(name) }
}
