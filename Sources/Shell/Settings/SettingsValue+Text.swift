extension SettingsValue {
  /// The value at a path, in which a table of an array is named by its number from 0, or by its `id` or `name`; nil if there is
  /// none.
  public func value(at path: ArraySlice<String>) -> SettingsValue? {
    guard let key = path.first else { return self }
    switch content {
    case .table(let entries): return entries.first { $0.key == key }?.value.value(at: path.dropFirst())
    case .array(let elements):
      return Self.index(key, in: elements).flatMap { elements[$0].value(at: path.dropFirst()) }
    default: return nil
    }
  }

  /// The index of the element that a key names.
  public static func index(_ key: String, in elements: [SettingsValue]) -> Int? {
    if let index = Int(key) { return elements.indices.contains(index) ? index : nil }
    return elements.firstIndex { element in
      (element.entries ?? []).contains {
        nameKeys.contains($0.key) && $0.value.content == .string(key)
      }
    }
  }

  /// The names by which keys may name elements of an array, each once.
  public static func names(of elements: [SettingsValue]) -> [String] {
    var names: [String] = []
    for entry in elements.flatMap({ $0.entries ?? [] }) where nameKeys.contains(entry.key) {
      if case .string(let name) = entry.value.content, !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// The keys of the names of tables in arrays.
  private static let nameKeys = ["id", "name"]

  /// The value as TOML on one line.
  public var tomlText: String {
    switch content {
    case .string(let text): TomlText.string(text)
    case .integer(let integer): "\(integer)"
    case .number(let number):
      number.isNaN ? "nan" : number.isInfinite ? (number < 0 ? "-inf" : "inf") : "\(number)"
    case .boolean(let boolean): "\(boolean)"
    case .array(let elements): TomlText.array(elements.map(\.tomlText))
    case .table(let entries):
      TomlText.table(entries.map { "\(Diagnostic.key([$0.key])) = \($0.value.tomlText)" })
    case .other(let words): words
    }
  }
}
