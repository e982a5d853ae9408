import Glibc
import Settings
import TestSupport
import Testing
import Toml

struct SettingsEditorTests {
  /// A text, a key, and the text in which the key is set to `9`, or from which it is removed if `isUnset`.
  nonisolated struct Edit: CustomTestStringConvertible, Sendable {
    var text: String
    var key: String
    var result: String
    var testDescription: String { "\(key) in \(text.debugDescription)" }

    init(_ text: String, _ key: String, _ result: String) {
      (self.text, self.key, self.result) = (text, key, result)
    }
  }

  private func path(_ key: String) throws -> [String] { try #require(SettingsEditor.path(key)) }

  @Test(arguments: [
    Edit("", "r", "[[r]]\na = 1\n\"b c\" = 2\n"),
    Edit("[n]\nx = 1 # x", "n.r", "[n]\nx = 1 # x\n\n[[n.r]]\na = 1\n\"b c\" = 2\n"),
    Edit("n.x = 1\n", "n.r", "n.x = 1\n\n[[n.r]]\na = 1\n\"b c\" = 2\n"),
    Edit("[[n.r]]\r\nx = 1\r\n", "n.r", "[[n.r]]\r\nx = 1\r\n\r\n[[n.r]]\r\na = 1\r\n\"b c\" = 2\r\n"),
    Edit("r = [] # r", "r", "r = [{ a = 1, \"b c\" = 2 }] # r"),
    Edit("n.r = [\n  { x = 1 }, # x\n]\n", "n.r", "n.r = [\n  { x = 1 }, { a = 1, \"b c\" = 2 }, # x\n]\n"),
    Edit("n = { x = 1 }", "n.r", "n = { x = 1, r = [{ a = 1, \"b c\" = 2 }] }"),
  ]) func `a table is added to an array, and all other text stays`(edit: Edit) throws {
    var editor = try SettingsEditor(edit.text)
    try editor.append([("a", "1"), ("b c", "2")], to: path(edit.key))
    #expect(editor.text == edit.result)
  }

  @Test(arguments: ["r = 1", "n = { r = [{ x = 1 }] }", "[r]\n"])
  func `no table is added to what is no array, or is part of another value`(text: String) throws {
    var editor = try SettingsEditor(text)
    #expect(throws: SettingsEditor.Problem.unplaceable) {
      try editor.append([("a", "1")], to: text.hasPrefix("n") ? ["n", "r"] : ["r"])
    }
  }

  @Test(arguments: [
    // A value is replaced where it stands, whatever the form of its table.
    Edit(
      "# a\n[bar]\n  height = 3   # b\nedge='top'\n", "bar.height",
      "# a\n[bar]\n  height = 9   # b\nedge='top'\n"),
    Edit("bar.height=\"3 # \\\" x\" # c", "bar.height", "bar.height=9 # c"),
    Edit("bar = { a = [1, {b = 2}], height = 3 }", "bar.height", "bar = { a = [1, {b = 2}], height = 9 }"),
    Edit("bar = { x.y = 1, x.z = 2 }", "bar.x.z", "bar = { x.y = 1, x.z = 9 }"),
    Edit("a = '''\n[b]\nc = 1\n'''\nb.c = 1", "b.c", "a = '''\n[b]\nc = 1\n'''\nb.c = 9"),
    Edit(
      "[[bar]]\nheight = 1\n[[bar]]\nheight = 2\n", "bar.1.height",
      "[[bar]]\nheight = 1\n[[bar]]\nheight = 9\n"),
    Edit(
      "[[r]]\nid = \"x\"\na = 1\n[[r]]\nid = \"y\"\na = 2\n", "r.y.a",
      "[[r]]\nid = \"x\"\na = 1\n[[r]]\nid = \"y\"\na = 9\n"),
    Edit("e = [\n  1, # one\n  2,\n]\n", "e.1", "e = [\n  1, # one\n  9,\n]\n"),
    Edit("a = 3\r\nb = 4\r\n", "a", "a = 9\r\nb = 4\r\n"),
    Edit("\u{FEFF}a = 3\n", "a", "\u{FEFF}a = 9\n"),
    Edit("[ \"a.b\" . c ]\nd = '3'\n", "\"a.b\".c.d", "[ \"a.b\" . c ]\nd = 9\n"),
    // A new value stands behind those of its table.
    Edit("", "a", "a = 9\n"), Edit("", "bar.height", "[bar]\nheight = 9\n"),
    Edit("a = 1", "b", "a = 1\nb = 9\n"), Edit("a = 1\r\n", "b", "a = 1\r\nb = 9\r\n"),
    Edit("a = 1\n\n# bars\n[bar]\nb = 2\n", "c", "a = 1\nc = 9\n\n# bars\n[bar]\nb = 2\n"),
    Edit("# top\n\n# bars\n[bar]\n", "c", "# top\n\nc = 9\n\n# bars\n[bar]\n"),
    Edit("[bar]\nb = 2\n\n# c\n[cpu]\n", "bar.height", "[bar]\nb = 2\nheight = 9\n\n# c\n[cpu]\n"),
    Edit("[cpu]\ninterval = 1\n", "bar.height", "[cpu]\ninterval = 1\n\n[bar]\nheight = 9\n"),
    Edit("bar.edge = 1\naccent = 2\n", "bar.height", "bar.edge = 1\nbar.height = 9\naccent = 2\n"),
    Edit("bar = {}", "bar.height", "bar = { height = 9 }"),
    Edit("bar = { a = 1 }", "bar.b.c", "bar = { a = 1, b.c = 9 }"),
    Edit("[cpu]\n", "cpu.states.high.ink", "[cpu]\nstates.high.ink = 9\n"),
    Edit(
      "[cpu]\n[cpu.states.low]\n", "cpu.states.high.ink",
      "[cpu]\n[cpu.states.low]\n\n[cpu.states.high]\nink = 9\n"),
    Edit("[cpu.states.low]\n", "cpu.interval", "[cpu.states.low]\n\n[cpu]\ninterval = 9\n"),
    Edit("[[bar]]\na = 1\n[[bar]]\n", "bar.0.b", "[[bar]]\na = 1\nb = 9\n[[bar]]\n"),
    Edit("[t]\n", "t.\"a b\"", "[t]\n\"a b\" = 9\n"),
  ]) func `a value is set, and all other text stays`(edit: Edit) throws {
    var editor = try SettingsEditor(edit.text)
    try editor.set(path(edit.key), to: "9")
    #expect(editor.text == edit.result)
  }

  @Test(arguments: [
    Edit("a = 1 # x\nb = 2\n", "a", "b = 2\n"), Edit("a = [\n1,\n]\nb = 2", "a", "b = 2"),
    Edit("t = { a = 1, b = 2 }", "t.a", "t = { b = 2 }"),
    Edit("t = { a = 1, b = 2 }", "t.b", "t = { a = 1 }"),
    Edit("t = { a = 1 }", "t.a", "t = {}"),
    Edit("t = { a.x = 1, a.y = 2, b = 3 }", "t.a.y", "t = { a.x = 1, b = 3 }"),
    Edit("e = [1, 2, 3]", "e.1", "e = [1, 3]"), Edit("e = [1, 2,]", "e.1", "e = [1,]"),
    Edit("e = [1]", "e.0", "e = []"),
    Edit("a = 1\n\n[bar]\nb = 2\n\n[cpu]\nc = 3\n", "bar", "a = 1\n\n[cpu]\nc = 3\n"),
    Edit("[cpu]\na = 1\n[bar]\n[cpu.states.x]\nb = 2\n", "cpu", "[bar]\n"),
    Edit("[[bar]]\na = 1\n[[bar]]\na = 2\n", "bar.0", "[[bar]]\na = 2\n"),
    Edit("bar.a = 1\nbar.b = 2\nc = 3\n", "bar", "c = 3\n"),
  ]) func `a value or a table is removed, and all other text stays`(edit: Edit) throws {
    var editor = try SettingsEditor(edit.text)
    try editor.unset(path(edit.key))
    #expect(editor.text == edit.result)
  }

  @Test func `a table is removed without the tables in it that are to stay`() throws {
    var editor = try SettingsEditor("[a]\nx = 1\n\n[a.b]\ny = 2\n\n[a.c]\nz = 3\n\n[d]\nx = 4\n")
    try editor.unset(["a"], keeping: [["a", "b"]])
    #expect(editor.text == "\n[a.b]\ny = 2\n\n[d]\nx = 4\n")
    // Within a value of one line nothing can stay.
    var inline = try SettingsEditor("a = { b = { y = 2 } }\n")
    #expect(throws: SettingsEditor.Problem.self) { try inline.unset(["a"], keeping: [["a", "b"]]) }
  }

  @Test(
    arguments: [
      ("[bar]\na = 1", "bar", SettingsEditor.Problem.table(["bar"])),
      ("[[bar]]", "bar.1.a", .noElement(MissingElement("1", of: ["bar"], count: 1))),
      ("[[bar]]", "bar.height", .noElement(MissingElement("height", of: ["bar"], count: 1))),
      ("a = 1", "a.b", .noTable(["a"])),
      ("e = [1]", "e.1", .noElement(MissingElement("1", of: ["e"], count: 1))),
    ] as [(String, String, SettingsEditor.Problem)])
  func `what cannot be set is refused, and the text stays`(
    text: String, key: String, problem: SettingsEditor.Problem
  ) throws {
    var editor = try SettingsEditor(text)
    #expect(throws: problem) { try editor.set(path(key), to: "9") }
    #expect(editor.text == text)
  }

  @Test(arguments: ["b", "a.b", "t.b", "t.a.c", "e.5"]) func `what is not set is not removed`(key: String)
    throws
  {
    var editor = try SettingsEditor("a = 1\ne = [1]\n[t]\na = { b = 1 }\n")
    #expect(throws: SettingsEditor.Problem.self) { try editor.unset(path(key)) }
  }

  @Test func `a key and a value are each of one part of TOML`() {
    #expect(SettingsEditor.path("a . \"b.c\".'d'") == ["a", "b.c", "d"])
    for key in ["", "a b", "a=1\nb", "a = 0 #", "a.", "a\nb", "[a]", "a={b"] {
      #expect(SettingsEditor.path(key) == nil)
    }
    #expect(SettingsEditor.literal(" [1, 2] # x") == "[1, 2]" && SettingsEditor.literal("true") == "true")
    for text in ["light", "", "1\nb = 2", "#ff0000", "a = 1"] { #expect(SettingsEditor.literal(text) == nil) }
  }

  @Test(arguments: DailySeeds.first(6) as [UInt64])
  func `whatever is set can be read again, and removed again`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let options = Settings.options.filter { !$0.isNamed && !$0.path.isEmpty && $0.path != "colors" }
      .flatMap { section in section.options.map { ("\(section.path).\($0.key)", $0) } }
      // Examples of zones name modules that have no tables here.
      .filter { !$0.1.example.contains("script.") && !$0.1.example.contains("text.") }
    var editor = try SettingsEditor("# first\n\n[bar]\n# second\nheight = 40 # third\n")
    for _ in 0..<20 {
      let (key, option) = try #require(options.randomElement(using: &random))
      let before = editor.text
      try editor.set(path(key), to: option.example)
      // Options drawn at random may make others useless.
      let mistakes = decode(editor.text).messages.filter { !$0.contains("warning: has no effect with") }
      #expect(mistakes == [], "\(editor.text)")
      let value = SettingsEditor.value(of: option.example)
      let root = try SettingsValue(toml: Array(editor.text.utf8))
      #expect(try root.value(at: path(key)[...])?.tomlText == value?.tomlText)
      #expect(editor.text.contains("# second\n") && editor.text.contains("# third\n"))
      if Bool.random(using: &random), !before.contains("\(option.key) =") {
        try editor.unset(path(key))
        #expect(decode(editor.text).settings == decode(before).settings)
      }
    }
  }

  @Test func `a file is replaced at once, by the file that a link leads to, with its permissions`() throws {
    let directory = ScratchDirectory()
    directory.write("a", to: "target.toml")
    #expect(unsafe chmod(directory("target.toml"), 0o600) == 0)
    directory.link("settings.toml", to: "target.toml")
    #expect(SettingsFile(path: directory("settings.toml")).replace(with: "b") == nil)
    #expect(directory.contents(of: "target.toml") == "b" && directory.contents(of: "settings.toml") == "b")
    var status = stat()
    #expect(unsafe lstat(directory("settings.toml"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(unsafe stat(directory("target.toml"), &status) == 0 && status.st_mode & 0o777 == 0o600)
    let new = SettingsFile(path: directory("x/y/settings.toml"))
    #expect(new.replace(with: "c") == nil && directory.contents(of: "x/y/settings.toml") == "c")
    // A file that may not be written is not replaced either, though its folder may be written.
    #expect(unsafe chmod(directory("target.toml"), 0o444) == 0)
    #expect(SettingsFile(path: directory("settings.toml")).replace(with: "d") == "is read-only")
    #expect(directory.contents(of: "target.toml") == "b")
    directory.makeDirectory("folder")
    #expect(SettingsFile(path: directory("folder")).replace(with: "") == "is no regular file")
  }
}
