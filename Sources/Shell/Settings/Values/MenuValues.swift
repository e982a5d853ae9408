import ModuleModel

extension ValueKind where Value == [MenuItem] {
  /// The entries of a menu of a module of a kind.
  static func menu(_ kind: ModuleKind) -> Self {
    let expected = "an array of entries such as { label = \"Terminal\", run = [\"foot\"] }"
    return Self(
      type: "array of entries", expected: expected,
      shape: .array(.menuEntry(.action(kind))),
      read: { value, decoder in
        MenuReader(kind: kind, expected: expected).entries(value, &decoder)
      },
      written: written)
  }

  private static func written(_ items: [MenuItem]) -> String {
    TomlText.array(
      items.map { item in
        var parts = item.label.isEmpty ? [] : ["label = \(TomlText.string(item.label))"]
        if let icon = item.icon { parts.append("icon = \(TomlText.string(icon))") }
        switch item.content {
        case .action(let action): parts.append("run = \(ValueKind<ModuleAction>.written(action))")
        case .submenu(let items): parts.append("menu = \(written(items))")
        case .separator: parts.append("separator = true")
        }
        return TomlText.table(parts)
      })
  }
}

/// Reads menus, of which none is used in part: one with an entry less would look as if it were meant so.
private struct MenuReader {
  var kind: ModuleKind
  var expected: String

  private static let keys = ["label", "icon", "run", "menu", "separator"]

  func entries(_ value: SettingsValue, _ decoder: inout Decoder) -> [MenuItem]? {
    guard case .array(let elements) = value.content else { return decoder.reject(value, expected) }
    let items = elements.compactMap { item($0, &decoder) }
    return items.count == elements.count ? items : nil
  }

  private func item(_ value: SettingsValue, _ decoder: inout Decoder) -> MenuItem? {
    guard let entries = value.entries else {
      return decoder.reject(value, "a table such as { label = \"Terminal\", run = [\"foot\"] }")
    }
    var isRight = true
    var item = MenuItem("", .separator)
    var contents: [MenuItem.Content] = []
    for entry in entries {
      switch entry.key {
      case "label":
        let line = ValueKind<String>.line("the text of an entry").read(entry.value, &decoder)
        isRight = isRight && line != nil
        item.label = line ?? ""
      case "icon":
        item.icon = ValueKind<String>.line("the name of an icon").read(entry.value, &decoder)
        isRight = isRight && item.icon != nil
      default:
        let content = content(entry, &decoder)
        isRight = isRight && content != nil
        contents.append(content ?? .separator)
      }
    }
    guard isRight else { return nil }
    guard contents.count == 1, (contents[0] == .separator) == item.label.isEmpty else {
      return decoder.reject(value, "a table with label and run, label and menu, or separator = true")
    }
    item.content = contents[0]
    return item
  }

  private func content(_ entry: SettingsValue.Entry, _ decoder: inout Decoder) -> MenuItem.Content? {
    switch entry.key {
    case "run": ValueKind<ModuleAction>.action(kind).read(entry.value, &decoder).map { .action($0) }
    case "menu": entries(entry.value, &decoder).map { .submenu($0) }
    case "separator" where entry.value.content == .boolean(true): .separator
    case "separator": decoder.reject(entry.value, "true")
    default:
      unknown(entry, &decoder)
    }
  }

  private func unknown(_ entry: SettingsValue.Entry, _ decoder: inout Decoder) -> MenuItem.Content? {
    let words =
      "unknown key \(TomlText.string(String(entry.key.prefix(60)))) (there are \(Self.keys.joined(separator: ", ")))"
    decoder.report(
      .mistake(words, column: nil, nearest: nearestName(to: entry.key, among: Self.keys)), at: entry.value)
    return nil
  }
}
