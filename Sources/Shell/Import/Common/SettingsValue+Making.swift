public import Settings

extension SettingsValue {
  /// Makes a value that is in no file.
  public init(_ content: Content) { self.init(content, at: SettingsPosition(line: 1, column: 1)) }

  public static func string(_ text: String) -> SettingsValue { SettingsValue(.string(text)) }

  public static func boolean(_ boolean: Bool) -> SettingsValue { SettingsValue(.boolean(boolean)) }

  /// A number, which is an integer if it is whole; others are rounded to thousandths.
  public static func number(_ number: Double) -> SettingsValue {
    let rounded = (number * 1000).rounded() / 1000
    return SettingsValue(Int(exactly: rounded).map { .integer($0) } ?? .number(rounded))
  }

  public static func array(_ elements: [SettingsValue]) -> SettingsValue { SettingsValue(.array(elements)) }

  public static func strings(_ texts: [String]) -> SettingsValue { .array(texts.map { .string($0) }) }

  public static func table(_ entries: [(key: String, value: SettingsValue)]) -> SettingsValue {
    let position = SettingsPosition(line: 1, column: 1)
    return SettingsValue(.table(entries.map { Entry(key: $0.key, position: position, value: $0.value) }))
  }

  /// A command that a shell runs.
  public static func shell(_ command: String) -> SettingsValue { .strings(["sh", "-c", command]) }

  /// A colour as `#RRGGBB`, or `#RRGGBBAA` if it is not opaque.
  public static func colour(_ colour: SIMD4<Double>) -> SettingsValue {
    let bytes = colour.indices.map { Int((min(max(colour[$0], 0), 1) * 255).rounded()) }
    let digits = bytes.prefix(bytes[3] == 255 ? 3 : 4).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return .string("#" + digits.joined())
  }
}
