import Settings
import VisualEffects

/// Settings of banners that are being made of another program's configuration, and the account of that.
struct BannerDraft {
  /// The name of the program, which the materials have too.
  let program: String
  /// The rule that is being made, which has what is set meanwhile; nil: all banners have it.
  var rule: BannerRule?
  private var entries: [ImportReport.Entry] = []
  /// The options of `notifications`; a key in a table has the key of that before a full stop.
  private var options: SettingsPairs = []
  /// The rule for all notifications, with the options that only rules have.
  private var everything = BannerRule()
  private var rules: [BannerRule] = []
  private var materials: [BannerMaterial] = []

  init(program: String) { self.program = program }

  // MARK: - The account

  /// The account in the order of the files.
  var report: ImportReport {
    var ranks: [String: Int] = [:]
    let keys = entries.enumerated().map { number, entry in
      let file = entry.place?.file ?? ""
      let rank = ranks[file] ?? ranks.count
      ranks[file] = rank
      return (rank, entry.place?.line ?? 0, entry.place?.column ?? 0, number)
    }
    var report = ImportReport()
    for index in entries.indices.sorted(by: { keys[$0] < keys[$1] }) { report.add(entries[index]) }
    return report
  }

  private mutating func add(_ kind: ImportReport.Kind, _ text: String, at place: SourcePlace?) {
    // The text has parts of the other program's files.
    let shown = text.unicodeScalars.map {
      $0.properties.generalCategory == .control ? "\u{FFFD}" : String($0)
    }
    entries.append(ImportReport.Entry(kind: kind, place: place, text: shown.joined()))
  }

  /// Records that an option has no counterpart; nil: it is a default, about which nothing is said here and below.
  mutating func leaveOut(_ option: SourceOption?, _ reason: String) {
    if let option { leaveOut("\(option.words): \(reason)", at: option.place) }
  }

  /// Records that a part of the configuration has no counterpart.
  mutating func leaveOut(_ text: String, at place: SourcePlace?) { add(.leftOut, text, at: place) }

  /// Records that an option has only a similar counterpart.
  mutating func approximate(_ option: SourceOption?, _ difference: String) {
    if let option { add(.approximated, "\(option.words): \(difference)", at: option.place) }
  }

  /// Records once that a part of the configuration has only a similar counterpart.
  mutating func approximate(_ words: String, _ difference: String, at place: SourcePlace?) {
    let text = "\(words): \(difference)"
    if !entries.contains(where: { $0.kind == .approximated && $0.text == text }) {
      add(.approximated, text, at: place)
    }
  }

  /// Records that an option has a counterpart, or that banners are so in any case.
  mutating func carry(_ option: SourceOption?) {
    if let option { add(.carried, option.words, at: option.place) }
  }

  /// Records what is wrong in the file.
  mutating func warn(_ text: String, at place: SourcePlace?) { add(.warning, text, at: place) }

  /// Records which options of a section have no effect, since others further behind replace them.
  mutating func warn(ofReplaced options: [SourceOption]) {
    for (option, other) in options.replaced where option.value != other.value {
      let place = other.place
      warn("\(option.words): line \(place.line) of \(place.fileName) sets it again", at: option.place)
    }
  }

  // MARK: - Options

  /// Sets an option to the value that it takes and that is nearest to a wanted one.
  ///
  /// - Parameters:
  ///   - wanted: The value; nil: that of the other program cannot be read.
  ///   - option: The option of the other program; nil: its default.
  ///   - difference: The difference from the other program besides that of the value; nil: there is none.
  mutating func set(
    _ key: String, to wanted: SettingsValue?, from option: SourceOption? = nil, but difference: String? = nil
  ) {
    guard rule != nil || !SettingsDraft.hasOption(["notifications", key]) else {
      return setForAll(key, to: wanted, from: option, but: difference)
    }
    guard let value = fitted(wanted, to: key, ofRule: true, option, difference) else { return }
    if rule == nil { everything.settings[key] = value } else { rule?.settings[key] = value }
  }

  /// Sets an option of all banners, also while a rule is being made; its key may be that of a table with a key in it.
  mutating func setForAll(
    _ key: String, to wanted: SettingsValue?, from option: SourceOption? = nil, but difference: String? = nil
  ) {
    if let value = fitted(wanted, to: key, ofRule: false, option, difference) { options[key] = value }
  }

  /// The value of an option that is nearest to a wanted one, after an account of it; nil: there is none.
  private mutating func fitted(
    _ wanted: SettingsValue?, to key: String, ofRule: Bool, _ option: SourceOption?, _ difference: String?
  ) -> SettingsValue? {
    let told = difference == nil ? option : nil
    defer { if let difference { approximate(option, difference) } }
    let path = Self.path(key, ofRule: ofRule)
    guard let shape = SettingsDraft.option(path)?.shape else {
      leaveOut(told, "\(ofRule ? "rules" : "banners") have no such option")
      return nil
    }
    guard let best = wanted.flatMap({ FittedValue($0, to: shape) }), Self.isAccepted(best.value, at: path)
    else {
      leaveOut(told, "banners take no such value")
      return nil
    }
    if best.isExact {
      carry(told)
    } else {
      approximate(told, "the nearest value is \(best.value.tomlText)")
    }
    return best.value
  }

  /// Sets the distances of the text to the edges of a banner, which are the same at opposite edges.
  ///
  /// - Parameters:
  ///   - frame: The width of a line around the padding, in pixels.
  ///   - corner: The least distance to the sides that round corners cause, without the line, in pixels.
  ///   - excess: The height that lines of text have here besides that of the other program, in pixels.
  mutating func set(
    padding edges: MakoValue.Edges, frame: Double = 0, corner: Double = 0, excess: Double = 0,
    from option: SourceOption?
  ) {
    // The height of a banner is the same if texts are in the middle between the upper and the lower edge.
    let vertical = max(((Double(edges.top) + Double(edges.bottom) - excess) / 2).rounded(), 0) + frame
    let side = max(Double(edges.horizontal), corner) + frame
    let isEven = edges.top == edges.bottom && edges.left == edges.right
    set(
      "padding", to: .pair([vertical, side]), from: option,
      but: isEven ? nil : "the text has the same distance to opposite edges")
  }

  /// Sets the effect of a gesture on banners. An effect that banners have in any case is written in rules alone.
  mutating func set(gesture: String, to effect: SettingsValue, from option: SourceOption?) {
    guard Self.isAccepted(.table([(gesture, effect)]), at: Self.path("on", ofRule: rule != nil)) else {
      return leaveOut(option, "banners have no such action")
    }
    carry(option)
    if rule == nil, Self.isUsual(effect, of: gesture) { return }
    let others = (rule?.settings ?? options)["on"]?.pairs.filter { $0.key != gesture } ?? []
    let all = SettingsValue.table(others + [(gesture, effect)])
    if rule == nil { options["on"] = all } else { rule?.settings["on"] = all }
  }

  private static func isUsual(_ effect: SettingsValue, of gesture: String) -> Bool {
    guard let gesture = BannerGesture(rawValue: gesture),
      case .builtIn(let usual)? = BannerResponse.usual[gesture]
    else { return false }
    return effect.string == usual.rawValue
  }

  /// Sets an option to a side; all banners have icons and texts at the left without it.
  mutating func set(_ key: String, toSide option: SourceOption, left: String) {
    if option.value == "left", rule == nil { return carry(option) }
    let name = ["left": left, "right": "trailing"][option.value] ?? option.value
    set(key, to: .string(name), from: option)
  }

  /// Sets the alignment of texts. Pango begins lines that are aligned at the left at the side of their language.
  mutating func set(alignment option: SourceOption) { set("text_align", toSide: option, left: "natural") }

  /// Sets the place of icons beside or above the texts.
  mutating func set(iconPosition option: SourceOption) {
    set("icon_position", toSide: option, left: "leading")
  }

  /// Sets the texts of banners.
  ///
  /// - Parameters:
  ///   - key: The option that has the format.
  ///   - difference: The difference of the format from that of the other program; nil: there is none.
  mutating func set(
    format text: BannerText, of key: String = "format", from option: SourceOption,
    but difference: String? = nil
  ) {
    let loss = "there is no field for \(text.unknown.joined(separator: ", "))"
    guard let format = text.format else { return leaveOut(option, loss) }
    guard Self.isAccepted(.string(format), at: Self.path(key, ofRule: rule != nil)) else {
      return leaveOut(option, "banners take no such format")
    }
    let differences = (text.unknown.isEmpty ? [] : [loss]) + [difference].compactMap(\.self)
    set(
      key, to: .string(format), from: option,
      but: differences.isEmpty ? nil : differences.joined(separator: ", and "))
  }

  /// Sets the texts that the other programs give banners without a format, which have neither the name of the program nor an age.
  mutating func setUsualFormat() { set("format", to: "<b>{summary}</b>\n{body}") }

  /// Sets what the other programs do not have: letters in place of missing icons, a sign and a red tint of critical banners, and room
  /// between the title and the body.
  mutating func setPlainLook() {
    set("letter_icons", to: false)
    set("critical_sign", to: false)
    set("tint", to: "#00000000")
    set("text_spacing", to: 0)
  }

  /// The path of an option as the settings have it; "0" stands for the number of a rule.
  private static func path(_ key: String, ofRule: Bool) -> [String] {
    ["notifications"] + (ofRule ? ["rules", "0"] : []) + key.split(separator: ".").map(String.init)
  }

  /// Whether rules may have a condition.
  static func accepts(condition key: String, _ value: SettingsValue) -> Bool {
    let path = path(key, ofRule: true)
    return SettingsDraft.hasOption(path) && isAccepted(value, at: path)
  }

  /// Whether a settings file may have a value at a path; the name of a material is one of those that the draft makes.
  private static func isAccepted(_ value: SettingsValue, at path: [String]) -> Bool {
    if path.last == "material" { return true }
    let root = path.reversed().reduce(value) { inner, key in
      key == "0" ? .array([inner]) : .table([(key: key, value: inner)])
    }
    return Settings.decode(root).1.isEmpty
  }

  /// Ends the rule that is being made, and puts it behind the others unless it changes nothing.
  mutating func endRule() {
    if let rule, !rule.isEmpty { rules.append(rule) }
    rule = nil
  }

  // MARK: - Materials

  /// The names of the materials that were made.
  var materialNames: [String] { materials.map(\.name) }

  /// Gives banners the material of a colour, `#RRGGBB` or `#RRGGBBAA`, which is made if there is none yet.
  mutating func set(material tint: String, from option: SourceOption? = nil, but difference: String? = nil) {
    set("material", to: .string(material(tint)), from: option, but: difference)
  }

  private mutating func material(_ tint: String) -> String {
    if let known = materials.first(where: { $0.tint == tint }) { return known.name }
    let purpose = rule?.purpose ?? ""
    let wanted = purpose.isEmpty ? program : "\(program)-\(purpose)"
    var (name, number) = (wanted, 1)
    while materials.contains(where: { $0.name == name }) {
      number += 1
      name = "\(wanted)-\(number)"
    }
    materials.append(BannerMaterial(name: name, tint: tint))
    return name
  }

  // MARK: - The settings

  /// The settings file.
  func settings(title: String) -> SettingsDraft {
    var draft = SettingsDraft(title: title)
    draft.begin(["notifications"])
    for (key, value) in options { draft.set(Self.path(key, ofRule: false), value) }
    let rules = (everything.isEmpty ? [] : [everything]) + rules
    for (number, rule) in rules.enumerated() {
      let path = ["notifications", "rules", "\(number)"]
      if !rule.title.isEmpty { draft.note(rule.title, before: path) }
      for (key, value) in rule.identity + rule.conditions + rule.settings { draft.set(path + [key], value) }
    }
    for material in materials {
      // The rule with the material may have an ink, or else all banners have one.
      let own = rules.first { $0.settings["material"] == .string(material.name) && $0.settings["ink"] != nil }
      let usual = rules.first { $0.conditions.isEmpty && $0.settings["ink"] != nil }
      material.write(to: &draft, ink: (own ?? usual)?.settings["ink"]?.string)
    }
    if let opaque = materials.first(where: \.isOpaque) {
      let example = opaque.tint.prefix(7) + "B3"
      draft.note(
        "No glass is seen through an opaque tint. Two more digits give it an opacity, such as \"\(example)\".",
        before: opaque.path)
    }
    return draft
  }
}
