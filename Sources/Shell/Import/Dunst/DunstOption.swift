import Settings

/// Converts options of dunst's section `global` and of its rules.
enum DunstOption {
  /// Sets the counterpart of an option, which belongs to a rule if one is being made.
  static func set(_ option: SourceOption, _ draft: inout BannerDraft) {
    switch option.key {
    case "format": setFormat(option, &draft)
    case "icon_position": setIconPosition(option, &draft)
    case "alignment": draft.set(alignment: option)
    case "frame_width": setNumber("border_width", option, &draft)
    case "corner_radius": setNumber("corner_radius", option, &draft)
    default: if draft.rule == nil { setGlobal(option, &draft) } else { DunstRuleImport.set(option, &draft) }
    }
  }

  /// Sets the counterpart of an option that rules do not have.
  private static func setGlobal(_ option: SourceOption, _ draft: inout BannerDraft) {
    switch option.key {
    case "icon_path", "icon_folders": setIconPath(option, &draft)
    case "icon_theme": setIconTheme(option, &draft)
    case "font": draft.set("font", to: .string(option.value), from: option)
    case "history_length": setHistory(option, &draft)
    case "stack_duplicates": draft.set("count_duplicates", to: boolean(option), from: option)
    case "idle_threshold": setDuration("idle_threshold", option, &draft)
    case "show_age_threshold": setDuration("show_age", option, &draft)
    case "fullscreen": DunstRuleImport.setFullscreen(option, urgency: "", &draft)
    default: settle(option, &draft)
    }
  }

  static func boolean(_ option: SourceOption) -> SettingsValue? {
    DunstValue.boolean(option.value).map { .boolean($0) }
  }

  static func setNumber(_ key: String, _ option: SourceOption, _ draft: inout BannerDraft) {
    draft.set(key, to: DunstValue.number(option.value).map { .number($0) }, from: option)
  }

  /// Sets a duration that is off at zero and below.
  private static func setDuration(_ key: String, _ option: SourceOption, _ draft: inout BannerDraft) {
    guard let seconds = DunstValue.seconds(option.value) else {
      return draft.leaveOut(option, "expected a duration such as 60s")
    }
    if seconds <= 0 { return draft.carry(option) }
    draft.set(key, to: .number(seconds), from: option)
  }

  private static func setHistory(_ option: SourceOption, _ draft: inout BannerDraft) {
    guard let count = DunstValue.number(option.value) else {
      return draft.leaveOut(option, "expected a number")
    }
    // A length of 0 means no limit in dunst.
    draft.set("history_count", to: .number(count > 0 ? count : 1_000_000), from: option)
  }

  private static func setFormat(_ option: SourceOption, _ draft: inout BannerDraft) {
    let text = BannerText(
      option.value,
      fields: [
        "a": "app", "s": "summary", "b": "body", "c": "category", "p": "progress", "n": "progress",
      ], others: ["i", "I", "S"])
    if text.isEmpty, draft.rule != nil { return draft.set("hidden", to: true, from: option) }
    draft.set(
      format: text, from: option,
      but: option.value.has("%p") ? "%p is a number without brackets and sign" : nil)
  }

  private static func setIconTheme(_ option: SourceOption, _ draft: inout BannerDraft) {
    let names = option.value.split(separator: ",").map { $0.trimmedSpace }
    draft.set(
      "icon_theme", to: names.first.map { .string($0) }, from: option,
      but: names.count > 1 ? "icons are looked up in the first theme and those that it inherits" : nil)
  }

  /// Names the theme of the first folder that belongs to one.
  private static func setIconPath(_ option: SourceOption, _ draft: inout BannerDraft) {
    let paths = option.value.split(separator: ":").map { $0.split(separator: "/").map(String.init) }
    let themes = paths.compactMap { path in
      path.firstIndex(of: "icons").flatMap { path.indices.contains($0 + 1) ? path[$0 + 1] : nil }
    }
    guard let theme = themes.first else { return draft.leaveOut(option, "icons are looked up in a theme") }
    if theme != "hicolor" { draft.set("icon_theme", to: .string(theme)) }
    draft.approximate(option, "icons are looked up in a theme")
  }

  private static func setIconPosition(_ option: SourceOption, _ draft: inout BannerDraft) {
    guard option.value == "off" else { return draft.set(iconPosition: option) }
    if draft.rule == nil {
      draft.set("icons", to: false, from: option)
    } else {
      draft.set("icon_position", to: "none", from: option)
    }
  }

  /// Sets the least or the greatest size of icons; without a greatest one they have the greatest of ours.
  static func setIconBound(_ option: SourceOption, _ draft: inout BannerDraft) {
    guard let bound = DunstValue.number(option.value).map(Double.init) else {
      return draft.leaveOut(option, "expected a number")
    }
    if option.key == "max_icon_size" {
      draft.set("icon_size", to: .number(bound == 0 ? .infinity : bound), from: option)
    } else {
      draft.set("min_icon_size", to: .number(bound), from: option)
    }
  }

  /// Sets the colour of progress; dunst mixes several into a gradient.
  static func setHighlight(_ option: SourceOption, _ draft: inout BannerDraft) {
    let colours = option.value.split(separator: ",").compactMap { DunstValue.colour($0.trimmedSpace) }
    draft.set(
      "progress_color", to: colours.first.map { .string($0) }, from: option,
      but: colours.count == 1 ? nil : "progress has one colour")
  }

  /// The effects of buttons without options for them.
  static let usualClicks = [
    ("mouse_left_click", "close_current"), ("mouse_middle_click", "do_action, close_current"),
    ("mouse_right_click", "close_all"),
  ]

  /// Sets the effect of a button for the actions of dunst, separated by commas; without an option they are the `usual` ones.
  static func setButton(
    _ name: String, _ usual: String, from option: SourceOption?, _ draft: inout BannerDraft
  ) {
    let actions = (option?.value ?? usual).split(separator: ",").map { $0.trimmedSpace }
    let effects = [
      "none": "none", "do_action": "default", "close_current": "dismiss", "close_all": "dismiss_all",
      "context": "menu", "context_all": "menu", "open_url": "link", "remove_current": "forget",
    ]
    guard let effect = actions.first.flatMap({ effects[$0] }) else {
      return draft.leaveOut(option, "banners have no such action")
    }
    // A banner is closed when its action is chosen.
    let isWhole = actions.count == 1 || actions == ["do_action", "close_current"]
    draft.set(
      gesture: String(name.split(separator: "_")[1]), to: .string(effect), from: isWhole ? option : nil)
    if !isWhole { draft.approximate(option, "a button has one action") }
  }

  /// The options that may be on or off, of which banners have one value in any case.
  private static let fixed = [
    "ignore_newline": false, "hide_duplicate_count": false, "progress_bar": true, "indicate_hidden": true,
    "sticky_history": true, "always_run_script": true, "word_wrap": true, "ignore_dbusclose": false,
    "per_monitor_dpi": false, "show_indicators": false, "shrink": false, "allow_markup": true,
    "pause_on_mouse_over": true, "force_xinerama": false, "force_xwayland": false,
    "enable_recursive_icon_lookup": true, "startup_notification": false,
  ]

  /// Other options of which banners have one value in any case, or that concern other systems at this value.
  private static let settled: [String: Set] = [
    "markup": ["full", "yes"], "ellipsize": ["end"], "scale": ["0"], "title": ["Dunst"], "class": ["Dunst"],
    "browser": ["/usr/bin/xdg-open", "xdg-open"], "corners": ["all"], "icon_corners": ["all"],
    "progress_bar_corners": ["all"], "transparency": ["0"], "text_icon_padding": ["0"],
    "notification_height": ["0"], "icon_corner_radius": ["0"], "progress_bar_corner_radius": ["0"],
  ]

  /// Why options have no counterpart.
  private static let reasons = [
    "ellipsize": "long lines end in an ellipsis",
    "browser": "links are opened by xdg-open", "dmenu": "actions have a menu of their own",
    "separator_color": "there is no line between banners",
    "startup_notification": "there is no notification at the start",
    "transparency": "the opacity of a banner is that of the tint of its material",
  ]
  private static let ofX11: Set = [
    "title", "class", "force_xinerama", "force_xwayland", "scale", "bounce_freq", "per_monitor_dpi",
  ]

  /// Accounts for options that set nothing.
  static func settle(_ option: SourceOption, _ draft: inout BannerDraft) {
    if let value = fixed[option.key], value == DunstValue.boolean(option.value) { return draft.carry(option) }
    if settled[option.key]?.contains(option.value) == true { return draft.carry(option) }
    // The verbosity is that of the log of dunst.
    if ["horizontal_padding", "verbosity"].contains(option.key) { return draft.carry(option) }
    if ofX11.contains(option.key) { return draft.leaveOut(option, "this concerns X11 alone") }
    draft.leaveOut(option, reasons[option.key] ?? "banners have no such option")
  }
}
