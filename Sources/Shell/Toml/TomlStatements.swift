import Settings

/// The lines of a TOML file that are headers of tables or set keys, with the paths that they concern.
nonisolated struct TomlStatements {
  /// A header, or a key with its value.
  struct Statement {
    /// The path from the root; the number of an element stands for a table of an array.
    var path: [String]
    /// The bytes of all its lines.
    var lines: Range<Int>
    /// The place of the value; nil for a header.
    var value: Int?
    /// The number of the keys in the path that belong to the header above.
    var depth = 0
  }

  private(set) var all: [Statement] = []
  private let scanner: TomlScanner
  /// The number of tables of each array so far.
  private var counts: [[String]: Int] = [:]

  /// Reads a text that is valid TOML.
  init(_ scanner: TomlScanner) {
    self.scanner = scanner
    var index = scanner.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var table: [String] = []
    while index < scanner.bytes.count {
      let start = scanner.skippingSpace(index)
      switch scanner.byte(start) {
      case nil, UInt8(ascii: "#"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): index = scanner.endOfLine(index)
      case UInt8(ascii: "["):
        table = header(start)
        all.append(Statement(path: table, lines: index..<scanner.endOfLine(start), depth: table.count))
        index = scanner.endOfLine(start)
      default:
        guard let equals = scanner.equalsSign(start) else { return }
        let value = scanner.skippingSpace(equals + 1)
        let end = scanner.endOfLine(scanner.endOfValue(value))
        let key = SettingsEditor.path(String(decoding: scanner.bytes[start..<equals], as: UTF8.self)) ?? []
        all.append(Statement(path: table + key, lines: index..<end, value: value, depth: table.count))
        index = end
      }
    }
  }

  /// The path of the header at `start`, with the numbers of tables of arrays.
  private mutating func header(_ start: Int) -> [String] {
    let isArray = scanner.byte(start + 1) == UInt8(ascii: "[")
    let inner = start + (isArray ? 2 : 1)
    var end = inner
    while let byte = scanner.byte(end), byte != UInt8(ascii: "]") {
      end = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") ? scanner.endOfString(end) : end + 1
    }
    let keys = SettingsEditor.path(String(decoding: scanner.bytes[inner..<end], as: UTF8.self)) ?? []
    var path: [String] = []
    for (index, key) in keys.enumerated() {
      path.append(key)
      if isArray, index == keys.count - 1 { counts[path, default: 0] += 1 }
      if let count = counts[path] { path.append("\(count - 1)") }
    }
    return path
  }
}
