import Settings

/// Converts mako's style options, which sections have as well as the whole configuration.
enum MakoStyle {
  /// Sets the counterpart of an option.
  static func set(_ option: SourceOption, _ draft: inout BannerDraft) {
    let value = option.value
    switch option.key {
    case "background-color": setMaterial(option, &draft)
    case "border-radius": setRadius(option, &draft)
    case "format": setFormat(option, of: "format", &draft)
    case "progress-color": setProgress(option, &draft)
    case "on-notify": setCommand(option, &draft)
    case "icon-location" where value == "bottom":
      draft.leaveOut(option, "icons are before, behind or above the text")
    case "icon-location": draft.set(iconPosition: option)
    case "text-alignment": draft.set(alignment: option)
    case "on-button-left", "on-button-middle", "on-button-right":
      setButton(option.key.droppingPrefix("on-button-") ?? "", value, option, &draft)
    case "markup", "actions":
      if MakoValue.boolean(value) == true { return draft.carry(option) }
      draft.leaveOut(option, "banners show \(option.key) in any case")
    case "text-color":
      guard let colour = MakoValue.colour(value) else { return refuse(option, &draft) }
      draft.set("ink", to: .string(colour), from: option)
    case "border-color":
      draft.set("border_color", to: MakoValue.colour(value).map { .string($0) }, from: option)
    case "font", "layer": draft.set(option.key, to: .string(value), from: option)
    case "anchor": draft.set("anchor", to: .string(anchor(value)), from: option)
    case "width", "border-size", "max-icon-size", "max-visible":
      let keys = ["border-size": "border_width", "max-icon-size": "icon_size", "max-visible": "max_shown"]
      draft.set(keys[option.key] ?? option.key, to: Int(value).map { .number($0) }, from: option)
    case "icons", "invisible", "history":
      let key = option.key == "invisible" ? "hidden" : option.key
      draft.set(key, to: MakoValue.boolean(value).map { .boolean($0) }, from: option)
    default: draft.leaveOut(option, "\(draft.rule == nil ? "banners" : "rules") have no such option")
    }
  }

  private static func refuse(_ option: SourceOption, _ draft: inout BannerDraft) {
    draft.leaveOut(option, "mako takes no such value")
  }

  /// Stacks banners as mako does by an option of ours; returns false if it has no counterpart.
  static func setGroups(_ key: String, _ option: SourceOption, _ draft: inout BannerDraft) -> Bool {
    let fields = option.value.split(separator: ",").map(String.init)
    let names = ["none": "none", "app-name": "application", "category": "category", "summary": "summary"]
    let known = fields.compactMap { names[$0] }
    guard let name = known.contains("application") ? "application" : known.first else { return false }
    draft.set(
      key, to: .string(name), from: option,
      but: fields.count == 1 ? nil : "stacks have the banners of one \(name)")
    return true
  }

  /// Our name of a place on the output.
  static func anchor(_ name: String) -> String {
    switch name {
    case "top-center": "top"
    case "bottom-center": "bottom"
    case "center-left", "left-center": "left"
    case "center-right", "right-center": "right"
    default: name
    }
  }

  /// A number of milliseconds as seconds.
  static func seconds(_ text: String) -> SettingsValue? {
    Int(text).flatMap { $0 < 0 ? nil : .number(Double($0) / 1000) }
  }

  private static func setMaterial(_ option: SourceOption, _ draft: inout BannerDraft) {
    guard let colour = MakoValue.colour(option.value) else { return refuse(option, &draft) }
    draft.set(
      material: colour, from: option,
      but: BannerMaterial.isClear(colour)
        ? "a banner has glass, which neither blurs nor has a colour here" : nil)
  }

  private static func setRadius(_ option: SourceOption, _ draft: inout BannerDraft) {
    guard let edges = MakoValue.edges(option.value) else { return refuse(option, &draft) }
    draft.set(
      "corner_radius", to: .number(edges.greatest), from: option,
      but: edges.isEven ? nil : "all corners have the greatest radius")
  }

  /// Sets the texts of banners, or with another key of banners in stacks.
  static func setFormat(_ option: SourceOption, of key: String, _ draft: inout BannerDraft) {
    let fields: [Character: String] = ["a": "app", "s": "summary", "b": "body", "g": "stack"]
    draft.set(format: BannerText(option.value, fields: fields), of: key, from: option)
  }

  /// Sets the text about notifications that are not shown, which is one line.
  static func setMoreFormat(_ option: SourceOption, _ draft: inout BannerDraft) {
    let line = option.value.replacingAll("\\n", with: " ")
    draft.set(
      format: BannerText(line, fields: ["h": "hidden", "t": "total"]), of: "more_format", from: option)
  }

  private static func setProgress(_ option: SourceOption, _ draft: inout BannerDraft) {
    let words = option.value.split(separator: " ").map(String.init)
    guard let colour = words.last.flatMap(MakoValue.colour), words.count <= 2 else {
      return refuse(option, &draft)
    }
    guard words.count == 2 else { return draft.set("progress_color", to: .string(colour), from: option) }
    draft.set("progress_color", to: .string(colour))
    if words[0] == "over" {
      draft.carry(option)
    } else {
      draft.approximate(option, "progress is a bar of this colour below the text")
    }
  }

  private static func setCommand(_ option: SourceOption, _ draft: inout BannerDraft) {
    guard let command = option.value.droppingPrefix("exec ") else {
      return draft.leaveOut(option, "a rule cannot take back the command of another one")
    }
    draft.set("command", to: shell(command), from: option)
    if command.has("makoctl") {
      draft.approximate(option, "makoctl is no longer there; use \"hyaline notifications\"")
    }
  }

  /// A command of mako, which has the number of a notification in a variable.
  private static func shell(_ command: String) -> SettingsValue {
    let usesNumber = command.has("$id") || command.has("${id}")
    return .shell(usesNumber ? "id=$HYALINE_ID; \(command)" : command)
  }

  /// Gives a button the effect of an action; `option` is where mako's configuration has that, nil: nowhere.
  static func setButton(
    _ button: String, _ action: String, _ option: SourceOption?, _ draft: inout BannerDraft
  ) {
    guard let effect = effect(action) else { return draft.leaveOut(option, "banners have no such action") }
    draft.set(gesture: button, to: effect, from: option)
  }

  /// Our effect of a button for one of mako's; nil: there is none.
  private static func effect(_ action: String) -> SettingsValue? {
    switch action {
    case "none", "dismiss": return .string(action)
    case "dismiss-all", "dismiss-group": return .string(action.replacingAll("-", with: "_"))
    case "dismiss --no-history": return "forget"
    case "invoke-default-action": return "default"
    default: break
    }
    if let key = action.droppingPrefix("invoke-action ") {
      let quoted = "'" + key.replacingAll("'", with: "'\\''") + "'"
      return .shell("hyaline notifications invoke \"$HYALINE_ID\" \(quoted)")
    }
    guard let command = action.droppingPrefix("exec ") else { return nil }
    return command.has("makoctl menu") ? "menu" : shell(command)
  }
}
