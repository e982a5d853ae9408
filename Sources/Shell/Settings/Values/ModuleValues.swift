public import ModuleModel
import Scenes
import TextProcessing
import VisualEffects

extension ValueKind where Value == FormatTemplate {
  /// A format for a module of a kind, which must not be empty and may have several lines.
  static func format(_ kind: ModuleKind) -> Self {
    // A slider stands alone without a text.
    template(kind, .lines("a format", isEmptyAllowed: kind.summary.takesSlider))
  }

  /// A format of a tooltip, which may be empty or have several lines.
  static func tooltip(_ kind: ModuleKind) -> Self {
    template(kind, .lines("a format", isEmptyAllowed: true))
  }

  private static func template(_ kind: ModuleKind, _ text: ValueKind<String>) -> Self {
    Self(
      type: "format", expected: "a format",
      shape: text.shape,
      read: { value, decoder in
        guard let text = text.read(value, &decoder) else { return nil }
        do throws(FormatMistake) {
          return try FormatTemplate(settings: text, of: kind)
        } catch {
          decoder.report(error.problem(of: kind), at: value)
          return nil
        }
      }, written: { TomlText.string($0.source) })
  }
}

extension FormatMistake {
  /// The diagnostic of the mistake; that of an unknown field lists the fields that exist.
  func problem(of kind: ModuleKind) -> Diagnostic.Problem {
    switch problem {
    case .unknownField(let name):
      .unknownField(
        name, column: column, of: kind.summary.namedFields.map(\.label) + ["icon"])
    case .unknownMarkup(let name, _, let known):
      .mistake(words, column: column, nearest: nearestName(to: name, among: known))
    default: .mistake(words, column: column)
    }
  }
}

extension Diagnostic.Problem {
  static func unknownField(
    _ name: String, column: Int?, of names: [String]
  ) -> Diagnostic.Problem {
    let known = names.isEmpty ? "there are none" : "there are \(names.joined(separator: ", "))"
    return .mistake(
      "unknown field \(TomlText.string(String(name.prefix(60)))) (\(known))", column: column,
      nearest: nearestName(to: name, among: names))
  }
}

extension ValueKind where Value == [FieldCondition] {
  /// A table of conditions on the fields of a kind.
  static func conditions(_ kind: ModuleKind) -> Self { conditions(of: kind.summary.namedFields) }

  /// A table of conditions on fields.
  static func conditions(of fields: [FieldSummary]) -> Self {
    let expected = "a table of conditions such as { percent = \"<= 20\" }"
    return Self(
      type: "table of conditions", expected: expected,
      shape: .conditions(on: fields),
      read: { value, decoder in
        guard let entries = value.entries else { return decoder.reject(value, expected) }
        var conditions: [FieldCondition] = []
        for entry in entries {
          do throws(FieldCondition.Mistake) {
            conditions.append(try condition(entry, fields, expected))
          } catch {
            switch error {
            case .unknownField(let name):
              decoder.report(.unknownField(name, column: nil, of: fields.map(\.label)), at: entry.value)
            case .wrongTest(let expected):
              decoder.report(.unexpected(entry.value.content, expected: expected), at: entry.value)
            }
          }
        }
        return conditions.count == entries.count ? conditions : nil
      },
      written: { conditions in
        if conditions.isEmpty { return "{}" }
        return "{ " + conditions.map { "\($0.field) = \($0.operand)" }.joined(separator: ", ") + " }"
      })
  }

  private static func condition(
    _ entry: SettingsValue.Entry, _ fields: [FieldSummary], _ expected: String
  ) throws(FieldCondition.Mistake) -> FieldCondition {
    let operand: FieldCondition.Operand
    switch entry.value.content {
    case .string(let text): operand = .text(text)
    case .integer(let integer): operand = .number(Double(integer))
    case .number(let number): operand = .number(number)
    case .boolean(let bool): operand = .bool(bool)
    default: throw .wrongTest(expected: expected)
    }
    return try FieldCondition(entry.key, operand, fields: fields)
  }
}

extension FieldCondition {
  /// The operand as it is written in the file.
  fileprivate var operand: String {
    switch test {
    case .number(let comparison, let number):
      TomlText.string("\(comparison.rawValue) \(TomlText.number(number))")
    case .text(let text, let isEqual): TomlText.string((isEqual ? "== " : "!= ") + text)
    case .pattern(let pattern, let isMatch): TomlText.string((isMatch ? "= " : "!= ") + pattern.description)
    case .bool(let bool): "\(bool)"
    }
  }
}

extension ValueKind where Value == ModuleAction {
  /// The name of a built-in action of a kind, or a command.
  static func action(_ kind: ModuleKind) -> Self {
    let expected = "the name of an action, or a command as an array of strings"
    return Self(
      type: "action or command", expected: expected,
      shape: .action(kind),
      read: { value, decoder in
        if case .array = value.content {
          return ValueKind<[String]>.command.read(value, &decoder).map { .command($0) }
        }
        guard case .string(let name) = value.content else { return decoder.reject(value, expected) }
        let names = kind.summary.actionNames
        guard names.contains(name) else {
          return decoder.reject(
            value, "one of \(names.joined(separator: ", ")), or a command as an array",
            nearest: nearestName(to: name, among: names))
        }
        return .builtIn(name)
      },
      written: { action in
        switch action {
        case .builtIn(let name): TomlText.string(name)
        case .command(let command): TomlText.array(command.map(TomlText.string))
        }
      })
  }
}

extension ValueKind where Value == ModuleAction {
  /// A command: a built-in action might change what the module shows, and so be asked for without end.
  static let commandAlone = Self(
    type: "command", expected: ValueKind<[String]>.command.expected, shape: ValueKind<[String]>.command.shape,
    read: { value, decoder in ValueKind<[String]>.command.read(value, &decoder).map { .command($0) } },
    written: { action in
      guard case .command(let command) = action else { preconditionFailure("\(action)") }
      return TomlText.array(command.map(TomlText.string))
    })
}

extension ValueKind where Value == IconChoice {
  /// Icons by level, or by text.
  static let icons = Self(
    type: "array of names, or table of them", expected: "an array of icons, or a table of them",
    shape: .any([
      .array(.string(isEmptyAllowed: true), count: 1...Int.max),
      .table(.string(isEmptyAllowed: true), isEmptyAllowed: false),
    ]),
    read: { value, decoder in
      let expected = "an array of icons, or a table of them"
      switch value.content {
      case .array(let elements) where !elements.isEmpty:
        let names = elements.compactMap { icon($0, &decoder) }
        return names.count == elements.count ? .levels(names) : nil
      case .table(let entries) where !entries.isEmpty:
        var names: [String: String] = [:]
        for entry in entries { names[entry.key] = icon(entry.value, &decoder) }
        return names.count == entries.count ? .names(names) : nil
      default: return decoder.reject(value, expected)
      }
    },
    written: { choice in
      switch choice {
      case .levels(let names): TomlText.array(names.map(TomlText.string))
      case .names(let names):
        "{ "
          + names.sorted { $0.key < $1.key }
          .map { "\(TomlText.string($0.key)) = \(TomlText.string($0.value))" }.joined(separator: ", ") + " }"
      }
    })

  private static func icon(_ value: SettingsValue, _ decoder: inout Decoder) -> String? {
    ValueKind<String>.line("the name of an icon", isEmptyAllowed: true).read(value, &decoder)
  }
}

extension ValueKind where Value == StyledText.Turn {
  /// A right angle in degrees, clockwise.
  static let turn = Self(
    type: "90 or 270", expected: "90 or 270",
    shape: .any(StyledText.Turn.allCases.map { .integer($0.rawValue...$0.rawValue) }),
    read: { value, decoder in
      guard case .integer(let degrees) = value.content, let turn = StyledText.Turn(rawValue: degrees) else {
        return decoder.reject(value, "90 or 270")
      }
      return turn
    }, written: { "\($0.rawValue)" })
}

extension ValueKind where Value == ModuleInk {
  /// A level of vibrancy, or a colour.
  static let ink = Self(
    type: "name of a vibrancy, or colour", expected: "the name of a vibrancy, or \(ColourTable.expected)",
    shape: .text,
    read: { value, decoder in
      let expected = "the name of a vibrancy, or \(ColourTable.expected)"
      guard case .string(let string) = value.content else { return decoder.reject(value, expected) }
      if let style = VibrancyEffect.Style(rawValue: string) { return .vibrant(style) }
      if string.hasPrefix("#") || decoder.colours.contains(string) {
        return ValueKind<SIMD4<Double>>.colour.read(value, &decoder).map { .colour($0) }
      }
      let names = VibrancyEffect.Style.allCases.map(\.rawValue) + decoder.colours.names
      return decoder.reject(value, expected, nearest: nearestName(to: string, among: names))
    },
    written: { ink in
      switch ink {
      case .vibrant(let style): TomlText.string(style.rawValue)
      case .colour(let colour): ValueKind<SIMD4<Double>>.colour.written(colour)
      }
    })
}

extension ModuleFill {
  /// The vibrant fills.
  fileprivate static let styles = [VibrancyEffect.Style.fill, .secondaryFill, .tertiaryFill]
  /// The names of all fills but colours, as settings have them.
  public static let names: [String] = styles.map(\.rawValue) + [ValueKind<ModuleFill>.accent]
}

extension ValueKind where Value == ModuleFill {
  /// A vibrant fill, the accent or a colour.
  static let fill: Self = {
    let expected = "the name of a fill, \"accent\", or \(ColourTable.expected)"
    let styles = ModuleFill.styles
    return Self(
      type: "name of a fill, or colour", expected: expected, shape: .text,
      read: { value, decoder in
        guard case .string(let string) = value.content else { return decoder.reject(value, expected) }
        if let style = styles.first(where: { $0.rawValue == string }) { return .vibrant(style) }
        if string.hasPrefix("#") || decoder.colours.contains(string) {
          return ValueKind<SIMD4<Double>>.colour.read(value, &decoder).map { .colour($0) }
        }
        if string == accent { return .accent }
        let names = ModuleFill.names + decoder.colours.names
        return decoder.reject(value, expected, nearest: nearestName(to: string, among: names))
      },
      written: { fill in
        switch fill {
        case .vibrant(let style): TomlText.string(style.rawValue)
        case .accent: TomlText.string(accent)
        case .colour(let colour): ValueKind<SIMD4<Double>>.colour.written(colour)
        case .gradient(let colours, let angle):
          TomlText.array(colours.map(ValueKind<SIMD4<Double>>.colour.written) + [TomlText.number(angle)])
        }
      })
  }()

  /// The fill of a module: one that `fill` reads, or colours with the angle of their direction.
  static let moduleFill: Self = {
    let expected = "\(fill.expected), or an array of two to eight colours and an angle"
    return Self(
      type: "name of a fill, colour, or array of colours and an angle", expected: expected,
      shape: .any([.text, .array(.any([.text, .number(angles)]), count: 2...9)]),
      read: { value, decoder in
        guard case .array(var elements) = value.content else { return fill.read(value, &decoder) }
        var angle = 90.0
        if let number = elements.last?.number, angles.contains(number) {
          angle = number
          elements.removeLast()
        }
        guard (2...8).contains(elements.count) else { return decoder.reject(value, expected) }
        var colours: [SIMD4<Double>] = []
        for element in elements {
          guard case .string = element.content else { return decoder.reject(element, ColourTable.expected) }
          guard let colour = ValueKind<SIMD4<Double>>.colour.read(element, &decoder) else { return nil }
          colours.append(colour)
        }
        return .gradient(colours, angle: angle)
      }, written: fill.written)
  }()

  private static let angles = -360.0...360

  fileprivate static let accent = "accent"
}

extension ValueKind where Value == [Double] {
  /// A radius for all corners, or an array of four, clockwise from the top left.
  static let radii: Self = {
    let (limits, expected) = (0.0...256, "a number from 0 to 256, or an array of four")
    return Self(
      type: "number, 0 to 256, or array of 4", expected: expected,
      shape: .any([.number(limits), .array(.number(limits), count: 4...4)]),
      read: { value, decoder in
        var numbers = value.number.map { Array(repeating: $0, count: 4) } ?? []
        if case .array(let elements) = value.content, elements.count == 4 {
          numbers = elements.compactMap(\.number)
        }
        guard numbers.count == 4, numbers.allSatisfy(limits.contains) else {
          return decoder.reject(value, expected)
        }
        return numbers
      },
      written: { radii in
        Set(radii).count == 1 ? TomlText.number(radii[0]) : TomlText.array(radii.map(TomlText.number))
      })
  }()
}

extension ValueKind where Value == [Double] {
  /// A length for both ends, or an array of those before and after.
  static func ends(_ limits: ClosedRange<Double>) -> Self {
    let range = "\(TomlText.number(limits.lowerBound)) to \(TomlText.number(limits.upperBound))"
    let expected = "a number from \(range), or an array of two"
    return Self(
      type: "number, \(range), or array of 2", expected: expected,
      shape: .any([.number(limits), .array(.number(limits), count: 2...2)]),
      read: { value, decoder in
        var numbers = value.number.map { [$0, $0] } ?? []
        if case .array(let elements) = value.content, elements.count == 2 {
          numbers = elements.compactMap(\.number)
        }
        guard numbers.count == 2, numbers.allSatisfy(limits.contains) else {
          return decoder.reject(value, expected)
        }
        return numbers
      },
      written: { ends in
        ends[0] == ends[1] ? TomlText.number(ends[0]) : TomlText.array(ends.map(TomlText.number))
      })
  }
}

extension ValueKind where Value == [ModuleName] {
  /// The modules of a group, which may contain groups.
  static let groupModules: Self = Self(
    type: "array of names of modules", expected: "an array of names of modules",
    shape: .array(.text),
    read: { value, decoder in
      guard case .array(let elements) = value.content else {
        return decoder.reject(value, "an array of names of modules")
      }
      return elements.compactMap { element in
        guard let module = decoder.module(element) else { return nil }
        return decoder.depth(of: module) < GroupSettings.mostDepth
          ? module
          : decoder.reject(element, "at most \(GroupSettings.mostDepth) groups in one another")
      }
    }, written: { TomlText.array($0.map { TomlText.string($0.description) }) })
}

extension ValueKind where Value == String {
  /// A time zone in the syntax of tzset(3), which the decoder's check must know.
  static let zone: Self = {
    let expected = "a time zone such as \"Europe/Berlin\""
    let line = line(expected)
    return Self(
      type: line.type, expected: expected,
      shape: .text,
      read: { value, decoder in
        guard let zone = line.read(value, &decoder) else { return nil }
        return decoder.isZone(zone) ? zone : decoder.reject(value, expected)
      }, written: line.written)
  }()
}

extension ValueKind where Value == Double {
  /// Seconds between two readings; at least half a second, to limit the load.
  static let interval = number(0.5...86400)
}

extension ValueShape {
  /// The name of an action of a kind, or a command.
  static func action(_ kind: ModuleKind) -> ValueShape {
    .any([.names(kind.summary.actionNames), ValueKind<[String]>.command.shape])
  }

  /// Conditions on those of some fields that can be compared.
  static func conditions(on summaries: [FieldSummary]) -> ValueShape {
    var (fields, numbered): ([String: ValueShape], [String: ValueShape]) = ([:], [:])
    for field in summaries.reversed() {
      guard let shape = condition(field.type) else { continue }
      if field.isNumbered { numbered[field.name] = shape } else { fields[field.name] = shape }
    }
    return .fields(fields, numbered: numbered)
  }

  private static func condition(_ type: FieldType) -> ValueShape? {
    switch type {
    case .integer, .real, .duration:
      .any([.number(-Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude), .text])
    case .text: .string(isEmptyAllowed: true)
    case .bool: .any([.boolean, .names(["true", "false"])])
    case .list, .icons, .time: nil
    }
  }
}
