import ModuleModel
import Settings

/// One module of Waybar that is becoming a table of settings.
struct ModuleConversion {
  /// One option of the table: its path from the module's table, and its value.
  struct Setting: Equatable {
    var path: [String]
    var value: SettingsValue
  }

  let name: WaybarModuleName
  /// The options of the module in Waybar's configuration.
  let source: SourceValue
  let kind: ModuleKind
  /// The path of the module's table.
  let path: [String]
  /// The settings of the table in the order in which they were set.
  private(set) var settings: [Setting] = []
  private(set) var report = ImportReport()
  /// The real-time signals that commands of the module send.
  private(set) var sentSignals: Set<Int> = []
  /// The scripts that commands of the module run.
  private(set) var scripts: [String] = []
  /// Whether formats of the module have markup.
  var isMarkup = false
  /// The counterparts of the fields of formats.
  var fields: [String: WaybarField] = [:]
  /// The entries of the menu in the file that `menu-file` names; none: there is no such file.
  var menuEntries: [MenuFile.Entry] = []
  /// The names of the states of numbers, the weakest first.
  var levels: [String] = []
  /// The command that opens the panel of the module `bell`; nil: there is none, or this module is the bell.
  var panelCommand: String?
  /// Whether the bar of the module is at the left or right edge.
  var isVertical = false
  /// The mean width of a character in points.
  var characterWidth = 8.0
  private var used: Set<String> = []
  /// The fields of which it was told that they are only similar.
  private var told: Set<String> = []

  init(_ name: WaybarModuleName, _ source: SourceValue, kind: ModuleKind, path: [String]) {
    (self.name, self.source, self.kind, self.path) = (name, source, kind, path)
  }

  // MARK: - Options of Waybar

  /// Returns an option and marks it, so that it does not count as left over; nil: it is not set, or null.
  mutating func take(_ key: String) -> SourceValue.Member? {
    used.insert(key)
    guard let member = source.member(key), !member.value.isNull else { return nil }
    return member
  }

  mutating func string(_ key: String) -> String? { take(key, "a text", \.string) }

  mutating func boolean(_ key: String) -> Bool? { take(key, "true or false", \.boolean) }

  mutating func number(_ key: String) -> Double? { take(key, "a number", \.number) }

  /// The texts of an array; nil: the option is none.
  mutating func strings(_ key: String) -> [String]? { take(key)?.value.elements?.compactMap(\.string) }

  /// Marks options that have no effect in Hyaline, so that they do not count as left over.
  mutating func ignore(_ keys: String...) { used.formUnion(keys) }

  /// The place of an option; that of the module if it is not set.
  func place(_ key: String) -> SourcePlace { source.member(key)?.place ?? source.place }

  private mutating func take<Value>(
    _ key: String, _ expected: String, _ read: (SourceValue) -> Value?
  ) -> Value? {
    guard let member = take(key) else { return nil }
    if let value = read(member.value) { return value }
    warn("\"\(key)\" is \(member.value.summary), not \(expected); Waybar ignores it", at: member.place)
    return nil
  }

  /// The names of the options that nothing has taken.
  var leftOver: [SourceValue.Member] { source.members.filter { !used.contains($0.name) } }

  // MARK: - Settings

  /// Sets an option, and counts the source's option `key` as carried over unless that is empty.
  mutating func set(_ own: [String], _ value: SettingsValue, from key: String = "") {
    if let index = settings.firstIndex(where: { $0.path == own }) {
      settings[index].value = value
    } else {
      settings.append(Setting(path: own, value: value))
    }
    if !key.isEmpty { report.carry("\(name.text): \"\(key)\"", at: place(key)) }
  }

  mutating func set(_ own: String, _ value: SettingsValue, from key: String = "") {
    set([own], value, from: key)
  }

  /// Sets an option of a state.
  mutating func set(state: String, _ own: String, _ value: SettingsValue, from key: String = "") {
    set(["states", state, own], value, from: key)
  }

  /// Sets an option to the text that an option of Waybar has.
  mutating func copyText(_ key: String, to own: String) {
    if let text = string(key) { set(own, .string(text), from: key) }
  }

  mutating func copyNumber(_ key: String, to own: String) {
    if let number = number(key) { set(own, .number(number), from: key) }
  }

  mutating func copyBoolean(_ key: String, to own: String) {
    if let boolean = boolean(key) { set(own, .boolean(boolean), from: key) }
  }

  mutating func copyTexts(_ key: String, to own: String) {
    if let texts = strings(key) { set(own, .strings(texts), from: key) }
  }

  /// Sets an option to a value if one of Waybar is true.
  mutating func set(_ own: String, _ value: SettingsValue = true, ifTrue key: String) {
    if boolean(key) == true { set(own, value, from: key) }
  }

  /// The value that an option has been set to; nil: it is not set.
  func value(_ own: String...) -> SettingsValue? { settings.first { $0.path == own }?.value }

  /// Whether a state has been set.
  func hasState(_ state: String) -> Bool { settings.contains { $0.path.starts(with: ["states", state]) } }

  /// The names of the states that have been set, in their order.
  var states: [String] {
    settings.filter { $0.path.first == "states" }.map { $0.path[1] }.withoutRepetitions
  }

  /// Removes spaces at the end of a format, before which a field was left out.
  mutating func trimEnd(_ key: String) {
    guard let text = value(key)?.string else { return }
    set(key, .string(String(text.dropLast(text.reversed().prefix(while: \.isWhitespace).count))))
  }

  /// The keys that a state has, without its conditions.
  func keys(ofState state: String) -> [String] {
    settings.filter { $0.path.starts(with: ["states", state]) && $0.path[2] != "when" }.map { $0.path[2] }
  }

  /// Puts states into the order of their precedence: those of ports and names, of numbers, of statuses and of both together.
  mutating func orderStates(statuses: [String]) {
    func rank(_ state: String) -> Int {
      if let index = levels.firstIndex(of: state) { return 1000 + index }
      if let index = statuses.firstIndex(of: state) { return 2000 + index }
      if statuses.contains(where: { state.hasPrefix($0 + "-") }) { return 3000 }
      return state == "hover" ? 4000 : 0
    }
    let others = settings.filter { $0.path.first != "states" }
    let names = states.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
    settings =
      others + names.flatMap { name in settings.filter { $0.path.starts(with: ["states", name.element]) } }
  }

  /// Removes states that only have conditions, and so change nothing.
  mutating func removeIdleStates() {
    for state in states where keys(ofState: state).isEmpty {
      settings.removeAll { $0.path == ["states", state, "when"] }
    }
  }

  // MARK: - The account

  /// Tells that an option is carried over only nearly.
  mutating func approximate(_ key: String, _ text: String) {
    report.add(.approximated, "\(name.text): \"\(key)\": \(text)", at: place(key))
  }

  /// Tells that a look of a style sheet is carried over only nearly.
  mutating func approximateStyle(_ text: String, at place: SourcePlace?) {
    report.add(.approximated, "style: \(text)", at: place)
  }

  /// Tells that the look of a class of a style sheet is not carried over.
  mutating func leaveOutClass(_ name: String, at place: SourcePlace) {
    report.add(.leftOut, "style: \(self.name.text): there is no state \"\(name)\"", at: place)
  }

  /// Tells of those options that are set that they are carried over only nearly.
  mutating func approximate(_ differences: KeyValuePairs<String, String>) {
    for (key, text) in differences where take(key) != nil { approximate(key, text) }
  }

  /// Tells that an option is not carried over.
  mutating func leaveOut(_ key: String, _ text: String) {
    report.add(.leftOut, "\(name.text): \"\(key)\": \(text)", at: place(key))
  }

  mutating func warn(_ text: String, at place: SourcePlace) {
    report.add(.warning, "\(name.text): \(text)", at: place)
  }

  // MARK: - Formats and commands

  /// Converts a format, and tells what is lost.
  mutating func converted(_ text: String, from key: String) -> String {
    var converter = FormatConverter(kind, fields)
    var result = converter.convert(isMarkup ? cleaned(text, from: key) : text)
    tell(converter, key)
    if isMarkup { result = WaybarFormat.escapingAmpersands(result) }
    return result
  }

  /// A format without the attributes of its markup that nothing stands for, which are told.
  private mutating func cleaned(_ text: String, from key: String) -> String {
    let markup = WaybarMarkup(text)
    for name in markup.lost where told.insert("<\(name)>").inserted {
      approximate(key, "the attribute \(name) of its markup is left out")
    }
    return markup.text
  }

  /// Sets the format to a converted one; a module without text is hidden.
  mutating func setFormat(_ text: String) {
    let format = converted(text, from: "format")
    if format.isEmpty {
      set("hidden", true, from: "format")
    } else {
      set("format", .string(format), from: "format")
    }
  }

  /// Converts the format of a tooltip, whose styles stay unless parts that they are for are left out.
  mutating func tooltip(_ text: String, from key: String) -> String {
    // A tooltip cannot show icons.
    let texts = fields.mapValues { rule in
      switch rule {
      case .same("icon"), .near("icon", _): WaybarField.dropped
      default: rule
      }
    }
    let text = isMarkup ? cleaned(text, from: key) : text
    var converter = FormatConverter(kind, texts)
    let styled = Self.trimmedRows(converter.convert(text))
    let isStyled = isMarkup && WaybarFormat.hasMarkup(text) && !Self.hasBareRow(styled)
    if !isStyled { converter = FormatConverter(kind, texts) }
    let result =
      isStyled
      ? styled
      : Self.trimmedRows(
        converter.convert(WaybarFormat.hasMarkup(text) ? WaybarFormat.withoutMarkup(text) : text))
    tell(converter, key)
    guard isMarkup else { return result }
    return WaybarFormat.escapingAmpersands(isStyled ? result : result.replacingAll("<", with: "&lt;"))
  }

  /// A text without spaces at the ends of its rows, and without empty rows at its own ends.
  private static func trimmedRows(_ text: String) -> String {
    let rows = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
      $0.trimmedSpace
    }
    return rows.drop(while: \.isEmpty).reversed().drop(while: \.isEmpty).reversed().joined(separator: "\n")
  }

  /// Whether a row of a text has markup alone.
  private static func hasBareRow(_ text: String) -> Bool {
    text.split(whereSeparator: \.isNewline).contains { row in
      WaybarFormat.withoutMarkup(String(row)).trimmedSpace.isEmpty
    }
  }

  private mutating func tell(_ converter: FormatConverter, _ key: String) {
    for (field, note) in converter.lost { leaveOut(key, "{\(field)} is left out: \(note)") }
    for (field, note) in converter.near where told.insert(field).inserted {
      approximate(key, "{\(field)}: \(note)")
    }
  }

  /// A command as the settings have it, or an action that does nothing for an empty one.
  mutating func command(_ text: String, from key: String) -> SettingsValue {
    text.trimmedSpace.isEmpty ? .string(ActionSummary.none) : .shell(shellText(text, from: key))
  }

  /// The text of a command for a shell, in which signals to Waybar and calls of makoctl, dunstctl and swaync-client are replaced with
  /// signals to Hyaline and its commands; `isRead` says whether its output is shown.
  mutating func shellText(_ text: String, from key: String, isRead: Bool = false) -> String {
    let command = WaybarCommand(text)
    sentSignals.formUnion(command.signals)
    scripts += WaybarCommand.scripts(in: text)
    if command.namesWaybar { approximate(key, "the command names waybar, which may not run any more") }
    if text.has("WAYBAR_OUTPUT_NAME") {
      leaveOut(key, "there is no variable WAYBAR_OUTPUT_NAME; commands of actions have HYALINE_OUTPUT")
    }
    let own = DaemonCommand(command.text, panel: panelCommand, isRead: isRead)
    if let obstacle = own.obstacle { approximate(key, "the command \(obstacle)") }
    for difference in own.differences { approximate(key, difference) }
    return own.text
  }
}

extension SourceValue {
  /// The object without some members.
  func without(_ names: Set<String>) -> SourceValue {
    SourceValue(content: .object(members.filter { !names.contains($0.name) }), place: place)
  }
}
