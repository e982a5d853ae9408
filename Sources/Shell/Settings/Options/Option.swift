/// An option of one section of the settings file.
struct Option<Section>: Sendable {
  let key: String
  /// Whether the section is wrong without the option.
  let isNeeded: Bool
  /// A description of the value for messages, after "expected".
  let expected: String
  /// Describes the option, whose default is the value in a section.
  let summary: @Sendable (Section) -> OptionSummary
  /// Reads the value into the section; returns false if it is wrong, and the section is unchanged then.
  let read: @Sendable (SettingsValue, inout Decoder, inout Section) -> Bool

  /// Makes an option whose default is the value in a new section.
  init<Value>(
    _ key: String, _ path: any WritableKeyPath<Section, Value> & Sendable, _ kind: ValueKind<Value>,
    unit: String? = nil, example: Value, _ text: String
  ) {
    self.init(
      key, kind, example, text, set: { $0[keyPath: path] = $1 },
      complete: { summary, section in
        (summary.unit, summary.default) = (unit, kind.written(section[keyPath: path]))
      })
  }

  /// Makes an option without a default; `absent` describes the effect of leaving it out.
  init<Value>(
    _ key: String, _ path: any WritableKeyPath<Section, Value?> & Sendable, _ kind: ValueKind<Value>,
    unit: String? = nil, absent: String, example: Value, _ text: String
  ) {
    self.init(
      key, kind, example, text, set: { $0[keyPath: path] = $1 },
      complete: { summary, _ in (summary.unit, summary.absent) = (unit, absent) })
  }

  /// Makes an option that must be given.
  init<Value>(
    needed key: String, _ path: any WritableKeyPath<Section, Value> & Sendable, _ kind: ValueKind<Value>,
    example: Value, _ text: String
  ) {
    self.init(
      key, kind, isNeeded: true, example, text, set: { $0[keyPath: path] = $1 }, complete: { _, _ in })
  }

  private init<Value>(
    _ key: String, _ kind: ValueKind<Value>, isNeeded: Bool = false, _ example: Value, _ text: String,
    set: @escaping @Sendable (inout Section, Value) -> Void,
    complete: @escaping @Sendable (inout OptionSummary, Section) -> Void
  ) {
    (self.key, self.isNeeded, expected) = (key, isNeeded, kind.expected)
    summary = { section in
      var summary = OptionSummary(
        key: key, type: kind.type, shape: kind.shape, isNeeded: isNeeded, example: kind.written(example),
        text: text)
      complete(&summary, section)
      return summary
    }
    read = { value, decoder, section in
      guard let read = kind.read(value, &decoder) else { return false }
      set(&section, read)
      return true
    }
  }

  /// Makes an option without a default that differs from another only in the effect of leaving it out.
  init(_ option: Self, absent: String) {
    (key, isNeeded, expected, read) = (option.key, option.isNeeded, option.expected, option.read)
    summary = {
      var summary = option.summary($0)
      summary.absent = absent
      return summary
    }
  }

  /// Makes the option of a part an option of the section that contains the part.
  init<Part>(_ option: Option<Part>, at path: any WritableKeyPath<Section, Part> & Sendable) {
    (key, isNeeded, expected) = (option.key, option.isNeeded, option.expected)
    summary = { option.summary($0[keyPath: path]) }
    read = { value, decoder, section in option.read(value, &decoder, &section[keyPath: path]) }
  }

  /// Makes an option of a source's settings an option of the table of a module whose source has such settings.
  init<Source: SourceSettings>(_ option: Option<Source>) where Section == ModuleDraft {
    (key, isNeeded, expected) = (option.key, option.isNeeded, option.expected)
    summary = { option.summary(ModuleDraft.settings($0.source, as: Source.self)) }
    read = { value, decoder, draft in draft.changeSource { option.read(value, &decoder, &$0) } }
  }
}

/// The value of an example in the manual, in which a mistake is our bug.
func exampleValue<Value>(_ value: @autoclosure () throws -> Value) -> Value {
  do {
    return try value()
  } catch {
    preconditionFailure("example: \(error)")
  }
}

extension Array {
  /// The descriptions of options with the defaults of a new section.
  func summaries<Section>(of section: Section) -> [OptionSummary] where Element == Option<Section> {
    map { $0.summary(section) }
  }
}

/// The description of an option; all values are written as in TOML.
public struct OptionSummary: Equatable, Sendable {
  public var key: String
  public var type: String
  /// The types of the values.
  public var shape: ValueShape
  public var unit: String?
  public var `default`: String?
  /// The effect of leaving out an option that has no default.
  public var absent: String?
  /// Whether the section is wrong without the option.
  public var isNeeded = false
  public var example: String
  /// The explanation, of a sentence or two.
  public var text: String
}

/// The description of a section.
public struct SectionSummary: Equatable, Sendable {
  /// The path of its table: `bar`, `text.NAME`; empty for the options before any table.
  public var path: String
  /// The path with an example of a name in place of a name of the user's choice.
  public var example: String
  public var text: String
  public var options: [OptionSummary]

  /// Whether its table has a name of the user's choice, so that there may be none or many.
  public var isNamed: Bool { path != example }
}
