import Testing

@testable import Import

struct DunstImportTests {
  private static func imported(_ number: Int) throws -> ImportedSettings {
    let name = "dunst/0\(number).dunstrc"
    let file = try DunstReader.read(Array(try ImportFixtures.text(name).utf8), file: name)
    let imported = ImportedSettings(DunstImport.draft(of: file))
    imported.expectAccount(of: file.sections.flatMap(\.options))
    return imported
  }

  private static func imported(_ text: String) throws -> ImportedSettings {
    ImportedSettings(DunstImport.draft(of: try DunstReader.read(Array(text.utf8), file: "dunstrc")))
  }

  @Test func `the default file with every option`() throws {
    let imported = try Self.imported(1)
    imported.expect(
      lines: """
        margin_horizontal = 12
        margin_vertical = 48
        layer = "overlay"
        width = 326
        max_shown = 15
        gap = 6
        icon_size = 96
        min_icon_size = 24
        icon_gap = 4
        corner_radius = 9
        font = "Noto Sans 10"
        border_width = 2
        text_spacing = 1
        close_button = false
        border_color = "#7C9FF5"
        idle_threshold = 90
        history_count = 30
        icon_theme = "Papirus-Dark"
        show_age = 45
        on = { left = "dismiss", middle = "default", right = "dismiss_all" }
        timeout_normal = 8
        ink = "#CCD4F2"
        urgency = "low"
        ink = "#A0A8C8"
        urgency = "critical"
        ink = "#F28AA4"
        tint = "#1C1F2B"
        """)
    // The output with the focus and the other timeouts are the defaults.
    for key in [
      "output =", "timeout_low", "timeout_critical", "anchor", "count_duplicates",
      "icon_position", "text_align",
    ] {
      #expect(!imported.text.has(key), "\(key)")
    }
    imported.expect(
      .leftOut,
      "3 progress_bar_height=9:\n27 separator_color=frame:\n79 default_icon="
    )
  }

  @Test(arguments: [
    ("", false), ("icon_path = /some/icons/32x32/apps", true), ("icon_path = /other/icons", false),
    ("enable_recursive_icon_lookup = true", true),
  ])
  func `icons by name are shown where dunst finds them`(options: String, areShown: Bool) throws {
    let file = try DunstReader.read(Array("[global]\n\(options)\n".utf8), file: "dunstrc")
    let imported = ImportedSettings(DunstImport.draft(of: file) { $0 == "/some/icons/32x32/apps" })
    #expect(imported.text.has("icons = \"pictures\"") == !areShown)
  }

  @Test(arguments: [("#000000", "Light"), ("#ffffff", "Dark")])
  func `glass is as light or as dark as the ink on a colour needs it`(ink: String, shade: String) throws {
    let imported = try Self.imported(
      "[urgency_critical]\nforeground = \"\(ink)\"\nbackground = \"#f02020\"\n")
    #expect(imported.text.has("base = \"notificationBanner\(shade)\"\ntint = \"#F02020\""))
  }

  @Test func `banners without a format have the summary and the body`() throws {
    let file = try DunstReader.read(Array("[global]\nfont = Sans 9\n".utf8), file: "dunstrc")
    let imported = ImportedSettings(DunstImport.draft(of: file))
    imported.expect(lines: #"format = "<b>{summary}</b>\n{body}""#)
  }

  @Test func `banners in the order of updates begin with the newest, also before critical ones`() throws {
    let file = try DunstReader.read(Array("[global]\nsort = update\n".utf8), file: "dunstrc")
    let imported = ImportedSettings(DunstImport.draft(of: file))
    imported.expect(lines: "max_shown = 20")
    imported.expect(lines: "order = \"newest-top\"")
    #expect(imported.report.entries(.leftOut) == [])
  }

  @Test func `the old geometry gives size and place`() throws {
    let imported = try Self.imported(2)
    imported.expect(
      lines: """
        margin_horizontal = 24
        margin_vertical = 36
        width = 429
        max_shown = 6
        font = "Ubuntu Condensed 12"
        text_spacing = 3
        format = "<b>{app}</b> {summary} {progress}\\n{body}"
        text_align = "center"
        history_count = 12
        icons = false
        timeout_low = 6
        timeout_normal = 9
        ink = "#E8EAF0"
        urgency = "low"
        ink = "#707888"
        urgency = "critical"
        material = "dunst-critical"
        ink = "#FFFFFF"
        tint = "#20242E"
        [materials.dunst-critical]
        tint = "#A01818"
        """)
    imported.expect(.leftOut, "24 ignore_newline=yes:\n35 width=3:\n39 close=ctrl+space, close_all=")
  }

  @Test func `rules keep their order, and scripts get their arguments`() throws {
    let imported = try Self.imported(3)
    imported.expect(
      lines: #"""
        anchor = "bottom-right"
        margin_horizontal = 24
        width = 520
        min_width = 220
        corner_radius = 14
        timeout_low = 3
        timeout_normal = 7
        timeout_critical = 120
        # hide-player
        [[notifications.rules]]
        app = "Some Player"
        history = false
        hidden = true
        # volume
        [[notifications.rules]]
        app = "volume-*"
        history = false
        timeout = 0.9
        format = "{summary} {progress}"
        group = "volume"
        # mail
        [[notifications.rules]]
        category = "email.arrived"
        desktop_entry = "org.example.Mail"
        set_urgency = "critical"
          "exec ~/.config/dunst/ring.sh \"$HYALINE_APP\" \"$HYALINE_SUMMARY\" \"$HYALINE_BODY\" \"$HYALINE_ICON\" \"$HYALINE_URGENCY\"",
        # build
        [[notifications.rules]]
        summary = "[ci]*fail*"
        timeout = 0
        material = "dunst-build"
        ink = "#FFB0B0"
        tint = "#2E3238E0"
        tint = "#6A1F24F0"
        tint = "#401010"
        """#)
    imported.expect(
      .leftOut,
      "41 new_icon=mail-unread:\n46 hide_text=yes:\n63 fullscreen=delay:\n66 set_category=im:\n67 action_name=reply:"
    )
    imported.expect(
      .approximated,
      "34 format=%s %p: %p is a number\n35 set_stack_tag=volume:\n42 script=")
  }

  @Test func `the newest form with ranges and an own output`() throws {
    let imported = try Self.imported(4)
    imported.expect(
      lines: """
        anchor = "top"
        output = "DP-1"
        margin_vertical = 20
        layer = "overlay"
        width = 612
        min_width = 12
        max_shown = 20
        gap = 12
        padding = [12, 14]
        icon_size = 48
        min_icon_size = 0
        corner_radius = 18
        border_width = 4
        border_color = "#89B4FA"
        text_align = "trailing"
        icon_position = "trailing"
        icon_theme = "Papirus"
        format = "{app} {progress}\\n{summary}\\n{body}"
        timeout_low = 10
        timeout_normal = 10
        timeout_critical = 10
        ink = "#CDD6F4"
        urgency = "critical"
        material = "dunst-critical"
        tint = "#181825"
        tint = "#45101C"
        """)
    imported.expect(
      .approximated,
      "13 notification_limit=0: at most 20\n20 icon_theme=Papirus, Adwaita:\n23 format=%i %a %n\\n%s\\n%b: there is no field for %i"
    )
    imported.expect(.leftOut, "22 markup=strip:\n28 corners=")
  }

  @Test func `expressions, a rule for everything, and full screens`() throws {
    let imported = try Self.imported(5)
    imported.expect(
      lines: #"""
        idle_threshold = 300
        count_duplicates = false
        on = { middle = "dismiss_all" }
        timeout_low = 15
        timeout_normal = 15
        timeout_critical = 15
        [notifications.do_not_disturb]
        while_fullscreen = true
        # play_sound
        [[notifications.rules]]
          "exec /home/someone/bin/ping.sh \"$HYALINE_APP\" \"$HYALINE_SUMMARY\" \"$HYALINE_BODY\" \"$HYALINE_ICON\" \"$HYALINE_URGENCY\"",
        # regex
        [[notifications.rules]]
        summary = "/^@.*/"
        app = "/^(Slack|Discord)$/"
        set_urgency = "critical"
        # stack-vol
        [[notifications.rules]]
        tag = "/brightness/"
        timeout = 1
        """#)
    imported.expect(
      .leftOut, "2 ignore_dbusclose=true:\n3 progress_bar=false:\n5 browser=\n8 hide_duplicate_count=true:")
    imported.expect(.approximated, "27 fullscreen=delay:")
  }

  @Test func `colours without quotation marks are comments`() throws {
    let imported = try Self.imported(6)
    imported.expect(
      lines: """
        anchor = "bottom-left"
        font = "Hack 10"
        timeout_low = 2
        timeout_normal = 10
        ink = "#F0F0F0"
        ink = "#C0C0C0"
        ink = "#000000"
        tint = "#102030"
        tint = "#101010"
        tint = "#F02020"
        """)
    imported.expect(.warning, "3 frame_color has no value: dunst takes what follows a # as a comment")
  }

  @Test func `rules for urgencies before all others are the colours of urgencies`() throws {
    let imported = try Self.imported(7)
    imported.expect(
      lines: """
        anchor = "top-left"
        margin_horizontal = 30
        width = 343
        corner_radius = 5
        font = "Victor Mono Semi-Bold 11"
        timeout_low = 5
        timeout_normal = 5
        [[notifications.rules]]
        ink = "#D3DAE3"
        [[notifications.rules]]
        urgency = "low"
        material = "dunst-low"
        ink = "#7C818C"
        format = "{summary}"
        [[notifications.rules]]
        urgency = "critical"
        material = "dunst-critical"
        ink = "#FFFFFF"
        # spotify
        [[notifications.rules]]
        app = "Spotify"
        icon_size = 64
        min_icon_size = 64
        anchor = "bottom"
        format = "<b>{summary}</b> - {body}"
        tint = "#4B5162"
        tint = "#383C4A"
        tint = "#CC575D"
        """)
    imported.expect(.leftOut, "3 transparency=8:\n29 icon=\n35 default_icon=")
  }

  @Test func `a file of one value has the defaults of dunst`() throws {
    let imported = try Self.imported(8)
    imported.expect(
      lines: """
        margin_horizontal = 10
        margin_vertical = 50
        layer = "overlay"
        width = 309
        max_shown = 20
        gap = -3
        padding = 11
        icon_size = 128
        min_icon_size = 32
        icon_gap = 8
        font = "Monospace 8"
        border_width = 3
        border_color = "#888888"
        on = { left = "dismiss", middle = "default", right = "dismiss_all" }
        timeout_low = 10
        timeout_normal = 5
        ink = "#FFFFFF"
        urgency = "low"
        ink = "#888888"
        tint = "#285577"
        tint = "#222222"
        tint = "#900000"
        """)
    #expect(imported.report.entries(.leftOut) == [] && imported.report.entries(.approximated).count == 1)
    imported.expect(.approximated, "1 icons: dunst finds icons by name only with")
  }

  @Test(arguments: [
    ("[global]\nmouse_left_click = do_action", ""), ("[a]\nappname = x\nskip_display = on", "hidden = true"),
    ("[a]\nappname = x\nformat = \"\"", "hidden = true"),
    ("[a]\nappname = x\ntimeout = 1h", "timeout = 3600"),
    ("[global]\nhistory_length = 0", "history_count = 1000000"), ("[global]\nfollow = none\nmonitor = 1", ""),
    ("[global]\nwidth = 99999", "width = 2048"),
    ("[global]\nsort = no", "order = \"newest-bottom\""), ("[global]\nsort = yes", "order = \"urgency\""),
    ("[global]\nsort = update\norigin = bottom-left", "order = \"newest-bottom\""),
    ("[global]\nsort = id", "order = \"newest-bottom\""),
    ("[global]\nsort = urgency_descending", "order = \"urgency\""), ("", "order = \"urgency\""),
    ("[global]\nframe_width = 0\nseparator_height = 5", "gap = 5"),
    ("[global]\nframe_width = 1\nseparator_height = 5", "gap = 3"), ("[global]\ngap_size = 7", "gap = 7"),
    ("[global]\nframe_width = 3\nseparator_height = 4", "gap = -2"),
    ("[global]\nframe_width = 4\nseparator_height = 2", "gap = -4"),
    ("[global]\nwidth = (0, 300)\nframe_width = 2", "width = 306\nmin_width = 6\npadding = [10, 11]"),
    ("[global]\nwidth = (300, 300)\nframe_width = 2", "width = 306\npadding = 10"),
    ("[global]\ntext_icon_padding = 5", "icon_gap = 5"),
    ("[global]\nhorizontal_padding = 9\ntext_icon_padding = 0", "padding = [11, 12]\nicon_gap = 9"),
    ("[global]\nicon_position = top\npadding = 7", "icon_gap = 7"),
    ("[global]\nvertical_alignment = bottom", "icon_align = \"bottom\""), ("", "icon_align = \"center\""),
    ("[global]\nline_height = 2", "text_spacing = 2"), ("[global]\nmax_icon_size = 0", "icon_size = 256"),
    ("[urgency_low]\nbackground = \"#abc\"", "tint = \"#AABBCC\""),
    (
      "[a]\nenabled = false\nappname = x\nskip_display = on",
      "# a\nname = \"a\"\nenabled = false\napp = \"x\"\nhidden = true"
    ),
    ("[a]\nenabled = yes\nappname = x\nskip_display = on", "# a\nname = \"a\"\napp = \"x\""),
    (
      "[global]\nmouse_left_click = remove_current\nmouse_middle_click = open_url\nmouse_right_click = none",
      #"on = { left = "forget", middle = "link", right = "none" }"#
    ),
    ("[global]\nmax_icon_size = 24", "icon_size = 24"),
    ("[global]\nmin_icon_size = 48", "min_icon_size = 48"),
    ("[global]\nformat = \"%s %%\"", "format = \"{summary} %\""), ("[a]\nappname = [\nskip_display = on", ""),
    (
      "[late]\nappname = x\nforeground = \"#111111\"\n[low]\nmsg_urgency = low\nforeground = \"#222222\"",
      "# late\nink = \"#111111\"\n# low\nurgency = \"low\"\nink = \"#222222\""
    ),
  ])
  func `a line gives a line`(source: String, lines: String) throws {
    try Self.imported(source).expect(lines: lines)
  }

  @Test(arguments: [
    "[global]\nwidth = wide", "[global]\norigin = middle", "[global]\noffset = 1",
    "[global]\ngeometry = 300x5",
    "[global]\ntimeout = soon", "[urgency_low]\nforeground = red", "[global]\nnot_known = 1",
    "[a]\nappname = x\nurgency = high", "[a]\nenabled = no\nappname = x",
    "[a]\nappname = [\nskip_display = on",
    "[a\nx = 1", "[global]\nhistory_length = many", "[global]\nmouse_left_click = jump",
    "[global]\nmin_icon_size = small", "[global]\nmonitor = 1", "[global]\nline_height = high",
    "[global]\nvertical_alignment = top", "[global]\nvertical_alignment = middle",
  ])
  func `what has no counterpart is named`(source: String) throws {
    let imported = try Self.imported(source)
    imported.expect(lines: "")
    // A file without options has an account, too.
    let usual = try Self.imported("").report.entries.filter { $0.kind != .carried }
    let entries = imported.report.entries.filter { $0.kind != .carried }
    #expect(entries.count > usual.count, "\(entries)")
  }

  @Test(arguments: [
    "[global]\nline_height = 0", "[global]\nstartup_notification = false", "[global]\ntext_icon_padding = 0",
    "[global]\nnotification_height = 0", "[global]\nicon_corner_radius = 0", "[global]\nverbosity = mesg",
    "[experimental]\nper_monitor_dpi = false",
  ])
  func `an option that asks for what banners do is no loss`(source: String) throws {
    #expect(try Self.imported(source).report.entries(.leftOut) == [])
  }

  @Test func `the keys of dunst are one line`() throws {
    let imported = try Self.imported("[shortcuts]\nclose = ctrl+space\nhistory = ctrl+grave")
    let lost = imported.report.entries(.leftOut).map(\.line)
    #expect(
      lost.count == 1 && lost[0].hasPrefix("dunstrc:2:1: close=ctrl+space, history=ctrl+grave: keys"),
      "\(lost)")
  }

  @Test(arguments: [
    ("[global]\nicon_path = /a", "icon_path", 2), ("[global]\nfont = a", "icons", 1),
    ("[a]\nappname = x", "icons", 1),
  ])
  func `what is said of icons is at the option, or in the file`(source: String, name: String, line: Int)
    throws
  {
    let file = try DunstReader.read(Array(source.utf8), file: "/x/other.conf")
    let entry = try #require(
      ImportedSettings(DunstImport.draft(of: file)).report.entries(.approximated).first)
    #expect(entry.text.hasPrefix("\(name): dunst finds icons by name only with"))
    #expect(entry.place?.description.hasPrefix("other.conf:\(line):") == true)
  }

  @Test(arguments: [("true", "Adwaita"), ("false", "gnome")])
  func `folders of icons count where dunst looks into them`(isRecursive: String, theme: String) throws {
    let imported = try Self.imported(
      """
      [global]
      enable_recursive_icon_lookup = \(isRecursive)
      icon_theme = Adwaita
      icon_path = /usr/share/icons/gnome/16x16/status/
      """)
    imported.expect(lines: "icon_theme = \"\(theme)\"")
  }

  @Test func `a geometry may have a width alone`() throws {
    let imported = try Self.imported("[global]\ngeometry = \"450-5-30\"\nframe_width = 0")
    imported.expect(lines: "margin_horizontal = 5\nmargin_vertical = 30\nwidth = 450")
  }

  @Test(arguments: [
    ("%s 100% %X {", #"{summary} 100% %X {{"#), ("%c: %s", "{category}: {summary}"), ("%i %s", "{summary}"),
  ])
  func `signs that are no fields of dunst stay in a format`(format: String, own: String) throws {
    try Self.imported("[global]\nformat = \"\(format)\"").expect(lines: "format = \"\(own)\"")
  }
}
