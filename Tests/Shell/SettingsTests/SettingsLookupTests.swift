import Settings
import Testing
import Toml

struct SettingsLookupTests {
  private static let text = """
    include = ["a.toml", "b.toml"]
    [colors]
    red = "#ff0000"
    [materials.mine]
    base = "clearGlass"
    [[bar]]
    height = 40
    [[bar]]
    end = ["cpu"]
    [[notifications.rules]]
    name = "mail"
    app = "Mail"
    [[notifications.rules]]
    name = "chat"
    [script.load]
    command = ["uptime", "-p"]
    """

  private func lookUp(_ key: String, in text: String = Self.text) throws(SettingsLookup.Problem) -> String {
    let root = try? SettingsValue(toml: Array(text.utf8))
    return try SettingsLookup(root).value(at: SettingsEditor.path(key) ?? []).tomlText
  }

  @Test(arguments: [
    ("bar.0.height", "40"), ("bar.1.edge", "\"top\""), ("include.1", "\"b.toml\""),
    ("notifications.rules.0.app", "\"Mail\""), ("notifications.rules.mail.app", "\"Mail\""),
    ("script.load.interval", "10"), ("script.load.command.1", "\"-p\""),
    ("materials.mine.base", "\"clearGlass\""),
    // A bar that names the modules of a zone has nothing in the others but a clock.
    ("bar.1.start", "[]"), ("bar.1.center", "[\"clock\"]"), ("bar.1.center.0", "\"clock\""),
    ("bar.0.start.0", "\"workspaces\""), ("cpu.second.interval", "3"),
  ])
  func `a value is found, or the default of its table`(key: String, value: String) throws {
    #expect(try lookUp(key) == value)
  }

  @Test(arguments: [
    ("bar.margin_left", "8"), ("bar.margin_top", "10"), ("bar.height", "46"), ("bar.island_radius", "23"),
    ("bar.edge", "\"left\""), ("bar.states.empty.margin_top", "3"), ("bar.glass", "\"zones\""),
  ])
  func `a default of a bar is that of its style`(key: String, value: String) throws {
    let text = "[bar]\nstyle = \"islands\"\nedge = \"left\"\n[bar.states.empty]\nmargin_top = 3"
    #expect(try lookUp(key, in: text) == value)
    #expect(throws: SettingsLookup.Problem.notSet) { try lookUp("bar.states.empty.margin_left", in: text) }
  }

  @Test(
    arguments: [
      ("bar.2.height", .noElement(MissingElement("2", of: ["bar"], count: 2))),
      ("bar.height", .noElement(MissingElement("height", of: ["bar"], count: 2))),
      ("include.2", .noElement(MissingElement("2", of: ["include"], count: 2))),
      ("bar.1.end.1", .noElement(MissingElement("1", of: ["bar", "1", "end"], count: 1))),
      ("bar.1.start.0", .noElement(MissingElement("0", of: ["bar", "1", "start"], count: 0))),
      (
        "notifications.rules.3.app",
        .noElement(MissingElement("3", of: ["notifications", "rules"], count: 2, names: ["mail", "chat"]))
      ),
      ("script.none.interval", .noName(["script"], "none", among: ["load"])),
      ("materials.none.blur", .noName(["materials"], "none", among: ["mine"])),
      ("colors.blue", .noName(["colors"], "blue", among: ["red"])),
      ("bar.0.states.empty.margin_top", .noName(["bar", "0", "states"], "empty", among: [])),
      ("bar.0.height.x", .noTable(["bar", "0", "height"])), ("bar.0.edge.x", .noTable(["bar", "0", "edge"])),
      ("bar.0.length", .notSet), ("cpu", .notSet),
    ] as [(String, SettingsLookup.Problem)])
  func `what is not there is told`(key: String, problem: SettingsLookup.Problem) {
    #expect(throws: problem) { try lookUp(key) }
  }

  @Test(arguments: ["", "[bar]\nheight = 40\n"])
  func `a single bar is found without a number`(text: String) throws {
    #expect(try lookUp("bar.height", in: text) == (text.isEmpty ? "32" : "40"))
    #expect(throws: SettingsLookup.Problem.single(["bar"])) { try lookUp("bar.0.height", in: text) }
    let none = MissingElement("0", of: ["notifications", "rules"], count: 0)
    #expect(throws: SettingsLookup.Problem.noElement(none)) {
      try lookUp("notifications.rules.0.app", in: text)
    }
  }

  @Test(arguments: [
    (MissingElement("9", of: ["bar"], count: 0), "bar has no elements"),
    (MissingElement("9", of: ["bar"], count: 1), "bar has no element \"9\"; expected 0"),
    (MissingElement("9", of: ["bar"], count: 3), "bar has no element \"9\"; expected a number from 0 to 2"),
    (
      MissingElement("x", of: ["a", "b c"], count: 1, names: ["y", "z"]),
      "a.\"b c\" has no element \"x\"; expected 0 or \"y\" or \"z\""
    ),
  ])
  func `a message names the elements that there are`(missing: MissingElement, message: String) {
    #expect(missing.message == message)
  }
}
