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
    Self(
      type: type, expected: what, shape: .string(isEmptyAllowed: isEmptyAllowed),
      read: { value, decoder in
        guard case .string(let string) = value.content else { return decoder.reject(value, what) }
        guard string.unicodeScalars.allSatisfy(allows) else {
          return decoder.reject(value, what + " \(limits) control characters")
        }
        // A space is a valid text, but no valid font or time.
        guard isEmptyAllowed || string.unicodeScalars.contains(where: { $0 != " " }) else {
          return decoder.reject(value, what + " that is not empty")
        }
        return string
      }, written: TomlText.string)
  }

  /// The name of a font with a size within `FontName.sizes`.
  static func font(like example: String) -> Self {
    let what = "a font such as \"\(example)\""
    let line = Self.line(what)
    let (least, most) = (FontName.sizes.lowerBound, FontName.sizes.upperBound)
    return Self(
      type: line.type, expected: what, shape: .text,
      read: { value, decoder in
        guard let name = line.read(value, &decoder) else { return nil }
        guard FontName(name).points.map(FontName.sizes.contains) ?? true else {
          let range = "\(TomlText.number(least)) to \(TomlText.number(most))"
          return decoder.reject(value, what + " with a size from \(range) points")
        }
        guard FontName(name).hasKnownFeatures else {
          return decoder.reject(value, what + ", with features such as \"#ss01,zero=1\" at its end")
        }
        return name
      }, written: line.written)
  }

  /// The path of a file, as written; `what` follows "expected" in messages.
  static func path(_ what: String) -> Self {
    Self(
      type: "string", expected: what, shape: .text,
      read: { value, decoder in
        guard case .string(let string) = value.content, !string.isEmpty else {
          return decoder.reject(value, what)
        }
        guard !string.unicodeScalars.contains("\0") else {
          return decoder.reject(value, "a path without NUL characters")
        }
        return string
      }, written: TomlText.string)
  }

  /// The name of a material, built-in or the user's.
  static let material = Self(
    type: "name of a material", expected: "the name of a material",
    shape: .text,
    read: { value, decoder in
      let expected = "the name of a material"
      guard case .string(let string) = value.content else { return decoder.reject(value, expected) }
      let names = Material.names + decoder.userMaterialNames
      guard names.contains(string) else {
        return decoder.reject(value, expected, nearest: nearestName(to: string, among: names))
      }
      return string
    }, written: TomlText.string)
}

extension ValueKind where Value == BlurEffect.Style {
  /// The name of a built-in material.
  static let style = Self(
    type: "name of a material", expected: "the name of a material",
    shape: .names(Material.names),
    read: { value, decoder in
      let expected = "the name of a material"
      guard case .string(let string) = value.content else { return decoder.reject(value, expected) }
      guard let style = BlurEffect.Style(rawValue: string) else {
        return decoder.reject(value, expected, nearest: nearestName(to: string, among: Material.names))
      }
      return style
    }, written: { TomlText.string($0.rawValue) })
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
          decoder.report(.unexpected(element.content, expected: expected), at: element)
        }
      }
      return command.count == elements.count ? command : nil
    }, written: { TomlText.array($0.map(TomlText.string)) })
}

extension ValueKind where Value == [ModuleName] {
  /// The modules of a zone; a wrong one is left out.
  static let modules = Self(
    type: "array of names of modules", expected: "an array of names of modules",
    shape: .array(.text),
    read: { value, decoder in
      guard case .array(let elements) = value.content else {
        return decoder.reject(value, "an array of names of modules")
      }
      return elements.compactMap { decoder.module($0) }
    }, written: { TomlText.array($0.map { TomlText.string($0.description) }) })
}

extension ValueKind where Value == TextPattern {
  /// A glob, or a regular expression between slashes.
  static let pattern = Self(
    type: "pattern", expected: "a pattern",
    shape: .string(isEmptyAllowed: true),
    read: { value, decoder in
      guard case .string(let string) = value.content else { return decoder.reject(value, "a pattern") }
      do throws(TextPattern.Mistake) {
        return try TextPattern(string)
      } catch {
        return decoder.reject(value, "a pattern (\(error.words))")
      }
    }, written: { TomlText.string($0.description) })
}

extension ValueKind where Value == NegatablePattern {
  /// A pattern, perhaps with a `!` in front.
  static let rulePattern = Self(
    type: "pattern, perhaps after !", expected: "a pattern",
    shape: .string(isEmptyAllowed: true),
    read: { value, decoder in
      guard case .string(let string) = value.content else { return decoder.reject(value, "a pattern") }
      do throws(TextPattern.Mistake) {
        return try NegatablePattern(string)
      } catch {
        return decoder.reject(value, "a pattern (\(error.words))")
      }
    }, written: { TomlText.string($0.description) })

  /// A pattern for the names of outputs, which is not empty, perhaps with a `!` in front.
  static let output = Self(
    type: "pattern", expected: "a pattern of outputs",
    shape: .text,
    read: { value, decoder in
      guard case .string(let string) = value.content else {
        return decoder.reject(value, "a pattern of outputs")
      }
      do throws(TextPattern.Mistake) {
        let pattern = try NegatablePattern(string)
        return pattern.pattern.description.isEmpty
          ? decoder.reject(value, "a pattern of outputs (empty)") : pattern
      } catch {
        return decoder.reject(value, "a pattern of outputs (\(error.words))")
      }
    }, written: { TomlText.string($0.description) })
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
  static let schedule = Self(
    type: "time of the week", expected: "a time such as \"22:00-07:00\" or \"mon-fri 09:00-12:30\"",
    shape: .text,
    read: { value, decoder in
      guard case .string(let string) = value.content, let schedule = DaySchedule(string) else {
        return decoder.reject(value, "a time such as \"22:00-07:00\" or \"mon-fri 09:00-12:30\"")
      }
      return schedule
    }, written: { TomlText.string($0.description) })
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
      if rules.isEmpty { return "{}" }
      let pairs = rules.map {
        "\(TomlText.string($0.pattern.description)) = \(TomlText.string($0.replacement))"
      }
      return "{ " + pairs.joined(separator: ", ") + " }"
    })
}

extension TextPattern {
  /// The pattern in an example of the manual; a mistake in it is our bug.
  static func example(_ text: String) -> TextPattern {
    do throws(Mistake) {
      return try TextPattern(text)
    } catch {
      preconditionFailure("example \(text): \(error.words)")
    }
  }
}
