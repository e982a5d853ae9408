/// The value of a field of a reading.
public enum FieldValue: Equatable, Sendable {
  case text(String)
  /// A text with markup, and the same without.
  case markup(String, plain: String)
  case integer(Int, FieldUnit = .none)
  case real(Double, FieldUnit = .none)
  /// A duration, written in hours and minutes, such as `1:05`; with the unit seconds as that of a piece of music, with seconds
  /// and with hours only if there are any: `2:05` and `1:02:05`.
  case duration(Duration, FieldUnit = .none)
  case bool(Bool)
  /// The values of a graph, the oldest first, each 0 … 1; nil for those of the time before the first one, whose places stay empty.
  case list([Double?])
  /// Icons in a row.
  case icons([FieldIcon])
}

/// An icon of a field with several.
public enum FieldIcon: Equatable, Sendable {
  /// The value in the settings: the name of an icon, an absolute path, or a text such as a glyph of an icon font.
  case chosen(String)
  case named(ModuleIcon)
}

/// The unit of a number, which determines how the number is written.
public enum FieldUnit: String, Equatable, Sendable {
  /// A plain number.
  case none = ""
  /// Hundredths of a whole, written without a sign.
  case percent = "%"
  case celsius = "°C"
  case watts = "W"
  case megahertz = "MHz"
  case gigahertz = "GHz"
  case seconds = "s"
  /// Written with a binary prefix: `1.2 GiB`.
  case bytes = "bytes"
  /// Written with a decimal prefix: `340 kB/s`.
  case bytesPerSecond = "bytes per second"
  /// Written with a decimal prefix: `2.7 Mbit/s`.
  case bitsPerSecond = "bits per second"
}

/// The type of a field.
public enum FieldType: String, Equatable, Sendable {
  case text, integer
  case real = "number"
  case duration, bool
  case list
  case icons
  /// A moment, which is written by a format of strftime(3) after the colon.
  case time

  /// Whether values of the type are numbers, which may not be cut.
  var isNumber: Bool {
    switch self {
    case .integer, .real, .duration, .time: true
    case .text, .bool, .list, .icons: false
    }
  }
}

/// The description of a field of a kind of module, or of numbered fields such as `percent0` and `percent1`.
public struct FieldSummary: Equatable, Sendable {
  /// The name; of numbered fields without the number.
  public var name: String
  public var type: FieldType
  public var unit: FieldUnit
  /// An example of a value, as the field is written.
  public var example: String
  /// The explanation, of one sentence.
  public var text: String
  /// The number for whose figures a module reserves room, so that those beside it keep their places; nil: it reserves none.
  public var widest: Double?
  /// Whether there is a field for each number, 0 to 9999, which stands behind the name.
  public var isNumbered = false

  public init(
    _ name: String, _ type: FieldType, _ unit: FieldUnit = .none, example: String, widest: Double? = nil,
    _ text: String
  ) {
    self.name = name
    self.type = type
    self.unit = unit
    self.example = example
    self.text = text
    // A percentage is rarely 100, and room for its third figure would look like a gap for the rest of the time.
    self.widest = widest ?? (unit == .percent ? 99 : nil)
  }

  /// Makes the description of numbered fields; `name` is that before the number.
  public static func numbered(
    _ name: String, _ type: FieldType, _ unit: FieldUnit = .none, example: String, _ text: String
  ) -> FieldSummary {
    var summary = FieldSummary(name, type, unit, example: example, text)
    summary.isNumbered = true
    return summary
  }

  /// The name as it is written in lists: that of numbered fields ends with an N.
  public var label: String { isNumbered ? name + "N" : name }

  /// Whether it describes the field of a name.
  public func describes(_ field: String) -> Bool {
    guard isNumbered else { return field == name }
    return number(in: field) != nil
  }

  /// The number of figures by which a value is shorter than the widest one in the same format; 0 if nothing is reserved.
  func spareFigures(_ value: FieldValue, _ format: FieldFormat) -> Int {
    guard let widest else { return 0 }
    let most: FieldValue = type == .integer ? .integer(Int(widest), unit) : .real(widest, unit)
    return max(0, format.text(most).count - format.text(value).count)
  }

  /// The number in the name of one of the numbered fields; nil: it is the name of another field.
  public func number(in field: String) -> Int? {
    guard isNumbered, field.hasPrefix(name) else { return nil }
    let digits = field.dropFirst(name.count)
    guard digits.utf8.count <= 4, let number = UInt(digits), "\(number)" == digits else { return nil }
    return Int(number)
  }
}

extension FieldValue {
  /// A text with markup; broken markup is the text itself.
  public static func markup(_ text: String) -> FieldValue {
    .markup(text, plain: RichText(markup: text)?.string ?? text)
  }

  /// The value as a text without markup; nil: it is none.
  public var plainText: String? {
    switch self {
    case .text(let text), .markup(_, plain: let text): text
    default: nil
    }
  }

  /// The value as a number: a duration in seconds, true as 1; nil for texts and lists.
  public var number: Double? {
    switch self {
    case .integer(let value, _): Double(value)
    case .real(let value, _): value
    case .duration(let value, _): value / .seconds(1)
    case .bool(let value): value ? 1 : 0
    case .text, .markup, .list, .icons: nil
    }
  }
}
