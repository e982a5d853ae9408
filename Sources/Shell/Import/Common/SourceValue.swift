/// A value of a JSON text, with its place in the file.
public struct SourceValue: Sendable {
  /// A value by its type.
  public enum Content: Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case array([SourceValue])
    /// The members in the order of the file; their names are unique.
    case object([Member])
  }

  /// A member of an object.
  public struct Member: Sendable {
    public var name: String
    /// The place of the name.
    public var place: SourcePlace
    public var value: SourceValue
  }

  public var content: Content
  public var place: SourcePlace

  /// The members of an object; none for other values.
  public var members: [Member] { if case .object(let members) = content { members } else { [] } }

  /// The elements of an array; nil for other values.
  public var elements: [SourceValue]? { if case .array(let elements) = content { elements } else { nil } }

  public var string: String? { if case .string(let text) = content { text } else { nil } }

  /// The number, limited to a thousand millions in both directions, which no option exceeds and `Int` holds.
  public var number: Double? {
    if case .number(let number) = content { number.clamped(to: -1e9...1e9) } else { nil }
  }

  /// The text of a string or of a whole number, by which a thing can be named; nil for other values.
  public var name: String? {
    switch content {
    case .string(let text): text
    case .number(let number): Int(exactly: number.rounded()).map(String.init)
    case .null, .boolean, .array, .object: nil
    }
  }

  public var boolean: Bool? { if case .boolean(let boolean) = content { boolean } else { nil } }

  var isNull: Bool { if case .null = content { true } else { false } }

  /// The member of a name; nil if the value is no object or has none.
  public func member(_ name: String) -> Member? { members.first { $0.name == name } }

  /// The value of the member of a name.
  public subscript(name: String) -> SourceValue? { member(name)?.value }

  /// The value with what `other` has besides: values of this one count, and objects are merged member by member.
  public func merged(with other: SourceValue) -> SourceValue {
    guard case .object(var members) = content, case .object(let others) = other.content else { return self }
    var indices: [String: Int] = [:]
    for (index, member) in members.enumerated() { indices[member.name] = index }
    for member in others {
      if let index = indices[member.name] {
        members[index].value = members[index].value.merged(with: member.value)
      } else {
        members.append(member)
      }
    }
    return SourceValue(content: .object(members), place: place)
  }

  /// The value in one line, for comments and messages, cut where it is long.
  public var summary: String {
    let text = line
    return text.count > 60 ? text.prefix(59) + "…" : text
  }

  private var line: String {
    switch content {
    case .null: "null"
    case .boolean(let boolean): "\(boolean)"
    case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
    case .string(let text): "\"" + text.map { $0.isNewline ? "⏎" : String($0) }.joined() + "\""
    case .array(let elements): "[" + elements.prefix(16).map(\.line).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.prefix(16).map { "\"\($0.name)\": \($0.value.line)" }.joined(separator: ", ") + "}"
    }
  }
}
