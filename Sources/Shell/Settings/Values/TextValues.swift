import TextProcessing
import VisualEffects

extension ValueKind where Value == String {
  /// One line of text; `what` follows "expected" in messages.
  static func line(_ what: String, isEmptyAllowed: Bool = false) -> Self {
    text(what, type: "string, one line", limits: "of one line, without", isEmptyAllowed: isEmptyAllowed) {
      !$0.isControl
    }
  }

  /// Any number of lines of text; `what` follows "expected" in messages.
  static func lines(_ what: String, isEmptyAllowed: Bool = false) -> Self {
    text(what, type: "string", limits: "without", isEmptyAllowed: isEmptyAllowed) {
      !$0.isControl || $0 == "\n"
    }
  }

  private static func text(
    _ what: String, type: String, limits: String, isEmptyAllowed: Bool,
    allows: @escaping @Sendable (Unicode.Scalar) -> Bool
  ) -> Self {
    string(
      type: type, expected: what, shape: .string(isEmptyAllowed: isEmptyAllowed), written: TomlText.string
    ) { string, value, decoder in
      guard string.unicodeScalars.allSatisfy(allows) else {
        return decoder.reject(value, what + " \(limits) control characters")
      }
      // A space is a valid text, but no valid font or time.
      guard isEmptyAllowed || string.unicodeScalars.contains(where: { $0 != " " }) else {
        return decoder.reject(value, what + " that is not empty")
      }
      return string
    }
  }

  /// The name of a font with a size within `FontName.sizes`.
  static func font(like example: String) -> Self {
    let what = "a font such as \"\(example)\""
    return line(what).checked { name, value, decoder in
      let font = FontName(name)
      guard font.points.map(FontName.sizes.contains) ?? true else {
        return decoder.reject(value, what + " with a size from \(TomlText.range(FontName.sizes)) points")
      }
      return font.hasKnownFeatures
        ? name : decoder.reject(value, what + ", with features such as \"#ss01,zero=1\" at its end")
    }
  }

  /// The path of a file, as written; `what` follows "expected" in messages.
  static func path(_ what: String) -> Self {
    string(type: "string", expected: what, written: TomlText.string) { string, value, decoder in
      if string.isEmpty { return decoder.reject(value, what) }
      return string.unicodeScalars.contains("\0")
        ? decoder.reject(value, "a path without NUL characters") : string
    }
  }

  /// The name of a material, built-in or the user's.
  static let material = string(
    type: "name of a material", expected: "the name of a material", written: TomlText.string
  ) { string, value, decoder in
    let names = Material.names + decoder.userMaterialNames
    if names.contains(string) { return string }
    return decoder.reject(value, "the name of a material", nearest: nearestName(to: string, among: names))
  }
}

extension ValueKind where Value == BlurEffect.Style {
  /// The name of a built-in material.
  static let style = string(
    type: "name of a material", expected: "the name of a material", shape: .names(Material.names),
    written: { TomlText.string($0.rawValue) },
    read: { string, value, decoder in
      if let style = BlurEffect.Style(rawValue: string) { return style }
      let nearest = nearestName(to: string, among: Material.names)
      return decoder.reject(value, "the name of a material", nearest: nearest)
    })
}

extension ValueKind where Value == [String] {
  /// A program and its arguments.
  static let command = Self(
    type: "array of strings, not empty", expected: "an array of strings, the program first",
    shape: .array(.string(isEmptyAllowed: true), count: 1...Int.max),
    read: { value, decoder in
      let expected = "an array of strings, the program first"
      guard case .array(let elements) = value.content, !elements.isEmpty else {
        return decoder.reject(value, expected)
      }
      var command: [String] = []
      for (index, element) in elements.enumerated() {
        if case .string(let string) = element.content, !string.unicodeScalars.contains("\0"),
          index > 0 || !string.isEmpty
        {
          command.append(string)
        } else {
          let expected = index == 0 ? "the name of a program" : "a string without NUL characters"
          decoder.report(element, expected: expected)
        }
      }
      return command.count == elements.count ? command : nil
    }, written: { TomlText.array($0.map(TomlText.string)) })
}

extension ValueKind where Value == TextPattern {
  /// A glob, or a regular expression between slashes.
  static let pattern = readPattern(type: "pattern", "a pattern") { (text) throws(TextPattern.Mistake) in
    try TextPattern(text)
  }
}

extension ValueKind where Value == NegatablePattern {
  /// A pattern, perhaps with a `!` in front.
  static let rulePattern = readPattern(type: "pattern, perhaps after !", "a pattern") {
    (text) throws(TextPattern.Mistake) in
    try NegatablePattern(text)
  }

  /// A pattern for the names of outputs, which is not empty, perhaps with a `!` in front.
  static let output = readPattern(type: "pattern", "a pattern of outputs", shape: .text) {
    (text) throws(TextPattern.Mistake) in
    let pattern = try NegatablePattern(text)
    if pattern.pattern.description.isEmpty { throw TextPattern.Mistake(words: "empty") }
    return pattern
  }
}

extension ValueKind where Value: CustomStringConvertible {
  /// A text that `make` makes a pattern of.
  fileprivate static func readPattern(
    type: String, _ expected: String, shape: ValueShape = .string(isEmptyAllowed: true),
    make: @escaping @Sendable (String) throws(TextPattern.Mistake) -> Value
  ) -> Self {
    string(
      type: type, expected: expected, shape: shape, written: { TomlText.string($0.description) },
      read: { string, value, decoder in
        do throws(TextPattern.Mistake) {
          return try make(string)
        } catch {
          return decoder.reject(value, "\(expected) (\(error.words))")
        }
      })
  }
}

extension ValueKind {
  /// An array of values of another kind; a wrong element is left out.
  static func array<Element>(_ kind: ValueKind<Element>, of what: String) -> Self where Value == [Element] {
    Self(
      type: "array of \(what)", expected: "an array of \(what)",
      shape: .array(kind.shape),
      read: { value, decoder in
        guard case .array(let elements) = value.content else {
          return decoder.reject(value, "an array of \(what)")
        }
        return elements.compactMap { kind.read($0, &decoder) }
      }, written: { TomlText.array($0.map(kind.written)) })
  }
}

extension ValueKind where Value == DaySchedule {
  /// A period of the day, on some days of the week or on all.
  static let schedule: Self = {
    let expected = "a time such as \"22:00-07:00\" or \"mon-fri 09:00-12:30\""
    let other = "an end other than the beginning, such as \"00:00-24:00\" for whole days"
    return string(
      type: "time of the week", expected: expected, written: { TomlText.string($0.description) }
    ) { string, value, decoder in
      DaySchedule(string) ?? decoder.reject(value, DaySchedule.isEmpty(string) ? other : expected)
    }
  }()
}

extension ValueKind where Value == [TextRewrite] {
  /// A table of patterns, each with the replacement of texts in which it is found.
  static let rewrites = Self(
    type: "table of patterns and replacements", expected: "a table such as { \"/(.*) - Editor$/\" = \"$1\" }",
    shape: .table(.string(isEmptyAllowed: true), isEmptyAllowed: true),
    read: { value, decoder in
      let expected = "a table such as { \"/(.*) - Editor$/\" = \"$1\" }"
      guard let entries = value.entries else { return decoder.reject(value, expected) }
      let rules = entries.compactMap { entry -> TextRewrite? in
        guard
          let replacement = ValueKind<String>.line("a text", isEmptyAllowed: true).read(entry.value, &decoder)
        else { return nil }
        do throws(TextPattern.Mistake) {
          return TextRewrite(try TextPattern(entry.key), replacement)
        } catch {
          return decoder.reject(entry.value, "a pattern before it (\(error.words))")
        }
      }
      return rules.count == entries.count ? rules : nil
    },
    written: { rules in
      TomlText.table(
        rules.map { "\(TomlText.string($0.pattern.description)) = \(TomlText.string($0.replacement))" })
    })
}

extension TextPattern {
  /// The pattern in an example of the manual.
  static func example(_ text: String) -> TextPattern { exampleValue(try TextPattern(text)) }
}
