import ModuleModel

extension ValueKind where Value == BannerResponse {
  /// The name of an effect of a gesture on a banner, or a command.
  static let response: Self = {
    let names = BannerResponse.BuiltIn.allCases.map(\.rawValue)
    let expected = "one of \(names.joined(separator: ", ")), or a command as an array"
    return Self(
      type: "action or command", expected: expected,
      shape: .any([.names(names), ValueKind<[String]>.command.shape]),
      read: { value, decoder in
        if case .array = value.content {
          return ValueKind<[String]>.command.read(value, &decoder).map { .command($0) }
        }
        guard case .string(let name) = value.content else { return decoder.reject(value, expected) }
        guard let response = BannerResponse.BuiltIn(rawValue: name) else {
          return decoder.reject(value, expected, nearest: nearestName(to: name, among: names))
        }
        return .builtIn(response)
      },
      written: { response in
        switch response {
        case .builtIn(let response): TomlText.string(response.rawValue)
        case .command(let command): TomlText.array(command.map(TomlText.string))
        }
      })
  }()
}

extension ValueKind where Value == [BannerGesture: BannerResponse] {
  /// A table of gestures with their effects.
  static let responses: Self = {
    let (response, gestures) = (ValueKind<BannerResponse>.response, BannerGesture.allCases)
    let expected = "a table such as { middle = \"menu\" }"
    let shapes = gestures.map { ($0.rawValue, response.shape) }
    return Self(
      type: "table of gestures and actions", expected: expected,
      shape: .fields(Dictionary(uniqueKeysWithValues: shapes), numbered: [:]),
      read: { value, decoder in
        guard let entries = value.entries else { return decoder.reject(value, expected) }
        var responses: Value = [:]
        for entry in entries {
          decoder.within(entry.key) { decoder in
            if let gesture = BannerGesture(rawValue: entry.key) {
              responses[gesture] = response.read(entry.value, &decoder)
            } else {
              let nearest = nearestName(to: entry.key, among: gestures.map(\.rawValue))
              decoder.report(.unknownKey(nearest: nearest), at: entry.value)
            }
          }
        }
        return responses.count == entries.count ? responses : nil
      },
      written: { responses in
        let pairs = gestures.compactMap { gesture in
          responses[gesture].map { "\(gesture.rawValue) = \(response.written($0))" }
        }
        return pairs.isEmpty ? "{}" : "{ " + pairs.joined(separator: ", ") + " }"
      })
  }()
}

extension ValueKind where Value == BannerIcons {
  /// Whether there are icons and pictures, or a word for pictures alone.
  static let bannerIcons = {
    let word = "pictures"
    let expected = "true, false or \"\(word)\""
    return Self(
      type: "boolean, or \"\(word)\"", expected: expected, shape: .any([.boolean, .names([word])]),
      read: { value, decoder in
        switch value.content {
        case .boolean(let isShown): isShown ? .all : BannerIcons.none
        case .string(word): .pictures
        default: decoder.reject(value, expected)
        }
      },
      written: { icons in
        switch icons {
        case .all: "true"
        case .pictures: TomlText.string(word)
        case .none: "false"
        }
      })
  }()
}

extension ValueKind where Value == FormatTemplate {
  /// A format of the texts of a banner, or of other texts beside banners, which has markup; that of a banner may have several
  /// lines.
  static func bannerFormat(_ fields: [FieldSummary] = BannerStyle.fields, isLine: Bool = false) -> Self {
    template(fields, isLine ? ValueKind<String>.line("a format") : .lines("a format"), isMarkup: true)
  }

  /// A format of one line without markup and icons.
  static func plainFormat(_ fields: [FieldSummary]) -> Self {
    template(fields, .line("a format"), isMarkup: false)
  }

  private static func template(
    _ fields: [FieldSummary], _ text: ValueKind<String>, isMarkup: Bool
  ) -> Self {
    Self(
      type: "format", expected: "a format", shape: text.shape,
      read: { value, decoder in
        guard let text = text.read(value, &decoder) else { return nil }
        do throws(FormatMistake) {
          let template = try FormatTemplate(text, fields: fields)
          if isMarkup, let mistake = template.markupMistake { throw mistake }
          if template.showsIcon { throw FormatMistake(.unknownField("icon"), column: 1) }
          return template
        } catch {
          decoder.report(error.bannerProblem(fields), at: value)
          return nil
        }
      }, written: { TomlText.string($0.source) })
  }
}

extension FormatMistake {
  /// The diagnostic of the mistake in the format of a banner; that of an unknown field lists the fields that exist.
  fileprivate func bannerProblem(_ fields: [FieldSummary]) -> Diagnostic.Problem {
    let names = fields.map(\.name)
    switch problem {
    case .unknownField(let name): return .unknownField(name, column: column, of: names)
    case .unknownMarkup(let name, _, let known):
      return .mistake(words, column: column, nearest: nearestName(to: name, among: known))
    default: return .mistake(words, column: column)
    }
  }
}
