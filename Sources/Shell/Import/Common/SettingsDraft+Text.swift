import Settings

extension SettingsDraft {
  /// The greatest width of lines, as far as TOML lets them be broken.
  private static let width = 100

  /// The text of the file, without options that have their defaults.
  public var text: String {
    var blocks: [[String]] = title.isEmpty ? [] : [Self.wrapped(title)]
    for table in ordered {
      let options = table.options.filter { !Self.isDefault($0.value, table.path + [$0.key]) }
      let lines = options.filter { !Self.hasOwnTable($0.key, $0.value) }.flatMap {
        Self.lines($0.key, $0.value)
      }
      let comments = table.comments.flatMap(Self.wrapped)
      let isNeeded = !lines.isEmpty || Self.isElement(table.path)
      if isNeeded || !comments.isEmpty {
        blocks.append(
          comments + (isNeeded && !table.path.isEmpty ? [Self.heading(table.path)] : []) + lines)
      }
      for (key, value) in options where Self.hasOwnTable(key, value) {
        blocks.append(
          [Self.heading(table.path + [key])] + value.pairs.map { Self.line($0.key, $0.value) })
      }
    }
    return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  /// The tables, with the states and the actions of a module behind its own table.
  private var ordered: [Table] {
    var roots: [String] = []
    var groups: [String: [Table]] = [:]
    for table in tables {
      let root = Diagnostic.key(Self.owner(table.path))
      if groups[root] == nil { roots.append(root) }
      groups[root, default: []].append(table)
    }
    return roots.flatMap { (groups[$0] ?? []).sorted { Self.rank($0.path) < Self.rank($1.path) } }
  }

  /// The path of the module that a table of states or actions belongs to, or the path itself.
  private static func owner(_ path: [String]) -> [String] {
    path.firstIndex { $0 == "states" || $0 == "on" }.map { Array(path[..<$0]) } ?? path
  }

  /// The place of a table among those of its module: its options, the actions, the states.
  private static func rank(_ path: [String]) -> Int {
    path.contains("states") ? 2 : path.contains("on") ? 1 : 0
  }

  private static func line(_ key: String, _ value: SettingsValue) -> String {
    "\(Diagnostic.key([key])) = \(value.tomlText)"
  }

  /// The lines of an option: one, unless an array has to be folded.
  private static func lines(_ key: String, _ value: SettingsValue) -> [String] {
    let text = line(key, value)
    guard text.unicodeScalars.count > width, case .array(let elements) = value.content, elements.count > 1
    else { return [text] }
    return folded(key, elements)
  }

  /// Whether a value is the option's default and may be left out. States override options by their defaults too, and zones that
  /// are left out mean something else where one of them is set.
  private static func isDefault(_ value: SettingsValue, _ path: [String]) -> Bool {
    guard !path.contains("states"), path.last != "hidden", let option = option(path),
      !(path.first == "bar" && ["start", "center", "end"].contains(path.last))
    else { return false }
    return option.default == value.tomlText
  }

  /// Whether a path is that of a table of an array.
  private static func isElement(_ path: [String]) -> Bool {
    guard let last = path.last, Int(last) != nil else { return false }
    switch SettingsShape.file.shape(at: path.dropLast()[...]) {
    case .tables, .tableOrTables: return true
    default: return false
    }
  }

  /// The heading of a table; elements of arrays have the path of their array.
  private static func heading(_ path: [String]) -> String {
    if isElement(path) { return "[[\(Diagnostic.key(path.dropLast()))]]" }
    // A table in an element of an array is named by the array, whose last element it belongs to.
    let names = path.indices.filter { !isElement(Array(path[...$0])) }.map { path[$0] }
    return "[\(Diagnostic.key(names))]"
  }

  /// Whether a value is a table that is too long for one line, to which TOML confines it otherwise.
  private static func hasOwnTable(_ key: String, _ value: SettingsValue) -> Bool {
    guard case .table = value.content else { return false }
    return key.unicodeScalars.count + 3 + value.tomlText.unicodeScalars.count > width
  }

  private static func folded(_ key: String, _ elements: [SettingsValue]) -> [String] {
    var lines = [Diagnostic.key([key]) + " = ["]
    var line = ""
    for element in elements {
      let text = element.tomlText + ","
      if !line.isEmpty, line.unicodeScalars.count + 1 + text.unicodeScalars.count + 2 > width {
        lines.append("  " + line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + text
    }
    return lines + ["  " + line, "]"]
  }

  /// Wraps a text of one or more lines into comments.
  private static func wrapped(_ text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap { wrappedLine($0) }
  }

  private static func wrappedLine(_ text: Substring) -> [String] {
    var lines: [String] = []
    var line = "#"
    for word in text.split(separator: " ") {
      if line.count > 1, line.count + 1 + word.count > width {
        lines.append(line)
        line = "#"
      }
      line +=
        " " + word.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? "�" : String($0) }.joined()
    }
    return lines + [line]
  }
}
