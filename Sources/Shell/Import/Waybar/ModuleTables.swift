import ModuleModel
import Settings

/// The tables of modules, each with a name that no other table has.
struct ModuleTables {
  /// A table that was written: its options.
  private var tables: [String: (kind: String, settings: [ModuleConversion.Setting])] = [:]
  /// The tables in their order.
  private(set) var order: [Table] = []

  /// A table with its options, and with what is to be said about them.
  struct Table {
    var path: [String]
    var settings: [ModuleConversion.Setting]
    var notes: [ImportReport.Entry]
  }

  /// Names that stand for tables of a module.
  private static let reserved: Set = ["menu", "states", "on"]

  /// The name of a module in its table; nil: it has none of its own.
  static func name(_ name: WaybarModuleName, _ kind: ModuleKind) -> String? {
    // The name "slider" is that of an option.
    let own =
      name.own("custom/") ?? name.own("group/") ?? (name.kind.hasSuffix("/slider") ? "level" : nil)
    // The state of swaync, which has a name of the user's choice in Waybar, has a module of its own here.
    let parts = [kind == .bell ? nil : own, name.suffix].compactMap { $0 }.filter { !$0.isEmpty }
    guard !parts.isEmpty else { return kind == .keyboard && name.kind == "keyboard-state" ? "locks" : nil }
    let joined = parts.joined(separator: "-")
    if joined == kind.name, !kind.isNamed { return nil }
    return reserved.contains(joined) ? joined + "-module" : joined
  }

  /// The path of the table of a module.
  static func path(_ kind: ModuleKind, _ name: String?) -> [String] {
    [kind.name] + (name.map { [$0] } ?? [])
  }

  /// Adds a table, under another name if one with other options has its name; returns the module's name for zones.
  mutating func add(
    _ kind: ModuleKind, _ name: String?, _ settings: [ModuleConversion.Setting], bar: Int,
    source: WaybarModuleName, notes: [ImportReport.Entry] = []
  ) -> String {
    var candidates: [String?] = [name]
    let last = source.kind.split(separator: "/").last.map(String.init) ?? source.kind
    let plain = tables[kind.name]
    if name == nil, last != kind.name, let plain, plain.kind != source.kind { candidates.append(last) }
    let base = name.map { $0 + "-" } ?? ""
    candidates += (bar...bar + 64).map { "\(base)bar\($0 + 1)" }
    for candidate in candidates where candidate != nil || name == nil {
      let path = Self.path(kind, candidate)
      let key = path.joined(separator: ".")
      if let known = tables[key] {
        if known.settings == settings { return key }
      } else {
        tables[key] = (source.kind, settings)
        order.append(Table(path: path, settings: settings, notes: notes))
        return key
      }
    }
    return kind.name
  }
}
