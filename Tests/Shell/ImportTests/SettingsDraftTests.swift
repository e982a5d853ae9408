import Settings
import Testing
import Toml

@testable import Import

struct SettingsDraftTests {
  @Test func `tables stand in the order in which they were first set, and states behind their module`() {
    var draft = SettingsDraft(title: "From a test.")
    draft.set(["bar", "height"], .number(28))
    draft.set(["cpu", "states", "high", "ink"], .string("#FF0000"))
    draft.set(["clock", "format"], .string("%H:%M"))
    draft.set(["cpu", "format"], .string(" {percent}%"))
    draft.set(["accent"], .string("#00FF00"))
    #expect(
      draft.text == """
        # From a test.

        accent = "#00FF00"

        [bar]
        height = 28

        [cpu]
        format = " {percent}%"

        [cpu.states.high]
        ink = "#FF0000"

        [clock]
        format = "%H:%M"

        """)
  }

  @Test func `a value that is the default is left out, but not in a state`() {
    var draft = SettingsDraft()
    draft.set(["bar", "height"], .number(32))
    draft.set(["bar", "spacing"], .number(4))
    draft.set(["bar", "center"], .strings(["clock"]))
    draft.set(["audio", "states", "muted", "hidden"], .boolean(false))
    #expect(draft.text == "[bar]\ncenter = [\"clock\"]\n\n[audio.states.muted]\nhidden = false\n")
  }

  @Test func `comments stand before their table with the place in the source`() {
    var draft = SettingsDraft()
    let place = SourcePlace(file: "/a/config.jsonc", line: 41, column: 5)
    draft.set(["bar", "height"], .number(20))
    draft.note("\"height\": 0 is computed", before: ["bar"], at: place)
    draft.note("\"rotate\": there is no such option", before: ["cpu"], at: place)
    #expect(
      draft.text == """
        # config.jsonc:41: "height": 0 is computed
        [bar]
        height = 20

        # config.jsonc:41: "rotate": there is no such option

        """)
  }

  @Test func `tables of an array have their headings, and names are quoted where TOML needs it`() {
    var draft = SettingsDraft()
    draft.set(["bar", "0", "edge"], .string("bottom"))
    draft.set(["bar", "1", "height"], .number(20))
    draft.set(["text", "a b", "text"], .string("x\n\"y\""))
    #expect(
      draft.text == """
        [[bar]]
        edge = "bottom"

        [[bar]]
        height = 20

        [text."a b"]
        text = "x\\n\\"y\\""

        """)
  }

  @Test func `a long array is broken into lines of at most 100 columns`() throws {
    var draft = SettingsDraft()
    draft.set(["bar", "start"], .strings((0..<30).map { "clock.zone\($0)" }))
    #expect(draft.text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    #expect(SettingsFile(path: "/x.toml").load(containing: Array(draft.text.utf8)).diagnostics.isEmpty)
  }

  @Test func `a comment cannot become an option`() {
    var draft = SettingsDraft()
    draft.note("a\nheight = 3\u{7}", before: ["bar"])
    #expect(draft.text == "# a\n# height = 3�\n")
  }

  @Test func `a table that is too long for a line has lines of its own`() throws {
    var draft = SettingsDraft()
    draft.set(["workspaces", "icons"], .table((1...20).map { (key: "\($0)", value: .string("icon \($0)")) }))
    draft.set(["workspaces", "format"], .string("{icon}"))
    #expect(
      draft.text.hasPrefix("[workspaces]\nformat = \"{icon}\"\n\n[workspaces.icons]\n1 = \"icon 1\"\n2 ="))
    #expect(SettingsFile(path: "/x.toml").load(containing: Array(draft.text.utf8)).diagnostics.isEmpty)
  }

  @Test func `a table that is too long for a line is written also beside options that are defaults`() {
    var draft = SettingsDraft()
    draft.set(["workspaces", "icons"], .table((1...20).map { (key: "\($0)", value: .string("icon \($0)")) }))
    draft.set(["workspaces", "format"], .string("{name}"))
    #expect(draft.text.hasPrefix("[workspaces.icons]\n1 = \"icon 1\"\n2 ="))
  }
}
