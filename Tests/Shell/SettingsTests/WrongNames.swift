nonisolated extension WrongInput {
  static let unknownKeys: [WrongInput] = [
    WrongInput("apearance = \"dark\"", #"1:1: apearance: unknown key; did you mean "appearance"?"#),
    WrongInput("[Bar]", #"1:2: Bar: unknown key; did you mean "bar"?"#),
    WrongInput("frobnicate = 1", "1:1: frobnicate: unknown key"),
    WrongInput("\"\" = 1", #"1:1: "": unknown key"#),
    WrongInput(
      "[bar]\nposition = \"top\"\nheigth = 1", "2:1: bar.position: unknown key",
      #"3:1: bar.heigth: unknown key; did you mean "height"?"#),
    WrongInput("bar.heigth = 1", #"1:5: bar.heigth: unknown key; did you mean "height"?"#),
    WrongInput("bar = { heigth = 1 }", #"1:9: bar.heigth: unknown key; did you mean "height"?"#),
    WrongInput("[bar.height.x]", "1:1: bar.height: expected a positive integer, or \"auto\", got a table"),
    WrongInput("[backdrop]\nmaxrate = 1", #"2:1: backdrop.maxrate: unknown key; did you mean "max_rate"?"#),
    WrongInput("[clock]\nfromat = \"%H\"", #"2:1: clock.fromat: unknown key; did you mean "format"?"#),
    WrongInput("[clock.utc]\nzone = \"UTC\"", "2:1: clock.utc.zone: unknown key"),
    WrongInput(
      "[cpu.state.high]\nink = \"#ff0000\"", #"1:6: cpu.state: unknown key; did you mean "states"?"#),
    WrongInput(
      "[battery.state.full]\nwhen.percent = 100", #"1:10: battery.state: unknown key; did you mean "states"?"#
    ),
    WrongInput("[battery.icon]\nx = \"y\"", #"1:10: battery.icon: unknown key; did you mean "icons"?"#),
    WrongInput("[cpu.state]\nfromat = \"\"", #"2:1: cpu.state.fromat: unknown key; did you mean "format"?"#),
    WrongInput("[cpu.state.state.high]", #"1:12: cpu.state.state: unknown key; did you mean "states"?"#),
    WrongInput("[cpu.state.states.high]\nwhen.percent = 90"),
    WrongInput("[text.a]\ntext = \"\"\ntxt = 1", #"3:1: text.a.txt: unknown key; did you mean "text"?"#),
    WrongInput(
      "[script.\"a b\"]\ncommand = [\"x\"]\ncontinous = true",
      #"3:1: script."a b".continous: unknown key; did you mean "continuous"?"#),
    WrongInput(
      "[materials.mine]\nbluur = 1", #"2:1: materials.mine.bluur: unknown key; did you mean "blur"?"#),
    WrongInput("[material.mine]", #"1:2: material: unknown key; did you mean "materials"?"#),
  ]

  static let wrongModules: [WrongInput] = [
    WrongInput("[bar]\nend = [1]", "2:8: bar.end: expected the name of a module, got 1"),
    WrongInput("[bar]\nend = [\"\"]", #"2:8: bar.end: expected the name of a module, got """#),
    WrongInput("[bar]\nend = [\"weather\"]", #"2:8: bar.end: expected the name of a module, got "weather""#),
    WrongInput(
      "[bar]\nend = [\"clock.\"]",
      #"2:8: bar.end: expected the name of a module such as "clock.NAME", got "clock."; did you mean "clock"?"#
    ),
    WrongInput(
      "[bar]\nend = [\"text\"]",
      #"2:8: bar.end: expected the name of a module such as "text.NAME", got "text""#
    ),
    WrongInput(
      "[bar]\nend = [\"script\"]",
      #"2:8: bar.end: expected the name of a module such as "script.NAME", got "script""#),
    WrongInput(
      "[bar]\nend = [\"scirpt.a\"]",
      #"2:8: bar.end: expected the name of a module, got "scirpt.a"; did you mean "script.a"?"#),
    WrongInput(
      "[bar]\nend = [\"text.hello\"]", #"2:8: bar.end: "text.hello" needs a table [text.hello] with a text"#),
    WrongInput(
      "[bar]\nend = [\n  \"clock\",\n  \"script.a b\"]",
      #"4:3: bar.end: "script.a b" needs a table [script."a b"] with a command"#),
    WrongInput(
      "[bar]\nend = [\"script.laod\"]\n[script.load]\ncommand = [\"x\"]",
      #"2:8: bar.end: "script.laod" needs a table [script.laod] with a command; did you mean "script.load"?"#),
    WrongInput(
      "[bar]\nend = [\"script.load\"]\n[script.load]\ncommand = 1",
      "4:11: script.load.command: expected an array of strings, the program first, got 1"),
  ]

  static let wrongSyntax: [WrongInput] = [
    WrongInput("bar", "1:4: ends too early"),
    WrongInput("[bar\nheight = 1", "1:5: expected ']', saw the end of the line"),
    WrongInput("[bar]\nheight 1", "2:8: expected '=', saw '1'"),
    WrongInput("[bar]\nheight = 1 2", "2:12: expected a comment or whitespace, saw '2'"),
    WrongInput("[bar]\nfont = \"Inter", "2:14: ends too early"),
    WrongInput("[bar]\nheight = 1\nheight = 2", "3:10: cannot redefine existing integer 'height'"),
    WrongInput("[bar]\n[bar]", "2:1: cannot redefine existing table 'bar'"),
    WrongInput(
      "[bar]\nheight = 99999999999999999999", "2:30: '99999999999999999999' is not representable in 64 bits"),
    WrongInput("a = 1\nA.B = 2\na.b = 1", "3:1: cannot redefine existing integer as dotted key-value pair"),
    WrongInput("a.b = 1\n[a]", "2:1: cannot redefine existing table 'a'"),
    WrongInput("[a.b]\n[a]\nb = 1", "3:5: cannot redefine existing table 'b'"),
    WrongInput("[[a]]\n[a]", "2:1: cannot redefine existing array 'a' as table"),
    WrongInput("a = [1, 2", "1:10: ends too early"),
    WrongInput("a = [1,, 2]", "1:8: expected value or closing ']', saw comma"),
    WrongInput("a = {b = 1,}", "1:12: expected key-value pair, saw closing '}' (dangling comma)"),
    WrongInput("a = {b = 1\n}", "1:11: expected key or closing '}', saw the end of the line"),
    WrongInput("a = \"\\q\"", "1:7: unknown escape sequence '\\q'"),
    WrongInput("a = \"\\uD800\"", "1:12: unicode surrogates (U+D800 - U+DFFF) are explicitly prohibited"),
    WrongInput("a = 01", "1:7: leading zeroes are prohibited"),
    WrongInput("a = yes", "1:5: expected a value; text stands between quotes"),
    WrongInput("a = 2024-13-01", "1:12: expected month between 1 and 12 (inclusive), saw 13"),
    WrongInput("a = \u{0}", "1:5: unexpected control character"),
    WrongInput("a = \"\u{0}\"", "1:6: expected a closing quote, saw a control character"),
    WrongInput("a = \"b\nc = 1", "1:7: expected a closing quote, saw a control character"),
    WrongInput("a = 'b\nc = 1", "1:7: expected a closing quote, saw a control character"),
    WrongInput("= 1", "1:1: expected keys, tables, whitespace or comments, saw '='"),
    WrongInput("[ü]", "1:2: expected bare key starting character or string delimiter, saw 'ü'"),
    WrongInput("[[a]]\n[[ü.b]]", "2:3: expected bare key starting character or string delimiter, saw 'ü'"),
    WrongInput("a.ü = 1", "1:3: expected bare key starting character or string delimiter, saw 'ü'"),
    WrongInput("a = 1 ü", "1:7: expected a comment or whitespace, saw 'ü'"),
    WrongInput("a = 2020-01-0x", "1:14: expected 2-digit day, saw 'x'"),
    WrongInput("a = {b = }", "1:10: expected value, saw '}'"),
    WrongInput("[]", "1:2: tables with blank bare keys are explicitly prohibited"),
    WrongInput("a = 1\r\nb\r\n", "2:2: expected '=', saw the end of the line"),
    WrongInput("height = 1\u{A0}", "1:11: expected space or tab, saw '\\u00A0'"),
    WrongInput(
      "a = " + String(repeating: "[", count: 100_000), "1:37: exceeded maximum nested value depth of 32"),
    WrongInput(
      "a = " + String(repeating: "{a=", count: 100_000), "1:101: exceeded maximum nested value depth of 32"),
    WrongInput(String(repeating: "a.", count: 100_000) + "b = 1", "1:32: a key has more than 16 parts"),
    WrongInput(
      "x = 1\n  [" + String(repeating: "a.", count: 100_000) + "b]", "2:35: a key has more than 16 parts"),
    WrongInput(
      "x = '日本' # a.b\n" + String(repeating: "\"ä\" . ", count: 100) + "b = 1",
      "2:95: a key has more than 16 parts"),
  ]
}
