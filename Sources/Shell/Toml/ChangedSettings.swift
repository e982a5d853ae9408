public import Settings

/// Writes the settings that differ from their defaults.
public nonisolated enum ChangedSettings {
  /// The text of a settings file with the values of a table that differ from their defaults.
  ///
  /// Formats are always written, since one that is set replaces those for narrow bars too.
  public static func text(of root: SettingsValue) -> String {
    lines(changed(root, .file, []), .file, []).joined(separator: "\n")
  }

  /// The value without what is the default of its option; `path` is that of its table, without the numbers of elements.
  private static func changed(_ value: SettingsValue, _ shape: SettingsShape, _ path: [String])
    -> SettingsValue
  {
    var value = value
    switch (value.content, shape) {
    case (.table(let entries), .table(_, let known, let others)):
      value.content = .table(kept(entries, known, others, path))
    case (.table, .tableOrTables(let element)): return changed(value, element, path)
    case (.array(let elements), .tables(let element)), (.array(let elements), .tableOrTables(let element)):
      value.content = .array(elements.map { changed($0, element, path) })
    default: break
    }
    return value
  }

  private static func kept(
    _ entries: [SettingsValue.Entry], _ known: [(key: String, shape: SettingsShape)],
    _ others: SettingsShape?,
    _ path: [String]
  ) -> [SettingsValue.Entry] {
    let shapes = Dictionary(known.map { ($0.key, $0.shape) }) { first, _ in first }
    // The zones of a bar that are not set depend on those that are, and its other defaults on its style.
    let zones = ["start", "center", "end"]
    func isDefault(_ entry: SettingsValue.Entry) -> Bool {
      guard case .option(let summary)? = shapes[entry.key] else { return false }
      let isStyled = path == ["bar"] && !zones.contains(entry.key)
      let text =
        isStyled ? BarSettings.standard(of: entry.key, in: SettingsValue(.table(entries))) : summary.default
      guard let standard = text.flatMap({ SettingsEditor.value(of: $0) }) else { return false }
      return entry.key != "format" && entry.value.isEquivalent(to: standard)
    }
    let keepsZones = entries.contains { zones.contains($0.key) && !isDefault($0) }
    return entries.compactMap { entry in
      guard entry.key != Inclusion.key, let shape = shapes[entry.key] ?? others else { return nil }
      if case .option = shape {
        return isDefault(entry) && !(keepsZones && zones.contains(entry.key)) ? nil : entry
      }
      var entry = entry
      entry.value = changed(entry.value, shape, path + [entry.key])
      // A table with a name of the user's choice exists even if it sets nothing.
      return entry.value.content == .table([]) && shapes[entry.key] != nil ? nil : entry
    }
  }

  /// The lines of a table: its values, and then the tables in it.
  private static func lines(
    _ value: SettingsValue, _ shape: SettingsShape, _ path: [String]
  ) -> [String] {
    guard case .table(let entries) = value.content else { return [] }
    var (values, tables): ([String], [String]) = ([], [])
    for entry in entries {
      let (inner, path) = (shape.shape(at: [entry.key]), path + [entry.key])
      switch (entry.value.content, inner) {
      case (.table, .table?), (.table, .tableOrTables?):
        let lines = lines(entry.value, inner!, path)
        // A header only of other tables says nothing.
        tables += (lines.first?.hasPrefix("[") == true ? [] : ["[\(Diagnostic.key(path))]"]) + lines
      case (.array(let elements), .tables(let shape)?), (.array(let elements), .tableOrTables(let shape)?):
        for element in elements { tables += ["[[\(Diagnostic.key(path))]]"] + lines(element, shape, path) }
      default: values.append("\(Diagnostic.key([entry.key])) = \(entry.value.tomlText)")
      }
    }
    return values + tables
  }
}

nonisolated extension SettingsValue {
  /// Whether a value means the same: whole numbers may be written with a fraction or without.
  fileprivate func isEquivalent(to other: SettingsValue) -> Bool {
    switch (content, other.content) {
    case (.integer(let integer), .number(let number)), (.number(let number), .integer(let integer)):
      Double(integer) == number
    case (.array(let elements), .array(let others)):
      elements.count == others.count && zip(elements, others).allSatisfy { $0.isEquivalent(to: $1) }
    default: tomlText == other.tomlText
    }
  }
}
