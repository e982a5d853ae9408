import Settings
import VisualEffects

/// Settings of banners that are being made of another program's configuration, and the account of that.
struct BannerDraft {
  /// The name of the program, which the materials have too.
  let program: String
  private var entries: [ImportReport.Entry] = []
  private var options: [(key: [String], value: SettingsValue)] = []
  private var rules: [BannerRule] = []
  private var materials: [BannerMaterial] = []

  init(program: String) { self.program = program }

  // MARK: - The account

  /// The account in the order of the files.
  var report: ImportReport {
    var ranks: [String: Int] = [:]
    for entry in entries where ranks[entry.place?.file ?? ""] == nil {
      ranks[entry.place?.file ?? ""] = ranks.count
    }
    let keys = entries.map { entry in
      (ranks[entry.place?.file ?? ""] ?? 0, entry.place?.line ?? 0, entry.place?.column ?? 0)
    }
    var report = ImportReport()
    let sorted = entries.indices.sorted { keys[$0] == keys[$1] ? $0 < $1 : keys[$0] < keys[$1] }
    for index in sorted { report.add(entries[index].kind, entries[index].text, at: entries[index].place) }
    return report
  }

  private mutating func add(_ kind: ImportReport.Kind, _ text: String, at place: SourcePlace?) {
    // The text has parts of the other program's files.
    let shown = text.unicodeScalars.map {
      $0.properties.generalCategory == .control ? "\u{FFFD}" : String($0)
    }
    entries.append(ImportReport.Entry(kind, shown.joined(), at: place))
  }

  /// Records that an option has no counterpart.
  mutating func leaveOut(_ option: SourceOption, _ reason: String) {
    add(.leftOut, "\(option.words): \(reason)", at: option.place)
  }

  /// Records that an option has only a similar counterpart.
  mutating func approximate(_ option: SourceOption, _ difference: String) {
    add(.approximated, "\(option.words): \(difference)", at: option.place)
  }

  /// Records once that a part of the configuration has only a similar counterpart.
  mutating func approximate(_ words: String, _ difference: String, at place: SourcePlace?) {
    let text = "\(words): \(difference)"
    if !entries.contains(where: { $0.kind == .approximated && $0.text == text }) {
      add(.approximated, text, at: place)
    }
  }

  /// Records that an option has a counterpart, or that banners are so in any case.
  mutating func carry(_ option: SourceOption) { add(.carried, option.words, at: option.place) }

  /// Records what is wrong in the file.
  mutating func warn(_ text: String, at place: SourcePlace?) { add(.warning, text, at: place) }

  /// Records which options of a section have no effect, since others further behind replace them.
  mutating func warn(ofReplaced options: [SourceOption]) {
    for (option, other) in options.replaced where option.value != other.value {
      warn(
        "\(option.words): line \(other.place.line) of \(other.place.fileName) sets it again", at: option.place
      )
    }
  }

  /// Records that a part of the configuration has no counterpart.
  mutating func leaveOut(_ text: String, at place: SourcePlace?) { add(.leftOut, text, at: place) }

  // MARK: - Options

  /// Sets an option of `notifications` to the first of some values that it takes, or the nearest one to that.
  ///
  /// - Parameter option: The option of the other program; nil: its default.
  mutating func set(_ key: String..., to wanted: [SettingsValue], from option: SourceOption?) {
    guard let value = fitted(wanted, ["notifications"] + key, option) else { return }
    if let index = options.firstIndex(where: { $0.key == key }) {
      options[index].value = value
    } else {
      options.append((key, value))
    }
  }

  /// Makes a rule set an option to the first of some values that it takes, or the nearest one to that; without a rule all
  /// notifications have it.
  mutating func set(
    _ key: String, in rule: inout BannerRule?, to wanted: [SettingsValue], from option: SourceOption?
  ) {
    guard rule != nil else { return set(key, to: wanted, from: option) }
    if let value = fitted(wanted, Self.path(key, in: rule), option) { rule?.set(key, value) }
  }

  /// Sets the distances of the text to the edges of a banner, which are the same at opposite edges.
  ///
  /// - Parameters:
  ///   - frame: The width of a line around the padding, in pixels.
  ///   - corner: The least distance to the sides that round corners cause, without the line, in pixels.
  ///   - excess: The height that lines of text have here besides that of the other program, in pixels.
  mutating func set(
    padding edges: MakoValue.Edges, frame: Double = 0, corner: Double = 0, excess: Double = 0,
    in rule: inout BannerRule?, from option: SourceOption?
  ) {
    // The height of a banner is the same if texts are in the middle between the upper and the lower edge.
    let vertical = max(((Double(edges.top) + Double(edges.bottom) - excess) / 2).rounded(), 0) + frame
    let side = max(Double(edges.horizontal), corner) + frame
    let isEven = edges.top == edges.bottom && edges.left == edges.right
    let both = [vertical, side].map { SettingsValue.number($0) }
    set(
      "padding", in: &rule, to: [vertical == side ? .number(side) : .array(both)], from: isEven ? option : nil
    )
    if let option, !isEven {
      approximate(option, "the text has the same distance to opposite edges")
    }
  }

  /// Sets the effect of a gesture on banners. An effect that banners have in any case is written in rules alone.
  mutating func set(
    gesture: String, in rule: inout BannerRule?, to effect: SettingsValue, from option: SourceOption?
  ) {
    guard Self.isAccepted(.table([(gesture, effect)]), at: Self.path("on", in: rule)) else {
      if let option { leaveOut(option, "banners have no such action") }
      return
    }
    if let option { carry(option) }
    if rule == nil, Self.isUsual(effect, of: gesture) { return }
    let known = rule == nil ? options.first { $0.key == ["on"] }?.value : rule?.value("on")
    var others: [(key: String, value: SettingsValue)] = []
    if case .table(let entries)? = known?.content {
      others = entries.filter { $0.key != gesture }.map { ($0.key, $0.value) }
    }
    let all = SettingsValue.table(others + [(gesture, effect)])
    guard rule == nil else {
      rule?.set("on", all)
      return
    }
    options.removeAll { $0.key == ["on"] }
    options.append((["on"], all))
  }

  private static func isUsual(_ effect: SettingsValue, of gesture: String) -> Bool {
    guard case .string(let name) = effect.content, let gesture = BannerGesture(rawValue: gesture),
      case .builtIn(let usual)? = BannerResponse.usual[gesture]
    else { return false }
    return name == usual.rawValue
  }

  /// Sets the texts of banners.
  ///
  /// - Parameters:
  ///   - key: The option that has the format.
  ///   - difference: The difference of the format from that of the other program; nil: there is none.
  mutating func set(
    format text: BannerText, of key: String = "format", in rule: inout BannerRule?, from option: SourceOption,
    difference: String? = nil
  ) {
    let names = text.unknown.joined(separator: ", ")
    guard let format = text.format else { return leaveOut(option, "there is no field for \(names)") }
    guard Self.isAccepted(.string(format), at: Self.path(key, in: rule)) else {
      return leaveOut(option, "banners take no such format")
    }
    let differences =
      (names.isEmpty ? [] : ["there is no field for \(names)"]) + [difference].compactMap { $0 }
    set(key, in: &rule, to: [.string(format)], from: differences.isEmpty ? option : nil)
    if !differences.isEmpty { approximate(option, differences.joined(separator: ", and ")) }
  }

  /// Sets the texts that the other programs give banners without a format, which have neither the name of the program nor an age.
  mutating func setUsualFormat() {
    set("format", to: [.string("<b>{summary}</b>\n{body}")], from: nil)
  }

  /// Sets what the other programs do not have: letters in place of missing icons, a sign and a red tint of critical banners, and room
  /// between the title and the body.
  mutating func setPlainLook() {
    set("letter_icons", to: [.boolean(false)], from: nil)
    set("critical_sign", to: [.boolean(false)], from: nil)
    set("tint", to: [.string("#00000000")], from: nil)
    set("text_spacing", to: [.number(0)], from: nil)
  }

  /// Sets the place of icons beside higher texts to the middle, where other programs have them.
  mutating func setCentredIcons() { set("icon_align", to: [.string("center")], from: nil) }

  /// Leaves out the button to close banners where the other program has none, so that texts reach to the edge as there.
  mutating func setNoCloseButton() { set("close_button", to: [.boolean(false)], from: nil) }

  private static func path(_ key: String, in rule: BannerRule?) -> [String] {
    ["notifications"] + (rule == nil ? [] : ["rules", "0"]) + [key]
  }

  private mutating func fitted(
    _ wanted: [SettingsValue], _ path: [String], _ option: SourceOption?
  ) -> SettingsValue? {
    guard let shape = SettingsDraft.option(path)?.shape else {
      let isOfRule = path.contains("rules")
      if let option {
        leaveOut(option, isOfRule ? "rules have no such option" : "banners have no such option")
      }
      return nil
    }
    let all = wanted.compactMap { FittedValue($0, to: shape) }.filter { Self.isAccepted($0.value, at: path) }
    guard let best = all.first(where: \.isExact) ?? all.first else {
      if let option { leaveOut(option, "banners take no such value") }
      return nil
    }
    if let option {
      if best.isExact {
        carry(option)
      } else {
        approximate(option, "the nearest value is \(best.value.tomlText)")
      }
    }
    return best.value
  }

  /// Whether rules may have a condition.
  static func accepts(condition key: String, _ value: SettingsValue) -> Bool {
    let path = ["notifications", "rules", "0", key]
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

  /// The ink of the banners with a material, `#RRGGBB` or `#RRGGBBAA`: that of the rule with the material, or that of all banners; nil:
  /// none is set.
  private func ink(on material: String) -> String? {
    let own = rules.first { $0.value("material")?.content == .string(material) && $0.value("ink") != nil }
    let usual = rules.first { $0.conditions.isEmpty && $0.value("ink") != nil }
    guard case .string(let ink)? = (own ?? usual)?.value("ink")?.content else { return nil }
    return ink
  }

  /// Adds a rule behind the others, unless it changes nothing.
  mutating func add(_ rule: BannerRule) { if !rule.isEmpty { rules.append(rule) } }

  // MARK: - Materials

  /// The names of the materials that were made.
  var materialNames: [String] { materials.map(\.name) }

  /// The name of the material of a colour, `#RRGGBB` or `#RRGGBBAA`, which is made if there is none yet.
  ///
  /// - Parameter purpose: A word that distinguishes the material from that of all banners, which has none.
  mutating func material(_ tint: String, for purpose: String = "") -> String {
    if let known = materials.first(where: { $0.tint == tint }) { return known.name }
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
    for option in options { draft.set(["notifications"] + option.key, option.value) }
    for (number, rule) in rules.enumerated() {
      let path = ["notifications", "rules", "\(number)"]
      if !rule.title.isEmpty { draft.note(rule.title, before: path) }
      for (key, value) in rule.identity + rule.conditions + rule.settings { draft.set(path + [key], value) }
    }
    for material in materials { material.write(to: &draft, ink: ink(on: material.name)) }
    if let opaque = materials.first(where: \.isOpaque) {
      let example = opaque.tint.prefix(7) + "B3"
      draft.note(
        "No glass is seen through an opaque tint. Two more digits give it an opacity, such as \"\(example)\".",
        before: opaque.path)
    }
    return draft
  }
}

/// A material whose tint is a colour of another program's banners.
struct BannerMaterial {
  var name: String
  /// The colour, as `#RRGGBB` or `#RRGGBBAA`.
  var tint: String

  /// The path of its table.
  var path: [String] { ["materials", name] }

  /// Whether the colour lets nothing of the glass through.
  var isOpaque: Bool { tint.count == 7 || tint.hasSuffix("FF") && tint.count == 9 }
  /// Whether the glass is dark: an ink that can be read on the colour decides, or else whether the colour is nearer to black.
  private func isDark(_ ink: String?) -> Bool {
    guard let ground = Self.colour(tint) else { return true }
    if isOpaque, let ink = ink.flatMap(Self.colour) {
      let (own, other) = (Luminance.of(ink), Luminance.of(ground))
      if Luminance.contrast(own, other) >= 3 { return own > other }
    }
    return 0.2126 * ground.x + 0.7152 * ground.y + 0.0722 * ground.z < 0.55
  }

  private static func colour(_ text: String) -> SIMD3<Double>? {
    let digits = text.dropFirst().prefix(6).compactMap(\.hexDigitValue)
    guard digits.count == 6 else { return nil }
    let parts = stride(from: 0, to: 6, by: 2).map { Double(digits[$0] * 16 + digits[$0 + 1]) / 255 }
    return SIMD3(parts[0], parts[1], parts[2])
  }
  /// Whether the colour is invisible.
  var isClear: Bool { tint.count == 9 && tint.hasSuffix("00") }

  func write(to draft: inout SettingsDraft, ink: String?) {
    let shade = isClear ? "" : isDark(ink) ? "Dark" : "Light"
    // On glass of the other shade the colour would be changed until texts are legible.
    draft.set(path + ["base"], .string("notificationBanner" + shade))
    draft.set(path + ["tint"], .string(isOpaque ? String(tint.prefix(7)) : tint))
    guard isClear else { return }
    draft.set(path + ["blur"], .number(0))
    draft.set(path + ["saturation"], .number(1))
    draft.set(path + ["brightness"], .number(0))
    draft.set(path + ["luminance_amount"], .number(0))
  }
}
