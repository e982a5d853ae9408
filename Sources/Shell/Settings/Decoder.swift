import ModuleModel
import VisualEffects

extension Settings {
  /// Decodes a settings file; also returns all diagnostics, in the order of the file.
  ///
  /// A wrong value leaves its default; in a zone of the bar only the wrong module is left out. The result can
  /// always be used: its scripts have commands, and its materials exist. `isZone` returns whether the system knows a time
  /// zone.
  public static func decode(
    _ root: SettingsValue, isZone: @escaping (String) -> Bool = { _ in true }
  ) -> (Settings, [Diagnostic]) {
    var decoder = Decoder(isZone: isZone)
    let settings = decoder.settings(root)
    return (settings, Diagnostic.sorted(decoder.diagnostics))
  }
}

/// Decodes a file's values by the tables of options in `Options`, and collects diagnostics.
struct Decoder {
  /// Whether the system knows a time zone.
  let isZone: (String) -> Bool
  private(set) var diagnostics: [Diagnostic] = []
  /// The key path of the option being read.
  private var keyPath: [String] = []
  /// The user's names of colours.
  private(set) var colours = ColourTable()
  private(set) var userMaterialNames: [String] = []
  /// The configured modules by name, in the order of the file; `isRight` is false for one with a mistake.
  private var configured: [(name: ModuleName, isRight: Bool)] = []
  /// The numbers of groups that lie in one another in each group, itself included.
  private var groupDepths: [ModuleName: Int] = [:]
  /// The names of the tables of groups.
  private var groupNames: Set<String> = []

  init(isZone: @escaping (String) -> Bool = { _ in true }) {
    self.isZone = isZone
  }

  /// Reports that a value does not suit its option; returns nil, so that a reader can return the result.
  mutating func reject<Value>(
    _ value: SettingsValue, _ expected: String, got: SettingsValue.Content? = nil, nearest: String? = nil
  ) -> Value? {
    report(.unexpected(got ?? value.content, expected: expected, nearest: nearest), at: value)
    return nil
  }

  /// Reports a mistake at a value of the option being read.
  mutating func report(_ problem: Diagnostic.Problem, at value: SettingsValue) {
    diagnostics.append(Diagnostic(problem, at: value.position, keyPath: keyPath))
  }

  /// The module that an element of a zone names; nil if it cannot be shown.
  mutating func module(_ element: SettingsValue) -> ModuleName? {
    let expected = "the name of a module"
    guard case .string(let string) = element.content else { return reject(element, expected) }
    let known =
      ModuleKind.all.filter { $0.needs == nil }.map { ModuleName($0) } + configured.map(\.name)
    guard let module = ModuleName(string) else {
      let kinds = ModuleKind.all.map(\.name)
      let (kind, name) = string.splitAtDot
      if !kinds.contains(kind), let name, let nearest = nearestName(to: kind, among: kinds) {
        return reject(element, expected, nearest: "\(nearest).\(name)")
      }
      let expected = kinds.contains(kind) ? "\(expected) such as \"\(kind).NAME\"" : expected
      return reject(element, expected, nearest: nearestName(to: string, among: known.map(\.description)))
    }
    if let found = configured.first(where: { $0.name == module }) {
      // A mistake in the module's table was reported there.
      return found.isRight ? module : nil
    }
    guard let needs = module.kind.needs else { return module }
    // Groups in a group were read before it, unless it is in one of them.
    if module.kind == .group, let name = module.name, groupNames.contains(name) {
      return reject(element, "a group that does not contain this one")
    }
    let others = known.filter { $0.kind == module.kind }.map(\.description)
    report(
      .unconfigured(module, needs: needs, nearest: nearestName(to: string, among: others)), at: element)
    return nil
  }

  /// The number of groups that lie in one another in a module; 0 if it is no group.
  func depth(of module: ModuleName) -> Int { groupDepths[module] ?? 0 }

  fileprivate mutating func settings(_ root: SettingsValue) -> Settings {
    var settings = Settings()
    var tables: [String: SettingsValue.Entry] = [:]
    let kinds = ModuleKind.all
    let names = [Self.colours] + Section.allCases.map(\.rawValue) + kinds.map(\.name)
    // Options of all tables refer to colours.
    if let entry = root.entries?.first(where: { $0.key == Self.colours }) {
      within(entry) { decoder, table in
        var colours = ColourTable()
        colours.read(table, &decoder)
        decoder.colours = colours
      }
      settings.colours = colours.colours
    }
    options(of: root, GeneralOptions.top, into: &settings, otherNames: names) { entry in
      guard names.contains(entry.key) else { return false }
      tables[entry.key] = entry
      return true
    }
    // Tables that others refer to come first.
    for kind in kinds {
      guard let entry = tables[kind.name] else { continue }
      within(entry) { decoder, table in decoder.readModules(kind, table, into: &settings) }
    }
    for section in Section.allCases {
      guard let entry = tables[section.rawValue] else { continue }
      if section == .bar, case .array(let elements) = entry.value.content {
        readBars(entry, elements, into: &settings)
      } else {
        within(entry) { decoder, table in decoder.read(section, table, into: &settings) }
      }
    }
    settings.fitBars()
    return settings
  }

  /// The table of colours.
  private static let colours = "colors"

  /// The other tables of the file; those that others refer to come first.
  private enum Section: String, CaseIterable {
    case materials, accessibility, legibility, glass, backdrop, bar, notifications, levels, tooltip, menu
  }

  private mutating func read(_ section: Section, _ table: SettingsValue, into settings: inout Settings) {
    switch section {
    case .materials: readMaterials(table, into: &settings)
    case .accessibility: options(of: table, GeneralOptions.accessibility, into: &settings.accessibility)
    case .legibility: options(of: table, GeneralOptions.legibility, into: &settings.legibility)
    case .glass: options(of: table, GeneralOptions.glass, into: &settings.glass)
    case .backdrop:
      options(of: table, GeneralOptions.backdrop, into: &settings.backdrop)
      report(Contradictions.mistakes(of: settings.backdrop, in: table))
    case .bar: read(table, into: &settings.bar)
    case .notifications: readNotifications(table, into: &settings.notifications)
    case .levels: options(of: table, LevelOptions.all, into: &settings.levels)
    case .tooltip: options(of: table, PopupOptions.all, into: &settings.tooltip)
    case .menu: options(of: table, PopupOptions.all, into: &settings.menu)
    }
  }

  /// Reads the table of a bar. One that names the modules of a zone has none of the default modules in its other zones, but the
  /// clock.
  private mutating func read(_ table: SettingsValue, into bar: inout BarSettings) {
    if (table.entries ?? []).contains(where: { BarOptions.zones.contains($0.key) }) { bar.leaveClock() }
    var states: SettingsValue.Entry?
    options(of: table, BarOptions.all, into: &bar, otherNames: [Self.states]) { entry in
      guard entry.key == Self.states else { return false }
      states = entry
      return true
    }
    if let states { within(states) { decoder, table in bar.states = decoder.barStates(table) } }
    report(Contradictions.mistakes(of: bar, in: table))
  }

  /// The key of the tables of states.
  private static let states = "states"

  /// Reads the states of a bar, without those with a wrong condition.
  private mutating func barStates(_ table: SettingsValue) -> [BarState] {
    var states: [BarState] = []
    for entry in table.entries ?? [] {
      within(entry) { decoder, table in
        var state = BarState(entry.key)
        if decoder.options(of: table, BarOptions.state, into: &state) { states.append(state) }
      }
    }
    return states
  }

  /// Reads the array of tables `[[bar]]`.
  private mutating func readBars(
    _ entry: SettingsValue.Entry, _ elements: [SettingsValue], into settings: inout Settings
  ) {
    keyPath.append(entry.key)
    defer { keyPath.removeLast() }
    var bars: [BarSettings] = []
    for element in elements {
      guard element.entries != nil else {
        report(.unexpected(element.content, expected: "a table"), at: element)
        continue
      }
      var bar = BarSettings()
      read(element, into: &bar)
      bars.append(bar)
    }
    if elements.isEmpty {
      report(.unexpected(entry.value.content, expected: "a table"), at: entry.value)
    }
    if !bars.isEmpty { settings.bars = bars }
  }

  private mutating func readMaterials(_ table: SettingsValue, into settings: inout Settings) {
    for entry in table.entries ?? [] {
      guard BlurEffect.Style(rawValue: entry.key) == nil else {
        diagnostics.append(Diagnostic(.nameTaken, at: entry.position, keyPath: keyPath + [entry.key]))
        continue
      }
      // The name counts as known even if the table is wrong, so that references to it are
      // not reported as well.
      userMaterialNames.append(entry.key)
      var material = UserMaterial()
      within(entry) { decoder, table in decoder.options(of: table, GeneralOptions.material, into: &material) }
      settings.materials[entry.key] = material.effect(named: entry.key)
    }
  }

  /// Reads the table of a kind, which holds the tables of named modules and the options of the
  /// module without a name.
  private mutating func readModules(
    _ kind: ModuleKind, _ table: SettingsValue, into settings: inout Settings
  ) {
    var named: [SettingsValue.Entry] = []
    if kind.needs == nil {
      let (module, _) = module(kind, table) { entry in
        guard entry.value.entries != nil else { return false }
        named.append(entry)
        return true
      }
      settings.set(ModuleName(kind), module)
    } else {
      named = table.entries ?? []
    }
    if kind == .group {
      groupNames = Set(named.map(\.key))
      named = GroupOrder(named).innerFirst
    }
    for entry in named {
      let name = ModuleName(kind, entry.key)
      var isRight = false
      within(entry) { decoder, table in
        let (module, isComplete) = decoder.module(kind, table)
        isRight = isComplete
        if isComplete { settings.set(name, module) }
      }
      configured.append((name, isRight))
      if let group = settings.module(name).source.base as? GroupSettings {
        groupDepths[name] = 1 + (group.modules.map { depth(of: $0) }.max() ?? 0)
      }
    }
  }

  /// Reads the table of one module; false if a needed option is missing or wrong.
  private mutating func module(
    _ kind: ModuleKind, _ table: SettingsValue, others: (SettingsValue.Entry) -> Bool = { _ in false }
  ) -> (ModuleSettings, Bool) {
    var draft = ModuleDraft(kind)
    var parts: [String: SettingsValue.Entry] = [:]
    let names = kind.lookKeys == nil ? [Self.states, "on"] : []
    let isRight = options(of: table, ModuleOptions.table(kind), into: &draft, otherNames: names) { entry in
      guard names.contains(entry.key) else { return others(entry) }
      parts[entry.key] = entry
      return true
    }
    check(kind, draft.style.look, table)
    if let entry = parts[Self.states] {
      within(entry) { decoder, table in
        draft.style.states = decoder.states(kind, table, below: draft.style.look)
      }
    }
    if let entry = parts["on"] {
      within(entry) { decoder, table in
        decoder.options(of: table, ModuleOptions.gestures(kind), into: &draft.style)
      }
    }
    return (draft.settings, isRight)
  }

  /// Reports the mistakes of a module's or a state's table that `ModuleCheck` finds in the look that was read from
  /// it.
  private mutating func check(_ kind: ModuleKind, _ look: ModuleLook, _ table: SettingsValue) {
    report(ModuleCheck(kind: kind, look: look).mistakes(in: table))
    report(Contradictions.mistakes(of: look, in: table))
  }

  private mutating func report(_ mistakes: [ModuleCheck.Mistake]) {
    for mistake in mistakes {
      keyPath.append(mistake.key)
      report(mistake.problem, at: mistake.value)
      keyPath.removeLast()
    }
  }

  /// Reads states, without those that nothing sets and those with a wrong condition: with a condition less a state would hold
  /// too often.
  private mutating func states(
    _ kind: ModuleKind, _ table: SettingsValue, below look: ModuleLook
  ) -> [ModuleState] {
    var states: [ModuleState] = []
    for entry in table.entries ?? [] {
      within(entry) { decoder, table in
        var state = ModuleState(entry.key)
        let before = decoder.wrongConditions
        decoder.options(of: table, ModuleOptions.state(kind), into: &state)
        var shown = look
        shown.override(by: state.look)
        decoder.check(kind, shown, table)
        decoder.report(ModuleCheck.pointerMistakes(in: table, of: state))
        guard decoder.wrongConditions == before else { return }
        if let problem = ModuleCheck.problem(of: state, kind) {
          decoder.diagnostics.append(Diagnostic(problem, at: entry.position, keyPath: decoder.keyPath))
        } else {
          states.append(state)
        }
      }
    }
    return states
  }

  /// The number of wrong values whose key is `when` or that lie in a table of that name.
  private var wrongConditions: Int {
    diagnostics.count { $0.keyPath.last == "when" }
  }

  /// Reads the table `notifications`, which holds options, a table and an array of tables.
  private mutating func readNotifications(_ table: SettingsValue, into settings: inout NotificationSettings) {
    var parts: [String: SettingsValue.Entry] = [:]
    let names = ["do_not_disturb", "rules"]
    options(of: table, NotificationOptions.all, into: &settings, otherNames: names) { entry in
      guard names.contains(entry.key) else { return false }
      parts[entry.key] = entry
      return true
    }
    if let entry = parts["do_not_disturb"] {
      within(entry) { decoder, table in
        decoder.options(of: table, NotificationOptions.doNotDisturb, into: &settings.doNotDisturb)
      }
    }
    if let entry = parts["rules"] { settings.rules = readRules(entry) }
  }

  /// Reads rules, without those with a mistake: with a condition less a rule would match too much.
  private mutating func readRules(_ entry: SettingsValue.Entry) -> [NotificationRule] {
    keyPath.append(entry.key)
    defer { keyPath.removeLast() }
    guard case .array(let elements) = entry.value.content else {
      report(.unexpected(entry.value.content, expected: "tables [[notifications.rules]]"), at: entry.value)
      return []
    }
    var rules: [NotificationRule] = []
    for element in elements {
      guard element.entries != nil else {
        report(.unexpected(element.content, expected: "a table"), at: element)
        continue
      }
      var rule = NotificationRule()
      let before = diagnostics.count
      options(of: element, NotificationOptions.rule, into: &rule)
      if diagnostics.count == before { rules.append(rule) }
    }
    return rules
  }

  /// Reads the options of one table; a key that is no option and that `others` refuses is
  /// reported as unknown.
  ///
  /// Returns false if a needed option is missing or wrong.
  @discardableResult
  private mutating func options<Module>(
    of table: SettingsValue, _ options: [Option<Module>], into section: inout Module,
    otherNames: [String] = [],
    others: (SettingsValue.Entry) -> Bool = { _ in false }
  ) -> Bool {
    let entries = table.entries ?? []
    var wrong: Set<String> = []
    for entry in entries {
      keyPath.append(entry.key)
      if let option = options.first(where: { $0.summary.key == entry.key }) {
        if !option.read(entry.value, &self, &section) { wrong.insert(entry.key) }
      } else if !others(entry) {
        let nearest = nearestName(to: entry.key, among: options.map(\.summary.key) + otherNames)
        diagnostics.append(Diagnostic(.unknownKey(nearest: nearest), at: entry.position, keyPath: keyPath))
      }
      keyPath.removeLast()
    }
    for option in options where option.summary.isNeeded {
      let key = option.summary.key
      guard !entries.contains(where: { $0.key == key }) else { continue }
      wrong.insert(key)
      keyPath.append(key)
      report(.missing(expected: option.expected), at: table)
      keyPath.removeLast()
    }
    return !options.contains { $0.summary.isNeeded && wrong.contains($0.summary.key) }
  }

  /// Reads the value of a key in the present table.
  mutating func within(_ key: String, _ read: (inout Decoder) -> Void) {
    keyPath.append(key)
    read(&self)
    keyPath.removeLast()
  }

  /// Reads an entry that must be a table.
  private mutating func within(_ entry: SettingsValue.Entry, _ read: (inout Decoder, SettingsValue) -> Void) {
    keyPath.append(entry.key)
    if entry.value.entries != nil {
      read(&self, entry.value)
    } else {
      report(.unexpected(entry.value.content, expected: "a table"), at: entry.value)
    }
    keyPath.removeLast()
  }
}

extension Settings {
  /// Sets the settings of a module; defaults are not stored, so that equivalent settings are equal.
  fileprivate mutating func set(_ name: ModuleName, _ module: ModuleSettings) {
    if module != .defaults(of: name.kind) { modules[name] = module }
  }
}
