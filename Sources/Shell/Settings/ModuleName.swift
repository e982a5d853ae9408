/// `clock`, `text.hello`, `script.load`: a kind and, where a bar can hold several of it, a name.
public struct ModuleName: Hashable, Sendable, CustomStringConvertible {
  /// What a module shows.
  public enum Kind: String, CaseIterable, Sendable {
    case clock, text, script
  }

  public var kind: Kind
  /// Nil only for `clock`, which may also be named (`clock.utc`).
  public var name: String?

  public init(_ kind: Kind, _ name: String? = nil) {
    self.kind = kind
    self.name = name
  }

  public static let clock = ModuleName(.clock)

  public var description: String {
    guard let name else { return kind.rawValue }
    return "\(kind.rawValue).\(name)"
  }

  /// Reads what `description` gives; nil if there is no such kind, or no name where one is needed.
  public init?(_ description: String) {
    let (kind, name) = description.splitAtDot
    guard let kind = Kind(rawValue: kind), name != "", name != nil || kind == .clock else { return nil }
    self.init(kind, name)
  }
}

extension ModuleName.Kind {
  /// What a table of this kind cannot do without; nil: it need not be there.
  var needs: String? {
    switch self {
    case .clock: nil
    case .text: "a text"
    case .script: "a command"
    }
  }
}

extension String {
  /// What is before the first dot, and what after it if there is one.
  var splitAtDot: (String, String?) {
    guard let dot = firstIndex(of: ".") else { return (self, nil) }
    return (String(self[..<dot]), String(self[index(after: dot)...]))
  }
}
