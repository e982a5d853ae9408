import ModuleModel
import Settings

/// The states of a module: those of numbers, and the statuses that Waybar itself sets.
enum WaybarStates {
  /// Converts the option `states` and the formats of all states.
  static func convert(_ kind: WaybarKind, _ module: inout ModuleConversion) {
    let levels = levels(kind, &module)
    module.levels = levels.map(\.name)
    for level in levels { convert(level, kind, levels, &module) }
    for status in kind.statuses { convert(status, &module) }
    for status in kind.statuses {
      for level in levels { convert(status, level, kind, &module) }
    }
    showAgain(&module)
  }

  /// A state of a number.
  private struct Level {
    var name: String
    var test: String
  }

  /// The states of numbers, the weakest first.
  private static func levels(_ kind: WaybarKind, _ module: inout ModuleConversion) -> [Level] {
    guard let states = module.take("states") else { return [] }
    guard kind.levelField != nil else {
      if !states.value.members.isEmpty { module.leaveOut("states", "the module has no number for them") }
      return []
    }
    let numbers = states.value.members.compactMap { member in
      member.value.number.map { (name: member.name, number: $0) }
    }
    let sorted = numbers.sorted { kind.isLow ? $0.number > $1.number : $0.number < $1.number }
    return sorted.map { state in
      let number = SettingsValue.number(state.number).tomlText
      return Level(name: state.name, test: (kind.isLow ? "<= " : ">= ") + number)
    }
  }

  private static func convert(
    _ level: Level, _ kind: WaybarKind, _ levels: [Level], _ module: inout ModuleConversion
  ) {
    guard let field = kind.levelField else { return }
    module.set(state: level.name, "when", .table([(field, .string(level.test))]), from: "states")
    if let text = module.string("format-\(level.name)") {
      set(text, of: level.name, from: "format-\(level.name)", &module)
    } else {
      showStandard(level, over: levels.prefix { $0.name != level.name }.map(\.name), &module)
    }
    tooltip(level.name, of: level.name, &module)
  }

  /// Gives a state without a format that of the module, if weaker states have others: the strictest alone holds in Waybar.
  private static func showStandard(
    _ level: Level, over weaker: [String], _ module: inout ModuleConversion
  ) {
    let differs = weaker.contains { state in
      ["format", "hidden"].contains { module.value("states", state, $0) != nil }
    }
    if differs, let own = module.value("format") {
      module.set(state: level.name, "format", own, from: "states")
    }
  }

  private static func convert(_ status: WaybarKind.Status, _ module: inout ModuleConversion) {
    let key = "format-\(status.word)"
    if let text = module.string(key) {
      conditions(status, &module)
      set(text, of: status.state, from: key, &module)
    }
    if module.source["tooltip-format-\(status.word)"]?.string != nil {
      conditions(status, &module)
      tooltip(status.word, of: status.state, &module)
    }
  }

  /// Sets the conditions of a status, if the module is not in it by itself.
  private static func conditions(_ status: WaybarKind.Status, _ module: inout ModuleConversion) {
    guard !status.when.isEmpty, module.value("states", status.state, "when") == nil else { return }
    let conditions: SettingsPairs = status.when.map {
      (key: $0.field, value: $0.test == "true" ? true : .string($0.test))
    }
    module.set(state: status.state, "when", .table(conditions), from: "format-\(status.word)")
  }

  /// Converts a format of a status and a state of a number together, such as `format-charging-warning`.
  private static func convert(
    _ status: WaybarKind.Status, _ level: Level, _ kind: WaybarKind, _ module: inout ModuleConversion
  ) {
    let key = "format-\(status.word)-\(level.name)"
    guard let field = kind.levelField, module.source[key]?.string != nil, let text = module.string(key) else {
      return
    }
    let name = "\(status.word)-\(level.name)"
    module.set(
      state: name, "when", .table([("state", .string(status.state)), (field, .string(level.test))]), from: key
    )
    set(text, of: name, from: key, &module)
  }

  /// Sets the format of a state; an empty one hides the module.
  private static func set(
    _ text: String, of state: String, from key: String, _ module: inout ModuleConversion
  ) {
    let format = module.converted(text, from: key)
    if text.isEmpty || format.isEmpty {
      module.set(state: state, "hidden", true, from: key)
    } else {
      module.set(state: state, "format", .string(format), from: key)
      // A module without its device is hidden unless its settings show it.
      if state == ModuleReading.absentState { module.set(state: state, "hidden", false) }
    }
  }

  private static func tooltip(_ word: String, of state: String, _ module: inout ModuleConversion) {
    let key = "tooltip-format-\(word)"
    guard let text = module.string(key) else { return }
    module.set(state: state, "tooltip", .string(module.tooltip(text, from: key)), from: key)
  }

  /// Shows the module in states with a format if it is hidden otherwise.
  private static func showAgain(_ module: inout ModuleConversion) {
    var isHidden = module.value("hidden") == true
    for state in module.states {
      if module.value("states", state, "hidden") == true {
        isHidden = true
      } else if isHidden, module.value("states", state, "format") != nil {
        module.set(state: state, "hidden", false)
      }
    }
  }
}
