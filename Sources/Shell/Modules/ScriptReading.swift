import JSON
import ModuleModel

/// What a line of a script says.
nonisolated enum ScriptReading {
  /// The reading of a line: a text, or JSON as Waybar's custom modules write it; nil: it is no such JSON.
  ///
  /// `class` may be a text or an array of them; each is a state. What has another type than it should is left out.
  static func reading(of line: String, isJSON: Bool) -> ModuleReading? {
    guard isJSON else { return .text(line) }
    if line.allSatisfy(\.isWhitespace) { return .text("") }
    guard let value = try? JSONValue(parsing: line), case .object = value else { return nil }
    var reading = ModuleReading()
    for name in ["text", "alt", "tooltip"] { reading.fields[name] = .text(text(value[name]) ?? "") }
    let classes: [String] =
      switch value["class"] {
      case .string(let name)?: name.split(separator: " ").map(String.init)
      case .array(let names)?: names.compactMap(\.string)
      default: []
      }
    reading.states = Array(classes.prefix(32))
    reading.fields["class"] = .text(classes.first ?? "")
    if let percentage = value["percentage"]?.number, percentage.isFinite {
      reading.fields["percentage"] = .integer(Int(min(max(percentage.rounded(), -1e6), 1e6)), .percent)
    }
    return reading
  }

  private static func text(_ value: JSONValue?) -> String? {
    switch value {
    case .string(let text): text
    case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
    default: nil
    }
  }
}
