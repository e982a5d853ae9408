import Import
import Testing

struct StyleSheetTests {
  private func sheet(_ text: String, files: [String: String] = [:]) throws -> (StyleSheet, ImportReport) {
    var report = ImportReport()
    let files = SourceFiles(read: { path, _ throws(ImportError) in files[path].map { Array($0.utf8) } })
    let sheet = try StyleSheet.read(Array(text.utf8), file: "/w/style.css", files: files, report: &report)
    return (sheet, report)
  }

  private func hex(_ colour: SIMD4<Double>?) -> String? {
    guard let colour else { return nil }
    return colour.indices.map { index in
      let digits = String(Int((colour[index] * 255).rounded()), radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }.joined()
  }

  private static let clock = [
    StyleNode("window", id: "waybar"), StyleNode("box"), StyleNode("label", id: "clock"),
  ]

  @Test(arguments: [
    ("#abc", "aabbccff"), ("#abcd", "aabbccdd"), ("#123456", "123456ff"), ("#12345678", "12345678"),
    ("rgb(1, 2, 3)", "010203ff"), ("rgba(10,20,30,.5)", "0a141e80"), ("rgb(100%, 0%, 0%)", "ff0000ff"),
    ("transparent", "00000000"), ("Orange", "ffa500ff"), ("alpha(#102030, 0.5)", "10203080"),
    ("alpha(rgba(1,2,3,.5), .5)", "01020340"), ("mix(#000000, #ffffff, 0.25)", "404040ff"),
    ("shade(#804020, 0.5)", "34241cff"), ("lighter(#808080)", "a6a6a6ff"), ("darker(#808080)", "5a5a5aff"),
    ("@deep", "ff000080"), ("hsl(120, 100%, 50%)", "00ff00ff"),
  ])
  func `expressions for colours are evaluated as GTK evaluates them`(text: String, expected: String) throws {
    let sheet = try sheet(
      "@define-color deep alpha(@next, .5); @define-color next @last; @define-color last red;"
    ).0
    #expect(hex(sheet.colour(text)) == expected)
  }

  @Test(arguments: [
    "@unknown", "@a", "#12345", "mix(#fff)", "alpha(", "rgba(1,2)", "nonsense", "",
    "alpha(red, nan)", "mix(red, blue, inf)", "shade(red, nan)", "hsl(1, inf, 1)", "rgba(red, nan)",
  ])
  func `a colour that is wrong or refers to itself is none`(text: String) throws {
    #expect(try sheet("@define-color a @b; @define-color b @a;").0.colour(text) == nil)
  }

  @Test func `a rule with a higher specificity wins, and then the later one`() throws {
    let sheet = try sheet(
      """
      #clock { color: red; } label { color: green; } * { color: blue; }
      window#waybar > box #clock { padding: 1px 2px; } #clock { padding-left: 9px; color: lime }
      """
    ).0
    let style = sheet.style(of: Self.clock)
    #expect(hex(style.colour("color")) == "00ff00ff")
    #expect(style.length("padding-left") == 2)
    #expect(style.length("padding-top") == 1)
  }

  @Test func `an important declaration wins over all others`() throws {
    let sheet = try sheet("* { color: blue !important } #clock { color: red; }").0
    #expect(hex(sheet.style(of: Self.clock).colour("color")) == "0000ffff")
  }

  @Test(arguments: [
    ("button.active", true), ("button:not(.active)", false), ("#workspaces > button", true),
    ("window button", true), ("window > button", false), ("#workspaces button:hover", false),
    ("button:nth-child(2)", true), ("button:nth-child(2n+1)", false), ("button:last-child", true),
    ("#workspaces, label", true), (".a\\.b", true), ("button:not(:hover):not(.x)", true),
    ("box + button", false),
  ])
  func `selectors match by kind, name, class, state and place`(selector: String, isMatch: Bool) throws {
    let sheet = try sheet("\(selector) { color: red; }").0
    let path = [
      StyleNode("window", id: "waybar"), StyleNode("box", id: "workspaces"),
      StyleNode("button", classes: ["active", "a.b"], index: 1, count: 2),
    ]
    #expect((sheet.style(of: path).colour("color") != nil) == isMatch)
  }

  @Test func `a style sheet that is imported stands before the rest, and one that is missing is reported`()
    throws
  {
    let (sheet, report) = try sheet(
      "@import \"a.css\"; @import url('sub/b.css'); @import \"none.css\"; #clock { color: @one; }",
      files: [
        "/w/a.css": "@define-color one #111111;", "/w/sub/../a.css": "",
        "/w/sub/b.css": "@import '../a.css'; #clock { color: red; }",
      ])
    #expect(hex(sheet.style(of: Self.clock).colour("color")) == "111111ff")
    #expect(report.entries.map(\.text) == [#"the style sheet "none.css" does not exist; it is left out"#])
  }

  @Test func `style sheets that import each other are an error`() throws {
    let error = #expect(throws: ImportError.self) {
      try sheet("@import 'a.css';", files: ["/w/a.css": "@import 'style.css';", "/w/style.css": ""])
    }
    #expect(error?.problem == .circular("/w/style.css"))
  }

  @Test(arguments: [
    ("12px", 12.0), ("9pt", 12), ("1.5em", 22), (".75rem", 11), ("150%", 22), ("16", 16), ("large", 17.6),
  ])
  func `sizes of text are in pixels`(text: String, expected: Double) throws {
    let style = try sheet("window { font-size: \(text); }").0.style(of: Self.clock)
    #expect(abs(style.fontSize - expected) < 0.001)
  }

  @Test func `a reset undoes what is weaker, and what is stronger stays`() throws {
    let text =
      "* { padding: 9px; } .x { margin: 1px; } #clock { all: initial; } label#clock { min-width: 3px; }"
    let style = try sheet(text).0.style(of: Self.clock)
    #expect(style.length("padding-left") == nil)
    #expect(style.length("min-width") == 3)
  }

  @Test func `of rules with the same selector the last one counts, and important ones before all`() throws {
    let text =
      "label { color: red !important; margin: 1px; } #clock { margin: 2px; } label { color: blue; margin: 3px; }"
    let style = try sheet(text).0.style(of: Self.clock)
    #expect(style.declaration("color")?.value == "red")
    #expect(style.length("margin-left") == 2)
  }

  @Test func `a relative size for all widgets counts at each level, as in GTK`() throws {
    let style = try sheet("* { font-size: 90%; } #clock { font-size: 2em; }").0.style(of: Self.clock)
    let levels = Self.clock.dropLast().reduce(1.0) { size, _ in size * 0.9 }
    #expect(abs(style.fontSize - NodeStyle.standardSize * levels * 2) < 0.001)
  }

  @Test func `borders, radii and backgrounds are taken apart`() throws {
    let style = try sheet(
      """
      #clock { border: 1px solid red; border-bottom: 3px dashed #00ff00; border-radius: 8px 0;
        background: url("a;b.png") no-repeat center #abcdef; border-left: none; }
      """
    ).0.style(of: Self.clock)
    #expect(["top", "right", "bottom", "left"].map { style.borderWidth($0) } == [1, 1, 3, 0])
    #expect(hex(style.colour("border-bottom-color")) == "00ff00ff")
    #expect(style.length("border-top-left-radius") == 8)
    #expect(style.length("border-bottom-left-radius") == 0)
    #expect(hex(style.colour("background-color")) == "abcdefff")
    #expect(style.declarations["background-image"]?.value == "url(\"a;b.png\")")
  }

  @Test func `a name that a colour is defined by and that nothing defines is told at its place`() throws {
    let (_, report) = try sheet(
      """
      @define-color one mix(@two, @nope, .5);
      @define-color two @theme_bg_color; @define-color three @neither;
      @define-color three @two;
      """)
    #expect(report.entries.map(\.text) == ["the colour @nope is not defined"])
    #expect(report.entries.map(\.place?.line) == [1])
  }

  @Test func `what is wrong is skipped`() throws {
    let (sheet, report) = try sheet(
      """
      } #clock { nonsense; color: red; @x { } padding: 1px }
      @keyframes a { 50% { color: blue } } @media x; /* { */ & { color: lime } #clock { margin: 2px
      """)
    let style = sheet.style(of: Self.clock)
    #expect(hex(style.colour("color")) == "ff0000ff")
    #expect(style.length("margin-left") == 2)
    #expect(report.entries.map(\.place?.line) == [1, 1, 2])
  }
}
