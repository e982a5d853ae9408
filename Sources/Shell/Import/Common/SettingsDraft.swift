public import Settings

/// A settings file that is being written: its tables in the order in which they were first set, with comments.
///
/// A path has the keys of an option, such as `["clock", "utc", "format"]`; numbers from 0 stand for tables of an array, which are
/// set in their order: `["bar", "1", "height"]`.
public struct SettingsDraft: Sendable {
  /// The options of one table.
  struct Table: Sendable {
    var path: [String]
    var comments: [String] = []
    var options: SettingsPairs = []
  }

  /// The comment at the top of the file, of several lines.
  public var title: String
  /// The tables in the order of the file; the options before any table are in the first.
  private(set) var tables = [Table(path: [])]
  private var indices: [[String]: Int] = [[]: 0]

  public init(title: String = "") { self.title = title }

  /// Whether this version of the program has an option at a path.
  public static func hasOption(_ path: [String]) -> Bool { option(path) != nil }

  /// The option at a path; nil: there is none.
  static func option(_ path: [String]) -> OptionSummary? {
    guard case .option(let summary)? = SettingsShape.file.shape(at: path[...]) else { return nil }
    return summary
  }

  /// Sets an option, in place of a value that it has already.
  public mutating func set(_ path: [String], _ value: SettingsValue) {
    guard let key = path.last else { return }
    tables[table(Array(path.dropLast()))].options[key] = value
  }

  /// Replaces the values of all options with a key, in whatever tables they are.
  private mutating func replaceValues(of key: String, _ replacement: (SettingsValue) -> SettingsValue) {
    for table in tables.indices { tables[table].options[key] = tables[table].options[key].map(replacement) }
  }

  /// Leaves digits as wide as the fonts have them, as other programs do: by themselves they have equal widths here.
  mutating func keepDigits(_ measure: TextMeasure) {
    replaceValues(of: "font") { value in
      guard let font = value.string else { return value }
      let own = font + (font.contains("#") ? "," : " #") + "tnum=0"
      guard let equal = measure("1111", font)?.width, let natural = measure("1111", own)?.width,
        equal != natural
      else { return value }
      return .string(own)
    }
  }

  /// Removes an option; its table stays.
  public mutating func remove(_ path: [String]) {
    guard let key = path.last, let table = indices[Array(path.dropLast())] else { return }
    tables[table].options[key] = nil
  }

  /// Removes a table with its states and actions.
  mutating func removeTable(_ path: [String]) {
    for index in tables.indices where tables[index].path.starts(with: path) { tables[index].options = [] }
  }

  /// Begins a table if there is none yet, so that it stands before those that are begun later.
  public mutating func begin(_ path: [String]) { _ = table(path) }

  /// Writes a comment before the heading of a table.
  public mutating func note(_ text: String, before path: [String], at place: SourcePlace? = nil) {
    let comment = (place.map { "\($0.fileName):\($0.line): " } ?? "") + text
    tables[table(path)].comments.append(comment)
  }

  /// Writes colours by names, of which those that options have come into the table `colors`; the first of several names for one colour
  /// counts.
  mutating func name(_ colours: [(name: String, colour: SIMD4<Double>)]) {
    var names = ColourNames(colours)
    for key in ColourNames.keys { replaceValues(of: key) { names.named($0) } }
    for (name, colour) in colours where names.used.contains(name) { set(["colors", name], .colour(colour)) }
  }

  /// The value of an option; nil: it is not set.
  public func value(_ path: [String]) -> SettingsValue? {
    guard let key = path.last, let table = indices[Array(path.dropLast())] else { return nil }
    return tables[table].options[key]
  }

  /// The keys that a table has.
  public func keys(_ path: [String]) -> [String] {
    indices[path].map { tables[$0].options.map(\.key) } ?? []
  }

  /// The paths of the tables that have options, without that of the options before any table.
  public var tablePaths: [[String]] {
    tables.filter { !$0.path.isEmpty && !$0.options.isEmpty }.map(\.path)
  }

  private mutating func table(_ path: [String]) -> Int {
    if let index = indices[path] { return index }
    indices[path] = tables.count
    tables.append(Table(path: path))
    return tables.count - 1
  }
}
