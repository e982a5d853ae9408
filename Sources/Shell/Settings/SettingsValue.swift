/// A value of a settings file as it was written, with its place in the file.
public struct SettingsValue: Equatable, Sendable {
  /// A value by its type in TOML.
  public enum Content: Equatable, Sendable {
    case string(String)
    case integer(Int)
    /// A number, which may be infinite or NaN.
    case number(Double)
    case boolean(Bool)
    case array([SettingsValue])
    /// The entries in the order of the file; keys are unique.
    case table([Entry])
    /// A value of a type that no option takes, in words: `a date`.
    case other(String)
  }

  /// A key of a table and its value.
  public struct Entry: Equatable, Sendable {
    public var key: String
    /// The place of the key.
    public var position: SettingsPosition
    public var value: SettingsValue

    public init(key: String, position: SettingsPosition, value: SettingsValue) {
      self.key = key
      self.position = position
      self.value = value
    }
  }

  public var content: Content
  public var position: SettingsPosition

  public init(_ content: Content, at position: SettingsPosition) {
    self.content = content
    self.position = position
  }

  /// The entries of a table; nil for other values.
  var entries: [Entry]? {
    guard case .table(let entries) = content else { return nil }
    return entries
  }
}

/// A place in a settings file; both numbers start at 1.
public struct SettingsPosition: Hashable, Comparable, Sendable {
  public var line: Int
  /// The column in Unicode scalars.
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  public static func < (a: Self, b: Self) -> Bool { (a.line, a.column) < (b.line, b.column) }
}
