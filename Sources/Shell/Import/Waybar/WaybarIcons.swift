import ModuleModel
import Settings

/// The option `format-icons` of Waybar.
enum WaybarIcons {
  /// The conditions under which audio has the icon of a port, by the names of Waybar.
  private static let ports = [
    "headphone": "headphones", "headset": "headset", "hands-free": "headset", "hdmi": "screen",
    "speaker": "speaker",
  ]
  /// The kinds of ports that Hyaline does not tell apart.
  private static let unknownPorts: Set = ["phone", "portable", "car", "hifi"]

  /// Converts the icons of a module.
  static func convert(_ module: inout ModuleConversion) {
    guard let member = module.take("format-icons") else { return }
    switch member.value.content {
    case .string(let icon): set([plain(icon, module)], &module)
    case .array:
      var icons = levels(member.value, module)
      if byNumber(icons, &module) { return }
      if icons.count > 1, module.kind.summary.levelField == nil {
        module.approximate(
          "format-icons", "the last icon is always shown, since there is no number that could choose")
        icons = [icons[icons.count - 1]]
      }
      set(icons, &module)
    case .object(let members):
      switch module.kind {
      case .audio, .microphone: sound(members, &module)
      case .battery, .network: byState(members, &module)
      default: byName(members, &module)
      }
    default: break
    }
  }

  /// Sets the icons of a module, or of a state of it, unless there are none.
  private static func set(_ icons: [String], of state: String? = nil, _ module: inout ModuleConversion) {
    if icons.isEmpty { return }
    module.set((state.map { ["states", $0] } ?? []) + ["icons"], .strings(icons), from: "format-icons")
  }

  /// Converts the icons of a number whose steps are not those of a percentage; returns whether the module has such: the windows of
  /// the scratchpad are counted, and temperatures are compared with the critical one.
  private static func byNumber(_ icons: [String], _ module: inout ModuleConversion) -> Bool {
    let (field, step): (String, Int)
    switch module.kind {
    case .scratchpad: (field, step) = ("count", 1)
    case .temperature:
      guard let most = module.source["critical-threshold"]?.number, most > 0, most != 100, most < 1000 else {
        return false
      }
      (field, step) = ("celsius", Int(most) / max(icons.count, 1))
    default: return false
    }
    guard icons.count > 1, step > 0 else { return false }
    set([icons[0]], &module)
    for (number, icon) in icons.enumerated().dropFirst() {
      let state = "icon-\(number + 1)"
      module.set(
        state: state, "when", .table([(field, .string(">= \(step * number)"))]), from: "format-icons")
      set([icon], of: state, &module)
    }
    return true
  }

  /// The icons of an array, or the one icon.
  private static func levels(_ value: SourceValue, _ module: ModuleConversion) -> [String] {
    (value.elements ?? [value]).compactMap(\.string).map { plain($0, module) }
  }

  /// An icon with its markup, or without it in a module whose formats are plain texts.
  private static func plain(_ icon: String, _ module: ModuleConversion) -> String {
    module.isMarkup ? icon : WaybarFormat.withoutMarkup(icon)
  }

  /// Converts a table whose keys are statuses, with `default` for the others.
  private static func byState(_ members: [SourceValue.Member], _ module: inout ModuleConversion) {
    let standard = members.first { $0.name == "default" } ?? members.first { $0.name == "wifi" }
    if let standard { set(levels(standard.value, module), &module) }
    for member in members where member.name != standard?.name {
      if module.kind.summary.stateNames?.contains(member.name) == true {
        set(levels(member.value, module), of: member.name, &module)
      } else {
        module.approximate("format-icons", "there is no state \"\(member.name)\"")
      }
    }
  }

  /// Converts the icons of ports and devices.
  private static func sound(_ members: [SourceValue.Member], _ module: inout ModuleConversion) {
    if let standard = members.first(where: { $0.name == "default" }) {
      set(levels(standard.value, module), &module)
    }
    let others = members.filter { $0.name != "default" && $0.name != "ignored-sinks" }
    let isMuted = { (member: SourceValue.Member) in member.name.hasSuffix("-muted") }
    for member in others where !isMuted(member) && !unknownPorts.contains(member.name) {
      sound(member, port: member.name, isMuted: false, &module)
    }
    for member in others where isMuted(member) {
      let port = member.name.droppingSuffix("-muted")
      if port == "default" {
        module.set(state: "muted", "icons", .strings(levels(member.value, module)), from: "format-icons")
      } else {
        sound(member, port: port, isMuted: true, &module)
      }
    }
  }

  /// Converts the icon of one port or of one device by its name.
  private static func sound(
    _ member: SourceValue.Member, port: String, isMuted: Bool, _ module: inout ModuleConversion
  ) {
    let icons = levels(member.value, module)
    guard !icons.isEmpty else { return }
    var conditions: SettingsPairs = []
    if let place = ports[port] {
      conditions["place"] = .string(place)
    } else if port.hasPrefix("alsa_") || port.hasPrefix("bluez_") {
      conditions["device"] = .string(port)
    } else {
      conditions["name"] = .string(port)
      module.approximate("format-icons", "\"\(port)\" is compared with the name of the device for people")
    }
    if isMuted { conditions["muted"] = true }
    let name = (ports[port] ?? port) + (isMuted ? "-muted" : "")
    module.set(state: name, "when", .table(conditions), from: "format-icons")
    set(icons, of: name, &module)
  }

  /// The keys of icons of workspaces that are no names, though each module of Waybar has some of them only.
  private static let workspaceKeys: Set = ["persistent", "empty", "visible", "active", "focused", "urgent"]

  /// The states of workspaces by the keys of icons, the weakest first.
  private static func workspaceStates(
    _ name: WaybarModuleName, _ members: [SourceValue.Member]
  ) -> [(key: String, state: String)] {
    let hasActive = members.contains { $0.name == "active" }
    let current: [(key: String, state: String)] =
      switch name.kind {
      case "sway/workspaces": [("visible", "visible"), ("focused", "focused")]
      // The workspaces that outputs show are active on niri, also the one with the keyboard.
      case "niri/workspaces": [hasActive ? ("active", "visible") : ("focused", "focused")]
      default: [("visible", "visible"), ("active", "focused")]
      }
    return [("persistent", "persistent"), ("empty", "empty")] + current + [("urgent", "urgent")]
  }

  /// Our words for the states of modules, by those of Waybar or swaync.
  private static let stateNames: [ModuleKind: [String: String]] = [
    .idle: ["activated": "awake", "deactivated": "auto"],
    .bell: ["none": "none", "notification": "unread", "dnd-none": "quiet"],
  ]

  /// Converts a table of icons by names, whose values may be arrays of levels.
  private static func byName(_ members: [SourceValue.Member], _ module: inout ModuleConversion) {
    let names = stateNames[module.kind] ?? [:]
    let isWorkspaces = module.kind == .workspaces
    let stateKeys = isWorkspaces ? workspaceKeys : []
    var entries: SettingsPairs = []
    for member in members where !stateKeys.contains(member.name) {
      if isWorkspaces, ["special", "high-priority-named", "none"].contains(member.name) { continue }
      // There are states of swaync while a program keeps notifications back, which the bell does not have.
      if module.kind == .bell, names[member.name] == nil, member.name != "default" { continue }
      guard let icon = levels(member.value, module).first else { continue }
      entries.append((names[member.name] ?? member.name, .string(icon)))
    }
    // A custom module shows no icon for what its table does not have.
    if module.kind == .script, !entries.isEmpty, !entries.contains(where: { $0.key == "default" }) {
      entries.append(("default", ""))
    }
    if entries.count == 1, entries[0].key == "default", !isWorkspaces {
      module.set("icons", .array([entries[0].value]), from: "format-icons")
    } else if !entries.isEmpty {
      module.set("icons", .table(entries), from: "format-icons")
    }
    guard isWorkspaces else { return }
    let strongest = members.first { $0.name == "high-priority-named" }?.value.elements ?? []
    let kept = Set(strongest.compactMap(\.string))
    for (key, state) in workspaceStates(module.name, members) {
      guard let member = members.first(where: { $0.name == key }),
        let icon = levels(member.value, module).first
      else { continue }
      // An icon of a name has precedence over those of these states in Waybar, and is repeated in the table for that.
      let isStrong = ["active", "focused", "urgent"].contains(key)
      let own = entries.filter { $0.key != "default" && (!isStrong || kept.contains($0.key)) }
      module.set(state: state, "icons", .table(own + [("default", .string(icon))]), from: "format-icons")
    }
  }
}
