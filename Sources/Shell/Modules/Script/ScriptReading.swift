import Localization
import ModuleModel
import Settings
import TextProcessing

/// Makes readings from a line of a script, or from all lines of its output.
nonisolated enum ScriptReading {
  /// The words for a line that is no JSON although JSON is expected.
  static var noJSON: String { localized("The command wrote no valid line of JSON.") }

  /// The reading of a line: a text, or JSON as Waybar's custom modules write it; throws if it is no such JSON.
  ///
  /// `class` may be a text or an array of them; each is a state. What has another type than it should is left out.
  static func reading(of line: String, isJSON: Bool) throws(JSONError) -> ModuleReading {
    guard isJSON else { return .text(line) }
    if line.allSatisfy(\.isWhitespace) { return .text("") }
    let value = try JSONValue(tolerating: line)
    guard case .object = value else { throw JSONError(offset: 0, expected: "an object") }
    var reading = ModuleReading()
    for name in ["text", "alt", "tooltip"] { reading.fields[name] = .text(value[name]?.text ?? "") }
    let classes: [String] =
      switch value["class"] {
      case .string(let name)?: name.split(separator: " ").map(String.init)
      case .array(let names)?: names.compactMap(\.string)
      default: []
      }
    reading.set(classes: classes)
    if let percentage = value["percentage"]?.number, percentage.isFinite {
      reading.fields["percentage"] = .integer(Int(min(max(percentage.rounded(), -1e6), 1e6)), .percent)
    }
    return reading
  }

  /// The reading of the output of a script that has ended, as Waybar's custom modules read it: a text, a tooltip and classes
  /// between spaces, each on a line of its own. What is missing is empty.
  static func reading(ofLines output: String) -> ModuleReading {
    let lines = output.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      line in
      String(Substring(line.last == UInt8(ascii: "\r") ? line.dropLast() : line))
    }
    var reading = ModuleReading.text(lines.first ?? "")
    if lines.count > 1, lines[1...] != [""] { reading.fields["tooltip"] = .text(lines[1]) }
    if lines.count > 2, !lines[2].isEmpty {
      reading.set(classes: lines[2].split(separator: " ").map(String.init))
    }
    return reading
  }

  /// The reading with text and tooltip as markup, if the settings say so.
  static func marked(_ reading: ModuleReading, by settings: ScriptSettings) -> ModuleReading {
    guard settings.writesMarkup else { return reading }
    var reading = reading
    for name in ["text", "tooltip"] {
      if case .text(let text)? = reading.fields[name] { reading.fields[name] = .markup(text) }
    }
    return reading
  }
}

nonisolated extension ModuleReading {
  /// Sets states by the classes of a script.
  fileprivate mutating func set(classes: [String]) {
    states = Array(classes.prefix(32))
    fields["class"] = .text(classes.first ?? "")
  }
}
