import HeadlessSession
import Settings
import TestSupport
import Testing
import TextProcessing
import Toml

/// Tests that the schema and the checks of settings agree about keys and types.
struct SettingsSchemaTests {
  private static let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")

  /// The text of a file with all examples in place of comments.
  private static let examples = Settings.defaultText.split(separator: "\n", omittingEmptySubsequences: false)
    .map { $0.hasPrefix("#   ") ? String($0.dropFirst(4)) : String($0) }.joined(separator: "\n")

  /// Validates values by python3-jsonschema; returns an empty text for a valid value, and the first error otherwise.
  private func errors(of values: [SettingsValue]) throws -> [String] {
    let directory = try PrivateDirectory()
    defer { directory.remove() }
    let schema = try directory.write(SettingsSchema.json.description, to: "schema")
    let lines = values.map { SettingsSchema.json($0).description }.joined(separator: "\n")
    let input = try directory.write(lines, to: "values")
    let script = """
      import json, sys, jsonschema
      schema = json.load(open(sys.argv[1]))
      jsonschema.Draft4Validator.check_schema(schema)
      validator = jsonschema.Draft4Validator(schema)
      for line in open(sys.argv[2]):
          error = next(iter(validator.iter_errors(json.loads(line))), None)
          print("" if error is None else repr(list(error.absolute_path)) + " " + error.message[:100].replace("\\n", " "))
      """
    let output = directory.file("output")
    let process = try SessionProcess(
      ["python3", "-c", script, schema, input], environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"],
      log: directory.file("log"), output: output, isUnprivileged: false)
    defer { process.stop() }
    #expect(process.waitForEnd() == .exited(0), "\(process.logText)")
    let found = (readText(output) ?? "").split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    return Array(found.prefix(values.count))
  }

  private func value(_ text: String) throws -> SettingsValue { try SettingsValue(toml: Array(text.utf8)) }

  @Test func `the default file, all examples and the gallery of bars are valid`() throws {
    let names = [
      "default", "everyday", "floating", "full", "graphs", "i3bar", "islands", "islands-modules", "side",
    ]
    let bars = try names.map { try #require(readText("\(Self.root)/doc/bars/\($0).toml")) }
    let pointer = "cpu.states.hover = { ink = \"#ff0000\", fill_inset = 3 }"
    let texts = [Settings.defaultText, Settings.commentedText, Self.examples, pointer] + bars
    #expect(try errors(of: texts.map(value)) == texts.map { _ in "" })
  }

  @Test func `the default bar of the gallery is the one without settings`() throws {
    let text = try #require(readText("\(Self.root)/doc/bars/default.toml"))
    let (settings, messages) = SettingsFile.decode(Array(text.utf8))
    #expect(settings == Settings() && messages.isEmpty)
  }

  @Test func `a wrong type and an unknown key are invalid`() throws {
    let texts = [
      "bar.height = true", "bar.height = 0", "bar.hight = 3", "[[bar]]\nedge = 3",
      "cpu.states.x.when.percnt = 3", "cpu.states.hover.format = \"x\"", "tray.states.pressed.padding = 3",
      "cpu.ink = 3", "clock.menu = [{ lable = \"x\" }]", "text.a.on.click = \"none\"\nx = 1", "colors.a = 3",
    ]
    #expect(try errors(of: texts.map(value)).filter(\.isEmpty).isEmpty)
    #expect(texts.allSatisfy { !SettingsFile.decode(Array($0.utf8)).1.isEmpty })
  }

  @Test(arguments: DailySeeds.first(1) as [UInt64])
  func `a hundred changed files have the same verdict from the schema and from the checks`(seed: UInt64)
    throws
  {
    var random = SplitMix(seed: seed)
    let original = try value(Self.examples)
    let changed = (0..<100).map { _ in
      var value = original
      // The file itself is always a table.
      repeat {
        value = original
        change(&value, &random)
      } while !value.isTable
      return value
    }
    let errors = try errors(of: changed)
    #expect(errors.count(where: \.isEmpty) < 50, "most changes are mistakes")
    for (value, error) in zip(changed, errors) {
      let diagnostics = Settings.decode(value).1.filter(Self.concernsSchema)
      let message = diagnostics.first?.message(file: "settings.toml") ?? "no message"
      #expect(diagnostics.isEmpty == error.isEmpty, "seed \(seed): \(message), schema: \(error)")
    }
  }

  /// Replaces a random value by one of another type, or a random key by an unknown one.
  private func change(_ value: inout SettingsValue, _ random: inout SplitMix) {
    switch value.content {
    case .table(var entries) where !entries.isEmpty && Int.random(in: 0..<12, using: &random) > 0:
      let index = Int.random(in: entries.indices, using: &random)
      if Int.random(in: 0..<8, using: &random) == 0 {
        entries[index].key += "zq"
      } else {
        change(&entries[index].value, &random)
      }
      value.content = .table(entries)
    case .array(var elements) where !elements.isEmpty && Bool.random(using: &random):
      change(&elements[Int.random(in: elements.indices, using: &random)], &random)
      value.content = .array(elements)
    default:
      let empty = SettingsValue(.table([]), at: value.position)
      let others: [SettingsValue.Content] = [
        .integer(3), .integer(-1_000_000), .number(2.5), .boolean(true), .array([]), .array([empty]),
        .table([]),
        .string("zq"),
      ]
      value.content = others.randomElement(using: &random)!
    }
  }

  /// Whether a diagnostic is about a key or a type, and not about the syntax of a text or about several options together.
  private static func concernsSchema(_ diagnostic: Diagnostic) -> Bool {
    switch diagnostic.problem {
    case .unknownKey: return true
    case .mistake(let words, let column, _): return words.hasPrefix("unknown") && column == nil
    case .unexpected(let content, let expected, _):
      // A menu's entry is either an action, a submenu or a separator.
      if expected.hasPrefix("a table with label") { return false }
      guard case .string = content else { return true }
      // These values take no text, or only some.
      if ["an array", "a table", "one of", "true or false"].contains(where: expected.hasPrefix) {
        return true
      }
      guard case .option(let option)? = SettingsShape.file.shape(at: diagnostic.keyPath[...]) else {
        return true
      }
      return !option.shape.takesTexts
    default: return false
    }
  }
}

extension ValueShape {
  /// Whether it takes any text, perhaps as an element.
  fileprivate var takesTexts: Bool {
    switch self {
    case .string: true
    case .array(let element, _): element.takesTexts
    case .table(let value, _): value.takesTexts
    case .any(let shapes): shapes.contains { $0.takesTexts }
    case .fields, .menuEntry: true
    case .names, .integer, .number, .boolean, .yes: false
    }
  }
}

extension SettingsValue {
  fileprivate var isTable: Bool { if case .table(let entries) = content { !entries.isEmpty } else { false } }
}
