import Settings
import Testing

@testable import Toml

struct TomlTests {
  @Test func `every key and value has its place`() throws {
    let text = "a = 1\n[t]\n  \"ключ\" = [ 'x', { y = 2.5 } ]\nb.c = true\n[[u]]\nd = 1979-05-27\n"
    func at(_ line: Int, _ column: Int) -> SettingsPosition { SettingsPosition(line: line, column: column) }
    func entry(_ key: String, _ position: SettingsPosition, _ value: SettingsValue) -> SettingsValue.Entry {
      SettingsValue.Entry(key: key, position: position, value: value)
    }
    let array = SettingsValue(
      .array([
        SettingsValue(.string("x"), at: at(3, 14)),
        SettingsValue(
          .table([entry("y", at(3, 21), SettingsValue(.number(2.5), at: at(3, 25)))]), at: at(3, 19)),
      ]), at: at(3, 12))
    let b = SettingsValue(
      .table([entry("c", at(4, 3), SettingsValue(.boolean(true), at: at(4, 7)))]), at: at(4, 1))
    let u = SettingsValue(
      .table([entry("d", at(6, 1), SettingsValue(.other("a date"), at: at(6, 5)))]), at: at(5, 1))
    #expect(
      try SettingsValue(toml: Array(text.utf8)).content
        == .table([
          entry("a", at(1, 1), SettingsValue(.integer(1), at: at(1, 5))),
          entry(
            "t", at(2, 2),
            SettingsValue(.table([entry("ключ", at(3, 3), array), entry("b", at(4, 1), b)]), at: at(2, 1))),
          entry("u", at(5, 3), SettingsValue(.array([u]), at: at(5, 1))),
        ]))
  }

  @Test(arguments: ["a = tru\ne", "a = [fals\te]", "a = tru\r\ne", "a = 07:\n", "a = in\u{7}f"])
  func `what is said of a broken text is one line`(text: String) throws {
    let diagnostics = SettingsFile.decode(Array(text.utf8)).1
    #expect(diagnostics.count == 1)
    for scalar in diagnostics[0].message(file: "a.toml").unicodeScalars {
      #expect(scalar.properties.generalCategory != .control)
    }
  }

  @Test func `a NUL in a string or key is a character like others`() throws {
    let value = try SettingsValue(toml: Array(#""a\u0000b" = "c\u0000d""#.utf8))
    guard case .table(let entries) = value.content else { return #expect(Bool(false)) }
    #expect(entries.map(\.key) == ["a\0b"])
    #expect(entries.map(\.value.content) == [.string("c\0d")])
  }

  @Test(
    arguments: [
      [0xFF], [0xC3], [0xC3, 0x28], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC0, 0x80],
    ] as [[UInt8]])
  func `invalid UTF-8 is an error at its place`(bytes: [UInt8]) throws {
    let text = "# ü\n" + String(repeating: "ü", count: 100)
    #expect(throws: Diagnostic(.syntax("not valid UTF-8"), at: SettingsPosition(line: 2, column: 101))) {
      try SettingsValue(toml: Array(text.utf8) + bytes + Array("\n".utf8))
    }
  }

  @Test func `ten megabytes are read`() throws {
    let line = "# " + String(repeating: "x", count: 997) + "\n"
    let text =
      String(repeating: line, count: 5_000) + "a = '''\n" + String(repeating: line, count: 5_000) + "'''"
    let value = try SettingsValue(toml: Array(text.utf8))
    guard case .table(let entries) = value.content, case .string(let string) = entries[0].value.content else {
      return #expect(Bool(false))
    }
    #expect(string.utf8.count == 5_000_000)
    #expect(entries[0].position == SettingsPosition(line: 5001, column: 1))
  }

  @Test func `nesting up to the limits is read`() throws {
    let key = (1...16).map { "k\($0)" }.joined(separator: ".")
    let inner = String(repeating: "{ \(key) = ", count: 31) + "1" + String(repeating: " }", count: 31)
    var value = try SettingsValue(toml: Array("[\(key)]\n\(key) = \(inner)".utf8))
    var depth = 0
    while case .table(let entries) = value.content {
      value = entries[0].value
      depth += 1
    }
    #expect(depth == 16 * 33)
    #expect(value.content == .integer(1))
  }
}
