import Geometry
import GlassModel
import ModuleModel
import Testing
import TextProcessing
import Toml
import VisualEffects

@testable import Settings

struct SettingsTests {
  @Test func `a group may contain a group whose table comes later`() {
    let (settings, messages) = decode(
      """
      [bar]
      start = ["group.a", "cpu"]
      [group.a]
      modules = ["clock", "group.b"]
      [group.b]
      modules = ["memory", "load"]
      """)
    #expect(messages == [])
    let (clock, memory, load, cpu) = (
      ModuleName(.clock), ModuleName(.memory), ModuleName(.load), ModuleName(.cpu)
    )
    #expect(settings.shownModules(of: settings.bar).prefix(4) == [clock, memory, load, cpu])
    #expect(settings.groups(of: settings.bar) == [ModuleName(.group, "a"), ModuleName(.group, "b")])
  }

  @Test func `persistent workspaces are those of every output or of some`() {
    func read(_ value: String) -> PersistentWorkspaces? {
      let (settings, messages) = decode("[workspaces]\npersistent = \(value)")
      #expect(messages == [])
      return (settings.module(ModuleName(.workspaces)).source.base as? WorkspacesSettings)?.persistent
    }
    #expect(read(#"["1", "web"]"#) == PersistentWorkspaces(["1", "web"]))
    #expect(read("3") == PersistentWorkspaces(["1", "2", "3"]))
    #expect(
      read(#"{ "DP-1" = ["web"], "*" = 2 }"#)
        == PersistentWorkspaces(parts: [
          .init(output: "DP-1", names: ["web"]), .init(output: nil, names: ["1", "2"]),
        ]))
  }

  @Test(
    arguments: [
      ("format = \"{percent} {history}\"", .cpu()),
      ("format = \"{percent0}\"", .cpu(cores: true)), ("tooltip = \"{icon12}\"", .cpu(cores: true)),
      ("format_alt = \"{max_frequency:.1}\"", .cpu(frequencies: true)),
      ("format = \"{load1:.2}\"", .cpu(load: true)),
      (
        "states.hot = { when = { percent3 = \"> 90\", frequency = \"> 4\" } }",
        .cpu(cores: true, frequencies: true)
      ),
    ] as [(String, MeterSettings.Subject)])
  func `a processor reads of its cores what the settings show`(option: String, subject: MeterSettings.Subject)
  {
    let (settings, messages) = decode("[cpu]\n\(option)")
    #expect(messages == [])
    #expect(
      settings.module(ModuleName(.cpu)).source == AnySourceSettings(MeterSettings(subject, interval: 3)))
  }

  @Test(arguments: [
    ("[cpu.states.hot]\nwhen = { percent = \"> 90\" }", ModuleName(.cpu)),
    ("[battery.states.charging]", ModuleName(.battery)), ("[battery.states.low]", ModuleName(.battery)),
    ("[workspaces.states.persistent]", ModuleName(.workspaces)),
    ("[script.a]\ncommand = [\"a\"]\n[script.a.states.of-its-own]", ModuleName(.script, "a")),
  ])
  func `a state has conditions, or is one that the module sets`(text: String, module: ModuleName) {
    let (settings, messages) = decode(text + "\nink = \"#ff0000\"")
    #expect(messages == [])
    #expect(settings.module(module).style.states.map(\.look.ink) == [.colour([1, 0, 0, 1])])
  }

  @Test(
    arguments: ["", "\n", "# nothing\n# at all", "\u{FEFF}", "[bar]\r\n"])
  func `a file without options means the defaults`(text: String) {
    let (settings, messages) = decode(text)
    #expect(messages == [])
    #expect(settings == Settings())
  }

  @Test(arguments: [
    ("", false), (#"format = "{layout} {count}""#, false), (#"format = "{short} {locks}""#, true),
    (#"format_alt = "{num}""#, true), (#"tooltip = "{scroll}""#, true),
    ("[keyboard.states.caps]\nink = \"#ff0000\"", true),
    ("[keyboard.states.empty]\nink = \"#ff0000\"", false),
    ("[keyboard.states.other]\nwhen = { caps = true }", true),
    ("[keyboard.states.caps]\nwhen = { short = \"de\" }", false),
  ])
  func `locks of the keyboard are followed if they are shown`(table: String, follows: Bool) {
    let (settings, messages) = decode("[keyboard]\ninterval = 7\n" + table)
    #expect(messages == [])
    var expected = KeyboardSettings()
    (expected.followsLocks, expected.interval) = (follows, 7)
    #expect(settings.module(ModuleName(.keyboard)).source == AnySourceSettings(expected))
  }

  @Test func `a menu has entries, lines and submenus, as arrays or as tables`() {
    let (settings, messages) = decode(
      """
      [clock]
      menu = [
        { label = "_Look", run = "refresh" }, { separator = true },
        { label = "More", icon = "x-symbolic", menu = [{ label = "Terminal", run = ["foot", "-x"] }] },
      ]
      [[cpu.menu]]
      label = "Terminal"
      run = ["foot"]
      """)
    #expect(messages == [])
    #expect(
      settings.module(ModuleName(.clock)).style.menu == [
        MenuItem("_Look", .action(.builtIn("refresh"))), .separator,
        MenuItem(
          "More", icon: "x-symbolic", .submenu([MenuItem("Terminal", .action(.command(["foot", "-x"])))])),
      ])
    #expect(
      settings.module(ModuleName(.cpu)).style.menu == [MenuItem("Terminal", .action(.command(["foot"])))])
  }

  @Test func `a tooltip may have several lines`() {
    let (settings, messages) = decode("[cpu]\ntooltip = \"\"\"\n{percent} %\n{cores} cores\"\"\"\n")
    #expect(messages == [])
    #expect(settings.module(ModuleName(.cpu)).style.look.tooltip?.source == "{percent} %\n{cores} cores")
  }

  @Test func `every option is taken over`() {
    let (settings, messages) = decode(
      """
      appearance = "light"
      [accessibility]
      reduce_transparency = "on"
      increase_contrast = "off"
      reduce_motion = "on"
      [legibility]
      contrast = 7.5
      [glass]
      strength = 0.5
      [backdrop]
      source = "wallpaper"
      wallpaper = "~/Pictures/fjord.jpg"
      placement = "tile"
      max_rate = 1000
      [bar]
      edge = "bottom"
      height = 512
      material = "mine"
      font = "DejaVu Sans 9"
      start = ["text.hello", "text.hello", "clock.utc"]
      center = []
      end = ["script.load", "clock"]
      [clock]
      format = "%H:%M:%S"
      [clock.utc]
      format = "%H:%M UTC"
      [text.hello]
      text = "Grüße, 世界"
      [text."a.b"]
      text = "unused"
      [script.load]
      command = ["sh", "-c", "echo\\n"]
      interval = 0.5
      continuous = true
      [materials.mine]
      base = "systemThinMaterial"
      blur = 12.5
      saturation = 2
      brightness = -0.25
      luminance_amount = 1
      luminance_curve = [0, 0.5, -1, 1.0]
      tint = "#ff8000"
      """)
    #expect(messages == [])
    var expected = Settings()
    expected.appearance = .light
    expected.accessibility.reduceTransparency = .on
    expected.accessibility.increaseContrast = .off
    expected.accessibility.reduceMotion = .on
    expected.legibility.contrast = 7.5
    expected.glass.strength = 0.5
    expected.backdrop.source = .wallpaper
    expected.backdrop.wallpaper = "~/Pictures/fjord.jpg"
    expected.backdrop.placement = .tile
    expected.backdrop.maxRate = 1000
    expected.bar.edge = .bottom
    expected.bar.height = 512
    expected.bar.material = "mine"
    expected.bar.font = "DejaVu Sans 9"
    expected.bar.start = [ModuleName(.text, "hello"), ModuleName(.text, "hello"), ModuleName(.clock, "utc")]
    expected.bar.center = []
    expected.bar.end = [ModuleName(.script, "load"), .clock]
    expected.modules[.clock] = clock("%H:%M:%S")
    expected.modules[ModuleName(.clock, "utc")] = clock("%H:%M UTC")
    expected.modules[ModuleName(.text, "hello")] = ModuleSettings(
      .text, with(TextSettings()) { $0.text = "Grüße, 世界" })
    expected.modules[ModuleName(.text, "a.b")] = ModuleSettings(
      .text, with(TextSettings()) { $0.text = "unused" })
    let script = with(ScriptSettings()) {
      $0.command = ["sh", "-c", "echo\n"]
      $0.interval = 0.5
      $0.isContinuous = true
    }
    expected.modules[ModuleName(.script, "load")] = ModuleSettings(.script, script)
    let chain = ColourChain(
      luminanceAmount: 1, luminanceCurve: [0, 0.5, -1, 1], saturation: 2, brightness: -0.25,
      fill: [1, 128.0 / 255, 0, 1])
    expected.materials["mine"] = BlurEffect(
      light: Material(name: "mine", isDark: false, blurRadius: 12.5, chain: chain),
      dark: Material(name: "mine", isDark: true, blurRadius: 12.5, chain: chain))
    #expect(settings == expected)
    #expect(settings.effect(named: settings.bar.material) == expected.materials["mine"]?.weakened(to: 0.5))
  }

  @Test(
    arguments: [
      ("", "%H\n%M"), ("[clock]\nformat = \"%a %e %b  %H:%M\"", "%H\n%M"),
      ("[clock]\nformat = \"%H:%M\"", nil),
    ] as [(String, String?)])
  func `a clock at the side has the hours above the minutes unless it has a format of its own`(
    text: String, format: String?
  ) {
    let (settings, messages) = decode(text)
    #expect(messages == [])
    #expect(
      settings.module(.clock).style.look.sideFormat == format.map { FormatTemplate(time: "time", format: $0) }
    )
  }

  @Test(
    arguments: [("", true), ("[window]\nformat = \"{app_id}\"\n[taskbar]\nformat = \"{app_id}\"", nil)]
      as [(String, Bool?)])
  func `windows at the side are shown by their icons unless they have a format of their own`(
    text: String, showsIcon: Bool?
  ) {
    let (settings, messages) = decode(text)
    #expect(messages == [])
    for kind in [ModuleName(.window), ModuleName(.taskbar)] {
      let look = settings.module(kind).style.look
      #expect(look.sideFormat?.showsIcon == showsIcon)
    }
  }

  @Test func `every option of notifications is taken over`() throws {
    let (settings, messages) = decode(
      """
      [notifications]
      enabled = false
      anchor = "bottom"
      output = "DP-1"
      width = 400
      gap = -2
      margin_horizontal = 1
      margin_vertical = 2
      corner_radius = 3
      max_shown = 7
      order = "newest-bottom"
      group = "application"
      count_duplicates = false
      material = "light"
      font = "Serif 9"
      body_lines = 2
      timeout_low = 1
      timeout_normal = 0
      timeout_critical = 2.5
      client_timeouts = false
      icons = false
      icon_theme = "Adwaita"
      sound = false
      history = false
      history_count = 5
      history_days = 6
      history_exclude = ["Signal", "/pass/"]
      border_width = 2
      border_color = "#FF9F0A"
      padding = 10
      icon_size = 32
      min_icon_size = 16
      icon_gap = 6
      icon_end_gap = 7
      icon_margin = [1, 2]
      close_button = false
      icon_position = "trailing"
      icon_align = "bottom"
      progress_color = "#00FF00"
      text_align = "center"
      format = "{app}: <b>{summary}</b>\\n{body}"
      stack_format = "{summary} {stack}"
      more_format = "<i>{hidden}</i> of {total}"
      letter_icons = false
      critical_sign = false
      show_age = 60
      idle_threshold = 90
      copy_codes = false
      client_colors = false
      on = { left = "menu", touch_long = ["run", "x"] }
      [notifications.do_not_disturb]
      schedule = ["22:00-07:00"]
      while_fullscreen = true
      show_critical = false
      [[notifications.rules]]
      app = "mail"
      urgency = "low"
      set_urgency = "critical"
      timeout = 0
      ink = "#FFFFFF"
      sound = ""
      hidden = true
      history = false
      group = "mail"
      command = ["true"]
      border_width = 0
      border_color = "#0000FF"
      corner_radius = 5
      font = "Serif 12"
      padding = [0, 4]
      icon_size = 24.5
      min_icon_size = 0
      icon_gap = 0
      icon_end_gap = 0
      icon_margin = 3
      close_button = true
      icon_position = "none"
      progress_color = "#FF0000"
      text_align = "trailing"
      format = "{summary}"
      stack_format = "{stack}"
      letter_icons = true
      critical_sign = true
      on.middle = "none"
      tint = "#FF000080"
      name = "r"
      enabled = false
      tag = "!volume"
      actionable = true
      expiring = false
      has_icon = true
      transient = false
      group_by = "summary"
      set_output = "DP-2"
      anchor = "bottom-left"
      layer = "overlay"
      width = 500
      [[notifications.rules]]
      mode = "work"
      """)
    #expect(messages == [])
    let found = settings.notifications
    var expected = NotificationSettings()
    (expected.isEnabled, expected.anchor, expected.output, expected.width) = (false, .bottom, "DP-1", 400)
    (expected.gap, expected.marginHorizontal, expected.marginVertical, expected.cornerRadius) = (-2, 1, 2, 3)
    (expected.maxShown, expected.order, expected.grouping) = (7, .newestBottom, .application)
    (expected.countsDuplicates, expected.material, expected.font, expected.bodyLines) = (
      false, "light", "Serif 9", 2
    )
    (expected.timeoutLow, expected.timeoutNormal, expected.timeoutCritical) = (1, 0, 2.5)
    (expected.honoursTimeouts, expected.icons, expected.iconTheme) = (false, .none, "Adwaita")
    (expected.playsSounds, expected.keepsHistory, expected.historyCount, expected.historyDays) = (
      false, false, 5, 6
    )
    (expected.style.borderWidth, expected.style.borderColour) = (2, [1, 159.0 / 255, 10.0 / 255, 1])
    (expected.style.padding, expected.style.iconSize, expected.style.iconPosition) = (
      [10, 10], 32, .trailing
    )
    (expected.style.minIconSize, expected.style.iconGap, expected.style.iconMargin) = (16, 6, [1, 2])
    (expected.style.hasCloseButton, expected.style.iconEndGap, expected.style.iconAlignment) = (
      false, 7, .bottom
    )
    (expected.style.progressColour, expected.style.textAlignment) = ([0, 1, 0, 1], .center)
    expected.style.format = try FormatTemplate("{app}: <b>{summary}</b>\n{body}", fields: BannerStyle.fields)
    expected.style.stackFormat = try FormatTemplate("{summary} {stack}", fields: BannerStyle.fields)
    expected.moreFormat = try FormatTemplate("<i>{hidden}</i> of {total}", fields: BannerStyle.noteFields)
    (expected.style.hasLetterIcon, expected.style.hasCriticalSign) = (false, false)
    expected.style.responses = [.left: .builtIn(.menu), .touchLong: .command(["run", "x"])]
    (expected.showAge, expected.idleThreshold) = (60, 90)
    (expected.copiesCodes, expected.honoursColours) = (false, false)
    expected.historyExclude = [try TextPattern("Signal"), try TextPattern("/pass/")]
    expected.doNotDisturb.schedule = [DaySchedule(start: 1320, end: 420)]
    expected.doNotDisturb.whileFullscreen = true
    expected.doNotDisturb.lettingCritical = false
    var rule = NotificationRule()
    rule.application = try NegatablePattern("mail")
    (rule.urgency, rule.newUrgency, rule.timeout, rule.ink) = (.low, .critical, 0, [1, 1, 1, 1])
    (rule.sound, rule.isHidden, rule.keepsHistory, rule.group, rule.command) = (
      "", true, false, "mail", ["true"]
    )
    (rule.style.borderWidth, rule.style.borderColour) = (0, [0, 0, 1, 1])
    (rule.style.cornerRadius, rule.style.font, rule.style.padding) = (5, "Serif 12", [0, 4])
    (rule.style.iconSize, rule.style.iconPosition) = (24.5, .hidden)
    (rule.style.minIconSize, rule.style.iconGap, rule.style.iconMargin) = (0, 0, [3, 3])
    (rule.style.hasCloseButton, rule.style.iconEndGap) = (true, 0)
    (rule.style.progressColour, rule.style.textAlignment) = ([1, 0, 0, 1], .trailing)
    rule.style.format = try FormatTemplate("{summary}", fields: BannerStyle.fields)
    rule.style.stackFormat = try FormatTemplate("{stack}", fields: BannerStyle.fields)
    (rule.style.hasLetterIcon, rule.style.hasCriticalSign) = (true, true)
    (rule.style.responses, rule.style.tint) = ([.middle: .builtIn(.nothing)], [1, 0, 0, 128.0 / 255])
    (rule.name, rule.isEnabled, rule.tag) = ("r", false, try NegatablePattern("!volume"))
    (rule.isActionable, rule.isExpiring, rule.hasIcon, rule.isTransient) = (true, false, true, false)
    (rule.grouping, rule.newOutput) = (.summary, "DP-2")
    (rule.style.anchor, rule.style.layer, rule.style.width) = (.bottomLeft, .overlay, 500)
    var other = NotificationRule()
    other.mode = "work"
    expected.rules = [rule, other]
    #expect(found == expected)
  }

  @Test(arguments: [
    ("rules = 3", "1:25: notifications.rules: expected tables [[notifications.rules]], got 3"),
    ("rules = [3]", "1:26: notifications.rules: expected a table, got 3"),
    (
      "rules = [{ app = \"[\" }]",
      "1:34: notifications.rules.app: expected a pattern (\"[\" without \"]\", at character 1), got \"[\""
    ),
    (
      "do_not_disturb = { schedule = [\"10\"] }",
      "1:48: notifications.do_not_disturb.schedule: expected a time such as \"22:00-07:00\" or "
        + "\"mon-fri 09:00-12:30\", got \"10\""
    ),
    (
      "do_not_disturb = { schedule = [\"mon 10:00-10:00\"] }",
      "1:48: notifications.do_not_disturb.schedule: expected an end other than the beginning, such as "
        + "\"00:00-24:00\" for whole days, got \"mon 10:00-10:00\""
    ),
    ("rule = []", "1:18: notifications.rule: unknown key; did you mean \"rules\"?"),
  ])
  func `what is wrong in the tables of notifications is told, and the rule left out`(
    text: String, message: String
  ) {
    let (settings, messages) = decode("notifications = { \(text) }")
    #expect(messages.count == 1)
    #expect(
      messages.first.map { $0.contains(message.split(separator: ": ", maxSplits: 1)[1]) } == true,
      "\(messages)")
    #expect(settings.notifications.rules == [])
  }

  @Test func `carriage returns and a byte order mark change nothing`() {
    let text = "appearance = \"light\"\n[bar]\nheight = 40\n"
    let windows = "\u{FEFF}" + text.split(separator: "\n").joined(separator: "\r\n") + "\r\n"
    #expect(decode(windows).messages == [])
    #expect(decode(windows).settings == decode(text).settings)
    #expect(
      decode("\u{FEFF}a = 1\r\n  b = 2").messages.map { $0.prefix(18) } == [
        "settings.toml:1:1:", "settings.toml:2:3:",
      ])
  }

  @Test func `a material of the user's own keeps what it does not override`() throws {
    let text = "[materials.mine]\nbase = \"systemMaterial\"\ntint = \"#00000080\""
    let effect = try #require(decode(text).settings.materials["mine"])
    for isDark in [false, true] {
      var expected = Material(.systemMaterial, isDark: isDark)
      expected.name = "mine"
      expected.chain.fill = [0, 0, 0, 128.0 / 255]
      #expect(effect.material(isDark: isDark) == expected)
    }
  }

  /// Every figure of every base can be replaced; whether it adapts is the base's.
  @Test(arguments: BlurEffect.Style.allCases)
  func `a material of the user's own can start from any style`(style: BlurEffect.Style) throws {
    let base = BlurEffect(style: style)
    for override in [
      "", "blur = 40", "saturation = 3", "brightness = 0.5", "luminance_amount = 0.45",
      "luminance_curve = [1, 0, 1, 0]", "tint = '#10203080'", "ink = '#FF8000'", "border_width = 2",
      "border_color = '#FF800080'", "rim = 0.5", "shadow = 0", "press_light = 0",
    ] {
      let (settings, messages) = decode("[materials.mine]\nbase = '\(style.rawValue)'\n\(override)")
      #expect(messages == [])
      let effect = try #require(settings.blurEffect(named: "mine"))
      #expect(effect.isAdaptive == base.isAdaptive)
      for isDark in [false, true] {
        var material = effect.material(isDark: isDark)
        let original = base.material(isDark: isDark)
        #expect(material.isDark == original.isDark)
        material.name = original.name
        #expect((material == original) == override.isEmpty, "\(override)")
      }
    }
  }

  @Test func `a material has both looks, without reading the file again`() {
    let (settings, _) = decode("bar.material = 'mine'\n[materials.mine]\nblur = 40\ntint = '#10203080'")
    #expect(!settings.effect(named: settings.bar.material).material(isDark: false).isDark)
    let dark = settings.effect(named: settings.bar.material).material(isDark: true)
    #expect(dark.isDark && dark.blurRadius == 40)
    #expect(dark.chain.luminanceCurve == Material(.systemMaterial, isDark: true).chain.luminanceCurve)
    let tint: SIMD4<Double> = [16, 32, 48, 128]
    #expect(dark.chain.fill == tint / 255)
  }

  @Test(arguments: Material.names)
  func `the bar's material has the look that is asked for`(name: String) {
    var settings = Settings()
    settings.bar.material = name
    for isDark in [false, true] {
      #expect(
        settings.effect(named: settings.bar.material).material(isDark: isDark)
          == Material.named(name, isDark: isDark))
    }
    #expect(decode("[bar]\nmaterial = \"\(name)\"").messages == [])
  }

  @Test(arguments: [
    ("system", AccentColour.system), ("backdrop", .backdrop), ("#FF0000", .colour([1, 0, 0, 1])),
  ])
  func `the accent is a colour, or that of the desktop or the backdrop`(text: String, accent: AccentColour) {
    let decoded = decode("accent = \"\(text)\"")
    #expect(decoded.settings.accent == accent && decoded.messages.isEmpty)
  }

  @Test(arguments: Appearance.allCases) func `every appearance is taken`(_ appearance: Appearance) {
    #expect(decode("appearance = \"\(appearance)\"").settings.appearance == appearance)
  }

  @Test(arguments: [0, 1, 4.5, 21]) func `a contrast may be off or what WCAG measures`(_ contrast: Double) {
    let (settings, messages) = decode("[legibility]\ncontrast = \(contrast)")
    #expect(settings.legibility.contrast == contrast)
    #expect(messages == [])
  }

  @Test func `all materials are weakened, those of the user too`() throws {
    let (settings, messages) = decode("[glass]\nstrength = 0\n[materials.own]\nbase = \"clearGlass\"")
    #expect(messages == [])
    for name in ["own", "systemMaterial", "glassDark"] {
      let chain = try #require(settings.blurEffect(named: name)).material(isDark: true).chain
      #expect(chain.apply(.zero) == chain.apply(.one))
    }
  }

  @Test func `a wrong module is left out of its zone, the others stay`() {
    let (settings, messages) = decode(
      """
      [bar]
      start = ["clok", "clock", "script.a", "script.b", "text.c"]
      center = "clock"
      [script.a]
      command = [""]
      [script.b]
      command = ["x"]
      interval = "x"
      """)
    #expect(messages.count == 5)
    #expect(settings.bar.start == [.clock, ModuleName(.script, "b")])
    #expect(settings.bar.center == [.clock])
    #expect(
      settings.module(ModuleName(.script, "b"))
        == ModuleSettings(.script, with(ScriptSettings()) { $0.command = ["x"] }))
  }

  @Test func `texts that mean the same give equal settings`() {
    #expect(decode("[clock]\n[clock.utc]\n[text.a]\ntext = ''").settings == Settings())
  }

  @Test func `a module's description names it again`() {
    for text in ["clock", "clock.utc", "text.hello", "script.a b.c"] {
      #expect(ModuleName(text)?.description == text)
    }
    for text in ["", "clock.", "text", "script.", "Clock", ".clock", "clock utc"] {
      #expect(ModuleName(text) == nil)
    }
  }

  @Test func `only a leading tilde is the home directory`() {
    let expected = [
      "~": "/home/a", "~/x.png": "/home/a/x.png", "~b/x": "~b/x", "/~/x": "/~/x", "x": "x",
    ]
    for (path, expanded) in expected {
      var backdrop = BackdropSettings()
      backdrop.wallpaper = path
      #expect(backdrop.wallpaperPath(home: "/home/a") == expanded)
    }
    #expect(BackdropSettings().wallpaperPath(home: "/home/a") == nil)
  }
}

/// A value with some of its defaults changed.
private func with<Value>(_ defaults: Value, _ change: (inout Value) -> Void) -> Value {
  var value = defaults
  change(&value)
  return value
}

/// A clock with a format of strftime.
private func clock(_ format: String) -> ModuleSettings {
  var clock = ModuleSettings(
    .clock, with(ClockSettings()) { $0.times = ["time:" + format, "time:%A %-d %B %Y", "zones:%a %H:%M"] })
  clock.style.look.format = FormatTemplate(time: "time", format: format)
  clock.style.look.sideFormat = nil
  return clock
}
