import Settings

/// An array in settings, and a key that names none of its elements.
public nonisolated struct MissingElement: Equatable, Sendable {
  /// The path of the array.
  public var array: [String]
  public var key: String
  /// The number of elements that there are.
  public var count: Int
  /// The names by which keys may name elements, besides their numbers.
  public var names: [String]

  public init(_ key: String, of array: [String], count: Int, names: [String] = []) {
    (self.array, self.key, self.count, self.names) = (array, key, count, names)
  }

  init(_ key: String, of array: [String], in elements: [SettingsValue]) {
    self.init(key, of: array, count: elements.count, names: SettingsValue.names(of: elements))
  }

  /// A message such as `bar has no element "9"; expected a number from 0 to 1`.
  public var message: String {
    let array = Diagnostic.key(array)
    guard count > 0 else { return "\(array) has no elements" }
    let numbers = count == 1 ? "0" : "a number from 0 to \(count - 1)"
    let names = names.map { " or " + SettingsEditor.quoted($0) }.joined()
    return "\(array) has no element \(SettingsEditor.quoted(key)); expected \(numbers)\(names)"
  }
}
