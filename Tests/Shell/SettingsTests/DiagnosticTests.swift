import Settings
import Testing
import Toml
import VisualEffects

struct DiagnosticTests {
  @Test(
    arguments: [
      (
        "[text.a]\ntext = \"x\"\nmax_width = 50\nmin_width = 60",
        "4:13: text.a.min_width: warning: min_width is more than max_width, which is 50 and has precedence"
      ),
      (
        "[cpu]\nmin_width = 60\n[cpu.states.a]\nwhen.percent = 1\nmax_width = 50",
        "5:13: cpu.states.a.max_width: warning: min_width is more than max_width, which is 50 and has precedence"
      ), ("[cpu]\nmin_width = 50\nmax_width = 50", nil),
      (
        "[bar]\nglass = \"zones\"\nzone_fill = \"accent\"",
        "3:13: bar.zone_fill: warning: has no effect with glass = \"zones\""
      ),
      (
        "[[bar]]\nlength = \"content\"\nunderline_color = \"#FF0000\"",
        "3:19: bar.underline_color: warning: has no effect with length = \"content\""
      ),
      (
        "[bar]\nglass = \"none\"\nzone_fill = \"accent\"\n[bar.states.a]\nwhen.windows = 0\nglass = \"bar\"",
        nil
      ), ("[bar]\nzone_fill = \"accent\"", nil),
      (
        "[backdrop]\nsource = \"solid\"\nwallpaper = \"a.png\"",
        "3:13: backdrop.wallpaper: warning: has no effect with source = \"solid\""
      ), ("[backdrop]\nwallpaper = \"a.png\"", nil),
    ] as [(String, String?)])
  func `options that others make useless are warnings, each once`(text: String, message: String?) {
    let (settings, diagnostics) = SettingsFile.decode(Array(text.utf8))
    #expect(diagnostics.map { $0.message(file: "") } == (message.map { [":" + $0] } ?? []))
    #expect(diagnostics.allSatisfy(\.isWarning) && settings != Settings(), "the settings are in force")
  }

  @Test(arguments: WrongInput.wrongValues)
  func `a wrong value is reported where it stands`(input: WrongInput) {
    #expect(decode(input.text).messages == input.messages.map { "settings.toml:" + $0 })
  }

  @Test(arguments: WrongInput.unknownKeys)
  func `an unknown key is reported with the nearest name`(input: WrongInput) {
    #expect(decode(input.text).messages == input.messages.map { "settings.toml:" + $0 })
  }

  @Test(
    arguments: WrongInput.wrongModules)
  func `a module that cannot be shown is reported at its place in the zone`(input: WrongInput) {
    #expect(decode(input.text).messages == input.messages.map { "settings.toml:" + $0 })
  }

  @Test(arguments: WrongInput.wrongSyntax)
  func `text that is not TOML is reported at its place`(input: WrongInput) {
    let (settings, messages) = decode(input.text)
    #expect(messages == input.messages.map { "settings.toml:" + $0 })
    #expect(settings == Settings())
  }

  @Test func `all errors are reported at once, in the order of the file`() {
    let (settings, messages) = decode(
      """
      appearance = "drak"
      bacdrop = 3
      [bar]
      height = 0
      end = ["script.load", "clok"]
      edge = "middle"
      start = ["text.hello"]
      [script.load]
      comand = ["uptime"]
      interval = "10"
      [text.hello]
      text = "Hello"
      [materials.mine]
      blur = 136
      [backdrop]
      max_rate = 0
      """)
    #expect(
      messages == [
        #"settings.toml:1:14: appearance: expected "light", "dark", "system" or "backdrop", got "drak"; did you mean "dark"?"#,
        #"settings.toml:2:1: bacdrop: unknown key; did you mean "backdrop"?"#,
        #"settings.toml:4:10: bar.height: expected a positive integer, or "auto", got 0"#,
        #"settings.toml:5:23: bar.end: expected the name of a module, got "clok"; did you mean "clock"?"#,
        #"settings.toml:6:8: bar.edge: expected "top", "bottom", "left" or "right", got "middle""#,
        #"settings.toml:8:1: script.load.command: missing; expected an array of strings, the program first"#,
        #"settings.toml:9:1: script.load.comand: unknown key; did you mean "command"?"#,
        #"settings.toml:10:12: script.load.interval: expected a number of seconds, 0 or more, got "10""#,
        #"settings.toml:14:8: materials.mine.blur: expected a number from 0 to 135, got 136"#,
        #"settings.toml:16:12: backdrop.max_rate: expected a positive integer, got 0"#,
      ])
    var expected = Settings()
    expected.bar.start = [ModuleName(.text, "hello")]
    (expected.bar.center, expected.bar.end) = ([.clock], [])
    var hello = TextSettings()
    hello.text = "Hello"
    expected.modules = [ModuleName(.text, "hello"): ModuleSettings(.text, hello)]
    expected.materials = settings.materials
    #expect(settings == expected)
    #expect(settings.materials["mine"]?.material(isDark: true).blurRadius == 30)
  }

  @Test func `the text of the user is quoted on one line and not at length`() {
    let message = decode("appearance = \"a\\n\\u0007\\\"" + String(repeating: "x", count: 5000) + "\"")
      .messages.first
    #expect(
      message
        == #"settings.toml:1:14: appearance: expected "light", "dark", "system" or "backdrop", got "a\n\u0007\""#
        + String(repeating: "x", count: 56) + "…\"")
  }

  @Test func `a column counts characters, not bytes`() {
    #expect(
      decode(#"text = { "日本" = { text = 1 } }"#).messages == [
        #"settings.toml:1:26: text."日本".text: expected a text, got 1"#
      ])
  }
}
