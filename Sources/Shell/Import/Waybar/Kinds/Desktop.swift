import ModuleModel
import Settings

extension WaybarKind {
  static let clock = WaybarKind(
    kind: .clock, format: "{:%H:%M}",
    fields: [
      "tz_list": .same("zones"), "calendar": .dropped, "shifted_calendar": .dropped,
      "ordinal_date": .lost("%-d is near"),
    ]
  ) { module in
    if let zones = module.take("timezones")?.value.elements {
      module.set(["timezones"], .strings(zones.compactMap(\.string).map(zone)), from: "timezones")
      _ = module.take("timezone")
    } else if let name = module.string("timezone"), !name.isEmpty {
      module.set(["timezones"], .strings([zone(name)]), from: "timezone")
    }
    if let locale = module.string("locale") {
      if isLocalised(module) {
        module.set(["locale"], .string(locale), from: "locale")
      } else {
        module.approximate("locale", "no format has {:L…}, without which Waybar does not use it")
      }
    }
    let tooltip = module.source["tooltip-format"]?.string ?? ""
    if tooltip.has("{calendar}"), module.source["tooltip"]?.boolean != false {
      module.set(["hover"], .string("calendar"), from: "tooltip-format")
    }
    calendar(&module)
  }

  /// Whether a format asks for names in the language of the option `locale`, which has no effect otherwise.
  private static func isLocalised(_ module: ModuleConversion) -> Bool {
    module.source.members.contains { $0.value.string?.has("{:L") == true }
  }

  /// The name of a time zone; an empty one is that of the system.
  private static func zone(_ name: String) -> String { name.isEmpty ? "/etc/localtime" : name }

  private static func calendar(_ module: inout ModuleConversion) {
    if let calendar = module.take("calendar") {
      if let side = calendar.value["weeks-pos"]?.string, !side.isEmpty {
        module.set(["week_numbers"], .boolean(true), from: "calendar")
      }
      if calendar.value["mode"]?.string == "year" {
        module.set(["months"], .number(12), from: "calendar")
      }
      if calendar.value["iso8601"]?.boolean == true {
        module.set(["week_numbering"], .string("iso"), from: "calendar")
        module.set(["first_day"], .string("monday"), from: "calendar")
      }
      if calendar.value["format"] != nil {
        module.approximate("calendar", "the calendar has colours of its own")
      }
    }
    if let side = module.string("calendar-weeks-pos"), !side.isEmpty {
      module.set(["week_numbers"], .boolean(true), from: "calendar-weeks-pos")
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
    kind: .idle, format: "{status}", fields: ["status": .same("state"), "icon": .same("icon")],
    statuses: [Status("activated", "active", classes: ["activated"])]
  ) { module in
    nameStates(&module)
    if let minutes = module.number("timeout") {
      module.set(["timeout"], .number(minutes * 60), from: "timeout")
    }
    if let isActive = module.boolean("start-activated") {
      module.set(["start_active"], .boolean(isActive), from: "start-activated")
    }
    if module.name.kind == "inhibitor" {
      _ = module.take("what")
      module.approximate("what", "the module idle keeps the screen on")
    }
    if let text = module.string("tooltip-format-deactivated") {
      let tooltip = module.tooltip(text, from: "tooltip-format-deactivated")
      module.set(["tooltip"], .string(tooltip), from: "tooltip-format-deactivated")
    }
  }

  /// Writes the words of Waybar for the two states, which differ from those of the field, into formats and tooltips.
  private static func nameStates(_ module: inout ModuleConversion) {
    func text(_ path: [String]) -> String? {
      guard case .string(let text)? = module.settings.first(where: { $0.path == path })?.value.content,
        text.has("{state}")
      else { return nil }
      return text
    }
    func named(_ text: String, _ word: String) -> SettingsValue {
      .string(text.replacingAll("{state}", with: word))
    }
    for key in ["format", "tooltip"] {
      let own = ["states", "active", key]
      if let text = text(own) {
        module.set(own, named(text, "activated"), from: "")
      } else if module.value("states", "active", key) == nil, let text = text([key]) {
        module.set(own, named(text, "activated"), from: "")
      }
      if let text = text([key]) { module.set([key], named(text, "deactivated"), from: "") }
    }
  }

  static let media = WaybarKind(
    kind: .media, format: "{player} ({status}): {dynamic}",
    fields: [
      "dynamic": .same("track"), "title": .same("title"), "artist": .same("artist"), "album": .same("album"),
      "length": .same("length"), "position": .same("position"), "player": .same("player"),
      "status": .same("status"),
      "status_icon": .same("icon"), "player_icon": .same("player_icon"),
    ], statuses: [Status("stopped"), Status("paused"), Status("playing")]
  ) { module in
    if let player = module.string("player"), player != "playerctld" {
      module.set(["player"], .string(player), from: "player")
    }
    if let ignored = module.take("ignored-players")?.value.elements {
      module.set(["ignore"], .strings(ignored.compactMap(\.string)), from: "ignored-players")
    }
    if let icons = module.take("status-icons") {
      let names = ["playing": "playing", "paused": "paused", "stopped": "stopped", "default": "default"]
      let entries = icons.value.members.compactMap { member -> (key: String, value: SettingsValue)? in
        guard let key = names[member.name], let icon = member.value.string else { return nil }
        return (key: key, value: .string(WaybarFormat.withoutMarkup(icon)))
      }
      if !entries.isEmpty { module.set(["icons"], .table(entries), from: "status-icons") }
    }
    playerIcons(&module)
    for key in ["dynamic-order", "dynamic-len", "dynamic-separator", "dynamic-importance-order"]
    where module.take(key) != nil {
      module.approximate(key, "{track} has the artist and the title")
    }
    limitFields(&module)
    for key in ["ellipsis", "enable-tooltip-len-limits", "scroll-step"] { _ = module.take(key) }
  }

  /// Limits the artist, the title and the album in formats to so many characters.
  private static func limitFields(_ module: inout ModuleConversion) {
    for name in ["artist", "title", "album"] {
      let key = name + "-len"
      guard let most = module.number(key), 1...200 ~= most else { continue }
      for setting in module.settings where ["format", "format_alt"].contains(setting.path.last) {
        guard case .string(let format) = setting.value.content else { continue }
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
    guard let icons = module.take("player-icons") else { return }
    let known = icons.value.members.compactMap { member in
      member.value.string.map { (name: member.name, icon: WaybarFormat.withoutMarkup($0)) }
    }
    // The first pattern that matches counts, so that the one for all players is the last.
    let ordered = known.filter { $0.name != "default" } + known.filter { $0.name == "default" }
    guard !ordered.isEmpty else { return }
    module.set(
      ["player_icons"],
      .table(
        ordered.map { (key: $0.name == "default" ? "*" : "*\($0.name)*", value: .string($0.icon)) }),
      from: "player-icons")
  }

  static let tray = WaybarKind(kind: .tray, format: "", fields: [:]) { module in
    if module.boolean("show-passive-items") == true {
      module.set(["show_passive"], .boolean(true), from: "show-passive-items")
    }
    if let spacing = module.number("spacing") {
      module.set(["item_spacing"], .number(min(max(spacing, 0), 256)), from: "spacing")
      module.set(["item_padding"], .number(0), from: "spacing")
    }
    if module.boolean("reverse-direction") == true {
      module.approximate("reverse-direction", "order has the order of items by name")
    }
    if let icons = module.take("icons") {
      let entries = icons.value.members.compactMap { member in
        member.value.string.map { (key: member.name, value: SettingsValue.string($0)) }
      }
      if !entries.isEmpty { module.set(["icons"], .table(entries), from: "icons") }
    }
    if let ignored = module.take("ignored-items")?.value.elements {
      module.set(["hide"], .strings(ignored.compactMap(\.string)), from: "ignored-items")
    }
  }

  static let systemd = WaybarKind(
    kind: .systemd, format: "✗ {nr_failed}",
    fields: [
      "nr_failed": .same("count"), "nr_failed_system": .same("system"), "nr_failed_user": .same("user"),
      "": .same("count"),
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
      "count": .same("count"), "icon": .same("icon"), "title": .same("titles"),
      "app": .lost("there are the titles of the windows"),
    ], statuses: [Status("empty")]
  ) { module in
    guard let shows = module.boolean("show-empty") else { return }
    if shows {
      module.set(state: "empty", "hidden", .boolean(false), from: "show-empty")
    } else {
      module.set(state: "empty", "hidden", .boolean(true), from: "show-empty")
    }
  }

  static let mode = WaybarKind(
    kind: .mode, format: "{}", fields: ["": .same("mode"), "mode": .same("mode"), "submap": .same("mode")]
  ) { module in
    // Text beside the name would show without a mode, too.
    module.set(["hidden"], .boolean(true), from: "")
    module.set(["states", "active", "hidden"], .boolean(false), from: "")
    for key in ["default-submap", "always-on"] where module.take(key) != nil {
      if key == "always-on", module.source[key]?.boolean != true { continue }
      module.approximate(key, "the module is shown while a mode is active")
    }
  }

  static let image = WaybarKind(kind: .image, format: "", fields: [:], ownsFormat: true, hasInterval: true) {
    module in
    if let path = module.string("path") { module.set(["path"], .string(path), from: "path") }
    if let command = module.string("exec") {
      module.set(["command"], .shell(module.shellText(command, from: "exec")), from: "exec")
    }
    if let size = module.number("size") { module.set(["size"], .number(size), from: "size") }
    if let signal = module.number("signal") { module.set(["signal"], .number(signal), from: "signal") }
  }
}
