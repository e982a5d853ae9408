nonisolated extension WrongInput {
  private static let colour = ##"a colour as "#RRGGBB" or "#RRGGBBAA", or the name of one"##
  private static let fill =
    "the name of a fill, \"accent\", or \(colour), or an array of two to eight colours and an angle"

  static let wrongValues: [WrongInput] = [
    WrongInput(
      "appearance = 1", #"1:14: appearance: expected "light", "dark", "system" or "backdrop", got 1"#),
    WrongInput(
      "[appearance]", #"1:1: appearance: expected "light", "dark", "system" or "backdrop", got a table"#),
    WrongInput(
      "appearance = \"Dark\"",
      #"1:14: appearance: expected "light", "dark", "system" or "backdrop", got "Dark"; did you mean "dark"?"#
    ),
    WrongInput("accessibility = true", "1:17: accessibility: expected a table, got true"),
    WrongInput(
      "[accessibility]\nreduce_motion = true",
      #"2:17: accessibility.reduce_motion: expected "auto", "on" or "off", got true"#),
    WrongInput("legibility = 7", "1:14: legibility: expected a table, got 7"),
    WrongInput(
      "[glass]\nstrength = 1.5", "2:12: glass.strength: expected a number from 0 to 1, got 1.5"),
    WrongInput("[glass]\nrim = 2", "2:7: glass.rim: expected a number from 0 to 1, got 2"),
    WrongInput("[glass]\nshadow = true", "2:10: glass.shadow: expected a number from 0 to 1, got true"),
    WrongInput("[glass]\npress_light = -1", "2:15: glass.press_light: expected a number from 0 to 1, got -1"),
    WrongInput("[bar]\nshadow = 1.5", "2:10: bar.shadow: expected a number from 0 to 1, got 1.5"),
    WrongInput(
      "[notifications]\npress_light = 2",
      "2:15: notifications.press_light: expected a number from 0 to 1, got 2"),
    WrongInput("[levels]\nrim = -1", "2:7: levels.rim: expected a number from 0 to 1, got -1"),
    WrongInput("[tooltip]\nshadow = 2", "2:10: tooltip.shadow: expected a number from 0 to 1, got 2"),
    WrongInput("[menu]\nrim = \"none\"", #"2:7: menu.rim: expected a number from 0 to 1, got "none""#),
    WrongInput("[materials.mine]\nrim = 2", "2:7: materials.mine.rim: expected a number from 0 to 1, got 2"),
    WrongInput(
      "[legibility]\ncontrast = 0.5",
      "2:12: legibility.contrast: expected 0, or a number from 1 to 21, got 0.5"),
    WrongInput(
      "[legibility]\ncontrast = 22", "2:12: legibility.contrast: expected 0, or a number from 1 to 21, got 22"
    ),
    WrongInput(
      "[legibility]\ncontrast = -1", "2:12: legibility.contrast: expected 0, or a number from 1 to 21, got -1"
    ),
    WrongInput(
      "[legibility]\ncontrast = nan",
      "2:12: legibility.contrast: expected 0, or a number from 1 to 21, got nan"),
    WrongInput(
      "[legibility]\ncontrast = \"AA\"",
      #"2:12: legibility.contrast: expected 0, or a number from 1 to 21, got "AA""#),
    WrongInput("backdrop = \"live\"", #"1:12: backdrop: expected a table, got "live""#),
    WrongInput("bar = []", "1:7: bar: expected a table, got an empty array"),
    WrongInput("[[backdrop]]", "1:1: backdrop: expected a table, got an array"),
    WrongInput("clock = 12:00:00", "1:9: clock: expected a table, got a time"),
    WrongInput("text = 2024-01-01", "1:8: text: expected a table, got a date"),
    WrongInput("text.hello = \"Hello\"", #"1:14: text.hello: expected a table, got "Hello""#),
    WrongInput("script = 2024-01-01T12:00:00Z", "1:10: script: expected a table, got a date and time"),
    WrongInput("script.load = false", "1:15: script.load: expected a table, got false"),
    WrongInput(
      "[window]\nrewrite_text = \"{icon} {title}\"",
      #"2:16: window.rewrite_text: unknown field "icon" (there are title, app_id, workspace) at character 1"#),
    WrongInput(
      "[window]\nrewrite_text = \"{titel}\"",
      #"2:16: window.rewrite_text: unknown field "titel" (there are title, app_id, workspace) at character 2; did you mean "title"?"#
    ),
    WrongInput(
      "[clock]\nmenu = 1",
      #"2:8: clock.menu: expected an array of entries such as { label = "Terminal", run = ["foot"] }, got 1"#),
    WrongInput(
      "[clock.menu]",
      #"1:1: clock.menu: expected an array of entries such as { label = "Terminal", run = ["foot"] }, got a table"#
    ),
    WrongInput(
      "[clock]\nmenu = [{ lable = \"x\", run = \"refresh\" }]",
      #"2:19: clock.menu: unknown key "lable" (there are label, icon, run, menu, separator); did you mean "label"?"#
    ),
    WrongInput(
      "[clock]\nmenu = [{ label = \"x\" }, { run = \"refresh\" }, { separator = false }]",
      "2:9: clock.menu: expected a table with label and run, label and menu, or separator = true, got a table",
      "2:26: clock.menu: expected a table with label and run, label and menu, or separator = true, got a table",
      "2:61: clock.menu: expected true, got false"),
    WrongInput(
      "[[clock.menu]]\nlabel = \"x\"\nmenu = [{ label = \"y\", run = \"refesh\" }]",
      #"3:30: clock.menu: expected one of calendar, next_zone, previous_zone, toggle_format, refresh, menu, none, or a command as an array, got "refesh"; did you mean "refresh"?"#
    ),
    WrongInput(
      "[workspaces]\npersistent = 500",
      #"2:14: workspaces.persistent: expected an array of names, a number, or a table of outputs such as { "DP-1" = ["web"], "*" = 5 }, got 500"#
    ),
    WrongInput(
      "[workspaces]\npersistent = { DP-1 = 0 }",
      "2:23: workspaces.persistent: expected an array of names, or a number from 1 to 100, got 0"),
    WrongInput(
      "[idle]\ndurations = [60, -1]", "2:18: idle.durations: expected a number of seconds, 0 or more, got -1"),
    WrongInput("[disk]\npaths = \"/\"", #"2:9: disk.paths: expected an array of paths, got "/""#),
    WrongInput("[image.a]\npaths = \"x\"", #"2:9: image.a.paths: expected an array of paths, got "x""#),
    WrongInput("[workspaces]\nspecial = 1", "2:11: workspaces.special: expected true or false, got 1"),
    WrongInput(
      "[cpu]\ngraph_style = \"bar\"",
      #"2:15: cpu.graph_style: expected "line" or "bars", got "bar"; did you mean "bars"?"#),
    WrongInput("[audio]\nslider = 4", "2:10: audio.slider: expected a number from 24 to 1024, got 4"),
    WrongInput(
      "[backlight]\nslider = true", "2:10: backlight.slider: expected a number from 24 to 1024, got true"),
    WrongInput("[cpu]\ngraph_width = 2", "2:15: cpu.graph_width: expected a number from 8 to 1024, got 2"),
    WrongInput(
      "[idle]\ninhibit = [\"slep\"]",
      #"2:12: idle.inhibit: expected "sleep", "shutdown" or "lid", got "slep"; did you mean "sleep"?"#),
    WrongInput(
      "[session]\ncountdown = -1",
      "2:13: session.countdown: expected a number of seconds, 0 or more, got -1"),
    WrongInput(
      "[control_center]\ncountdown = \"60 s\"",
      #"2:13: control_center.countdown: expected a number of seconds, 0 or more, got "60 s""#),
    WrongInput("[backlight]\ncurve = 0", "2:9: backlight.curve: expected a number from 1 to 5, got 0"),
    WrongInput("[battery]\nadapter = 3", "2:11: battery.adapter: expected the name of an adapter, got 3"),
    WrongInput(
      "[bar]\nmode = \"dodgy\"",
      #"2:8: bar.mode: expected "docked", "auto-hide", "dodge" or "hidden", got "dodgy"; did you mean "dodge"?"#
    ),
    WrongInput(
      "[media]\nplayer_icons = \"x\"",
      #"2:16: media.player_icons: expected a table such as { "/(.*) - Editor$/" = "$1" }, got "x""#),
    WrongInput("[clock]\nmonths = 2", "2:10: clock.months: expected 1, 3 or 12, got 2"),
    WrongInput(
      "[clock]\nhover = \"calender\"",
      #"2:9: clock.hover: expected "tooltip" or "calendar", got "calender"; did you mean "calendar"?"#),
    WrongInput(
      "[clock]\nweek_numbering = true",
      #"2:18: clock.week_numbering: expected "locale", "iso", "first_day" or "full_week", got true"#),
    WrongInput(
      "[battery]\nfull_at = 101", "2:11: battery.full_at: expected at most 100, got 101"),
    WrongInput(
      "[audio]\nignore = \"*HDMI*\"",
      #"2:10: audio.ignore: expected an array of patterns, got "*HDMI*""#),
    WrongInput(
      "[clock]\nmargin = [1, 2, 3]",
      "2:10: clock.margin: expected a number from -256 to 1024, or an array of two, got an array"),
    WrongInput(
      "[clock]\nmargin = -257",
      "2:10: clock.margin: expected a number from -256 to 1024, or an array of two, got -257"),
    WrongInput(
      "[clock]\npadding = [4, -1]",
      "2:11: clock.padding: expected a number from 0 to 256, or an array of two, got an array"),
    WrongInput(
      "[clock]\npadding = [1, \"x\", 2]",
      "2:11: clock.padding: expected a number from 0 to 256, or an array of two, got an array"),
    WrongInput(
      "[clock]\nradius = [1, \"x\", \"y\", \"z\"]",
      "2:10: clock.radius: expected a number from 0 to 256, or an array of four, got an array"),
    WrongInput(
      "[bar]\nunderline_width = 33",
      "2:19: bar.underline_width: expected a number from 0 to 32, got 33"),
    WrongInput("[bar]\nunderline_color = 1", "2:19: bar.underline_color: expected \(colour), got 1"),
    WrongInput(
      "[bar]\nunderline_edge = \"top\"",
      "2:18: bar.underline_edge: expected \"inner\", \"outer\", \"start\" or \"end\", got \"top\""),
    WrongInput("[clock]\nglass = \"none\"", "2:9: clock.glass: expected true or false, got \"none\""),
    WrongInput("[cpu.states.x]\nwhen.percent = 1\nglass = true", "3:1: cpu.states.x.glass: unknown key"),
    WrongInput(
      "[clock]\nfill = [\"#ff0000\"]",
      "2:8: clock.fill: expected \(fill), got an array"),
    WrongInput(
      "[clock]\nfill = [\"#ff0000\", \"#00ff00\", 400]",
      "2:31: clock.fill: expected \(colour), got 400"),
    WrongInput("[clock]\nopacity = 1.5", "2:11: clock.opacity: expected a number from 0 to 1, got 1.5"),
    WrongInput(
      "[clock]\nshadow_radius = 9", "2:17: clock.shadow_radius: expected a number from 0 to 8, got 9"),
    WrongInput(
      "[clock]\nshadow_offset = 5", "2:17: clock.shadow_offset: expected a number from -4 to 4, got 5"),
    WrongInput("[clock]\nshadow_color = 1", "2:16: clock.shadow_color: expected \(colour), got 1"),
    WrongInput("[clock]\npulse = 1", "2:9: clock.pulse: expected true or false, got 1"),
    WrongInput("[clock]\nitem_spacing = 4", #"2:1: clock.item_spacing: unknown key"#),
    WrongInput(
      "[tray]\nitem_padding = 300",
      "2:16: tray.item_padding: expected a number from 0 to 256, or an array of two, got 300"),
    WrongInput(
      "[bar]\nheight = \"tall\"", #"2:10: bar.height: expected a positive integer, or "auto", got "tall""#),
    WrongInput("[bar]\nheight = 513", "2:10: bar.height: expected at most 512, got 513"),
    WrongInput(
      "[bar]\nlength = \"auto\"", #"2:10: bar.length: expected a positive integer, or "content", got "auto""#),
    WrongInput(
      "[tooltip]\nmaterial = \"glas\"",
      #"2:12: tooltip.material: expected the name of a material, got "glas"; did you mean "glass"?"#),
    WrongInput(
      "[menu]\nborder_width = 17", "2:16: menu.border_width: expected a number from 0 to 16, got 17"),
    WrongInput("materials = 1.5", "1:13: materials: expected a table, got 1.5"),
    WrongInput("[materials]\nmine = 1", "2:8: materials.mine: expected a table, got 1"),
    WrongInput(
      "[backdrop]\nsource = \"none\"",
      #"2:10: backdrop.source: expected "auto", "live", "compositor", "wallpaper" or "solid", got "none""#),
    WrongInput(
      "[backdrop]\nsource = true",
      #"2:10: backdrop.source: expected "auto", "live", "compositor", "wallpaper" or "solid", got true"#),
    WrongInput(
      "[backdrop]\nwallpaper = \"\"", #"2:13: backdrop.wallpaper: expected the path of a picture, got """#),
    WrongInput(
      "[backdrop]\nwallpaper = 1", "2:13: backdrop.wallpaper: expected the path of a picture, got 1"),
    WrongInput(
      #"backdrop.wallpaper = "/a\u0000b""#,
      #"1:22: backdrop.wallpaper: expected a path without NUL characters, got "/a\u0000b""#),
    WrongInput(
      "[backdrop]\nplacement = \"centre\"",
      #"2:13: backdrop.placement: expected "fill", "fit", "center" or "tile", got "centre"; did you mean "center"?"#
    ),
    WrongInput(
      "[backdrop]\nplacement = []",
      #"2:13: backdrop.placement: expected "fill", "fit", "center" or "tile", got an empty array"#),
    WrongInput("[backdrop]\nmax_rate = 1001", "2:12: backdrop.max_rate: expected at most 1000, got 1001"),
    WrongInput(
      "[backdrop]\nmax_rate = 30.0", "2:12: backdrop.max_rate: expected a positive integer, got 30.0"),
    WrongInput(
      "[bar]\nstyle = \"island\"",
      #"2:9: bar.style: expected "edge", "floating" or "islands", got "island"; did you mean "islands"?"#),
    WrongInput("[bar]\nedge = 1", #"2:8: bar.edge: expected "top", "bottom", "left" or "right", got 1"#),
    WrongInput(
      "[bar]\nedge = \"botom\"",
      #"2:8: bar.edge: expected "top", "bottom", "left" or "right", got "botom"; did you mean "bottom"?"#),
    WrongInput(
      "[bar]\nheight = \"abc\"", #"2:10: bar.height: expected a positive integer, or "auto", got "abc""#),
    WrongInput("[bar]\nheight = -3", "2:10: bar.height: expected a positive integer, or \"auto\", got -3"),
    WrongInput("[bar]\nheight = 513", "2:10: bar.height: expected at most 512, got 513"),
    WrongInput("[bar]\nheight = inf", "2:10: bar.height: expected a positive integer, or \"auto\", got inf"),
    WrongInput(
      "[bar]\n  height   =   [ 1 ]",
      "2:16: bar.height: expected a positive integer, or \"auto\", got an array"),
    WrongInput(
      "[bar]\nmaterial = \"systemMateriel\"",
      #"2:12: bar.material: expected the name of a material, got "systemMateriel"; did you mean "systemMaterial"?"#
    ),
    WrongInput(
      "[bar]\nmaterial = \"steel\"", #"2:12: bar.material: expected the name of a material, got "steel""#),
    WrongInput("[bar]\nmaterial = {}", "2:12: bar.material: expected the name of a material, got a table"),
    WrongInput(
      "[bar]\nmaterial = \"mnie\"\n[materials.mine]",
      #"2:12: bar.material: expected the name of a material, got "mnie"; did you mean "mine"?"#),
    WrongInput(
      "[bar]\nfont = \" \"", #"2:8: bar.font: expected a font such as "Inter 11" that is not empty, got " ""#),
    WrongInput(
      "[bar]\nfont = \"Inter 1e30\"",
      #"2:8: bar.font: expected a font such as "Inter 11" with a size from 1 to 256 points, got "Inter 1e30""#
    ),
    WrongInput(
      "[bar]\nfont = \"Inter,0px\"",
      #"2:8: bar.font: expected a font such as "Inter 11" with a size from 1 to 256 points, got "Inter,0px""#),
    WrongInput(
      "[notifications]\nfont = \"Inter 257 @wght=500\"",
      #"2:8: notifications.font: expected a font such as "Inter 10" with a size from 1 to 256 points, got "Inter 257 @wght=500""#
    ),
    WrongInput(
      "[notifications]\nborder_width = 17",
      "2:16: notifications.border_width: expected a number from 0 to 16, got 17"),
    WrongInput(
      "[notifications]\nborder_color = \"reddish\"",
      "2:16: notifications.border_color: expected a colour as \"#RRGGBB\" or \"#RRGGBBAA\", or the name of one, got \"reddish\""
    ),
    WrongInput(
      "[notifications]\npadding = 65",
      "2:11: notifications.padding: expected a number from 0 to 64, or an array of two, got 65"),
    WrongInput(
      "hint_font_metrics = \"yes\"", "1:21: hint_font_metrics: expected true or false, got \"yes\""),
    WrongInput(
      "[group.a]\nmodules = [\"clock\"]\nspacing = -1",
      "3:11: group.a.spacing: expected a number from 0 to 256, got -1"),
    WrongInput(
      "[notifications]\ntext_spacing = 33",
      "2:16: notifications.text_spacing: expected a number from 0 to 32, got 33"),
    WrongInput(
      "[notifications]\nicon_size = 7",
      "2:13: notifications.icon_size: expected a number from 8 to 256, got 7"),
    WrongInput(
      "[notifications]\nmin_icon_size = -1",
      "2:17: notifications.min_icon_size: expected a number from 0 to 256, got -1"),
    WrongInput(
      "[notifications]\nicon_gap = 65",
      "2:12: notifications.icon_gap: expected a number from 0 to 64, got 65"),
    WrongInput(
      "[[notifications.rules]]\nicon_end_gap = -1",
      "2:16: notifications.rules.icon_end_gap: expected a number from 0 to 64, got -1"),
    WrongInput(
      "[[notifications.rules]]\nicon_margin = [1, 2, 3]",
      "2:15: notifications.rules.icon_margin: expected a number from 0 to 64, or an array of two, got an array"
    ),
    WrongInput(
      "[notifications]\nclose_button = \"no\"",
      #"2:16: notifications.close_button: expected true or false, got "no""#),
    WrongInput(
      "[notifications]\ngap = -17", "2:7: notifications.gap: expected an integer from -16 to 256, got -17"),
    WrongInput(
      "[notifications]\nmore_format = \"{count}\"",
      #"2:15: notifications.more_format: unknown field "count" (there are hidden, total) at character 2"#),
    WrongInput(
      "[notifications]\nstack_format = \"<b>{stack}\"",
      #"2:16: notifications.stack_format: <b> is not closed at character 1"#),
    WrongInput(
      "[notifications]\nicons = \"all\"",
      #"2:9: notifications.icons: expected true, false or "pictures", got "all""#),
    WrongInput(
      "[notifications]\nletter_icons = 1", "2:16: notifications.letter_icons: expected true or false, got 1"),
    WrongInput(
      "[[notifications.rules]]\ncritical_sign = \"no\"",
      #"2:17: notifications.rules.critical_sign: expected true or false, got "no""#),
    WrongInput(
      "[notifications]\nicon_position = \"left\"",
      #"2:17: notifications.icon_position: expected "leading", "trailing", "top" or "none", got "left""#),
    WrongInput(
      "[notifications]\nicon_align = \"middle\"",
      #"2:14: notifications.icon_align: expected "top", "center" or "bottom", got "middle""#),
    WrongInput(
      "[notifications]\nprogress_color = 1",
      "2:18: notifications.progress_color: expected a colour as \"#RRGGBB\" or \"#RRGGBBAA\", or the name of one, got 1"
    ),
    WrongInput(
      "[[notifications.rules]]\ntext_align = \"centre\"",
      #"2:14: notifications.rules.text_align: expected "natural", "leading", "center" or "trailing", got "centre"; did you mean "center"?"#
    ),
    WrongInput(
      "[[notifications.rules]]\ncorner_radius = -1",
      "2:17: notifications.rules.corner_radius: expected an integer, 0 or more, got -1"),
    WrongInput(
      "[notifications]\nformat = \"{titel}\"",
      #"2:10: notifications.format: unknown field "titel" (there are app, summary, body, category, age, progress, count, stack) at character 2"#
    ),
    WrongInput(
      "[notifications]\nformat = \"{a\\nb}\"",
      #"2:10: notifications.format: unknown field "a\nb" (there are app, summary, body, category, age, progress, count, stack) at character 2"#
    ),
    WrongInput(
      "[notifications]\nformat = \"<blink>{app}</blink>\"",
      #"2:10: notifications.format: unknown element "blink" (there are b, big, i, s, small, span, sub, sup, tt, u) at character 2"#
    ),
    WrongInput(
      "[notifications]\nformat = \"{icon}\"",
      #"2:10: notifications.format: unknown field "icon" (there are app, summary, body, category, age, progress, count, stack) at character 1"#
    ),
    WrongInput(
      "[notifications.on]\nmidle = \"menu\"",
      #"2:9: notifications.on.midle: unknown key; did you mean "middle"?"#),
    WrongInput(
      "[notifications.on]\nmiddle = \"meny\"",
      #"2:10: notifications.on.middle: expected one of default, dismiss, forget, dismiss_group, dismiss_all, menu, link, reply, none, or a command as an array, got "meny"; did you mean "menu"?"#
    ),
    WrongInput(
      "[[notifications.rules]]\non = 1",
      #"2:6: notifications.rules.on: expected a table such as { middle = "menu" }, got 1"#),
    WrongInput(
      "[notifications]\nshow_age = -1",
      "2:12: notifications.show_age: expected a number of seconds, 0 or more, got -1"),
    WrongInput(
      "[notifications]\nidle_threshold = \"never\"",
      #"2:18: notifications.idle_threshold: expected a number of seconds, 0 or more, got "never""#),
    WrongInput(
      "[notifications]\ncopy_codes = 1", "2:14: notifications.copy_codes: expected true or false, got 1"),
    WrongInput(
      "[[notifications.rules]]\ntag = \"![\"",
      #"2:7: notifications.rules.tag: expected a pattern ("[" without "]", at character 1), got "![""#),
    WrongInput(
      "[[notifications.rules]]\ngroup_by = \"app\"",
      #"2:12: notifications.rules.group_by: expected "none", "application", "category" or "summary", got "app""#
    ),
    WrongInput(
      "[[notifications.rules]]\nwidth = 0",
      "2:9: notifications.rules.width: expected a positive integer, got 0"),
    WrongInput(
      "[[notifications.rules]]\nlayer = \"over\"",
      #"2:9: notifications.rules.layer: expected "background", "bottom", "top" or "overlay", got "over""#),
    WrongInput(
      "[bar]\nink = \"labell\"",
      ##"2:7: bar.ink: expected the name of a vibrancy, or a colour as "#RRGGBB" or "#RRGGBBAA", or the name of one, got "labell"; did you mean "label"?"##
    ),
    WrongInput(
      "[notifications.do_not_disturb]\nlevel = 0",
      "2:9: notifications.do_not_disturb.level: expected a positive integer, got 0"),
    WrongInput(
      "[[notifications.rules]]\npause_level = 101",
      "2:15: notifications.rules.pause_level: expected at most 100, got 101"),
    WrongInput("[cpu]\nlines = 0", "2:9: cpu.lines: expected a positive integer, got 0"),
    WrongInput("[cpu]\nlines = 9", "2:9: cpu.lines: expected at most 8, got 9"),
    WrongInput("[bar]\nfont = 11", #"2:8: bar.font: expected a font such as "Inter 11", got 11"#),
    WrongInput(
      "[bar]\nstart = \"clock\"", #"2:9: bar.start: expected an array of names of modules, got "clock""#),
    WrongInput("[bar]\ncenter = 1", "2:10: bar.center: expected an array of names of modules, got 1"),
    WrongInput("[bar]\nend = {}", "2:7: bar.end: expected an array of names of modules, got a table"),
    WrongInput(
      "[clock]\nformat = \"\"",
      #"2:10: clock.format: expected a format that is not empty, got """#),
    WrongInput("[clock]\nformat = 24", "2:10: clock.format: expected a format, got 24"),
    WrongInput(
      "[clock.utc]\nformat = []",
      "2:10: clock.utc.format: expected a format, got an empty array"
    ),
    WrongInput("[clock.format]", "1:1: clock.format: expected a format, got a table"),
    WrongInput(
      "[cpu]\nformat = \"{percnt}%\"",
      #"2:10: cpu.format: unknown field "percnt" (there are percent, cores, percentN, iconN, frequency, min_frequency, max_frequency, load1, pressure, history, icon) at character 2; did you mean "percent"?"#
    ),
    WrongInput(
      "[cpu]\nformat_alt = \"{percent:x}\"",
      #"2:14: cpu.format_alt: ":x" does not suit the type integer; expected such as ":.1", ":>4" or ":03" at character 10"#
    ),
    WrongInput(
      "[text.a]\ntext = \"\"\ntooltip = \"{\"",
      "3:11: text.a.tooltip: a brace that is not closed; write {{ for a brace at character 1"),
    WrongInput(
      "[cpu]\nmarkup = true\nformat = \"{{<b>é{percent}</b><i>x\"",
      "3:10: cpu.format: <i> is not closed at character 20"),
    WrongInput(
      "[cpu]\nmarkup = true\ntooltip = \"<spam>x</spam>\"",
      #"3:11: cpu.tooltip: unknown element "spam" (there are b, big, i, s, small, span, sub, sup, tt, u) at character 2; did you mean "span"?"#
    ),
    WrongInput(
      "[cpu.states.high]\nwhen.percent = 1\nmarkup = true\nformat_alt = \"<span colour='red' size='{percent}%'>x</span>\"",
      #"4:14: cpu.states.high.format_alt: unknown attribute "colour" (there are color, foreground, fgcolor, weight, font_weight, style, font_style, size, font_size, underline, strikethrough, font_family, face, font, font_desc, alpha, fgalpha, rise, letter_spacing, font_features) at character 7; did you mean "color"?"#
    ),
    WrongInput(
      "[clock]\nmarkup = true\nformat = \"<span font_features='ss1'>%H</span>\"",
      ##"3:10: clock.format: font_features: expected features of a font such as "ss01, zero=1" at character 22"##
    ),
    WrongInput(
      "[bar]\nfont = \"Inter 11 #ss1\"",
      ##"2:8: bar.font: expected a font such as "Inter 11", with features such as "#ss01,zero=1" at its end, got "Inter 11 #ss1""##
    ),
    WrongInput(
      "[clock]\nmarkup = true\nformat = \"<span color='rad'>%H</span>\"",
      ##"3:10: clock.format: color: expected a colour such as "#ff453a" or "red", or the name of a colour or a vibrancy at character 14"##
    ),
    WrongInput(
      "[cpu]\ntooltip = \"{history} {icon}\"",
      "2:11: cpu.tooltip: a tooltip cannot show a graph, as the field history is"),
    WrongInput(
      "[cpu]\ntooltip = \"{icon}\"",
      "2:11: cpu.tooltip: a tooltip cannot show the icon of the module, which is a picture"),
    WrongInput(
      "[separator.a]\nformat = \"x\"\n[group.b]\nmodules = [\"clock\"]\ntooltip = \"x\"\n[spacer.c]\non = 1",
      "2:1: separator.a.format: unknown key", "5:1: group.b.tooltip: unknown key",
      "7:1: spacer.c.on: unknown key"),
    WrongInput(
      "[rates]\nicons = [\"a\", \"b\"]",
      "2:9: rates.icons: rates has no level that could choose among several icons; expected one icon"),
    WrongInput(
      "[cpu]\nicons = { high = \"a\", default = \"b\" }",
      #"2:9: cpu.icons: cpu has no text that could choose an icon; expected "default" alone"#),
    WrongInput(
      "[cpu]\nformat = \"a\\tb\"",
      #"2:10: cpu.format: expected a format without control characters, got "a\tb""#),
    WrongInput(
      "[cpu]\ntooltip = \"a\\nb\\tc\"",
      #"2:11: cpu.tooltip: expected a format without control characters, got "a\nb\tc""#),
    WrongInput(
      "[clock]\nformat = \"{tme}\"",
      #"2:10: clock.format: unknown field "tme" (there are time, calendar, zone, zones, icon) at character 2; did you mean "time"?"#
    ),
    WrongInput(
      "[cpu.states.high]\nwhen = { percent = \"lots\" }",
      #"2:20: cpu.states.high.when: expected a comparison with a number such as "<= 20", got "lots""#),
    WrongInput(
      "[cpu.states.high]\nwhen = { precent = 1 }",
      #"2:20: cpu.states.high.when: unknown field "precent" (there are percent, cores, percentN, iconN, frequency, min_frequency, max_frequency, load1, pressure, history); did you mean "percent"?"#
    ),
    WrongInput(
      "[battery.states]\ncharging.ink = \"label\"\ndisharging.ink = \"label\"",
      #"3:1: battery.states.disharging: unknown state "disharging" (there are absent, low, critical, charging, discharging, empty, full, held, unknown, plugged); expected one of these, or conditions in "when"; did you mean "discharging"?"#
    ),
    WrongInput(
      "[cpu.states.hover]\nfill = \"#ffffff30\"\nformat = \"{percent}\"",
      #"3:10: cpu.states.hover.format: the state "hover" changes only ink, fill, opacity, radius, strokes, shadows and underlines, not "format""#
    ),
    WrongInput(
      "[cpu.all.states.hot]\nhidden = true",
      #"1:17: cpu.all.states.hot: unknown state "hot" (there are none); expected conditions in "when""#),
    WrongInput(
      "[cpu.states.hot]\nwhen = {}",
      #"1:13: cpu.states.hot: unknown state "hot" (there are none); expected conditions in "when""#),
    WrongInput(
      "[cpu.on]\nclick = \"refrsh\"",
      #"2:9: cpu.on.click: expected one of popup, toggle_format, refresh, menu, none, or a command as an array, got "refrsh"; did you mean "refresh"?"#
    ),
    WrongInput(
      "[cpu.on]\nupdate = \"popup\"",
      #"2:10: cpu.on.update: expected an array of strings, the program first, got "popup""#),
    WrongInput("[cpu.on]\nclik = []", #"2:1: cpu.on.clik: unknown key; did you mean "click"?"#),
    WrongInput(
      "[cpu]\nink = \"secondryLabel\"",
      ##"2:7: cpu.ink: expected the name of a vibrancy, or a colour as "#RRGGBB" or "#RRGGBBAA", or the name of one, got "secondryLabel"; did you mean "secondaryLabel"?"##
    ),
    WrongInput(
      "[cpu]\nicons = []",
      "2:9: cpu.icons: expected an array of icons, or a table of them, got an empty array"),
    WrongInput(
      "[group.a]\nmodules = [\"group.a\"]\n",
      #"2:12: group.a.modules: expected a group that does not contain this one, got "group.a""#),
    WrongInput(
      "[group.a]\nmodules = [\"group.b\"]\n[group.b]\nmodules = [\"clock\", \"group.a\"]",
      #"4:21: group.b.modules: expected a group that does not contain this one, got "group.a""#),
    WrongInput(
      "[group]\na.modules = [\"group.b\"]\nb.modules = [\"group.c\"]\nc.modules = [\"group.d\"]\nd.modules = [\"group.e\"]\ne.modules = [\"clock\"]",
      #"2:14: group.a.modules: expected at most 4 groups in one another, got "group.b""#),
    WrongInput("[group.a]\nmodules = []\nkeep = 0", "3:8: group.a.keep: expected a positive integer, got 0"),
    WrongInput(
      "[cpu]\nscroll_threshold = 0", "2:20: cpu.scroll_threshold: expected a number from 1 to 1000, got 0"),
    WrongInput(
      "[cpu]\nscroll_reverse = true",
      #"2:18: cpu.scroll_reverse: expected "none", "touchpad", "wheel" or "all", got true"#),
    WrongInput(
      "[cpu]\ncursor = \"hand\"", #"2:10: cpu.cursor: expected "default", "pointer" or "text", got "hand""#),
    WrongInput("[backlight]\nmin = 101", "2:7: backlight.min: expected a number from 0 to 100, got 101"),
    WrongInput("[cpu]\ninterval = 0", "2:12: cpu.interval: expected a number from 0.5 to 86400, got 0"),
    WrongInput("[text.hello]", "1:1: text.hello.text: missing; expected a text"),
    WrongInput("[text.hello]\ntext = 1", "2:8: text.hello.text: expected a text, got 1"),
    WrongInput(
      "[text.hello]\ntext = \"a\\nb\"",
      #"2:8: text.hello.text: expected a text of one line, without control characters, got "a\nb""#),
    WrongInput(
      "[script.load]", "1:1: script.load.command: missing; expected an array of strings, the program first"),
    WrongInput(
      "[script.load]\ncommand = \"uptime\"",
      #"2:11: script.load.command: expected an array of strings, the program first, got "uptime""#),
    WrongInput(
      "[script.load]\ncommand = []",
      "2:11: script.load.command: expected an array of strings, the program first, got an empty array"),
    WrongInput(
      "[script.load]\ncommand = [\"\", 1,\n  true]",
      #"2:12: script.load.command: expected the name of a program, got """#,
      "2:16: script.load.command: expected a string without NUL characters, got 1",
      "3:3: script.load.command: expected a string without NUL characters, got true"),
    WrongInput(
      "[script.load]\ncommand = [\"x\"]\ninterval = -1",
      "3:12: script.load.interval: expected a number of seconds, 0 or more, got -1"),
    WrongInput(
      "[script.load]\ncommand = [\"x\"]\ninterval = nan",
      "3:12: script.load.interval: expected a number of seconds, 0 or more, got nan"),
    WrongInput(
      "[script.load]\ncommand = [\"x\"]\ninterval = inf",
      "3:12: script.load.interval: expected at most 31536000 seconds, got inf"),
    WrongInput(
      "[script.load]\ncommand = [\"x\"]\ncontinuous = \"yes\"",
      #"3:14: script.load.continuous: expected true or false, got "yes""#),
    WrongInput(
      "[materials.systemMaterial]",
      "1:12: materials.systemMaterial: a material of this name exists already; expected another name"),
    WrongInput(
      "[materials.a]\nbase = \"b\"\n[materials.b]",
      #"2:8: materials.a.base: expected the name of a material, got "b""#),
    WrongInput(
      "[materials.mine]\nbase = 1", "2:8: materials.mine.base: expected the name of a material, got 1"),
    WrongInput(
      "[materials.mine]\nblur = \"20\"",
      #"2:8: materials.mine.blur: expected a number from 0 to 135, got "20""#
    ),
    WrongInput("[materials.mine]\nblur = -.5", "2:9: expected decimal digit, saw '.'"),
    WrongInput(
      "[materials.mine]\nblur = -0.5", "2:8: materials.mine.blur: expected a number from 0 to 135, got -0.5"),
    WrongInput(
      "[materials.mine]\nsaturation = 11",
      "2:14: materials.mine.saturation: expected a number from 0 to 10, got 11"),
    WrongInput(
      "[materials.mine]\nbrightness = nan",
      "2:14: materials.mine.brightness: expected a number from -1 to 1, got nan"),
    WrongInput(
      "[materials.mine]\nluminance_amount = 1.5",
      "2:20: materials.mine.luminance_amount: expected a number from 0 to 1, got 1.5"),
    WrongInput(
      "[materials.mine]\nluminance_curve = 1",
      "2:19: materials.mine.luminance_curve: expected an array of 4 numbers, got 1"),
    WrongInput(
      "[materials.mine]\nluminance_curve = [1, 2, 3]",
      "2:19: materials.mine.luminance_curve: expected an array of 4 numbers, got 3"),
    WrongInput(
      "[materials.mine]\nluminance_curve = [1, \"2\", 3, 5]",
      #"2:23: materials.mine.luminance_curve: expected a number from -4 to 4, got "2""#,
      "2:31: materials.mine.luminance_curve: expected a number from -4 to 4, got 5"),
    WrongInput(
      "[materials.mine]\ntint = \"#12345\"",
      ##"2:8: materials.mine.tint: expected a colour as "#RRGGBB" or "#RRGGBBAA", or the name of one, got "#12345""##
    ),
    WrongInput(
      "[materials.mine]\ntint = \"1234567\"",
      ##"2:8: materials.mine.tint: expected a colour as "#RRGGBB" or "#RRGGBBAA", or the name of one, got "1234567""##
    ),
    WrongInput(
      "[materials.mine]\ntint = 0xFFFFFF",
      ##"2:8: materials.mine.tint: expected a colour as "#RRGGBB" or "#RRGGBBAA", or the name of one, got 16777215"##
    ),
    WrongInput(
      "[materials.mine]\ntint = \"#12345g\"",
      ##"2:8: materials.mine.tint: expected a colour as "#RRGGBB" or "#RRGGBBAA", or the name of one, got "#12345g""##
    ),
  ]

}
