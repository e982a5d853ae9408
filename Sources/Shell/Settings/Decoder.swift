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

  /// Reports that a value does not suit its option.
  mutating func report(_ value: SettingsValue, expected: String) {
    report(.unexpected(value.content, expected: expected), at: value)
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
    let kinds = ModuleKind.all
    // Options of all tables refer to colours.
    within(Self.colours, of: root.entries ?? []) { decoder, table in
      var colours = ColourTable()
      colours.read(table, &decoder)
      decoder.colours = colours
      settings.colours = colours.colours
    }
    let names = [Self.colours] + Section.allCases.map(\.rawValue) + kinds.map(\.name)
    let tables = options(of: root, GeneralOptions.top, into: &settings, otherNames: names).others
    // Tables that others refer to come first.
    for kind in kinds {
      within(kind.name, of: tables) { decoder, table in decoder.readModules(kind, table, into: &settings) }
    }
    for section in Section.allCases {
      if section == .bar, let entry = tables.first(where: { $0.key == section.rawValue }),
        case .array(let elements) = entry.value.content, !elements.isEmpty
      {
        readBars(entry, into: &settings)
      } else {
        within(section.rawValue, of: tables) { decoder, table in
          decoder.read(section, table, into: &settings)
        }
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

  /// Reads the table of a bar.
  private mutating func read(_ table: SettingsValue, into bar: inout BarSettings) {
    bar = BarSettings(defaultsBy: table)
    let tables = options(of: table, BarOptions.all, into: &bar, otherNames: [Self.states]).others
    within(Self.states, of: tables) { decoder, table in bar.states = decoder.barStates(table) }
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
        if decoder.options(of: table, BarOptions.state, into: &state).isRight { states.append(state) }
      }
    }
    return states
  }

  /// Reads the array of tables `[[bar]]`, which is not empty.
  private mutating func readBars(_ entry: SettingsValue.Entry, into settings: inout Settings) {
    var bars: [BarSettings] = []
    eachTable(of: entry, expected: "a table") { decoder, table in
      var bar = BarSettings()
      decoder.read(table, into: &bar)
      bars.append(bar)
    }
    if !bars.isEmpty { settings.bars = bars }
  }

  private mutating func readMaterials(_ table: SettingsValue, into settings: inout Settings) {
    for entry in table.entries ?? [] {
      guard BlurEffect.Style(rawValue: entry.key) == nil else {
        report(.nameTaken, atKeyOf: entry)
        continue
      }
      // The name counts as known even if the table is wrong, so that references to it are
      // not reported as well.
      userMaterialNames.append(entry.key)
      var material = UserMaterial()
      within(entry) { decoder, table in decoder.options(of: table, GeneralOptions.material, into: &material) }
      settings.materials[entry.key] = material.effect(named: entry.key)
      if material.relief != ReliefSettings() { settings.reliefs[entry.key] = material.relief }
    }
  }

  /// Reads the table of a kind, which holds the tables of named modules and the options of the
  /// module without a name.
  private mutating func readModules(
    _ kind: ModuleKind, _ table: SettingsValue, into settings: inout Settings
  ) {
    var named = table.entries ?? []
    if kind.needs == nil {
      let read = module(kind, table, takesTables: true)
      settings.set(ModuleName(kind), read.module)
      named = read.others.filter { !reportMisspelled($0, of: kind) }
    }
    if kind == .group {
      groupNames = Set(named.map(\.key))
      named = GroupOrder(named).innerFirst
    }
    for entry in named {
      let name = ModuleName(kind, entry.key)
      var isRight = false
      within(entry) { decoder, table in
        let read = decoder.module(kind, table)
        isRight = read.isRight
        if isRight { settings.set(name, read.module) }
      }
      configured.append((name, isRight))
      if let group = settings.group(name) {
        groupDepths[name] = 1 + (group.modules.map { depth(of: $0) }.max() ?? 0)
      }
    }
  }

  /// Reports a table of a kind whose name is similar to that of a table of the module without a name, if nothing in it is meant as
  /// an option of a module; returns whether that is so.
  private mutating func reportMisspelled(_ entry: SettingsValue.Entry, of kind: ModuleKind) -> Bool {
    let options = ModuleOptions.table(kind)
    let tables =
      Self.moduleTables(of: kind)
      + options.filter { $0.summary(ModuleDraft(kind)).shape.takesTables }.map(\.key)
    let keys = options.map(\.key) + tables
    guard let nearest = nearestName(to: entry.key, among: tables), let inner = entry.value.entries,
      !inner.isEmpty,
      !inner.contains(where: {
        nearestName(to: $0.key, among: $0.value.entries == nil ? keys : tables) != nil
      })
    else { return false }
    report(.unknownKey(nearest: nearest), atKeyOf: entry)
    return true
  }

  /// The keys of the tables in the table of a module that are no options.
  private static func moduleTables(of kind: ModuleKind) -> [String] {
    kind.lookKeys == nil ? [states, "on"] : []
  }

  /// Reads the table of one module. `isRight` is false if a needed option is missing or wrong; `others` are the tables of other
  /// names, which are mistakes unless it `takesTables`.
  private mutating func module(
    _ kind: ModuleKind, _ table: SettingsValue, takesTables: Bool = false
  ) -> (module: ModuleSettings, isRight: Bool, others: [SettingsValue.Entry]) {
    var draft = ModuleDraft(kind)
    let names = Self.moduleTables(of: kind)
    let (isRight, tables) = options(
      of: table, ModuleOptions.table(kind), into: &draft, otherNames: names, takesTables: takesTables)
    let parts = tables.filter { names.contains($0.key) }
    draft.style.look.colours = colours.colours
    check(kind, draft.style.look, table)
    within(Self.states, of: parts) { decoder, table in
      draft.style.states = decoder.states(kind, table, below: draft.style.look)
    }
    within("on", of: parts) { decoder, table in
      decoder.options(of: table, ModuleOptions.gestures(kind), into: &draft.style)
    }
    return (draft.settings, isRight, tables.filter { !names.contains($0.key) })
  }

  /// Reports the mistakes of a module's or a state's table that `ModuleCheck` finds in the look that was read from
  /// it.
  private mutating func check(_ kind: ModuleKind, _ look: ModuleLook, _ table: SettingsValue) {
    report(ModuleCheck(kind: kind, look: look, colours: colours.known).mistakes(in: table))
    report(Contradictions.mistakes(of: look, in: table))
  }

  private mutating func report(_ mistakes: [ModuleCheck.Mistake]) {
    for mistake in mistakes { within(mistake.key) { $0.report(mistake.problem, at: mistake.value) } }
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
    let names = ["do_not_disturb", "rules"]
    settings.style.colours = colours.colours
    let tables = options(of: table, NotificationOptions.all, into: &settings, otherNames: names).others
    within(names[0], of: tables) { decoder, table in
      decoder.options(of: table, NotificationOptions.doNotDisturb, into: &settings.doNotDisturb)
    }
    // Rules with a mistake are left out: with a condition less a rule would match too much.
    for entry in tables where entry.key == names[1] {
      eachTable(of: entry, expected: "tables [[notifications.rules]]") { decoder, table in
        var rule = NotificationRule()
        let before = decoder.diagnostics.count
        decoder.options(of: table, NotificationOptions.rule, into: &rule)
        if decoder.diagnostics.count == before { settings.rules.append(rule) }
      }
    }
  }

  /// Reads the options of one table; a key that is neither an option nor one of `otherNames` is reported as unknown, unless it
  /// `takesTables` and the value is one.
  ///
  /// `isRight` is false if a needed option is missing or wrong; `others` are the entries that are no options.
  @discardableResult
  private mutating func options<Section>(
    of table: SettingsValue, _ options: [Option<Section>], into section: inout Section,
    otherNames: [String] = [], takesTables: Bool = false
  ) -> (isRight: Bool, others: [SettingsValue.Entry]) {
    let entries = table.entries ?? []
    var wrong: Set<String> = []
    var others: [SettingsValue.Entry] = []
    for entry in entries {
      if let option = options.first(where: { $0.key == entry.key }) {
        within(entry.key) { if !option.read(entry.value, &$0, &section) { wrong.insert(entry.key) } }
      } else if otherNames.contains(entry.key) || takesTables && entry.value.entries != nil {
        others.append(entry)
      } else {
        let nearest = nearestName(to: entry.key, among: options.map(\.key) + otherNames)
        report(.unknownKey(nearest: nearest), atKeyOf: entry)
      }
    }
    let needed = options.filter(\.isNeeded)
    for option in needed where !entries.contains(where: { $0.key == option.key }) {
      wrong.insert(option.key)
      within(option.key) { $0.report(.missing(expected: option.expected), at: table) }
    }
    return (!needed.contains { wrong.contains($0.key) }, others)
  }

  /// Reads the value of a key in the present table.
  mutating func within(_ key: String, _ read: (inout Decoder) -> Void) {
    keyPath.append(key)
    read(&self)
    keyPath.removeLast()
  }

  /// Reads the entry of a key among the entries of a table, if there is one; it must be a table.
  private mutating func within(
    _ key: String, of entries: [SettingsValue.Entry], _ read: (inout Decoder, SettingsValue) -> Void
  ) {
    if let entry = entries.first(where: { $0.key == key }) { within(entry, read) }
  }

  /// Reads an entry that must be a table.
  private mutating func within(_ entry: SettingsValue.Entry, _ read: (inout Decoder, SettingsValue) -> Void) {
    within(entry.key) { $0.readTable(entry.value, read) }
  }

  /// Reads the elements of an entry that must be an array of tables, which `expected` describes.
  private mutating func eachTable(
    of entry: SettingsValue.Entry, expected: String, _ read: (inout Decoder, SettingsValue) -> Void
  ) {
    within(entry.key) { decoder in
      guard case .array(let elements) = entry.value.content else {
        return decoder.report(entry.value, expected: expected)
      }
      for element in elements { decoder.readTable(element, read) }
    }
  }

  private mutating func readTable(_ value: SettingsValue, _ read: (inout Decoder, SettingsValue) -> Void) {
    if value.entries != nil { read(&self, value) } else { report(value, expected: "a table") }
  }

  /// Reports a mistake at the key of an entry of the present table.
  private mutating func report(_ problem: Diagnostic.Problem, atKeyOf entry: SettingsValue.Entry) {
    diagnostics.append(Diagnostic(problem, at: entry.position, keyPath: keyPath + [entry.key]))
  }
}

extension Settings {
  /// Sets the settings of a module; defaults are not stored, so that equivalent settings are equal.
  fileprivate mutating func set(_ name: ModuleName, _ module: ModuleSettings) {
    var defaults = ModuleSettings.defaults(of: name.kind)
    // The default texts name no colour.
    defaults.style.look.colours = colours
    if module != defaults { modules[name] = module }
  }
}
