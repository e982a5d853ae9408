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
    let names = kind.summary.namedFields.map(\.label) + ["icon"]
    return format(text, fields: names) { (text, _) throws(FormatMistake) in
      try FormatTemplate(settings: text, of: kind)
    }
  }

  /// A text that `make` makes a format of, with the colours that markup may name; `fields` are the names that a message about
  /// an unknown field lists.
  static func format(
    _ text: ValueKind<String>, fields: [String],
    make: @escaping @Sendable (String, [String: SIMD4<Double>]) throws(FormatMistake) -> FormatTemplate
  ) -> Self {
    Self(
      type: "format", expected: "a format", shape: text.shape,
      read: { value, decoder in
        guard let text = text.read(value, &decoder) else { return nil }
        do throws(FormatMistake) {
          return try make(text, decoder.colours.known)
        } catch {
          decoder.report(error.problem(fields: fields), at: value)
          return nil
        }
      }, written: { TomlText.string($0.source) })
  }
}

extension FormatMistake {
  /// The diagnostic of the mistake; that of an unknown field lists the fields that exist.
  func problem(fields: [String] = []) -> Diagnostic.Problem {
    switch problem {
    case .unknownField(let name): .unknownField(name, column: column, of: fields)
    case .unknownMarkup(let name, _, let known):
      .mistake(words, column: column, nearest: nearestName(to: name, among: known))
    case .wrongAttribute(_, let value, _, let known):
      .mistake(words, column: column, nearest: nearestName(to: value, among: known))
    default: .mistake(words, column: column)
    }
  }
}

extension Diagnostic.Problem {
  fileprivate static func unknownField(
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
              decoder.report(entry.value, expected: expected)
            }
          }
        }
        return conditions.count == entries.count ? conditions : nil
      },
      written: { conditions in
        TomlText.table(conditions.map { "\($0.field) = \($0.operand)" })
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
    let names = kind.summary.actionNames
    return nameOrCommand(
      names, expected: "the name of an action, or a command as an array of strings",
      named: { names.contains($0) ? .builtIn($0) : nil }, command: { .command($0) }, written: written)
  }

  /// A command: a built-in action might change what the module shows, and so be asked for without end.
  static let commandAlone = Self(
    type: "command", expected: ValueKind<[String]>.command.expected, shape: ValueKind<[String]>.command.shape,
    read: { value, decoder in ValueKind<[String]>.command.read(value, &decoder).map { .command($0) } },
    written: written)

  /// Writes an action, whose syntax is the same for all kinds.
  static func written(_ action: ModuleAction) -> String {
    switch action {
    case .builtIn(let name): TomlText.string(name)
    case .command(let command): ValueKind<[String]>.command.written(command)
    }
  }
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
        TomlText.table(
          names.sorted { $0.key < $1.key }.map { "\(TomlText.string($0.key)) = \(TomlText.string($0.value))" }
        )
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
  static let ink = nameOrColour(
    VibrancyEffect.Style.allCases.map(\.rawValue), type: "name of a vibrancy, or colour",
    expected: "the name of a vibrancy, or \(ColourTable.expected)",
    written: { ink in
      switch ink {
      case .vibrant(let style): TomlText.string(style.rawValue)
      case .colour(let colour): ValueKind<SIMD4<Double>>.colour.written(colour)
      }
    },
    named: { name, _ in VibrancyEffect.Style(rawValue: name).map { .vibrant($0) } }, colour: { .colour($0) })
}

extension ModuleFill {
  /// The vibrant fills.
  fileprivate static let styles = [VibrancyEffect.Style.fill, .secondaryFill, .tertiaryFill]
  /// The names of all fills but colours, as settings have them.
  public static let names: [String] = styles.map(\.rawValue) + [ValueKind<ModuleFill>.accent]
}

extension ValueKind where Value == ModuleFill {
  /// A vibrant fill, the accent or a colour.
  static let fill = nameOrColour(
    ModuleFill.names, type: "name of a fill, or colour",
    expected: "the name of a fill, \"accent\", or \(ColourTable.expected)",
    written: { fill in
      switch fill {
      case .vibrant(let style): TomlText.string(style.rawValue)
      case .accent: TomlText.string(accent)
      case .colour(let colour): ValueKind<SIMD4<Double>>.colour.written(colour)
      case .gradient(let colours, let angle):
        TomlText.array(colours.map(ValueKind<SIMD4<Double>>.colour.written) + [TomlText.number(angle)])
      }
    },
    named: { name, colours in
      // A colour of the user may be called so.
      if name == accent, !colours.contains(accent) { return .accent }
      return ModuleFill.styles.first { $0.rawValue == name }.map { .vibrant($0) }
    }, colour: { .colour($0) })

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
  static let radii = each(of: 4, "four", 0...256)

  /// A length for both ends, or an array of those before and after.
  static func ends(_ limits: ClosedRange<Double>) -> Self { each(of: 2, "two", limits) }

  /// One number for all of so many places, or an array of a number for each.
  private static func each(of count: Int, _ word: String, _ limits: ClosedRange<Double>) -> Self {
    let range = TomlText.range(limits)
    let expected = "a number from \(range), or an array of \(word)"
    return Self(
      type: "number, \(range), or array of \(count)", expected: expected,
      shape: .any([.number(limits), .array(.number(limits), count: count...count)]),
      read: { value, decoder in
        var numbers = value.number.map { Array(repeating: $0, count: count) } ?? []
        if case .array(let elements) = value.content, elements.count == count {
          numbers = elements.compactMap(\.number)
        }
        guard numbers.count == count, numbers.allSatisfy(limits.contains) else {
          return decoder.reject(value, expected)
        }
        return numbers
      },
      written: { numbers in
        let isOne = Set(numbers).count == 1
        return isOne ? TomlText.number(numbers[0]) : TomlText.array(numbers.map(TomlText.number))
      })
  }
}

extension ValueKind where Value == ModuleName {
  /// The name of a module that can be shown.
  fileprivate static let module = Self(
    type: "name of a module", expected: "the name of a module", shape: .text,
    read: { value, decoder in decoder.module(value) }, written: { TomlText.string($0.description) })
}

extension ValueKind where Value == [ModuleName] {
  /// The modules of a zone; a wrong one is left out.
  static let modules = array(.module, of: "names of modules")

  /// The modules of a group, which may contain groups.
  static let groupModules = array(
    ValueKind<ModuleName>.module.checked { module, value, decoder in
      decoder.depth(of: module) < GroupSettings.mostDepth
        ? module : decoder.reject(value, "at most \(GroupSettings.mostDepth) groups in one another")
    }, of: "names of modules")
}

extension ValueKind where Value == String {
  /// A time zone in the syntax of tzset(3), which the decoder's check must know.
  static let zone: Self = {
    let expected = "a time zone such as \"Europe/Berlin\""
    return line(expected).checked { zone, value, decoder in
      decoder.isZone(zone) ? zone : decoder.reject(value, expected)
    }
  }()
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
