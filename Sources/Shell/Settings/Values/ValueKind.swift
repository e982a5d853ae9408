/// A kind of option value: its description, and how it is read and written.
struct ValueKind<Value: Sendable>: Sendable {
  /// The description in the manual: `integer, 1 to 512`.
  let type: String
  /// The description in messages, after "expected".
  let expected: String
  /// The types of values.
  let shape: ValueShape
  /// Reads a value; returns nil after it has reported a mistake to the decoder.
  let read: @Sendable (SettingsValue, inout Decoder) -> Value?
  /// Writes a value as TOML, from which `read` returns the value again.
  let written: @Sendable (Value) -> String
}

extension ValueKind {
  /// A value that is written as a string, of which `read` makes the value.
  static func string(
    type: String, expected: String, shape: ValueShape = .text, written: @escaping @Sendable (Value) -> String,
    read: @escaping @Sendable (String, SettingsValue, inout Decoder) -> Value?
  ) -> Self {
    Self(
      type: type, expected: expected, shape: shape,
      read: { value, decoder in
        guard case .string(let string) = value.content else { return decoder.reject(value, expected) }
        return read(string, value, &decoder)
      }, written: written)
  }

  /// The same kind with a further check of its values, which returns nil after it has reported a mistake to the decoder.
  func checked(_ check: @escaping @Sendable (Value, SettingsValue, inout Decoder) -> Value?) -> Self {
    Self(
      type: type, expected: expected, shape: shape,
      read: { [read] value, decoder in
        guard let own = read(value, &decoder) else { return nil }
        return check(own, value, &decoder)
      }, written: written)
  }

  /// A value that has a name, or a colour. `named` returns the value of a name, whatever the user's colours are or by them; `names`
  /// are those that a wrong one is compared with.
  static func nameOrColour(
    _ names: [String], type: String, expected: String, written: @escaping @Sendable (Value) -> String,
    named: @escaping @Sendable (String, ColourTable) -> Value?,
    colour: @escaping @Sendable (SIMD4<Double>) -> Value
  ) -> Self {
    string(type: type, expected: expected, written: written) { string, value, decoder in
      if let named = named(string, decoder.colours) { return named }
      if string.hasPrefix("#") || decoder.colours.contains(string) {
        return ValueKind<SIMD4<Double>>.colour.read(value, &decoder).map(colour)
      }
      let nearest = nearestName(to: string, among: names + decoder.colours.names)
      return decoder.reject(value, expected, nearest: nearest)
    }
  }

  /// The name of an action, or a command. `expected` describes them; nil: all names are listed.
  static func nameOrCommand(
    _ names: [String], expected: String? = nil, named: @escaping @Sendable (String) -> Value?,
    command: @escaping @Sendable ([String]) -> Value, written: @escaping @Sendable (Value) -> String
  ) -> Self {
    let list = "one of \(names.joined(separator: ", ")), or a command as an array"
    return Self(
      type: "action or command", expected: expected ?? list,
      shape: .any([.names(names), ValueKind<[String]>.command.shape]),
      read: { value, decoder in
        if case .array = value.content {
          return ValueKind<[String]>.command.read(value, &decoder).map(command)
        }
        guard case .string(let name) = value.content else { return decoder.reject(value, expected ?? list) }
        return named(name) ?? decoder.reject(value, list, nearest: nearestName(to: name, among: names))
      }, written: written)
  }

  /// Texts as alternatives: `1, 3 or 12`.
  fileprivate static func alternatives(_ texts: [String]) -> String {
    texts.dropLast().joined(separator: ", ") + " or " + texts.last!
  }
}

extension ValueKind where Value == Int {
  /// An integer from 1 to `most`.
  static func positive(upTo most: Int) -> Self { integer(from: 1, upTo: most, "a positive integer") }

  /// An integer from 0 to `most`.
  static func count(upTo most: Int) -> Self { integer(from: 0, upTo: most, "an integer, 0 or more") }

  private static func integer(from least: Int, upTo most: Int, _ expected: String) -> Self {
    integer("integer, \(least) to \(most)", expected, .integer(least...most)) { $0 >= least }
      .checked { integer, value, decoder in
        integer <= most ? integer : decoder.reject(value, "at most \(most)")
      }
  }

  /// An integer within `limits`, of which some are negative.
  static func integer(_ limits: ClosedRange<Int>) -> Self {
    let (least, most) = (limits.lowerBound, limits.upperBound)
    return integer(
      "integer, \(least) to \(most)", "an integer from \(least) to \(most)", .integer(limits),
      limits.contains)
  }

  /// One of some integers.
  static func oneOf(_ integers: [Int]) -> Self {
    let all = alternatives(integers.map { "\($0)" })
    return integer(all, all, .any(integers.map { .integer($0...$0) }), integers.contains)
  }

  private static func integer(
    _ type: String, _ expected: String, _ shape: ValueShape, _ isRight: @escaping @Sendable (Int) -> Bool
  ) -> Self {
    Self(
      type: type, expected: expected, shape: shape,
      read: { value, decoder in
        guard case .integer(let integer) = value.content, isRight(integer) else {
          return decoder.reject(value, expected)
        }
        return integer
      }, written: { "\($0)" })
  }
}

extension ValueKind where Value == BarExtent {
  /// An integer from 1 to `most`, or a word for what the content needs.
  static func extent(upTo most: Int, _ word: String) -> Self {
    let number = ValueKind<Int>.positive(upTo: most)
    let expected = "a positive integer, or \"\(word)\""
    return Self(
      type: "integer, 1 to \(most), or \"\(word)\"", expected: expected,
      shape: .any([number.shape, .names([word])]),
      read: { value, decoder in
        switch value.content {
        case .string(word): .content
        case .integer(1...): number.read(value, &decoder).map { .length($0) }
        default: decoder.reject(value, expected)
        }
      },
      written: { extent in
        switch extent {
        case .length(let length): "\(length)"
        case .content: TomlText.string(word)
        }
      })
  }
}

extension ValueKind where Value == Double {
  /// A number within `limits`, with or without a fraction.
  static func number(_ limits: ClosedRange<Double>) -> Self {
    let range = TomlText.range(limits)
    return number("number, \(range)", "a number from \(range)", .number(limits), limits.contains)
  }

  /// Seconds between two readings; at least half a second, to limit the load.
  static let interval = number(0.5...86400)

  /// A contrast ratio as defined by WCAG 2, or 0 for none.
  static let contrast = number(
    "number, 0 or 1 to 21", "0, or a number from 1 to 21", .any([.number(0...0), .number(1...21)])
  ) { $0 == 0 || (1...21).contains($0) }

  /// Seconds, at most a year, so that adding them to a time cannot overflow.
  static let seconds: Self = {
    let year = 31_536_000.0
    return number("number, 0 or more", "a number of seconds, 0 or more", .number(0...year)) { $0 >= 0 }
      .checked { seconds, value, decoder in
        seconds <= year ? seconds : decoder.reject(value, "at most \(TomlText.number(year)) seconds")
      }
  }()

  private static func number(
    _ type: String, _ expected: String, _ shape: ValueShape, _ isRight: @escaping @Sendable (Double) -> Bool
  ) -> Self {
    Self(
      type: type, expected: expected, shape: shape,
      read: { value, decoder in
        guard let number = value.number, isRight(number) else { return decoder.reject(value, expected) }
        return number
      }, written: TomlText.number)
  }
}

extension ValueKind where Value == SIMD4<Double> {
  /// An array of four numbers within `limits`.
  static func fourNumbers(_ limits: ClosedRange<Double>) -> Self {
    let (range, expected) = (TomlText.range(limits), "an array of 4 numbers")
    return Self(
      type: "array of 4 numbers, \(range)", expected: expected,
      shape: .array(.number(limits), count: 4...4),
      read: { value, decoder in
        guard case .array(let elements) = value.content else { return decoder.reject(value, expected) }
        guard elements.count == 4 else {
          return decoder.reject(value, expected, got: .other("\(elements.count)"))
        }
        var result = Value()
        var isRight = true
        for (index, element) in elements.enumerated() {
          if let number = element.number, limits.contains(number) {
            result[index] = number
          } else {
            isRight = false
            decoder.report(element, expected: "a number from \(range)")
          }
        }
        return isRight ? result : nil
      }, written: { four in TomlText.array(four.indices.map { TomlText.number(four[$0]) }) })
  }

  /// Red, green, blue and opacity, 0 … 1, from `#RRGGBB`, `#RRGGBBAA` or a name in the table `colors`.
  static let colour = Self(
    type: "\"#RRGGBB\", \"#RRGGBBAA\" or the name of a colour", expected: ColourTable.expected,
    shape: .text,
    read: { value, decoder in
      guard case .string(let name) = value.content, !name.hasPrefix("#") else {
        return ColourTable.read(value, &decoder)
      }
      if decoder.colours.contains(name) { return decoder.colours.colours[name] }
      let nearest = nearestName(to: name, among: decoder.colours.names)
      return decoder.reject(value, ColourTable.expected, nearest: nearest)
    },
    written: { colour in
      let channels = colour.indices.map { Int((colour[$0] * 255).rounded()) }
      return "\"#" + channels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
        + "\""
    })
}

extension ValueKind where Value == AccentColour {
  /// `system`, `backdrop`, or a colour.
  static let accent = nameOrColour(
    AccentColour.names, type: "\"system\", \"backdrop\", or a colour",
    expected: "\"system\", \"backdrop\", or \(ColourTable.expected)",
    written: { accent in
      switch accent {
      case .system: TomlText.string("system")
      case .backdrop: TomlText.string("backdrop")
      case .colour(let colour): ValueKind<SIMD4<Double>>.colour.written(colour)
      }
    },
    named: { name, _ in name == "system" ? .system : name == "backdrop" ? .backdrop : nil },
    colour: { .colour($0) })
}

extension ValueKind where Value == Bool {
  static let boolean = Self(
    type: "boolean", expected: "true or false", shape: .boolean,
    read: { value, decoder in
      guard case .boolean(let boolean) = value.content else { return decoder.reject(value, "true or false") }
      return boolean
    }, written: { "\($0)" })
}

extension ValueKind where Value: CaseIterable & RawRepresentable<String> {
  /// One of the names of an enumeration.
  static var name: Self {
    let names = Value.allCases.map(\.rawValue)
    let all = alternatives(names.map { "\"\($0)\"" })
    return string(
      type: all, expected: all, shape: .names(names), written: { TomlText.string($0.rawValue) },
      read: { string, value, decoder in
        Value(rawValue: string) ?? decoder.reject(value, all, nearest: nearestName(to: string, among: names))
      })
  }
}

extension SettingsValue {
  /// The value as a number, whole or not; nil for other types.
  public var number: Double? {
    switch content {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }
}
