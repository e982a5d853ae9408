public import Settings

/// Keys with their values, in order.
public typealias SettingsPairs = [(key: String, value: SettingsValue)]

extension Array where Element == (key: String, value: SettingsValue) {
  /// The value of a key; nil: there is none. A key that is new is put behind the others.
  subscript(key: String) -> SettingsValue? {
    get { first { $0.key == key }?.value }
    set {
      guard let newValue else { return removeAll { $0.key == key } }
      if let index = firstIndex(where: { $0.key == key }) {
        self[index].value = newValue
      } else {
        append((key, newValue))
      }
    }
  }
}

extension SettingsValue {
  public static func string(_ text: String) -> SettingsValue { SettingsValue(.string(text)) }

  public static func boolean(_ boolean: Bool) -> SettingsValue { SettingsValue(.boolean(boolean)) }

  public static func number(_ integer: Int) -> SettingsValue { SettingsValue(.integer(integer)) }

  /// A number, which is an integer if it is whole; others are rounded to thousandths.
  public static func number(_ number: Double) -> SettingsValue {
    let rounded = (number * 1000).rounded() / 1000
    return SettingsValue(Int(exactly: rounded).map { .integer($0) } ?? .number(rounded))
  }

  /// Two numbers, or one that stands for both if they are equal.
  static func pair(_ numbers: [Double]) -> SettingsValue {
    numbers[0] == numbers[1] ? .number(numbers[0]) : .numbers(numbers)
  }

  static func numbers(_ numbers: [Double]) -> SettingsValue { .array(numbers.map { .number($0) }) }

  public static func array(_ elements: [SettingsValue]) -> SettingsValue { SettingsValue(.array(elements)) }

  public static func strings(_ texts: [String]) -> SettingsValue { .array(texts.map { .string($0) }) }

  public static func table(_ pairs: SettingsPairs) -> SettingsValue {
    let position = SettingsPosition(line: 1, column: 1)
    return SettingsValue(.table(pairs.map { Entry(key: $0.key, position: position, value: $0.value) }))
  }

  /// A command that a shell runs.
  public static func shell(_ command: String) -> SettingsValue { .strings(["sh", "-c", command]) }

  /// A colour as `#RRGGBB`, or `#RRGGBBAA` if it is not opaque.
  public static func colour(_ colour: SIMD4<Double>) -> SettingsValue { .string(colour.hexadecimal) }

  /// The text of a string; nil for other values.
  var string: String? { if case .string(let text) = content { text } else { nil } }

  /// The entries of a table; none for other values.
  var pairs: SettingsPairs {
    guard case .table(let entries) = content else { return [] }
    return entries.map { ($0.key, $0.value) }
  }
}

extension SIMD4<Double> {
  /// The colour as `#RRGGBB`, or `#RRGGBBAA` if it is not opaque.
  var hexadecimal: String {
    let bytes = indices.map { Int((self[$0].clamped(to: 0...1) * 255).rounded()) }
    let digits = bytes.prefix(bytes[3] == 255 ? 3 : 4).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return "#" + digits.joined()
  }
}
