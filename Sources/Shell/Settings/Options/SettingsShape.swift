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
    let sections: [(String, SettingsShape)] = [
      ("colors", .table(text("colors"), [], others: .option(GeneralOptions.colour))),
      ("accessibility", table("accessibility", GeneralOptions.accessibility)),
      ("legibility", table("legibility", GeneralOptions.legibility)),
      ("glass", table("glass", GeneralOptions.glass)),
      ("backdrop", table("backdrop", GeneralOptions.backdrop)),
      ("bar", .tableOrTables(bar)),
      ("notifications", notifications), ("levels", table("levels", LevelOptions.all)),
      ("tooltip", table("tooltip", PopupOptions.all)), ("menu", table("menu", PopupOptions.all)),
      ("materials", .table("", [], others: table("materials.NAME", GeneralOptions.material))),
    ]
    return .table(
      "",
      options(GeneralOptions.top) + sections.map { (key: $0.0, shape: $0.1) }
        + ModuleKind.all.map { (key: $0.name, shape: kind($0)) }, others: nil)
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

  private static var bar: SettingsShape {
    let state = table("bar.states.NAME", BarOptions.state)
    return .table(
      text("bar"), options(BarOptions.all) + [(key: "states", shape: .table("", [], others: state))],
      others: nil)
  }

  private static var notifications: SettingsShape {
    .table(
      text("notifications"),
      options(NotificationOptions.all) + [
        (
          key: "do_not_disturb",
          shape: table("notifications.do_not_disturb", NotificationOptions.doNotDisturb)
        ),
        (key: "rules", shape: .tables(table("notifications.rules", NotificationOptions.rule))),
      ], others: nil)
  }

  /// The table of a kind: that of the module without a name, with those of named modules, or only those.
  private static func kind(_ kind: ModuleKind) -> SettingsShape {
    guard case .table(let text, let entries, _) = module(kind) else {
      preconditionFailure("a module is a table")
    }
    let named = SettingsShape.table(text, entries, others: nil)
    return .table(text, kind.needs == nil ? entries : [], others: named)
  }

  private static func module(_ kind: ModuleKind) -> SettingsShape {
    var entries = options(ModuleOptions.table(kind))
    if kind.lookKeys == nil {
      entries.append((key: "states", shape: states(kind)))
      entries.append((key: "on", shape: table("MODULE.on", ModuleOptions.gestures(kind))))
    }
    return .table(kind.text, entries, others: nil)
  }

  /// The states of a module, of which those that the pointer sets change less than others.
  private static func states(_ kind: ModuleKind) -> SettingsShape {
    let path = "MODULE.states.NAME"
    let all = ModuleOptions.state(kind)
    let ofPointer = table(path, all.filter { ModuleCheck.pointerKeys.contains($0.summary.key) })
    return .table(
      text(path), [ModuleState.hover, ModuleState.pressed].map { (key: $0, shape: ofPointer) },
      others: table(path, all))
  }

  private static func options<Section>(_ options: [Option<Section>]) -> [(key: String, shape: SettingsShape)]
  {
    options.map { (key: $0.summary.key, shape: .option($0.summary)) }
  }

  private static func table<Section>(_ path: String, _ options: [Option<Section>]) -> SettingsShape {
    .table(text(path), self.options(options), others: nil)
  }

  private static func text(_ path: String) -> String {
    Settings.options.first { $0.path == path }?.text ?? ""
  }
}
