/// An option of one section of the settings file.
struct Option<Section>: Sendable {
  let summary: OptionSummary
  /// What it takes, for messages, after "expected".
  let expected: String
  /// False where the value is wrong; the section then stays as it was.
  let read: @Sendable (SettingsValue, inout Decoder, inout Section) -> Bool

  /// An option with a default, that of `section`.
  init<Value>(
    _ key: String, _ path: any WritableKeyPath<Section, Value> & Sendable, _ kind: ValueKind<Value>,
    of section: Section, unit: String? = nil, example: Value, _ text: String
  ) {
    summary = OptionSummary(
      key: key, type: kind.type, unit: unit, default: kind.written(section[keyPath: path]),
      example: kind.written(example), text: text)
    expected = kind.expected
    read = Self.reader(kind) { $0[keyPath: path] = $1 }
  }

  /// An option without a default; `absent` tells what is done where it is missing.
  init<Value>(
    _ key: String, _ path: any WritableKeyPath<Section, Value?> & Sendable, _ kind: ValueKind<Value>,
    unit: String? = nil, absent: String, example: Value, _ text: String
  ) {
    summary = OptionSummary(
      key: key, type: kind.type, unit: unit, absent: absent, example: kind.written(example), text: text)
    expected = kind.expected
    read = Self.reader(kind) { $0[keyPath: path] = $1 }
  }

  /// An option that has to be given.
  init<Value>(
    needed key: String, _ path: any WritableKeyPath<Section, Value> & Sendable, _ kind: ValueKind<Value>,
    example: Value, _ text: String
  ) {
    summary = OptionSummary(
      key: key, type: kind.type, isNeeded: true, example: kind.written(example), text: text)
    expected = kind.expected
    read = Self.reader(kind) { $0[keyPath: path] = $1 }
  }

  /// The same for what the section is a part of.
  init<Part>(_ option: Option<Part>, at path: any WritableKeyPath<Section, Part> & Sendable) {
    summary = option.summary
    expected = option.expected
    read = { value, decoder, section in option.read(value, &decoder, &section[keyPath: path]) }
  }

  private static func reader<Value>(
    _ kind: ValueKind<Value>, _ set: @escaping @Sendable (inout Section, Value) -> Void
  ) -> @Sendable (SettingsValue, inout Decoder, inout Section) -> Bool {
    { value, decoder, section in
      guard let read = kind.read(value, &decoder) else { return false }
      set(&section, read)
      return true
    }
  }
}

/// What there is to say of an option; all values as TOML writes them.
public struct OptionSummary: Equatable, Sendable {
  public var key: String
  public var type: String
  public var unit: String?
  public var `default`: String?
  /// What is done where an option without a default is missing.
  public var absent: String?
  /// The section is wrong without it.
  public var isNeeded = false
  public var example: String
  /// A sentence or two.
  public var text: String
}

/// What there is to say of a section.
public struct SectionSummary: Equatable, Sendable {
  /// Of its table: `bar`, `text.NAME`; empty: the options before any table.
  public var path: String
  /// The path with a name of the user's choice, where it takes one.
  public var example: String
  public var text: String
  public var options: [OptionSummary]

  /// Its table has a name of the user's choice; there may be none or many.
  public var isNamed: Bool { path != example }
}
