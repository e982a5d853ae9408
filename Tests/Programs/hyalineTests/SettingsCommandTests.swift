import HeadlessSession
import TestSupport
import Testing

/// Tests of the commands that read and change single settings.
struct SettingsCommandTests {
  /// Runs `hyaline settings` with a file of a text; returns the run and the text of the file afterwards.
  private func run(_ arguments: [String], on text: String?) throws -> (run: CommandRun, text: String?) {
    let directory = try PrivateDirectory()
    defer { directory.remove() }
    let path =
      try text.map { try directory.write($0, to: "settings.toml") } ?? directory.file("settings.toml")
    let run = try CommandRun(["settings"] + arguments + ["--settings", path], in: directory)
    return (run, readText(path))
  }

  @Test(arguments: [
    (["get", "bar.height"], "40\n"), (["get", "bar.edge"], "top\n"), (["get", "appearance"], "light\n"),
    (["get", "bar.start"], "[\"cpu\", \"clock\"]\n"), (["get", "cpu.states.high.when.percent"], "> 90\n"),
    (["get", "cpu"], "{ states = { high = { when = { percent = \"> 90\" } } } }\n"),
  ])
  func `a value is printed, or its default`(arguments: [String], output: String) throws {
    let text = """
      appearance = "light"
      bar = { height = 40, start = ["cpu", "clock"] }
      [cpu.states.high]
      when = { percent = "> 90" }
      """
    let found = try run(arguments, on: text)
    #expect(found.run.ending == .exited(0) && found.run.text == output)
  }

  @Test(arguments: [
    (["set", "bar.height", "41"], "[bar]\nheight = 41 # a\n"),
    (["set", "bar.edge", "bottom"], "[bar]\nheight = 40 # a\nedge = \"bottom\"\n"),
    (["set", "bar.start", "[\"cpu\"]"], "[bar]\nheight = 40 # a\nstart = [\"cpu\"]\n"),
    (["set", "text.hello.text", "12"], "[bar]\nheight = 40 # a\n\n[text.hello]\ntext = \"12\"\n"),
    (["set", "accent", "#ff0000"], "accent = \"#ff0000\"\n\n[bar]\nheight = 40 # a\n"),
    (["set", "cpu.margin", "-4"], "[bar]\nheight = 40 # a\n\n[cpu]\nmargin = -4\n"),
    (["unset", "bar.height"], "[bar]\n"),
  ])
  func `a value is set or removed in the file`(arguments: [String], result: String) throws {
    let found = try run(arguments, on: "[bar]\nheight = 40 # a\n")
    #expect(found.run.ending == .exited(0) && found.run.text == "")
    #expect(found.text == result)
  }

  @Test(arguments: [
    (
      ["set", "bar.height", "abc"],
      "settings.toml:2:10: bar.height: expected a positive integer, or \"auto\", got \"abc\"\n"
    ),
    (["set", "bar.hight", "3"], "bar.hight: unknown key; did you mean \"height\"?"),
    (["set", "bar", "3"], "bar is a table; expected the key of a value in it"),
    (["set", "bar.0.height", "3"], "bar is one table and no array; expected a key such as bar.height"),
    (["unset", "bar.0.height"], "bar is one table and no array; expected a key such as bar.height"),
    (["set", "notifications.rules.0.timeout", "3"], "notifications.rules has no elements"),
    (["set", "a b", "3"], "expected a key such as bar.height"),
    (["unset", "bar.edge"], "bar.edge is not set in"),
    (["get", "bar.length"], "bar.length is not set, and has no default"),
  ])
  func `what cannot be done is an error, and the file stays`(arguments: [String], message: String) throws {
    let text = "[bar]\nheight = 40 # a\n"
    let found = try run(arguments, on: text)
    #expect(found.run.ending == .exited(1) && found.run.text.contains(message), "\(found.run.text)")
    #expect(found.text == text)
  }

  @Test(arguments: [
    ("bar.9.height", "bar has no element \"9\"; expected a number from 0 to 1"),
    ("bar.height", "bar has no element \"height\"; expected a number from 0 to 1"),
    ("bar.0.hight", "bar.0.hight: unknown key; did you mean \"height\"?"),
    ("bar.0.height.x", "bar.0.height is no table"),
    ("include.0", "include has no elements"),
    ("notifications.rules.2.app", "notifications.rules has no element \"2\"; expected 0 or \"mail\""),
    ("script.none.interval", "there is no script.none; there are: script.load, script.\"b c\""),
    ("materials.none.blur", "there is no materials.none"),
    ("bar.0.length", "bar.0.length is not set, and has no default"),
  ])
  func `a value of what is not there is an error that says what there is`(key: String, message: String) throws
  {
    let text = """
      [[bar]]
      height = 40
      [[bar]]
      [[notifications.rules]]
      name = "mail"
      [script.load]
      command = ["uptime"]
      [script."b c"]
      command = ["uptime"]
      """
    let found = try run(["get", key], on: text)
    #expect(found.run.ending == .exited(1) && found.run.text == "hyaline: error: \(message)\n")
  }

  @Test func `the number of a single bar is an error that says the key without it`() throws {
    let found = try run(["get", "bar.0.height"], on: "[bar]\nheight = 40\n")
    #expect(found.run.ending == .exited(1))
    #expect(
      found.run.text
        == "hyaline: error: bar is one table and no array; expected a key such as bar.height\n")
  }

  @Test(arguments: [
    ("bar.height", "bar has no element \"height\"; expected a number from 0 to 1"),
    ("bar.2.height", "bar has no element \"2\"; expected a number from 0 to 1"),
    ("notifications.rules.0.app", "notifications.rules has no elements"),
  ])
  func `a value that would replace the bars of an included file is not set`(key: String, message: String)
    throws
  {
    let directory = try PrivateDirectory()
    defer { directory.remove() }
    try directory.write("[[bar]]\nheight = 40\n[[bar]]\nedge = \"bottom\"\n", to: "bars.toml")
    let text = "include = [\"bars.toml\"]\n"
    let path = try directory.write(text, to: "settings.toml")
    let run = try CommandRun(["settings", "set", key, "41", "--settings", path], in: directory)
    #expect(run.ending == .exited(1) && run.text == "hyaline: error: \(message)\n", "\(run.text)")
    #expect(readText(path) == text)
  }

  @Test func `an unknown key of the file is removed, and that of no file is told`() throws {
    let text = "[bar]\nhight = 40\n"
    #expect(try run(["unset", "bar.hight"], on: text).text == "[bar]\n")
    let found = try run(["unset", "bar.nonsense"], on: text)
    #expect(found.run.ending == .exited(1) && found.text == text)
    #expect(found.run.text == "hyaline: error: bar.nonsense: unknown key\n", "\(found.run.text)")
  }

  @Test func `a missing file is made`() throws {
    let found = try run(["set", "bar.height", "41"], on: nil)
    #expect(found.run.ending == .exited(0) && found.text == "[bar]\nheight = 41\n")
  }

  @Test(
    arguments: [
      (nil, "hyaline: error: bar is one table and no array; expected a key such as bar.height\n"),
      ("a = \n", "hyaline: error: settings.toml:1:5: expected value, saw the end of the line\n"),
    ] as [(String?, String)])
  func `the number of a bar is set in no file without an array of bars`(text: String?, message: String) throws
  {
    let found = try run(["set", "bar.0.height", "41"], on: text)
    #expect(found.run.ending == .exited(1) && found.text == text)
    #expect(found.run.text == message, "\(found.run.text)")
  }
}
