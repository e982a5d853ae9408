import Settings

/// Converts mako's style options, which sections have as well as the whole configuration.
enum MakoStyle {
  /// Sets the counterpart of an option in a rule, or for all banners if there is no rule.
  static func set(_ option: SourceOption, in rule: inout BannerRule?, _ draft: inout BannerDraft) {
    switch option.key {
    case "background-color": setMaterial(option, &rule, &draft)
    case "border-radius": setRadius(option, &rule, &draft)
    case "format": setFormat(option, &rule, &draft)
    case "progress-color": setProgress(option, &rule, &draft)
    case "on-notify": setCommand(option, &rule, &draft)
    case "icon-location" where option.value == "bottom":
      draft.leaveOut(option, "icons are before, behind or above the text")
    case "icon-location": setIconPosition(option, in: &rule, &draft)
    case "text-alignment": setAlignment(option, in: &rule, &draft)
    case "on-button-left", "on-button-middle", "on-button-right": setButton(option, &rule, &draft)
    case "markup", "actions":
      if MakoValue.boolean(option.value) == true { return draft.carry(option) }
      draft.leaveOut(option, "banners show \(option.key == "markup" ? "markup" : "actions") in any case")
    case "text-color":
      guard let colour = MakoValue.colour(option.value) else { return refuse(option, &draft) }
      draft.set("ink", in: &rule, to: [.string(colour)], from: option)
    default:
      guard let (key, values) = simple(option) else {
        return draft.leaveOut(option, "\(rule == nil ? "banners" : "rules") have no such option")
      }
      draft.set(key, in: &rule, to: values, from: option)
    }
  }

  private static func refuse(_ option: SourceOption, _ draft: inout BannerDraft) {
    draft.leaveOut(option, "mako takes no such value")
  }

  /// The options whose values are converted one by one: the key of ours, and values that mean the same, of which ours may have
  /// any; nil for other options.
  private static func simple(_ option: SourceOption) -> (key: String, values: [SettingsValue])? {
    let value = option.value
    switch option.key {
    case "font": return ("font", [.string(value)])
    case "width": return ("width", number(value))
    case "border-size": return ("border_width", number(value))
    case "border-color": return ("border_color", MakoValue.colour(value).map { [.string($0)] } ?? [])
    case "icons": return ("icons", boolean(value))
    case "invisible": return ("hidden", boolean(value))
    case "history": return ("history", boolean(value))
    case "max-icon-size": return ("icon_size", number(value))
    case "max-visible": return ("max_shown", number(value))
    case "layer": return ("layer", [.string(value)])
    case "anchor": return ("anchor", [.string(anchor(value))])
    default: return nil
    }
  }

  private static func number(_ text: String) -> [SettingsValue] {
    Int(text).map { [SettingsValue(.integer($0))] } ?? []
  }

  private static func boolean(_ text: String) -> [SettingsValue] {
    MakoValue.boolean(text).map { [.boolean($0)] } ?? []
  }

  /// Sets the alignment of texts. Pango begins lines that are aligned at the left at the side of their language.
  static func setAlignment(_ option: SourceOption, in rule: inout BannerRule?, _ draft: inout BannerDraft) {
    setPlace("text_align", option, left: "natural", in: &rule, &draft)
  }

  /// Sets the place of icons beside or above the texts.
  static func setIconPosition(_ option: SourceOption, in rule: inout BannerRule?, _ draft: inout BannerDraft)
  {
    setPlace("icon_position", option, left: "leading", in: &rule, &draft)
  }

  /// Sets an option to a side; all banners have icons and texts at the left without it.
  private static func setPlace(
    _ key: String, _ option: SourceOption, left: String, in rule: inout BannerRule?,
    _ draft: inout BannerDraft
  ) {
    if option.value == "left", rule == nil { return draft.carry(option) }
    let name = ["left": left, "right": "trailing"][option.value] ?? option.value
    draft.set(key, in: &rule, to: [.string(name)], from: option)
  }

  /// Our name of what banners are stacked by, for mako's names; nil: there is none. `isWhole`: it is for all of these names.
  static func grouping(_ option: SourceOption) -> (name: String, isWhole: Bool)? {
    let fields = option.value.split(separator: ",").map(String.init)
    let names = ["none": "none", "app-name": "application", "category": "category", "summary": "summary"]
    let known = fields.compactMap { names[$0] }
    return (known.contains("application") ? "application" : known.first).map { ($0, fields.count == 1) }
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

  private static func setMaterial(
    _ option: SourceOption, _ rule: inout BannerRule?, _ draft: inout BannerDraft
  ) {
    guard let colour = MakoValue.colour(option.value) else { return refuse(option, &draft) }
    let material = draft.material(colour, for: rule.map(purpose) ?? "")
    if BannerMaterial(name: "", tint: colour).isClear {
      draft.set("material", in: &rule, to: [.string(material)], from: nil)
      draft.approximate(option, "a banner has glass, which neither blurs nor has a colour here")
    } else {
      draft.set("material", in: &rule, to: [.string(material)], from: option)
    }
  }

  /// A word for the name of a rule's material.
  static func purpose(_ rule: BannerRule) -> String {
    let urgency = rule.conditions.first { $0.key == "urgency" }?.value.content
    if case .string(let name)? = urgency { return name }
    for (_, value) in rule.conditions {
      if case .string(let text) = value.content, !word(text).isEmpty { return word(text) }
    }
    return "rule"
  }

  /// A text as a word of a key: small letters and digits with hyphens between them.
  static func word(_ text: String) -> String {
    let letters = text.lowercased().unicodeScalars.map { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
        ? Character(scalar) : "-"
    }
    return String(String(letters).split(separator: "-").joined(separator: "-").prefix(24))
  }

  private static func setRadius(_ option: SourceOption, _ rule: inout BannerRule?, _ draft: inout BannerDraft)
  {
    guard let edges = MakoValue.edges(option.value) else { return refuse(option, &draft) }
    let radius = [SettingsValue.number(Double(edges.greatest))]
    if edges.isEven {
      return draft.set("corner_radius", in: &rule, to: radius, from: option)
    }
    draft.set("corner_radius", in: &rule, to: radius, from: nil)
    draft.approximate(option, "all corners have the greatest radius")
  }

  private static func setFormat(_ option: SourceOption, _ rule: inout BannerRule?, _ draft: inout BannerDraft)
  {
    setFormat(option, of: "format", in: &rule, &draft)
  }

  /// Sets the texts of banners, or with another key of banners in stacks.
  static func setFormat(
    _ option: SourceOption, of key: String, in rule: inout BannerRule?, _ draft: inout BannerDraft
  ) {
    let fields: [Character: String] = ["a": "app", "s": "summary", "b": "body", "g": "stack"]
    draft.set(format: BannerText(option.value, fields: fields), of: key, in: &rule, from: option)
  }

  /// Sets the text about notifications that are not shown, which is one line.
  static func setMoreFormat(_ option: SourceOption, _ draft: inout BannerDraft) {
    let line = option.value.replacingAll("\\n", with: " ")
    var rule: BannerRule?
    draft.set(
      format: BannerText(line, fields: ["h": "hidden", "t": "total"]), of: "more_format", in: &rule,
      from: option)
  }

  private static func setProgress(
    _ option: SourceOption, _ rule: inout BannerRule?, _ draft: inout BannerDraft
  ) {
    let words = option.value.split(separator: " ").map(String.init)
    guard let colour = words.last.flatMap(MakoValue.colour), words.count <= 2 else {
      return refuse(option, &draft)
    }
    draft.set("progress_color", in: &rule, to: [.string(colour)], from: words.count == 1 ? option : nil)
    guard words.count == 2 else { return }
    if words[0] == "over" {
      draft.carry(option)
    } else {
      draft.approximate(option, "progress is a bar of this colour below the text")
    }
  }

  private static func setCommand(
    _ option: SourceOption, _ rule: inout BannerRule?, _ draft: inout BannerDraft
  ) {
    guard let command = option.value.droppingPrefix("exec ") else {
      return draft.leaveOut(option, "a rule cannot take back the command of another one")
    }
    let usesNumber = command.has("$id") || command.has("${id}")
    draft.set(
      "command", in: &rule, to: [.shell(usesNumber ? "id=$HYALINE_ID; \(command)" : command)], from: option)
    if command.has("makoctl") {
      draft.approximate(option, "makoctl is no longer there; use \"hyaline notifications\"")
    }
  }

  private static func setButton(_ option: SourceOption, _ rule: inout BannerRule?, _ draft: inout BannerDraft)
  {
    let button = option.key.split(separator: "-").last.map(String.init) ?? ""
    guard let effect = effect(option.value) else {
      return draft.leaveOut(option, "banners have no such action")
    }
    draft.set(gesture: button, in: &rule, to: effect, from: option)
  }

  /// Our effect of a button for one of mako's; nil: there is none.
  static func effect(_ action: String) -> SettingsValue? {
    switch action {
    case "none", "dismiss": return .string(action)
    case "dismiss-all", "dismiss-group": return .string(action.replacingAll("-", with: "_"))
    case "dismiss --no-history": return .string("forget")
    case "invoke-default-action": return .string("default")
    default: break
    }
    if let key = action.droppingPrefix("invoke-action ") {
      let quoted = "'" + String(key).replacingAll("'", with: "'\\''") + "'"
      return .shell("hyaline notifications invoke \"$HYALINE_ID\" \(quoted)")
    }
    guard let command = action.droppingPrefix("exec ") else { return nil }
    if command.has("makoctl menu") { return .string("menu") }
    let usesNumber = command.has("$id") || command.has("${id}")
    return .shell(usesNumber ? "id=$HYALINE_ID; \(command)" : String(command))
  }
}
