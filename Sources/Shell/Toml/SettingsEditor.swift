public import Settings

/// The text of a settings file, in which single values are set or removed while all other text stays as it is.
public nonisolated struct SettingsEditor {
  /// A reason why a value is not set or removed.
  public enum Problem: Error, Equatable, Sendable {
    /// The text is not TOML.
    case syntax(Diagnostic)
    /// An array has no such element.
    case noElement(MissingElement)
    /// The path leads to a table.
    case table([String])
    /// The path leads through a value that is no table.
    case noTable([String])
    /// The text sets no such value.
    case notSet
    /// The value cannot be set without a change of other values.
    case unplaceable
  }

  public private(set) var text: String
  private var root: SettingsValue
  private var scanner: TomlScanner
  private var statements: [TomlStatements.Statement]

  /// Reads the text of a settings file.
  public init(_ text: String) throws(Problem) {
    self.text = text
    do throws(Diagnostic) {
      root = try SettingsValue(toml: Array(text.utf8))
    } catch {
      throw .syntax(error)
    }
    scanner = TomlScanner(bytes: Array(text.utf8))
    statements = TomlStatements(scanner).all
  }

  /// The parts of a key as in TOML, such as `cpu.states."very high".ink`; nil if it is none.
  public static func path(_ key: String) -> [String]? {
    guard !key.contains("\n"), var value = try? SettingsValue(toml: Array("\(key)=0".utf8)) else {
      return nil
    }
    var path: [String] = []
    while case .table(let entries) = value.content {
      guard entries.count == 1 else { return nil }
      path.append(entries[0].key)
      value = entries[0].value
    }
    let column = key.unicodeScalars.count + 2
    return value.content == .integer(0) && value.position == SettingsPosition(line: 1, column: column)
      ? path : nil
  }

  /// The text of a value as it stands in a file; nil if it is none.
  public static func literal(_ text: String) -> String? {
    guard value(of: text) != nil else { return nil }
    let scanner = TomlScanner(bytes: Array(text.utf8))
    let start = scanner.skippingSpace(0)
    return String(decoding: scanner.bytes[start..<scanner.endOfValue(start)], as: UTF8.self)
  }

  /// The value that the text of one is; nil if it is none.
  public static func value(of literal: String) -> SettingsValue? {
    guard let value = try? SettingsValue(toml: Array("v=\(literal)".utf8)),
      case .table(let entries) = value.content,
      entries.count == 1, entries[0].key == "v"
    else { return nil }
    return entries[0].value
  }

  /// The literal of a text.
  public static func quoted(_ text: String) -> String {
    SettingsValue(.string(text)).tomlText
  }

  /// Sets the value at a path, whose text is a `literal`.
  public mutating func set(_ path: [String], to literal: String) throws(Problem) {
    let path = try root.resolved(path)
    let before = root.leaves
    if let statement = statements.last(where: { $0.value != nil && path.starts(with: $0.path) }) {
      try set(path, statement.path.count, inValueAt: statement.value!, to: literal)
    } else {
      if statements.contains(where: { $0.path.starts(with: path) }) { throw .table(path) }
      try insert(path, literal)
    }
    try check(path, before, literal)
  }

  /// Removes the value or the table at a path, but not the tables in it at the paths `kept`.
  public mutating func unset(_ path: [String], keeping kept: [[String]] = []) throws(Problem) {
    let path = try root.resolved(path)
    let before = root.leaves
    if let statement = statements.last(where: {
      $0.value != nil && path.starts(with: $0.path) && path.count > $0.path.count
    }) {
      try remove(path, statement.path.count, inValueAt: statement.value!)
    } else {
      try removeLines(of: path, keeping: kept)
    }
    try check(path, before, nil, keeping: kept)
  }

  /// Adds a table to the array of tables at a path; the values of its entries are `literal`s.
  public mutating func append(_ entries: [(key: String, literal: String)], to path: [String])
    throws(Problem)
  {
    let before = root.leaves
    var count = 0
    if case .array(let elements)? = root.value(at: path[...])?.content { count = elements.count }
    let lines = entries.map { "\(Diagnostic.key([$0.key])) = \($0.literal)" }
    let inline = "{ \(lines.joined(separator: ", ")) }"
    if let statement = statements.last(where: { $0.value != nil && path.starts(with: $0.path) }) {
      if statement.path == path {
        try append(inline, toArrayAt: statement.value!)
      } else {
        guard count == 0 else { throw .unplaceable }
        try set(path, statement.path.count, inValueAt: statement.value!, to: "[\(inline)]")
      }
    } else {
      let header = "\(scanner.bytes.isEmpty ? "" : newline)[[\(Diagnostic.key(path))]]"
      try add(([header] + lines).joined(separator: newline), at: scanner.bytes.count)
    }
    let added = path + ["\(count)"]
    guard root.value(at: added[...]) != nil, before == root.leaves.filter({ !$0.key.starts(with: added) })
    else { throw .unplaceable }
  }

  // MARK: - Values in values

  private mutating func append(_ element: String, toArrayAt start: Int) throws(Problem) {
    guard scanner.byte(start) == UInt8(ascii: "[") else { throw .unplaceable }
    let last = scanner.members(start).last?.range.upperBound
    let place = last ?? start + 1
    try replace(place..<place, with: last == nil ? element : ", " + element)
  }

  /// Sets the value at a path, the first `depth` keys of which lead to the value at `start`.
  private mutating func set(
    _ path: [String], _ depth: Int, inValueAt start: Int, to literal: String
  ) throws(Problem) {
    if depth == path.count { return try replace(start..<scanner.endOfValue(start), with: literal) }
    let members = scanner.members(start)
    switch scanner.byte(start) {
    case UInt8(ascii: "["):
      guard let index = Int(path[depth]), members.indices.contains(index) else {
        throw .noElement(MissingElement(path[depth], of: Array(path[..<depth]), count: members.count))
      }
      try set(path, depth + 1, inValueAt: members[index].value, to: literal)
    case UInt8(ascii: "{"):
      for member in members {
        let key = key(of: member)
        guard path[depth...].starts(with: key) else { continue }
        return try set(path, depth + key.count, inValueAt: member.value, to: literal)
      }
      let added = "\(Diagnostic.key(path[depth...])) = \(literal)"
      if let last = members.last {
        try replace(last.range.upperBound..<last.range.upperBound, with: ", \(added)")
      } else {
        try replace(start + 1..<scanner.endOfValue(start) - 1, with: " \(added) ")
      }
    default: throw .noTable(Array(path[..<depth]))
    }
  }

  private mutating func remove(_ path: [String], _ depth: Int, inValueAt start: Int) throws(Problem) {
    let members = scanner.members(start)
    let isArray = scanner.byte(start) == UInt8(ascii: "[")
    guard isArray || scanner.byte(start) == UInt8(ascii: "{") else { throw .notSet }
    for (index, member) in members.enumerated() {
      let key = isArray ? ["\(index)"] : key(of: member)
      let rest = path[depth...]
      if rest.starts(with: key), rest.count > key.count {
        return try remove(path, depth + key.count, inValueAt: member.value)
      }
      guard key.starts(with: rest) else { continue }
      if index + 1 < members.count {
        return try replace(member.range.lowerBound..<members[index + 1].range.lowerBound, with: "")
      }
      if index > 0 {
        return try replace(members[index - 1].range.upperBound..<member.range.upperBound, with: "")
      }
      return try replace(start + 1..<scanner.endOfValue(start) - 1, with: "")
    }
    throw .notSet
  }

  private func key(of member: TomlScanner.Member) -> [String] {
    let text = scanner.bytes[member.range.lowerBound..<member.value].reversed().drop {
      $0 != UInt8(ascii: "=")
    }
    return Self.path(String(decoding: text.dropFirst().reversed(), as: UTF8.self)) ?? []
  }

  // MARK: - Lines

  /// Adds a line that sets a value which no statement sets.
  private mutating func insert(_ path: [String], _ literal: String) throws(Problem) {
    let parent = path.dropLast()
    /// Counts the keys that a path shares with that of the value's table.
    func shared(_ other: [String]) -> Int { zip(parent, other).prefix { $0 == $1 }.count }
    let headers = statements.filter { $0.value == nil }
    let table = headers.filter { parent.starts(with: $0.path) }.max { $0.path.count < $1.path.count }
    let depth = table?.path.count ?? 0
    // Entries with dotted keys may have begun the table.
    if let neighbour = statements.last(where: {
      $0.value != nil && shared(Array($0.path.dropLast())) > max(depth, $0.depth)
        && parent.starts(with: $0.path[..<$0.depth])
    }) {
      return try add(
        "\(Diagnostic.key(path[neighbour.depth...])) = \(literal)", at: neighbour.lines.upperBound)
    }
    let isBegun = headers.contains { shared($0.path) > depth }
    if let table, !isBegun {
      let key = Diagnostic.key(path[depth...])
      return try add("\(key) = \(literal)", at: end(of: table))
    }
    if parent.isEmpty { return try addToRoot("\(Diagnostic.key(path[...])) = \(literal)") }
    guard !parent.contains(where: { Int($0) != nil }) else { throw .unplaceable }
    let gap = scanner.bytes.isEmpty ? "" : newline
    try add(
      "\(gap)[\(Diagnostic.key(parent))]\(newline)\(Diagnostic.key(path.suffix(1))) = \(literal)",
      at: scanner.bytes.count)
  }

  /// Adds a line above all headers.
  private mutating func addToRoot(_ line: String) throws(Problem) {
    if let last = statements.prefix(while: { $0.value != nil }).last {
      return try add(line, at: last.lines.upperBound)
    }
    guard let first = statements.first else { return try add(line, at: scanner.bytes.count) }
    // The comments right above the first header belong to it.
    var start = first.lines.lowerBound
    while start > 0 {
      let previous = scanner.bytes[..<(start - 1)].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      guard scanner.byte(scanner.skippingSpace(previous)) == UInt8(ascii: "#") else { break }
      start = previous
    }
    try add(line + newline, at: start)
  }

  /// The end of the last line that sets a value of the table of a header.
  private func end(of header: TomlStatements.Statement) -> Int {
    let rest = statements.drop { $0.lines != header.lines }.dropFirst().prefix { $0.value != nil }
    return (rest.last ?? header).lines.upperBound
  }

  private mutating func removeLines(of path: [String], keeping kept: [[String]]) throws(Problem) {
    let concerned = statements.filter { statement in
      statement.path.starts(with: path) && !kept.contains { statement.path.starts(with: $0) }
    }
    guard !concerned.isEmpty else { throw .notSet }
    for statement in concerned.reversed() {
      var range = statement.lines
      // A blank line above a removed header goes with it.
      if statement.value == nil, range.lowerBound > 0 {
        let blank = scanner.bytes[..<range.lowerBound].lengthOfBlankLineAtEnd
        range = range.lowerBound - blank..<range.upperBound
      }
      let bytes = scanner.bytes
      scanner = TomlScanner(bytes: Array(bytes[..<range.lowerBound] + bytes[range.upperBound...]))
    }
    try replace(0..<0, with: "")
  }

  /// The line break of the file.
  public var newline: String { text.utf8.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n" }

  private mutating func add(_ line: String, at index: Int) throws(Problem) {
    let isBroken = index > 0 && scanner.bytes[index - 1] != UInt8(ascii: "\n")
    try replace(index..<index, with: (isBroken ? newline : "") + line + newline)
  }

  private mutating func replace(_ range: Range<Int>, with text: String) throws(Problem) {
    let bytes = scanner.bytes
    let edited = Array(bytes[..<range.lowerBound]) + Array(text.utf8) + Array(bytes[range.upperBound...])
    do throws(Problem) {
      self = try SettingsEditor(String(decoding: edited, as: UTF8.self))
    } catch {
      throw .unplaceable
    }
  }

  /// Checks that the value at the path has changed, and none elsewhere or at the paths `kept`.
  private func check(
    _ path: [String], _ before: [[String]: String], _ literal: String?, keeping kept: [[String]] = []
  ) throws(Problem) {
    // The numbers of elements behind a removed one change.
    let changed = literal == nil && path.last.flatMap { Int($0) } != nil ? Array(path.dropLast()) : path
    let after = root.leaves
    func isFree(_ key: [String]) -> Bool {
      key.starts(with: changed) && !kept.contains { key.starts(with: $0) }
    }
    guard before.filter({ !isFree($0.key) }) == after.filter({ !isFree($0.key) }) else { throw .unplaceable }
    guard let literal else { return }
    guard root.value(at: path[...])?.tomlText == Self.value(of: literal)?.tomlText else { throw .unplaceable }
  }
}

nonisolated extension ArraySlice<UInt8> {
  /// The number of bytes of a blank line at the end, its break included; 0 if there is none.
  fileprivate var lengthOfBlankLineAtEnd: Int {
    guard last == UInt8(ascii: "\n") else { return 0 }
    let line = dropLast().reversed().prefix { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: " ") }
    let rest = dropLast(line.count + 1)
    return rest.isEmpty || rest.last == UInt8(ascii: "\n") ? line.count + 1 : 0
  }
}

nonisolated extension SettingsValue {
  /// The path with numbers in place of identifiers of tables in arrays.
  fileprivate func resolved(_ path: [String]) throws(SettingsEditor.Problem) -> [String] {
    var (value, resolved): (SettingsValue?, [String]) = (self, [])
    for key in path {
      if case .array(let elements)? = value?.content {
        guard let index = Self.index(key, in: elements) else {
          throw .noElement(MissingElement(key, of: resolved, in: elements))
        }
        (value, resolved) = (elements[index], resolved + ["\(index)"])
      } else {
        (value, resolved) = (value?.value(at: [key]), resolved + [key])
      }
    }
    return resolved
  }

  /// The texts of all values that are no tables with entries, and no arrays of such, by their paths.
  fileprivate var leaves: [[String]: String] {
    var leaves: [[String]: String] = [:]
    collect(into: &leaves, at: [])
    return leaves
  }

  private func collect(into leaves: inout [[String]: String], at path: [String]) {
    switch content {
    case .table(let entries):
      for entry in entries { entry.value.collect(into: &leaves, at: path + [entry.key]) }
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        element.collect(into: &leaves, at: path + ["\(index)"])
      }
    default: leaves[path] = tomlText
    }
  }
}
