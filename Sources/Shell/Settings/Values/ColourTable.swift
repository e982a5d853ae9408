import ModuleModel
import VisualEffects

/// The colours of the table `colors`, by their names.
struct ColourTable {
  private(set) var colours: [String: SIMD4<Double>] = [:]
  /// The names whose values are wrong, which is reported in the table alone.
  private var wrong: Set<String> = []

  /// The names that stand for something else wherever a colour is taken.
  static let taken = ["system"] + VibrancyEffect.Style.allCases.map(\.rawValue)

  /// All names in the table.
  var names: [String] { colours.keys.sorted() }

  /// The colours by all names in the table; one whose value is wrong, which is reported in the table alone, is transparent.
  var known: [String: SIMD4<Double>] { wrong.reduce(into: colours) { $0[$1] = .zero } }

  /// Whether the table has a name, with a wrong value or a right one.
  func contains(_ name: String) -> Bool { colours[name] != nil || wrong.contains(name) }

  /// Reads a table whose values are colours or names of other ones.
  mutating func read(_ table: SettingsValue, _ decoder: inout Decoder) {
    var references: [String: String] = [:]
    let names = Set((table.entries ?? []).map(\.key))
    for entry in table.entries ?? [] {
      decoder.within(entry.key) { decoder in
        if let name = reference(entry, among: names, &decoder) {
          references[entry.key] = name
        } else if !wrong.contains(entry.key), let colour = Self.read(entry.value, &decoder) {
          colours[entry.key] = colour
        } else {
          wrong.insert(entry.key)
        }
      }
    }
    for entry in table.entries ?? [] where !contains(entry.key) {
      if let member = follow(entry.key, references) {
        for entry in table.entries ?? [] where member.contains(entry.key) {
          decoder.within(entry.key) { $0.report(.circularColour, at: entry.value) }
        }
      }
    }
  }

  /// The name of another colour that a value is; nil if it is none, or if the entry is wrong and was reported.
  private mutating func reference(
    _ entry: SettingsValue.Entry, among names: Set<String>, _ decoder: inout Decoder
  ) -> String? {
    if Self.taken.contains(entry.key) || entry.key.isEmpty || entry.key.hasPrefix("#") {
      wrong.insert(entry.key)
      decoder.report(.reservedColour, at: entry.value)
      return nil
    }
    guard case .string(let name) = entry.value.content, !name.hasPrefix("#") else { return nil }
    if names.contains(name) { return name }
    wrong.insert(entry.key)
    let nearest = nearestName(to: name, among: names.sorted())
    return decoder.reject(entry.value, Self.expected, nearest: nearest)
  }

  /// Gives a name, and all those on the way, the colour that its references lead to; returns the names of a circle that they
  /// lead to instead.
  private mutating func follow(_ name: String, _ references: [String: String]) -> Set<String>? {
    var (path, places) = ([name], [name: 0])
    while let next = references[path[path.count - 1]], !contains(next) {
      if let start = places[next] {
        wrong.formUnion(path)
        return Set(path[start...])
      }
      places[next] = path.count
      path.append(next)
    }
    let colour = references[path[path.count - 1]].flatMap { colours[$0] }
    for name in path {
      if let colour { colours[name] = colour } else { wrong.insert(name) }
    }
    return nil
  }

  /// The description of a colour in messages.
  static let expected = "a colour as \"#RRGGBB\" or \"#RRGGBBAA\", or the name of one"

  /// Reads the digits of a colour.
  static func read(_ value: SettingsValue, _ decoder: inout Decoder) -> SIMD4<Double>? {
    guard case .string(let string) = value.content, string.hasPrefix("#"),
      [7, 9].contains(string.utf8.count),
      let colour = SIMD4(hexDigits: string.dropFirst())
    else { return decoder.reject(value, expected) }
    return colour
  }
}
