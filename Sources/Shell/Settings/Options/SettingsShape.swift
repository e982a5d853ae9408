import ModuleModel

/// The tables and options that a settings file may have, with the descriptions of all options.
public indirect enum SettingsShape: Sendable {
  case option(OptionSummary)
  /// A table: its description, its keys, and what other keys stand for; nil: there are no others.
  case table(String, [(key: String, shape: SettingsShape)], others: SettingsShape?)
  /// An array of tables.
  case tables(SettingsShape)
  /// A table, or an array of such.
  case tableOrTables(SettingsShape)

  /// The whole file.
  public static let file: SettingsShape = {
    let states = SettingsShape.table("", [], others: table("bar.states.NAME"))
    let ofNotifications: [(String, SettingsShape)] = [
      ("do_not_disturb", table("notifications.do_not_disturb")),
      ("rules", .tables(table("notifications.rules"))),
    ]
    let sections: [(String, SettingsShape)] = [
      ("colors", .table(section("colors")?.text ?? "", [], others: .option(GeneralOptions.colour))),
      ("accessibility", table("accessibility")), ("legibility", table("legibility")),
      ("glass", table("glass")), ("backdrop", table("backdrop")),
      ("bar", .tableOrTables(table("bar", and: [("states", states)]))),
      ("notifications", table("notifications", and: ofNotifications)),
      ("levels", table("levels")), ("tooltip", table("tooltip")), ("menu", table("menu")),
      ("materials", .table("", [], others: table("materials.NAME"))),
    ]
    return table("", and: sections + ModuleKind.all.map { ($0.name, kind($0)) })
  }()

  /// The shape at a path, in which numbers stand for elements of arrays; nil if a file can have nothing there.
  public func shape(at path: ArraySlice<String>) -> SettingsShape? {
    guard let key = path.first else { return self }
    switch self {
    case .option: return nil
    case .table(_, let entries, let others):
      return (entries.first { $0.key == key }?.shape ?? others)?.shape(at: path.dropFirst())
    case .tables(let element): return element.shape(at: path.dropFirst())
    case .tableOrTables(let element):
      return Int(key) == nil ? element.shape(at: path) : element.shape(at: path.dropFirst())
    }
  }

  /// The paths of all options, those in tables with names of the user's choice as far as `value` has such tables.
  public func paths(in value: SettingsValue?) -> [[String]] {
    switch self {
    case .option: return [[]]
    case .tables(let element), .tableOrTables(let element):
      guard case .array(let elements)? = value?.content else {
        if case .tables = self { return [] }
        return element.paths(in: value)
      }
      return elements.enumerated().flatMap { index, value in
        element.paths(in: value).map { ["\(index)"] + $0 }
      }
    case .table(_, let entries, let others):
      let known = Set(entries.map(\.key))
      let named = (value?.entries ?? []).map(\.key).filter { !known.contains($0) }
      let all = entries + (others.map { shape in named.map { (key: $0, shape: shape) } } ?? [])
      return all.flatMap { entry in
        let inner = value?.entries?.first { $0.key == entry.key }?.value
        return entry.shape.paths(in: inner).map { [entry.key] + $0 }
      }
    }
  }

  /// The keys of a table.
  public var keys: [String] {
    switch self {
    case .option: []
    case .table(_, let entries, _): entries.map(\.key)
    case .tables(let element), .tableOrTables(let element): element.keys
    }
  }

  /// The table of a kind: that of the module without a name, with those of named modules, or only those.
  private static func kind(_ kind: ModuleKind) -> SettingsShape {
    var entries = options(ModuleOptions.table(kind).summaries(of: ModuleDraft(kind)))
    if kind.lookKeys == nil {
      let gestures = ModuleOptions.gestures(kind).summaries(of: ModuleStyle())
      entries += [(key: "states", shape: states(kind)), (key: "on", shape: table("MODULE.on", gestures))]
    }
    let named = SettingsShape.table(kind.text, entries, others: nil)
    return .table(kind.text, kind.needs == nil ? entries : [], others: named)
  }

  /// The states of a module, of which those that the pointer sets change less than others.
  private static func states(_ kind: ModuleKind) -> SettingsShape {
    let path = "MODULE.states.NAME"
    let all = ModuleOptions.state(kind).summaries(of: ModuleState(""))
    let ofPointer = table(path, all.filter { ModuleCheck.pointerKeys.contains($0.key) })
    return .table(
      section(path)?.text ?? "",
      [ModuleState.hover, ModuleState.pressed].map { (key: $0, shape: ofPointer) },
      others: table(path, all))
  }

  private static func options(_ options: [OptionSummary]) -> [(key: String, shape: SettingsShape)] {
    options.map { (key: $0.key, shape: .option($0)) }
  }

  /// The table of a section, with other options than those of its description if `own` is not nil, and with tables in it.
  private static func table(
    _ path: String, _ own: [OptionSummary]? = nil, and tables: [(String, SettingsShape)] = []
  ) -> SettingsShape {
    let section = section(path)
    return .table(
      section?.text ?? "", options(own ?? section?.options ?? []) + tables.map { (key: $0, shape: $1) },
      others: nil)
  }

  private static func section(_ path: String) -> SectionSummary? {
    Settings.options.first { $0.path == path }
  }
}
