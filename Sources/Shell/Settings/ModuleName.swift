/// The full name of a module, such as `clock` or `script.load`: a kind and, if there are several modules of the kind,
/// a name.
public struct ModuleName: Hashable, Sendable, CustomStringConvertible {
  public var kind: ModuleKind
  /// The name of the module among those of its kind; nil for the one without a name, which not all kinds have.
  public var name: String?

  public init(_ kind: ModuleKind, _ name: String? = nil) {
    self.kind = kind
    self.name = name
  }

  public static let clock = ModuleName(.clock)

  public var description: String {
    guard let name else { return kind.name }
    return "\(kind.name).\(name)"
  }

  /// Reads what `description` gives; nil if there is no such kind, or no name where one is needed.
  public init?(_ description: String) {
    let (kind, name) = description.splitAtDot
    guard let kind = ModuleKind.named(kind), name != "", name != nil || kind.needs == nil else { return nil }
    self.init(kind, name)
  }
}

extension String {
  /// The text before the first dot, and the text after it; the second one is nil if there is no dot.
  var splitAtDot: (String, String?) {
    guard let dot = firstIndex(of: ".") else { return (self, nil) }
    return (String(self[..<dot]), String(self[index(after: dot)...]))
  }
}
