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
    case .string(let icon): module.set(["icons"], .strings([plain(icon, module)]), from: "format-icons")
    case .array:
      var icons = levels(member.value, &module)
      if byNumber(icons, &module) { return }
      if icons.count > 1, module.kind.summary.levelField == nil {
        module.approximate(
          "format-icons", "the last icon is always shown, since there is no number that could choose")
        icons = [icons[icons.count - 1]]
      }
      if !icons.isEmpty { module.set(["icons"], .strings(icons), from: "format-icons") }
    case .object(let members):
      switch module.kind {
      case .audio, .microphone: sound(members, &module)
      case .battery, .network: byState(members, &module)
      default: byName(members, &module)
      }
    default: break
    }
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
    module.set(["icons"], .strings([icons[0]]), from: "format-icons")
    for (number, icon) in icons.enumerated().dropFirst() {
      let state = "icon-\(number + 1)"
      module.set(
        state: state, "when", .table([(field, .string(">= \(step * number)"))]), from: "format-icons")
      module.set(state: state, "icons", .strings([icon]), from: "format-icons")
    }
    return true
  }

  /// The icons of an array, or the one icon.
  private static func levels(_ value: SourceValue, _ module: inout ModuleConversion) -> [String] {
    var icons: [String] = []
    for element in value.elements ?? [value] {
      if let icon = element.string { icons.append(plain(icon, module)) }
    }
    return icons
  }

  /// An icon with its markup, or without it in a module whose formats are plain texts.
  private static func plain(_ icon: String, _ module: ModuleConversion) -> String {
    module.isMarkup ? icon : WaybarFormat.withoutMarkup(icon)
  }

  /// Converts a table whose keys are statuses, with `default` for the others.
  private static func byState(_ members: [SourceValue.Member], _ module: inout ModuleConversion) {
    let standard = members.first { $0.name == "default" } ?? members.first { $0.name == "wifi" }
    if let standard {
      let icons = levels(standard.value, &module)
      if !icons.isEmpty { module.set(["icons"], .strings(icons), from: "format-icons") }
    }
    for member in members where member.name != standard?.name {
      let state = member.name
      guard module.kind.summary.stateNames?.contains(state) == true else {
        module.approximate("format-icons", "there is no state \"\(member.name)\"")
        continue
      }
      let icons = levels(member.value, &module)
      if !icons.isEmpty { module.set(state: state, "icons", .strings(icons), from: "format-icons") }
    }
  }

  /// Converts the icons of ports and devices.
  private static func sound(_ members: [SourceValue.Member], _ module: inout ModuleConversion) {
    if let standard = members.first(where: { $0.name == "default" }) {
      let icons = levels(standard.value, &module)
      if !icons.isEmpty { module.set(["icons"], .strings(icons), from: "format-icons") }
    }
    var muted: [SourceValue.Member] = []
    for member in members where member.name != "default" && member.name != "ignored-sinks" {
      if member.name.hasSuffix("-muted") {
        muted.append(member)
      } else if unknownPorts.contains(member.name) {
        continue
      } else {
        sound(member, port: member.name, state: nil, &module)
      }
    }
    for member in muted {
      let port = String(member.name.dropLast("-muted".count))
      if port == "default" {
        module.set(state: "muted", "icons", .strings(levels(member.value, &module)), from: "format-icons")
      } else {
        sound(member, port: port, state: "muted", &module)
      }
    }
  }

  /// Converts the icon of one port or of one device by its name.
  private static func sound(
    _ member: SourceValue.Member, port: String, state: String?, _ module: inout ModuleConversion
  ) {
    let icons = levels(member.value, &module)
    guard !icons.isEmpty else { return }
    var conditions: [(key: String, value: SettingsValue)] = []
    if let place = ports[port] {
      conditions.append((key: "place", value: .string(place)))
    } else if port.hasPrefix("alsa_") || port.hasPrefix("bluez_") {
      conditions.append((key: "device", value: .string(port)))
    } else {
      conditions.append((key: "name", value: .string(port)))
      module.approximate("format-icons", "\"\(port)\" is compared with the name of the device for people")
    }
    if state != nil { conditions.append((key: "muted", value: .boolean(true))) }
    let base = ports[port] ?? port
    let name = base + (state.map { "-" + $0 } ?? "")
    module.set(state: name, "when", .table(conditions), from: "format-icons")
    module.set(state: name, "icons", .strings(icons), from: "format-icons")
  }

  /// The names of our states or values by those of Waybar.
  private static func names(_ module: ModuleConversion) -> [String: String] {
    switch module.kind {
    case .idle: ["activated": "awake", "deactivated": "auto"]
    default: [:]
    }
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

  /// Converts a table of icons by names, whose values may be arrays of levels.
  private static func byName(_ members: [SourceValue.Member], _ module: inout ModuleConversion) {
    let names = names(module)
    let isWorkspaces = module.kind == .workspaces
    let stateKeys = isWorkspaces ? workspaceKeys : []
    var entries: [(key: String, value: SettingsValue)] = []
    for member in members where !stateKeys.contains(member.name) {
      if isWorkspaces, ["special", "high-priority-named", "none"].contains(member.name) { continue }
      guard let icon = levels(member.value, &module).first else { continue }
      entries.append((key: names[member.name] ?? member.name, value: .string(icon)))
    }
    // A custom module shows no icon for what its table does not have.
    if module.kind == .script, !entries.isEmpty, !entries.contains(where: { $0.key == "default" }) {
      entries.append((key: "default", value: .string("")))
    }
    if entries.count == 1, entries[0].key == "default", !isWorkspaces {
      module.set(["icons"], .array([entries[0].value]), from: "format-icons")
    } else if !entries.isEmpty {
      module.set(["icons"], .table(entries), from: "format-icons")
    }
    guard isWorkspaces else { return }
    let strongest = members.first { $0.name == "high-priority-named" }?.value.elements ?? []
    let kept = Set(strongest.compactMap(\.string))
    for (key, state) in workspaceStates(module.name, members) {
      guard let member = members.first(where: { $0.name == key }),
        let icon = levels(member.value, &module).first
      else { continue }
      // An icon of a name has precedence over those of these states in Waybar, and is repeated in the table for that.
      let isStrong = ["active", "focused", "urgent"].contains(key)
      let own = entries.filter { $0.key != "default" && (!isStrong || kept.contains($0.key)) }
      module.set(
        state: state, "icons", .table(own + [(key: "default", value: .string(icon))]), from: "format-icons")
    }
  }
}
