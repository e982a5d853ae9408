import Testing

@testable import Import

struct SwayncImportTests {
  private static func imported(_ number: Int) throws -> ImportedSettings {
    let path = "\(ImportFixtures.folder)swaync/0\(number)"
    let json = try #require(try ImportFixtures.files.text(path + ".json"))
    let root = try JSONCReader.read(json, file: path + ".json")
    var report = ImportReport()
    let sheet = try ImportFixtures.files.text(path + ".css").map { bytes throws(ImportError) in
      try StyleSheet.read(bytes, file: path + ".css", files: ImportFixtures.files, report: &report)
    }
    #expect(report.entries == [])
    let imported = ImportedSettings(SwayncImport.draft(of: root, style: sheet))
    let shown = root.members.filter { member in
      !member.name.hasPrefix("control-center-") && !Self.ofControlCentre.contains(member.name)
    }
    imported.expectAccount(of: shown.map(SwayncImport.option))
    return imported
  }

  private static func imported(
    _ text: String, style: String? = nil, measure: @escaping TextMeasure = { _, _ in nil }
  ) throws -> ImportedSettings {
    let root = try JSONCReader.read(Array(text.utf8), file: "config.json")
    var report = ImportReport()
    let sheet = try style.map { text throws(ImportError) in
      try StyleSheet.read(Array(text.utf8), file: "style.css", files: .texts([:]), report: &report)
    }
    return ImportedSettings(SwayncImport.draft(of: root, style: sheet, measure: measure))
  }

  /// The members that the line about the control centre stands for.
  private static let ofControlCentre: Set = [
    "fit-to-screen", "hide-on-clear", "hide-on-action", "text-empty", "notification-visibility", "scripts",
    "widget-config",
  ]

  @Test func `an opacity that is no number has no effect`() throws {
    let imported = try Self.imported("{}", style: ".notification.low { opacity: nan; }")
    imported.expect(lines: "icon_align = \"center\"")
    #expect(!imported.text.has("urgency = \"low\""))
  }

  @Test func `rules are in the reverse order, and each has what the others set`() throws {
    let imported = try Self.imported(1)
    imported.expect(
      lines: #"""
        width = 336
        margin_horizontal = 22
        margin_vertical = 12
        gap = 24
        layer = "overlay"
        timeout_low = 3
        timeout_normal = 8
        icon_align = "center"
        icon_size = 56
        corner_radius = 14
        border_width = 1
        padding = 13
        font = "Inter Medium 14px"
        icon_margin = 4
        icon_gap = 4
        ink = "#D4DAF0"
        # screens
        [[notifications.rules]]
        app = "/Screenshot/"
        hidden = false
        history = false
        set_urgency = "low"
        # drop
        [[notifications.rules]]
        summary = "/.*updates available.*/"
        hidden = true
        history = false
        # pager
        [[notifications.rules]]
        category = "/im\\..*/"
        body = "/.*urgent.*/"
        hidden = false
        history = true
        set_urgency = "critical"
        # ring
        [[notifications.rules]]
        app = "/(?i)chat.*/"
        command = ["sh", "-c", "pw-play /usr/share/sounds/freedesktop/stereo/message.oga"]
        tint = "#2C2C38"
        """#)
    #expect(!imported.text.has("example"))
    imported.expect(
      .leftOut,
      "31 the control centre ([\"inhibitors\", \"title\"\n13 .close-button:"
    )
  }

  @Test func `a style with imported colours, and one for critical notifications`() throws {
    let imported = try Self.imported(2)
    imported.expect(
      lines: """
        anchor = "top"
        width = 436
        timeout_low = 2
        timeout_normal = 5
        timeout_critical = 7
        corner_radius = 8
        font = "Maple Mono Bold 13px"
        icon_margin = 4
        icon_gap = 8
        ink = "#C8D0EC"
        urgency = "critical"
        material = "swaync-critical"
        tint = "#15161E"
        tint = "#402028"
        """)
    #expect(
      imported.text.has(##"format = "<span color=\"#78A0F0\"><b>{summary}</b></span>\n{body}""##))
    imported.expect(
      .leftOut,
      "38 buttons-grid#a:\n61 buttons-grid#b:\n9 .image: banners have no such look (border-radius)")
    imported.expect(.approximated, "18 image-visibility=always:")
  }

  @Test func `a place at the left, stacks, and a muted application`() throws {
    let imported = try Self.imported(3)
    imported.expect(
      lines: #"""
        anchor = "bottom-left"
        output = "DP-2"
        width = 296
        margin_horizontal = 12
        margin_vertical = 6
        gap = 12
        order = "newest-bottom"
        icons = false
        group = "application"
        timeout_low = 6
        timeout_normal = 12
        timeout_critical = 30
        corner_radius = 0
        ink = "#404040"
        # mail
        [[notifications.rules]]
        desktop_entry = "/org\\.example\\.Mail/"
        hidden = true
        tint = "#FFFFFF"
        """#)
    imported.expect(
      .leftOut, "70 scripts=log: commands are run when a notification arrives\n1 border-left-width=6px:")
  }

  @Test func `three values have the defaults of swaync besides`() throws {
    let imported = try Self.imported(4)
    imported.expect(
      lines: """
        width = 476
        margin_horizontal = 12
        margin_vertical = 6
        gap = 12
        layer = "overlay"
        timeout_low = 5
        corner_radius = 12
        border_width = 1
        border_color = "#FFFFFF26"
        padding = 5
        font = "Sans 15px"
        ink = "#FFFFFF"
        tint = "#303030CC"
        """)
    #expect(imported.text.has(#"format = "<span size=\"107%\"><b>{summary}</b></span>\n{body}""#))
    #expect(imported.report.entries(.leftOut).count == 1)
  }

  @Test(arguments: [
    (
      #"{"scripts": {"a": {"exec": "log \"$SWAYNC_SUMMARY\"", "urgency": "Low"}}}"#,
      #"""
      urgency = "low"
      command = ["sh", "-c", "export SWAYNC_SUMMARY=\"$HYALINE_SUMMARY\"; log \"$SWAYNC_SUMMARY\""]
      """#
    ),
    (
      #"{"notification-visibility": {"a": {"app-name": "x", "state": "transient"}}}"#,
      "app = \"/x/\"\nhistory = false"
    ),
    (
      #"{"notification-2fa-action": false, "notification-icon-size": 48}"#,
      "icon_size = 48\ncopy_codes = false"
    ),
    (#"{"positionX": "center", "positionY": "center"}"#, "anchor = \"center\""),
    (#"{"positionX": "left", "positionY": "center"}"#, "anchor = \"left\""),
  ])
  func `a member gives lines`(source: String, lines: String) throws {
    try Self.imported(source).expect(lines: lines)
  }

  @Test func `the opacity of an urgency is that of its colours`() throws {
    let style = """
      .notification { background: #102030; border: 1px solid #ffffff; }
      .notification.low { opacity: 0.5; }
      .body { color: #ffffff; }
      """
    let imported = try Self.imported("{}", style: style)
    imported.expect(
      lines: """
        border_color = "#FFFFFF"
        ink = "#FFFFFF"
        urgency = "low"
        border_color = "#FFFFFF80"
        ink = "#FFFFFF80"
        tint = "#102030"
        tint = "#10203080"
        """)
    imported.expect(.approximated, "2 opacity=0.5:")
  }

  @Test func `the background may be that of the box around a notification`() throws {
    let style = """
      .notification-background { background: rgba(1, 2, 3, .5); }
      .notification { background: transparent; border-radius: 7px; }
      """
    try Self.imported("{}", style: style).expect(lines: "corner_radius = 7\ntint = \"#01020380\"")
  }

  @Test func `variables of the style sheet are those of swaync's own`() throws {
    let style = """
      :root { --noti-bg: 1, 2, 3; --noti-bg-alpha: .5; --border-radius: 9px; --text-color: #abcdef; }
      .notification-background { padding: 2px 3px 4px 5px; }
      .notification.critical { border-width: 4px; }
      """
    let imported = try Self.imported(#"{"positionX": "left", "positionY": "bottom"}"#, style: style)
    imported.expect(
      lines: """
        width = 492
        margin_horizontal = 5
        margin_vertical = 4
        gap = 6
        corner_radius = 9
        border_width = 1
        padding = 5
        ink = "#ABCDEF"
        urgency = "critical"
        border_width = 4
        padding = 8
        tint = "#01020380"
        """)
    #expect(imported.report.entries(.leftOut) == [])
  }

  @Test func `properties without a counterpart and unknown colours are named`() throws {
    let style = """
      .notification { background: @unknown; box-shadow: 0 0 2px black; padding: 4px; outline: none; }
      .summary:hover, .close-button { color: red; }
      .body { color: @fg; text-shadow: none; padding: 2px; }
      .notification-content { padding: 6px; }
      """
    let imported = try Self.imported("{}", style: style)
    imported.expect(
      .leftOut,
      """
      1 background-color=@unknown: the style sheet has no such colour
      1 .notification: banners have no such look (box-shadow)
      2 .summary:hover, .close-button: banners have no such part
      3 color=@fg: the style sheet has no such colour
      3 .body: banners have no such look (padding)
      """)
    imported.expect(lines: "padding = 15")
  }

  @Test(
    arguments: [
      (false, "", "text_spacing = 2\nicon_size = 64\npadding = 5\nicon_margin = 4\nicon_gap = 4"),
      (true, "", "text_spacing = 0\npadding = [4, 5]\nicon_margin = [5, 4]\nicon_gap = 4"),
      (false, ".body { line-height: 20px; }", "text_spacing = 1"),
      (false, ".body { line-height: 120%; }", "text_spacing = 0\npadding = 5\nicon_margin = 4"),
      (false, ".body { line-height: 1; } .notification { padding: 9px 0; }", "padding = [12, 5]"),
      (false, ".image { margin: 1px 2px 3px 4px; padding: 1px; }", "icon_margin = [3, 5]\nicon_gap = 3"),
    ] as [(Bool, String, String)])
  func `lines are as high as in swaync, and so are banners with icons`(
    isHigh: Bool, style: String, lines: String
  ) throws {
    // The parts of a line above and below its base, for a font of one pixel.
    let (above, below) = isHigh ? (1.07, 0.29) : (0.97, 0.24)
    try Self.imported("{}", style: style) { _, font in
      let size = font.split(separator: " ").last.flatMap { Double($0.dropLast(2)) } ?? 0
      return (width: 0, height: (above * size).rounded(.up) + (below * size).rounded(.up))
    }.expect(lines: lines)
  }

  @Test func `many rules for other widgets are told in one line`() throws {
    let style = (1...9).map { ".control-center-\($0) { color: red; }\n" }.joined()
    let imported = try Self.imported("{}", style: ".body { text-shadow: 0 0 1px red; }\n" + style)
    imported.expect(
      .leftOut,
      """
      1 .body: banners have no such look (text-shadow)
      2 .control-center-1, and 8 other rules: banners have no such parts with a look of their own
      """)
  }

  @Test func `selectors on several lines are named in one`() throws {
    let imported = try Self.imported("{}", style: ".close-button,\n  .body\tlabel { color: red; }\n")
    imported.expect(.leftOut, "1 .close-button, .body label: banners have no such part")
  }

  @Test(arguments: [
    #"{"timeout": "long"}"#, #"{"positionX": "middle"}"#, #"{"unknown": 1}"#,
    #"{"notification-visibility": {"a": {"sound-name": "x", "state": "muted"}}}"#,
    #"{"notification-visibility": {"a": {"app-name": "(", "state": "muted"}}}"#,
  ])
  func `what has no counterpart is named`(source: String) throws {
    let imported = try Self.imported(source)
    imported.expect(lines: "")
    #expect(imported.report.entries.contains { $0.kind != .carried }, "\(imported.report.entries)")
  }

  @Test(arguments: [
    ("", #""<b>{summary}</b>\n{body}""#), (".summary { font-weight: normal; }", #""{summary}\n{body}""#),
    (".summary { font-weight: 600; }", #""<b>{summary}</b>\n{body}""#),
    (
      ".summary { font-weight: 500; font-size: 32px; }",
      #""<span size=\"200%\">{summary}</span>\n{body}""#
    ),
  ])
  func `a summary is bold if its weight is`(style: String, format: String) throws {
    let imported = try Self.imported("{}", style: ".body { font-size: 16px; }\n" + style)
    imported.expect(lines: "format = \(format)")
    #expect(imported.report.entries(.leftOut) == [])
  }

  @Test func `rules may use variables of the user and of swaync`() throws {
    let style = """
      :root { --own: var(--base, #aa0000); --radius: 3px; --base: 7, 8, 9; --border: 2px solid var(--edge); --edge: #0a0b0c; }
      .notification { background: rgba(var(--base), var(--noti-bg-alpha)); border-radius: var(--radius); }
      .body { color: var(--missing, #00aa00); }
      """
    let imported = try Self.imported("{}", style: style)
    imported.expect(
      lines: """
        corner_radius = 3
        border_width = 2
        border_color = "#0A0B0C"
        ink = "#00AA00"
        tint = "#070809CC"
        """)
    #expect(imported.report.entries(.leftOut) == [])
  }

  @Test func `variables that name one another in a circle end`() throws {
    let style = ":root { --a: var(--b) var(--b); --b: var(--a) var(--a); } .body { color: var(--a); }"
    let imported = try Self.imported("{}", style: style)
    imported.expect(.leftOut, "1 color=")
  }

  @Test func `a rule for an urgency repeats no border`() throws {
    let imported = try Self.imported(
      "{}",
      style: ".notification { border: 2px solid #101010; } .notification.critical { border-color: #ff0000; }")
    #expect(
      imported.text.split(separator: "\n").filter { $0.hasPrefix("border") } == [
        "border_width = 2", "border_color = \"#101010\"", "border_color = \"#FF0000\"",
      ])
    #expect(imported.report.entries(.leftOut) == [])
  }

  @Test func `a gradient is the mean of its colours`() throws {
    let imported = try Self.imported(
      "{}", style: ".notification { background: linear-gradient(#102030, #304050); }")
    imported.expect(lines: "tint = \"#203040\"")
  }
}
