import ModuleModel
import Settings

extension WaybarKind {
  static let clock = WaybarKind(
    kind: .clock, format: "{:%H:%M}",
    fields: [
      "tz_list": "zones", "calendar": .dropped, "shifted_calendar": .dropped,
      "ordinal_date": .lost("%-d is near"),
    ]
  ) { module in
    if let zones = module.strings("timezones") {
      // An empty name is that of the system's time zone.
      module.set("timezones", .strings(zones.map { $0.isEmpty ? "/etc/localtime" : $0 }), from: "timezones")
      module.ignore("timezone")
    } else if let name = module.string("timezone"), !name.isEmpty {
      module.set("timezones", .strings([name]), from: "timezone")
    }
    if let locale = module.string("locale") {
      if isLocalised(module) {
        module.set("locale", .string(locale), from: "locale")
      } else {
        module.approximate("locale", "no format has {:L…}, without which Waybar does not use it")
      }
    }
    let tooltip = module.source["tooltip-format"]?.string ?? ""
    if tooltip.has("{calendar}"), module.source["tooltip"]?.boolean != false {
      module.set("hover", "calendar", from: "tooltip-format")
    }
    calendar(&module)
  }

  /// Whether a format asks for names in the language of the option `locale`, which has no effect otherwise.
  private static func isLocalised(_ module: ModuleConversion) -> Bool {
    module.source.members.contains { $0.value.string?.has("{:L") == true }
  }

  private static func calendar(_ module: inout ModuleConversion) {
    if let calendar = module.take("calendar") {
      if let side = calendar.value["weeks-pos"]?.string, !side.isEmpty {
        module.set("week_numbers", true, from: "calendar")
      }
      if calendar.value["mode"]?.string == "year" { module.set("months", 12, from: "calendar") }
      if calendar.value["iso8601"]?.boolean == true {
        module.set("week_numbering", "iso", from: "calendar")
        module.set("first_day", "monday", from: "calendar")
      }
      if calendar.value["format"] != nil {
        module.approximate("calendar", "the calendar has colours of its own")
      }
    }
    if let side = module.string("calendar-weeks-pos"), !side.isEmpty {
      module.set("week_numbers", true, from: "calendar-weeks-pos")
    }
    for key in ["today-format", "format-calendar", "format-calendar-weekdays", "format-calendar-weeks"]
    where module.take(key) != nil { module.approximate(key, "the calendar has colours of its own") }
    guard let actions = module.take("actions") else { return }
    let known = ["tz_up": "next_zone", "tz_down": "previous_zone"]
    var others: [String] = []
    for member in actions.value.members {
      guard let gesture = WaybarActions.gestures[member.name], let action = member.value.string else {
        continue
      }
      if let own = known[action] {
        module.set(["on", gesture.rawValue], .string(own), from: "actions")
      } else if !others.contains(action) {
        others.append(action)
      }
    }
    guard !others.isEmpty else { return }
    module.approximate(
      "actions",
      "\(others.joined(separator: ", ")): the calendar that a click opens has its own keys and wheel")
  }

  static let idle = WaybarKind(
    kind: .idle, format: "{status}", fields: ["status": "state", "icon": "icon"],
    statuses: [Status("activated", "active", classes: ["activated"])]
  ) { module in
    nameStates(&module)
    if let minutes = module.number("timeout") {
      module.set("timeout", .number(minutes * 60), from: "timeout")
    }
    module.copyBoolean("start-activated", to: "start_active")
    if module.name.kind == "inhibitor" {
      module.ignore("what")
      module.approximate("what", "the module idle keeps the screen on")
    }
    if let text = module.string("tooltip-format-deactivated") {
      let tooltip = module.tooltip(text, from: "tooltip-format-deactivated")
      module.set("tooltip", .string(tooltip), from: "tooltip-format-deactivated")
    }
  }

  /// The states of swaync, by the classes that its client gives a custom module.
  static let bell = WaybarKind(
    kind: .bell, format: "{}", fields: [:],
    statuses: [
      Status("notification", "unread"),
      Status("dnd-none", "quiet", classes: ["dnd-none", "dnd-notification"]),
    ])

  /// Writes the words of Waybar for the two states, which differ from those of the field, into formats and tooltips.
  private static func nameStates(_ module: inout ModuleConversion) {
    func name(_ word: String, in text: SettingsValue?) -> SettingsValue? {
      guard let text = text?.string, text.has("{state}") else { return nil }
      return .string(text.replacingAll("{state}", with: word))
    }
    for key in ["format", "tooltip"] {
      let text = module.value(key)
      if let active = name("activated", in: module.value("states", "active", key) ?? text) {
        module.set(state: "active", key, active)
      }
      if let inactive = name("deactivated", in: text) { module.set(key, inactive) }
    }
  }

  static let media = WaybarKind(
    kind: .media, format: "{player} ({status}): {dynamic}",
    fields: [
      "dynamic": "track", "title": "title", "artist": "artist", "album": "album",
      "length": "length", "position": "position", "player": "player", "status": "status",
      "status_icon": "icon", "player_icon": "player_icon",
    ], statuses: [Status("stopped"), Status("paused"), Status("playing")]
  ) { module in
    if let player = module.string("player"), player != "playerctld" {
      module.set("player", .string(player), from: "player")
    }
    module.copyTexts("ignored-players", to: "ignore")
    let icons = texts(of: module.take("status-icons")).filter {
      ["playing", "paused", "stopped", "default"].contains($0.key)
    }
    if !icons.isEmpty { module.set("icons", .table(icons), from: "status-icons") }
    playerIcons(&module)
    for key in ["dynamic-order", "dynamic-len", "dynamic-separator", "dynamic-importance-order"]
    where module.take(key) != nil {
      module.approximate(key, "{track} has the artist and the title")
    }
    limitFields(&module)
    module.ignore("ellipsis", "enable-tooltip-len-limits", "scroll-step")
  }

  /// Limits the artist, the title and the album in formats to so many characters.
  private static func limitFields(_ module: inout ModuleConversion) {
    for name in ["artist", "title", "album"] {
      let key = name + "-len"
      guard let most = module.number(key), 1...200 ~= most else { continue }
      for setting in module.settings where ["format", "format_alt"].contains(setting.path.last) {
        guard let format = setting.value.string else { continue }
        if format.has("{track}") {
          module.approximate(key, "{track} has no limits of its own; max_width limits the module")
        }
        guard format.has("{\(name)}") else { continue }
        let limited = format.replacingAll("{\(name)}", with: "{\(name):.\(Int(most))}")
        module.set(setting.path, .string(limited), from: key)
      }
    }
  }

  private static func playerIcons(_ module: inout ModuleConversion) {
    let icons = texts(of: module.take("player-icons"))
    // The first pattern that matches counts, so that the one for all players is the last.
    let ordered =
      icons.filter { $0.key != "default" }.map { (key: "*\($0.key)*", value: $0.value) }
      + icons.filter { $0.key == "default" }.map { (key: "*", value: $0.value) }
    if !ordered.isEmpty { module.set("player_icons", .table(ordered), from: "player-icons") }
  }

  /// The texts in a table of Waybar, without their markup.
  private static func texts(of table: SourceValue.Member?) -> SettingsPairs {
    (table?.value.members ?? []).compactMap { member in
      member.value.string.map { (member.name, .string(WaybarFormat.withoutMarkup($0))) }
    }
  }

  static let tray = WaybarKind(kind: .tray, format: "", fields: [:]) { module in
    module.set("show_passive", ifTrue: "show-passive-items")
    if let spacing = module.number("spacing") {
      module.set("item_spacing", .number(spacing.clamped(to: 0...256)), from: "spacing")
      module.set("item_padding", 0, from: "spacing")
    }
    if module.boolean("reverse-direction") == true {
      module.approximate("reverse-direction", "order has the order of items by name")
    }
    if let icons = module.take("icons") {
      let entries = icons.value.members.compactMap { member in
        member.value.string.map { (key: member.name, value: SettingsValue.string($0)) }
      }
      if !entries.isEmpty { module.set("icons", .table(entries), from: "icons") }
    }
    module.copyTexts("ignored-items", to: "hide")
  }

  static let systemd = WaybarKind(
    kind: .systemd, format: "✗ {nr_failed}",
    fields: [
      "nr_failed": "count", "nr_failed_system": "system", "nr_failed_user": "user", "": "count",
      "system_state": .lost("there are numbers of units"), "user_state": .lost("there are numbers of units"),
      "overall_state": .lost("there are numbers of units"),
    ], statuses: [Status("ok", "ok", when: [("count", "0")]), Status("degraded", "failed")]
  ) { module in
    if module.source["format-ok"] != nil, module.boolean("hide-on-ok") != false {
      module.approximate("format-ok", "it is shown while the module is, see hidden in hyaline(5)")
    }
    for key in ["system", "user", "hide-on-ok"] where module.take(key) != nil {
      module.approximate(key, "units of the system and of the user both count")
    }
  }

  static let scratchpad = WaybarKind(
    kind: .scratchpad, format: "{icon} {count}",
    fields: [
      "count": "count", "icon": "icon", "title": "titles",
      "app": .lost("there are the titles of the windows"),
    ], statuses: [Status("empty")]
  ) { module in
    guard let shows = module.boolean("show-empty") else { return }
    module.set(state: "empty", "hidden", .boolean(!shows), from: "show-empty")
  }

  static let mode = WaybarKind(
    kind: .mode, format: "{}", fields: ["": "mode", "mode": "mode", "submap": "mode"]
  ) { module in
    // Text beside the name would show without a mode, too.
    module.set("hidden", true)
    module.set(state: "active", "hidden", false)
    for key in ["default-submap", "always-on"] where module.take(key) != nil {
      if key == "always-on", module.source[key]?.boolean != true { continue }
      module.approximate(key, "the module is shown while a mode is active")
    }
  }

  static let image = WaybarKind(kind: .image, format: "", fields: [:], ownsFormat: true, hasInterval: true) {
    module in
    module.copyText("path", to: "path")
    if let command = module.string("exec") {
      module.set("command", .shell(module.shellText(command, from: "exec", isRead: true)), from: "exec")
    }
    module.copyNumber("size", to: "size")
    module.copyNumber("signal", to: "signal")
  }
}
