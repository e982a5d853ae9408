import ModuleModel

extension ValueKind where Value == BannerResponse {
  /// The name of an effect of a gesture on a banner, or a command.
  static let response = nameOrCommand(
    BannerResponse.BuiltIn.allCases.map(\.rawValue),
    named: { BannerResponse.BuiltIn(rawValue: $0).map { .builtIn($0) } }, command: { .command($0) },
    written: { response in
      switch response {
      case .builtIn(let response): TomlText.string(response.rawValue)
      case .command(let command): ValueKind<[String]>.command.written(command)
      }
    })
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
        TomlText.table(
          gestures.compactMap { gesture in
            responses[gesture].map { "\(gesture.rawValue) = \(response.written($0))" }
          })
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
    format(text, fields: fields.map(\.name)) { (text, colours) throws(FormatMistake) in
      let template = try FormatTemplate(text, fields: fields)
      if isMarkup, let mistake = template.markupMistake(colours: colours) { throw mistake }
      if template.showsIcon { throw FormatMistake(.unknownField("icon"), column: 1) }
      return template
    }
  }
}
