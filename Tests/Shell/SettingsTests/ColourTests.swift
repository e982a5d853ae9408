import ModuleModel
import Settings
import Testing
import VisualEffects

struct ColourTests {
  @Test func `a name stands for its colour in every option that takes one`() {
    let (settings, messages) = decode(
      """
      accent = "blue"
      cpu.ink = "link"
      [cpu.states.high]
      when = { percent = "> 90" }
      ink = "red"
      [materials.mine]
      ink = "glass"
      border_color = "blue"
      [[notifications.rules]]
      ink = "red"
      [colors]
      link = "sky"
      sky = "blue"
      blue = "#0000ff"
      red = "#ff0000"
      glass = "#ffffff80"
      """)
    #expect(messages == [])
    let (blue, red) = (SIMD4<Double>(0, 0, 1, 1), SIMD4<Double>(1, 0, 0, 1))
    #expect(settings.accent == .colour(blue) && settings.notifications.rules[0].ink == red)
    let style = settings.module(ModuleName(.cpu)).style
    #expect(style.look.ink == .colour(blue) && style.states[0].look.ink == .colour(red))
    let material = settings.materials["mine"]?.material(isDark: true)
    #expect(material?.ink == [1, 1, 1, 128.0 / 255])
    #expect(material?.finish?.borderColour == blue)
    #expect(settings.colours["sky"] == blue && settings.colours.count == 5)
  }

  @Test func `markup of modules and of banners knows the names of colours`() {
    let (settings, messages) = decode(
      """
      [cpu]
      markup = true
      format = "<span color='frost'>{percent}</span>"
      states.high = { when = { percent = "> 90" }, format = "<span fgcolor='frost'>!</span>" }
      [notifications]
      format = "<span color='frost'>{summary}</span>"
      more_format = "<span color='frost'>{hidden}</span>"
      [colors]
      frost = "ice"
      ice = "#0000ff"
      """)
    #expect(messages == [])
    let colours: [String: SIMD4<Double>] = ["frost": [0, 0, 1, 1], "ice": [0, 0, 1, 1]]
    #expect(settings.module(ModuleName(.cpu)).style.look.colours == colours)
    #expect(settings.notifications.style.colours == colours)
  }

  @Test func `names of vibrancies keep their meaning`() {
    let (settings, messages) = decode("cpu.ink = \"secondaryLabel\"\ncolors.blue = \"#0000ff\"")
    #expect(messages == [])
    #expect(settings.module(ModuleName(.cpu)).style.look.ink == .vibrant(.secondaryLabel))
  }

  @Test(arguments: [
    WrongInput(
      "accent = \"bleu\"\ncolors.blue = \"#0000ff\"",
      ##"1:10: accent: expected "system", "backdrop", or a colour as "#RRGGBB" or "#RRGGBBAA", or the name of one, got "bleu"; did you mean "blue"?"##
    ),
    WrongInput(
      "cpu.ink = \"gren\"\ncolors.green = \"#00ff00\"",
      ##"1:11: cpu.ink: expected the name of a vibrancy, or a colour as "#RRGGBB" or "#RRGGBBAA", or the name of one, got "gren"; did you mean "green"?"##
    ),
    WrongInput(
      "materials.a.tint = \"gren\"\ncolors.green = \"#00ff00\"",
      ##"1:20: materials.a.tint: expected a colour as "#RRGGBB" or "#RRGGBBAA", or the name of one, got "gren"; did you mean "green"?"##
    ),
    WrongInput(
      "[colors]\na = \"blu\"\nblue = \"#00f\"\n[cpu]\nink = \"a\"",
      ##"2:5: colors.a: expected a colour as "#RRGGBB" or "#RRGGBBAA", or the name of one, got "blu"; did you mean "blue"?"##,
      ##"3:8: colors.blue: expected a colour as "#RRGGBB" or "#RRGGBBAA", or the name of one, got "#00f""##
    ),
    WrongInput(
      "[colors]\na = \"b\"\nb = \"c\"\nc = \"b\"\nd = \"a\"\ne = \"e\"",
      ##"3:5: colors.b: the names refer to each other in a circle; expected a colour as "#RRGGBB""##,
      ##"4:5: colors.c: the names refer to each other in a circle; expected a colour as "#RRGGBB""##,
      ##"6:5: colors.e: the names refer to each other in a circle; expected a colour as "#RRGGBB""##
    ),
    WrongInput(
      "[colors]\nlabel = \"#000000\"\nsystem = \"label\"",
      "2:9: colors.label: this name has another meaning where colours are named; expected another name",
      "3:10: colors.system: this name has another meaning where colours are named; expected another name"
    ),
    WrongInput(
      "colors.a = 3",
      ##"1:12: colors.a: expected a colour as "#RRGGBB" or "#RRGGBBAA", or the name of one, got 3"##),
    WrongInput("colors = 3", "1:10: colors: expected a table, got 3"),
    WrongInput(
      "colors.frost = \"#0000ff\"\n[cpu]\nmarkup = true\nformat = \"<span color='forst'>{percent}</span>\"",
      ##"4:10: cpu.format: color: expected a colour such as "#ff453a" or "red", or the name of a colour or a vibrancy at character 14; did you mean "frost"?"##
    ),
    WrongInput(
      "colors.frost = \"#0000ff\"\n[notifications]\nformat = \"<span color='forst'>{summary}</span>\"",
      ##"3:10: notifications.format: color: expected a colour such as "#ff453a" or "red", or the name of a colour or a vibrancy at character 14; did you mean "frost"?"##
    ),
    WrongInput(
      "colors.a = 3\n[cpu]\nmarkup = true\nformat = \"<span color='a'>{percent}</span>\"",
      ##"1:12: colors.a: expected a colour as "#RRGGBB" or "#RRGGBBAA", or the name of one, got 3"##),
  ]) func `a wrong or unknown colour is reported where it stands, and nowhere else`(input: WrongInput) {
    #expect(decode(input.text).messages == input.messages.map { "settings.toml:" + $0 })
  }

  @Test func `a long chain of names is followed`() {
    let chain = (0..<20_000).map { "c\($0) = \"c\($0 + 1)\"" }.joined(separator: "\n")
    let (settings, messages) = decode("[colors]\n\(chain)\nc20000 = \"#ff0000\"")
    #expect(messages == [])
    #expect(settings.colours["c0"] == [1, 0, 0, 1])
  }

  @Test func `another colour leaves the settings of sources equal`() {
    func settings(_ colour: String) -> Settings {
      decode(
        "[colors]\na = \"\(colour)\"\n[script.x]\ncommand = [\"x\"]\nink = \"a\"\n[cpu.states.high]\nink = \"a\"\n"
          + "when = { percent = \"> 90\" }"
      ).settings
    }
    let (one, other) = (settings("#ff0000"), settings("#00ff00"))
    #expect(one != other && one.modules.keys.count == 2)
    for name in one.modules.keys { #expect(one.module(name).source == other.module(name).source) }
  }
}
