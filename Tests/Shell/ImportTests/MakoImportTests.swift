import Settings
import Testing

@testable import Import

struct MakoImportTests {
  private static func imported(_ number: Int) throws -> ImportedSettings {
    let file = try MakoReader.read(
      "\(ImportFixtures.folder)mako/0\(number).conf", from: ImportFixtures.files)
    let imported = ImportedSettings(MakoImport.draft(of: file))
    imported.expectAccount(of: ([file.general] + file.sections).flatMap(\.options))
    return imported
  }

  private static func imported(_ text: String) throws -> ImportedSettings {
    let file = try MakoReader.read("/config", from: .texts(["/config": text]))
    return ImportedSettings(MakoImport.draft(of: file))
  }

  @Test func `banners without a format have the summary and the body`() throws {
    try Self.imported("width=200\n").expect(lines: #"format = "<b>{summary}</b>\n{body}""#)
  }

  @Test(arguments: [
    ("padding=4,9\n", "padding = [6, 11]\nicon_gap = 9\nicon_end_gap = 9"),
    ("padding=4,9\nborder-radius=10\n", "padding = [6, 12]\nicon_gap = 10"),
    (
      "padding=4,9\nborder-radius=10\nicon-location=top\n",
      "padding = [6, 11]\nicon_gap = 4\ntext_align = \"center\""
    ),
    ("padding=4,9,8\nborder-size=0\n", "padding = [6, 9]"), ("border-radius=10\n", "padding = [7, 12]"),
    ("padding=1,2,3,4\n", "icon_gap = 4"), ("padding=1,2,3,4\nicon-location=right\n", "icon_gap = 4"),
    ("[app-name=x]\npadding=4,9\n", "padding = [6, 11]\nicon_gap = 9\nicon_end_gap = 9"),
    ("border-size=0\n[app-name=x]\npadding=4,9\n", "padding = [4, 9]\nicon_gap = 9\nicon_end_gap = 9"),
    ("[app-name=x]\nborder-size=5\nborder-radius=20\npadding=4,9\n", "padding = [9, 25]\nicon_gap = 20"),
    ("icon-location=top\n[app-name=x]\npadding=4,9\n", "padding = [6, 11]\nicon_gap = 4"),
    ("icon-location=right\n[urgency=high]\npadding=20\n", "padding = 22\nicon_gap = 40"),
  ]) func `texts are as far from the edges as in mako`(text: String, lines: String) throws {
    try Self.imported(text).expect(lines: lines)
  }

  @Test func `formats of stacks are for all banners, or for those of their criteria`() throws {
    let imported = try Self.imported(
      """
      group-by=app-name
      [app-name=Mail grouped]
      format=%s [%g]
      background-color=#ff0000
      [hidden]
      format=%h more\\n(%t)
      [!grouped]
      format=%s
      """)
    imported.expect(
      lines: """
        stack_format = "({stack}) <b>{summary}</b>\\n{body}"
        letter_icons = false
        critical_sign = false
        tint = "#00000000"
        text_spacing = 0
        close_button = false
        icon_align = "center"
        more_format = "{hidden} more ({total})"
        [[notifications.rules]]
        app = "Mail"
        stack_format = "{summary} [{stack}]"
        """)
    imported.expect(
      .leftOut,
      "4 background-color=#ff0000: banners in stacks have only texts of their own\n7 [!grouped]: a stack of")
    #expect(try !Self.imported("width=300\n").text.has("stack_format"))
  }

  @Test(arguments: [(NotificationDaemon.mako, true), (.dunst, true), (.swaync, false)])
  func `letters and digits are as wide as in the other program`(
    daemon: NotificationDaemon, isHinted: Bool
  ) throws {
    let texts = [
      NotificationDaemon.mako: "font=Own 9\n", .dunst: "[global]\nfont = Own 9\n", .swaync: "{}",
    ]
    let files = SourceFiles(read: { path, _ throws(ImportError) in
      path == "/c"
        ? texts[daemon].map { Array($0.utf8) } : path == "/s" ? Array("* { font: 9px Own; }".utf8) : nil
    })
    let imported = try BannerImport(
      of: daemon, "/c", style: daemon == .swaync ? "/s" : nil, from: files
    ) { text, font in
      (width: Double(text.count) * (font.hasSuffix("tnum=0") ? 4 : 5), height: 9)
    }
    #expect((imported.settings.value(["hint_font_metrics"]) != nil) == isHinted)
    #expect(imported.settings.value(["notifications", "font"])?.tomlText.hasSuffix(" #tnum=0\"") == true)
  }

  @Test func `a light colour lies on light glass`() throws {
    try Self.imported("background-color=#ffffff\ntext-color=#000000\n").expect(
      lines: """
        [materials.mako]
        base = "notificationBannerLight"
        tint = "#FFFFFF"
        """)
  }

  @Test func `colours and timeouts by urgency, and a category with its own timeout`() throws {
    let imported = try Self.imported(1)
    imported.expect(
      lines: """
        anchor = "top-left"
        width = 320
        gap = 6
        margin_horizontal = 6
        margin_vertical = 6
        layer = "overlay"
        corner_radius = 13
        material = "mako"
        border_width = 2
        border_color = "#86BCCB"
        font = "Terminus 11"
        icon_gap = 13
        icon_size = 56
        min_icon_size = 0
        timeout_low = 4.5
        timeout_normal = 4.5
        client_timeouts = false
        on = { middle = "none", right = "dismiss" }
        format = "<b>{app} »</b> {summary}\\n{body}"
        [[notifications.rules]]
        ink = "#FFFFFF"
        [[notifications.rules]]
        urgency = "critical"
        border_color = "#BD6069"
        [[notifications.rules]]
        category = "mpd"
        timeout = 1.8
        group_by = "category"
        [materials.mako]
        base = "notificationBannerDark"
        tint = "#2B303B"
        """)
    imported.expect(.approximated, "2 height=115: \n4 padding=0,6,12: the text has the same distance")
  }

  @Test func `an included theme, and a mode with an exception`() throws {
    let imported = try Self.imported(2)
    imported.expect(
      lines: """
        width = 430
        margin_horizontal = 28
        margin_vertical = 28
        font = "Inter 12px"
        timeout_low = 5.5
        timeout_normal = 5.5
        [[notifications.rules]]
        ink = "#C9D3EE"
        [[notifications.rules]]
        app = "Spotify"
        hidden = true
        [[notifications.rules]]
        mode = "do-not-disturb"
        hidden = true
        [[notifications.rules]]
        mode = "do-not-disturb"
        app = "notify-send"
        hidden = false
        tint = "#1B1D2B"
        """)
    // Critical notifications are on the layer "overlay" by default.
    #expect(!imported.text.has("critical_layer"))
    imported.expect(
      .approximated,
      "17 mode=do-not-disturb: \"hyaline notifications mode do-not-disturb on\" turns the mode on")
  }

  @Test func `commands that play sounds, an order, and colours with an opacity`() throws {
    let imported = try Self.imported(3)
    imported.expect(
      lines: """
        width = 300
        gap = 5
        margin_vertical = 7
        critical_layer = "top"
        max_shown = 4
        corner_radius = 12
        font = "JetBrainsMono Nerd Font 10.5"
        stack_format = "<b>{summary}</b> ({stack})\\n{body}"
        timeout_low = 2.5
        timeout_normal = 8
        timeout_critical = 8
        history_count = 40
        on = { middle = "menu", right = "dismiss_all" }
        order = "newest-bottom"
        group = "application"
        icon_theme = "Papirus"
        more_format = "{hidden} of {total} are not shown"
        [[notifications.rules]]
        ink = "#D4FBFF"
        command = ["sh", "-c", "pw-play /usr/share/sounds/freedesktop/stereo/dialog-information.oga"]
        [[notifications.rules]]
        urgency = "low"
        ink = "#6C8890"
        [[notifications.rules]]
        urgency = "critical"
        material = "mako-critical"
        command = ["sh", "-c", "pw-play /usr/share/sounds/freedesktop/stereo/dialog-error.oga"]
        [materials.mako]
        tint = "#10202CCC"
        # No glass is seen through an opaque tint. Two more digits give it an opacity, such as "#501818B3".
        [materials.mako-critical]
        tint = "#501818"
        """)
    imported.expect(
      .leftOut,
      """
      12 on-touch=dismiss:
      15 icon-border-radius=4:
      32 [group-index=2]: a stack of banners shows the newest one
      37 border-color=#3c5a66: the note about other notifications
      38 text-color=#88a0a8:
      """)
    imported.expect(
      .approximated, "6 group-by=app-name,summary:\n16 border-radius=3,12,3,12:\n18 outer-margin=2,8,0:")
  }

  @Test func `criteria become conditions, and sections without a counterpart are named`() throws {
    let imported = try Self.imported(4)
    imported.expect(
      lines: #"""
        timeout_low = 6
        timeout_critical = 6
        [[notifications.rules]]
        app = "Some Chat"
        body = "/.*@(all|here).*/"
        timeout = 0
        on = { left = ["sh", "-c", "hyaline notifications invoke \"$HYALINE_ID\" 'reply'"] }
        [[notifications.rules]]
        desktop_entry = "org.example.Calendar"
        urgency = "normal"
        timeout = 20
        [[notifications.rules]]
        summary = "Volume"
        group_by = "summary"
        timeout = 0.9
        anchor = "bottom"
        format = "<b>{summary}</b> {body}"
        history = false
        [[notifications.rules]]
        actionable = true
        format = "<b>{summary}</b>\n{body}\n<i>more by a click</i>"
        [[notifications.rules]]
        category = "im.received"
        mode = "away"
        hidden = true
        """#)
    imported.expect(
      .leftOut,
      "23 ignore-timeout=1:\n29 on-notify=none:\n33 margin=40: rules\n35 [app-icon=dialog-warning]:"
    )
    imported.expect(
      .approximated, "9 default-timeout=0: it replaces a timeout that the application requests, too")
  }

  @Test func `an invisible background is clear glass, which is named`() throws {
    let imported = try Self.imported(5)
    imported.expect(
      lines: """
        layer = "overlay"
        timeout_critical = 9
        ink = "#F8F8F8"
        urgency = "critical"
        ink = "#F02020"
        [materials.mako]
        tint = "#00000000"
        blur = 0
        """)
    #expect(!imported.text.has("opaque"))
    imported.expect(.approximated, "5 background-color=#00000000: a banner has glass")
  }

  @Test func `unusual values have the nearest ones, or are named`() throws {
    let imported = try Self.imported(6)
    imported.expect(
      lines: """
        anchor = "center"
        output = "HDMI-A-1"
        width = 600
        max_shown = 20
        corner_radius = 0
        font = "Liberation Sans Narrow Bold 13"
        timeout_low = 0
        timeout_normal = 0
        on = { left = "dismiss", middle = "dismiss_group", right = "none" }
        text_align = "center"
        icons = false
        format = "{app}: {summary} – {body}"
        ink = "#000000"
        tint = "#FFFFFF"
        """)
    #expect(!imported.text.has("client_timeouts"))
    imported.expect(
      .approximated,
      "9 max-visible=-1: at most 20\n22 sort=-priority:\n23 format=%a: %s – %b [%t]: there is no field for %t"
    )
    imported.expect(.leftOut, "1 markup=0:\n12 actions=0:")
    // A line without a width has no colour.
    #expect(!imported.text.has("border_color"))
  }

  @Test func `a place, a width and a layer by urgency`() throws {
    let imported = try Self.imported(7)
    imported.expect(
      lines: """
        anchor = "bottom-right"
        gap = 14
        margin_horizontal = 14
        margin_vertical = 14
        max_shown = 3
        corner_radius = 24
        font = "Cantarell 11"
        timeout_low = 7
        timeout_normal = 7
        icon_position = "top"
        ink = "#CDD6F4"
        urgency = "critical"
        width = 520
        anchor = "top"
        ink = "#F38BA8"
        tint = "#1E1E2ECC"
        """)
    // Width, layer and the time of critical notifications are the defaults.
    #expect(!imported.text.has("width = 360") && !imported.text.has("timeout_critical"))
  }

  @Test func `a file of one line has the defaults of mako`() throws {
    let imported = try Self.imported(8)
    imported.expect(
      lines: """
        width = 300
        gap = 10
        margin_horizontal = 10
        margin_vertical = 10
        critical_layer = "top"
        corner_radius = 0
        border_width = 2
        border_color = "#4C7899"
        font = "monospace 10"
        padding = 7
        icon_gap = 5
        icon_size = 64
        min_icon_size = 0
        progress_color = "#5588AA"
        timeout_normal = 4
        timeout_critical = 4
        on = { middle = "none", right = "dismiss" }
        ink = "#FFFFFF"
        tint = "#285577"
        """)
    #expect(imported.report.entries(.leftOut) == [] && imported.report.entries(.approximated) == [])
  }

  @Test(arguments: [
    ("[summary=\"50% *done*?\"]\ninvisible=1", #"summary = "50% \\*done\\*\\?""#),
    ("[app-name=/usr/bin/x]\ninvisible=1", #"app = "\\/usr/bin/x""#),
    ("[app-name=!urgent]\ninvisible=1", #"app = "\\!urgent""#),
    (
      "on-notify=exec makoctl list \"$id\"",
      #"command = ["sh", "-c", "id=$HYALINE_ID; makoctl list \"$id\""]"#
    ),
    ("[urgency=high]\nlayer=bottom", #"critical_layer = "bottom""#),
    ("max-history=0", "history = false"), ("history=0", "history = false"),
    ("icon-path=/usr/share/icons/hicolor:/a/icons/Moka", "icon_theme = \"Moka\""),
    ("anchor=center-left\nmargin=1,2,3,4\nouter-margin=10", "margin_horizontal = 14"),
    ("anchor=bottom-center\nmargin=1,2,3,4\nouter-margin=10", "margin_vertical = 13"),
    ("width=99999", "width = 2048"), ("invisible=1", "hidden = true"),
    ("on-notify=none\nwidth=301", "width = 301"),
    (
      "on-button-left=exec notify-send \"$id\"\non-button-right=dismiss --no-history",
      #"""
      [notifications.on]
      left = ["sh", "-c", "id=$HYALINE_ID; notify-send \"$id\""]
      right = "forget"
      """#
    ),
    (
      "on-button-left=invoke-default-action\non-button-middle=dismiss\non-button-right=none",
      #"on = { right = "none" }"#
    ),
    ("group-by=category", "group = \"category\""), ("group-by=summary,category", "group = \"summary\""),
    ("[app-name=x]\ngroup-by=app-name,body", "group_by = \"application\""),
    ("[app-name=x]\ngroup-by=desktop-entry", "group = \"x\""),
    ("[app-name=x]\noutput=DP-1\nlayer=bottom", "set_output = \"DP-1\"\nlayer = \"bottom\""),
    ("[app-name=x]\non-button-middle=invoke-default-action", "app = \"x\"\non = { middle = \"default\" }"),
    ("format=%s\nicon-location=right", "format = \"{summary}\"\nicon_position = \"trailing\""),
    (
      "format=%s\n[app-name=x]\nformat=<b>%s</b>\\n%b",
      "app = \"x\"\n" + #"format = "<b>{summary}</b>\n{body}""#
    ),
    ("format=<i>%s</i>\\n%b", #"format = "<i>{summary}</i>\n{body}""#),
    ("format=(%i) %s\\n%i\\n%b", #"format = "{summary}\n{body}""#),
  ])
  func `a line gives a line`(source: String, line: String) throws {
    try Self.imported(source).expect(lines: line)
  }

  @Test func `a section that ignores timeouts has its own without a difference`() throws {
    let imported = try Self.imported("[app-name=x]\nignore-timeout=1\ndefault-timeout=2000")
    imported.expect(lines: "app = \"x\"\ntimeout = 2")
    #expect(imported.report.entries.allSatisfy { $0.kind == .carried })
  }

  @Test func `commands of buttons that are too long for a line have a table of their own`() throws {
    let command = "notify-send " + String(repeating: "a", count: 60)
    let imported = try Self.imported(
      "[app-name=x]\non-button-left=exec \(command)\n[app-name=y]\ninvisible=1")
    imported.expect(
      lines: """
        app = "x"
        [notifications.rules.on]
        left = ["sh", "-c", "\(command)"]
        [[notifications.rules]]
        app = "y"
        """)
  }

  @Test(arguments: [
    ("margin=9223372036854775807\nouter-margin=9223372036854775807", "margin_horizontal = 4096"),
    ("padding=9223372036854775807", "width = 300"), ("padding=-9223372036854775808,1,1,1", "width = 300"),
  ])
  func `distances of any size are read`(text: String, line: String) throws {
    try Self.imported(text).expect(lines: line)
  }

  @Test func `an option that is set again is named`() throws {
    let imported = try Self.imported("width=301\nwidth=302\n[mode=a]\nicons=0\nicons=0")
    imported.expect(lines: "width = 302")
    imported.expect(.warning, "1 width=301: line 2 of config sets it again")
    #expect(imported.report.entries(.warning).count == 1)
  }

  @Test(arguments: [
    "width=wide", "font=", "anchor=middle", "background-color=blue", "default-timeout=soon", "margin=a",
    "icons=maybe", "sort=name", "on-button-left=jump", "on-touch=dismiss", "group-by=urgency",
    "format=x%i %s", "format=%i", "format=<blink>%s</blink>", "icon-location=bottom", "colour=red",
    "height=99999999999999999999",
    "[urgency=urgent]\ninvisible=1", "[body~=\"(\"]\ninvisible=1", "border-radius=-5",
  ])
  func `a value that mako refuses is named`(source: String) throws {
    let imported = try Self.imported(source)
    imported.expect(lines: "")
    #expect(imported.report.entries.contains { $0.kind != .carried }, "\(imported.report.entries)")
  }
}
