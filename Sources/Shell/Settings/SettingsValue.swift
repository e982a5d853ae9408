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

  /// The value with what `other` sets in place of it: tables are merged key by key, and other values replace each other.
  public func overridden(by other: SettingsValue) -> SettingsValue {
    guard var merged = entries, let others = other.entries else { return other }
    var indices: [String: Int] = [:]
    for (index, entry) in merged.enumerated() { indices[entry.key] = index }
    for var entry in others {
      if let index = indices[entry.key] {
        entry.value = merged[index].value.overridden(by: entry.value)
        merged[index] = entry
      } else {
        merged.append(entry)
      }
    }
    return SettingsValue(.table(merged), at: other.position)
  }

  /// The entries of a table; nil for other values.
  var entries: [Entry]? {
    guard case .table(let entries) = content else { return nil }
    return entries
  }
}

extension SettingsValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral
{
  /// Makes a value that is in no file.
  public init(_ content: Content) { self.init(content, at: SettingsPosition(line: 1, column: 1)) }

  public init(stringLiteral text: String) { self.init(.string(text)) }
  public init(booleanLiteral boolean: Bool) { self.init(.boolean(boolean)) }
  public init(integerLiteral integer: Int) { self.init(.integer(integer)) }
}

/// A place in a settings file or in a file that it includes; line and column start at 1.
public struct SettingsPosition: Hashable, Comparable, Sendable {
  public var line: Int
  /// The column in Unicode scalars.
  public var column: Int
  /// The file: 0 is the settings file, and n is the n-th of the included files.
  public var file: Int

  public init(line: Int, column: Int, file: Int = 0) {
    self.line = line
    self.column = column
    self.file = file
  }

  public static func < (a: Self, b: Self) -> Bool { (a.file, a.line, a.column) < (b.file, b.line, b.column) }
}
