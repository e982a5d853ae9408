public import Settings

/// The values of settings by their keys; an option that no file sets has its default.
public nonisolated struct SettingsLookup {
  /// A reason why a key has no value.
  public enum Problem: Error, Equatable, Sendable {
    case noElement(MissingElement)
    /// The key has the number of an element where the settings have one table and no array; the value is the path of the table.
    case single([String])
    /// A table of names of the user's choice has no such name; the values are its path, the name, and the names that it has.
    case noName([String], String, among: [String])
    /// The path leads through a value that is no table.
    case noTable([String])
    /// The option is not set and has no default, or there is no such table.
    case notSet
  }

  private let root: SettingsValue?

  /// Looks values up in the table of settings; nil: there are none.
  public init(_ root: SettingsValue?) { self.root = root }

  /// Returns the value at a path, in which a table of an array is named by its number from 0, or by its name.
  public func value(at path: [String]) throws(Problem) -> SettingsValue {
    var place = Place(path: [], shape: SettingsShape.file, value: root)
    for key in path { place = try place.part(key) }
    guard let value = place.value else { throw .notSet }
    return value
  }
}

/// A place in settings, at which there need not be a value.
private nonisolated struct Place {
  var path: [String]
  /// The table or the option; nil within the value of an option.
  var shape: SettingsShape?
  var value: SettingsValue?

  /// The place of a key in the table or the array of this one.
  func part(_ key: String) throws(SettingsLookup.Problem) -> Place {
    if case .array(let elements)? = value?.content {
      guard let index = SettingsValue.index(key, in: elements) else {
        throw .noElement(MissingElement(key, of: path, in: elements))
      }
      return Place(path: path + [key], shape: elementShape, value: elements[index])
    }
    switch shape {
    case .tables?: throw .noElement(MissingElement(key, of: path, in: []))
    case .tableOrTables(let element)?:
      guard Int(key) == nil else { throw .single(path) }
      return try Place(path: path, shape: element, value: value).part(key)
    case .table(_, let entries, let others)?: return try entry(key, entries, others)
    case .option?, nil:
      guard let value else { throw .notSet }
      guard case .table = value.content else { throw .noTable(path) }
      return Place(path: path + [key], shape: nil, value: value.value(at: [key]))
    }
  }

  private var elementShape: SettingsShape? {
    switch shape {
    case .tables(let element)?, .tableOrTables(let element)?: element
    default: nil
    }
  }

  private func entry(
    _ key: String, _ entries: [(key: String, shape: SettingsShape)], _ others: SettingsShape?
  ) throws(SettingsLookup.Problem) -> Place {
    let inner = value?.value(at: [key])
    guard let shape = entries.first(where: { $0.key == key })?.shape ?? others else { throw .notSet }
    // Such a table has nothing but names of the user's choice.
    if entries.isEmpty, inner == nil { throw .noName(path, key, among: names) }
    guard inner == nil, case .option(let option) = shape else {
      return Place(path: path + [key], shape: shape, value: inner)
    }
    // Defaults of a bar depend on what is set.
    let own = isBar ? value.flatMap { BarSettings.standard(of: key, in: $0) } : nil
    let standard = (own ?? option.default).flatMap { SettingsEditor.value(of: $0) }
    return Place(path: path + [key], shape: shape, value: standard)
  }

  /// Whether it is the table of a bar.
  private var isBar: Bool {
    path.first == "bar" && path.count <= 2 && path.dropFirst().allSatisfy { Int($0) != nil }
  }

  private var names: [String] {
    guard case .table(let entries)? = value?.content else { return [] }
    return entries.map(\.key)
  }
}
