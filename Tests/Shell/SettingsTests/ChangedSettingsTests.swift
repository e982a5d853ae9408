import Settings
import Testing
import Toml

struct ChangedSettingsTests {
  private func changed(_ text: String) throws -> String {
    ChangedSettings.text(of: try SettingsValue(toml: Array(text.utf8)))
  }

  @Test(arguments: [
    ("", ""), ("[bar]\nheight = 32\n[cpu]\ninterval = 3.0", ""),
    (
      "appearance = 'light'\nbar = { height = 40, edge = 'top' }",
      "appearance = \"light\"\n[bar]\nheight = 40"
    ),
    (
      "cpu.states.high = { when = { percent = '> 90' }, ink = '#ff0000' }",
      "[cpu.states.high]\nwhen = { percent = \"> 90\" }\nink = \"#ff0000\""
    ),
    ("[[bar]]\nheight = 32\n[[bar]]\nedge = 'bottom'", "[[bar]]\n[[bar]]\nedge = \"bottom\""),
    (
      "[bar]\nstyle = 'islands'\nedge = 'top'\nheight = 36\nmargin_top = 0\nglass = 'zones'\nspacing = 4",
      "[bar]\nstyle = \"islands\"\nmargin_top = 0"
    ),
    ("[materials.mine]", "[materials.mine]"), ("include = ['a.toml']", ""),
    (
      "[notifications]\nwidth = 300\n[[notifications.rules]]\napp = 'x'",
      "[notifications]\nwidth = 300\n[[notifications.rules]]\napp = \"x\""
    ),
  ]) func `values that are the defaults are left out`(text: String, result: String) throws {
    #expect(try changed(text) == result)
  }

  @Test func `what is left means the same`() throws {
    let examples = Settings.defaultText.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("#   ") ? String($0.dropFirst(4)) : String($0) }
    // The default of one zone beside another zone that differs.
    let zones = "[bar]\nstart = [\"workspaces\"]\ncenter = []\nend = [\"clock\"]"
    let style =
      "[bar]\nstyle = \"floating\"\nedge = \"left\"\nheight = 40\ncorner_radius = 13\nmargin_left = 0"
    for text in [Settings.defaultText, examples.joined(separator: "\n"), zones, "[bar]\nend = []", style] {
      let (settings, messages) = decode(text)
      let left = try changed(text)
      #expect(decode(left).messages == messages && decode(left).settings == settings, "\(left)")
    }
    #expect(try changed(Settings.defaultText) == "")
  }

  @Test func `every option of the commented file is commented out`() {
    #expect(Settings.commentedText.split(separator: "\n").allSatisfy { $0.hasPrefix("#") })
    let options = Settings.commentedText.split(separator: "\n").map {
      $0.dropFirst().first?.isLetter == true || $0.hasPrefix("#[") ? String($0.dropFirst()) : String($0)
    }
    let (settings, messages) = decode(options.joined(separator: "\n"))
    #expect(messages == [] && settings == Settings())
  }
}
