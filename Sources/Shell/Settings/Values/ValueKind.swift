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

extension ValueKind where Value == Int {
  /// An integer from 1 to `most`.
  static func positive(upTo most: Int) -> Self {
    Self(
      type: "integer, 1 to \(most)", expected: "a positive integer",
      shape: .integer(1...most),
      read: { value, decoder in
        guard case .integer(let integer) = value.content, integer > 0 else {
          return decoder.reject(value, "a positive integer")
        }
        guard integer <= most else { return decoder.reject(value, "at most \(most)") }
        return integer
      }, written: { "\($0)" })
  }
}

extension ValueKind where Value == Int {
  /// An integer from 0 to `most`.
  static func count(upTo most: Int) -> Self {
    Self(
      type: "integer, 0 to \(most)", expected: "an integer, 0 or more",
      shape: .integer(0...most),
      read: { value, decoder in
        guard case .integer(let integer) = value.content, integer >= 0 else {
          return decoder.reject(value, "an integer, 0 or more")
        }
        guard integer <= most else { return decoder.reject(value, "at most \(most)") }
        return integer
      }, written: { "\($0)" })
  }
}

extension ValueKind where Value == Int {
  /// One of some integers.
  static func oneOf(_ integers: [Int]) -> Self {
    let texts = integers.map { "\($0)" }
    let all = texts.dropLast().joined(separator: ", ") + " or " + texts.last!
    return Self(
      type: all, expected: all, shape: .any(integers.map { .integer($0...$0) }),
      read: { value, decoder in
        guard case .integer(let integer) = value.content, integers.contains(integer) else {
          return decoder.reject(value, all)
        }
        return integer
      }, written: { "\($0)" })
  }
}

extension ValueKind where Value == Int {
  /// An integer within `limits`, of which some are negative.
  static func integer(_ limits: ClosedRange<Int>) -> Self {
    let expected = "an integer from \(limits.lowerBound) to \(limits.upperBound)"
    return Self(
      type: "integer, \(limits.lowerBound) to \(limits.upperBound)", expected: expected,
      shape: .integer(limits),
      read: { value, decoder in
        guard case .integer(let integer) = value.content, limits.contains(integer) else {
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
    let range = "\(TomlText.number(limits.lowerBound)) to \(TomlText.number(limits.upperBound))"
    return Self(
      type: "number, \(range)", expected: "a number from \(range)",
      shape: .number(limits),
      read: { value, decoder in
        guard let number = value.number, limits.contains(number) else {
          return decoder.reject(value, "a number from \(range)")
        }
        return number
      }, written: TomlText.number)
  }

  /// A contrast ratio as defined by WCAG 2, or 0 for none.
  static let contrast = Self(
    type: "number, 0 or 1 to 21", expected: "0, or a number from 1 to 21",
    shape: .any([.number(0...0), .number(1...21)]),
    read: { value, decoder in
      guard let number = value.number, number == 0 || (1...21).contains(number) else {
        return decoder.reject(value, "0, or a number from 1 to 21")
      }
      return number
    }, written: TomlText.number)

  /// Seconds, at most a year, so that adding them to a time cannot overflow.
  static let seconds = Self(
    type: "number, 0 or more", expected: "a number of seconds, 0 or more",
    shape: .number(0...31_536_000),
    read: { value, decoder in
      let year = 31_536_000.0
      guard let number = value.number, number >= 0 else {
        return decoder.reject(value, "a number of seconds, 0 or more")
      }
      guard number <= year else { return decoder.reject(value, "at most \(TomlText.number(year)) seconds") }
      return number
    }, written: TomlText.number)
}

extension ValueKind where Value == SIMD4<Double> {
  /// An array of four numbers within `limits`.
  static func fourNumbers(_ limits: ClosedRange<Double>) -> Self {
    let range = "\(TomlText.number(limits.lowerBound)) to \(TomlText.number(limits.upperBound))"
    return Self(
      type: "array of 4 numbers, \(range)", expected: "an array of 4 numbers",
      shape: .array(.number(limits), count: 4...4),
      read: { value, decoder in
        let expected = "an array of 4 numbers"
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
            decoder.report(.unexpected(element.content, expected: "a number from \(range)"), at: element)
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
  static let accent = Self(
    type: "\"system\", \"backdrop\", or a colour", expected: expectedAccent,
    shape: .text,
    read: { value, decoder in
      guard case .string(let string) = value.content else {
        return decoder.reject(value, expectedAccent)
      }
      if string == "system" { return .system }
      if string == "backdrop" { return .backdrop }
      if string.hasPrefix("#") || decoder.colours.contains(string) {
        return ValueKind<SIMD4<Double>>.colour.read(value, &decoder).map { .colour($0) }
      }
      let nearest = nearestName(to: string, among: AccentColour.names + decoder.colours.names)
      return decoder.reject(value, expectedAccent, nearest: nearest)
    },
    written: { accent in
      switch accent {
      case .system: TomlText.string("system")
      case .backdrop: TomlText.string("backdrop")
      case .colour(let colour): ValueKind<SIMD4<Double>>.colour.written(colour)
      }
    })

  private static let expectedAccent = "\"system\", \"backdrop\", or \(ColourTable.expected)"
}

extension ValueKind where Value == Bool {
  static let boolean = Self(
    type: "boolean", expected: "true or false",
    shape: .boolean,
    read: { value, decoder in
      guard case .boolean(let boolean) = value.content else { return decoder.reject(value, "true or false") }
      return boolean
    }, written: { "\($0)" })
}

extension ValueKind where Value: CaseIterable & RawRepresentable<String> {
  /// One of the names of an enumeration.
  static var name: Self {
    let names = Value.allCases.map { "\"\($0.rawValue)\"" }
    let all = names.dropLast().joined(separator: ", ") + " or " + names.last!
    return Self(
      type: all, expected: all,
      shape: .names(Value.allCases.map(\.rawValue)),
      read: { value, decoder in
        guard case .string(let string) = value.content else { return decoder.reject(value, all) }
        guard let found = Value(rawValue: string) else {
          let nearest = nearestName(to: string, among: Value.allCases.map(\.rawValue))
          return decoder.reject(value, all, nearest: nearest)
        }
        return found
      }, written: { TomlText.string($0.rawValue) })
  }
}

extension SettingsValue {
  /// The value as a number, whole or not; nil for other types.
  var number: Double? {
    switch content {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }
}
