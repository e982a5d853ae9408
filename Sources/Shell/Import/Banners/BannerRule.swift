import Settings

/// A rule for notifications that is being made of a section of another program's configuration.
struct BannerRule {
  /// A comment before the rule; empty: there is none.
  var title: String
  /// Whether the rule is applied; nil: it is, and it has no name by which it is turned on and off.
  var isEnabled: Bool?
  /// The conditions and what the rule sets, by the keys of a table of `notifications.rules`, in the order of the file.
  private(set) var conditions: SettingsPairs = []
  var settings: SettingsPairs = []

  init(_ title: String = "") { self.title = title }

  /// Makes the rule for notifications of an urgency.
  init(urgency: String) {
    self.init()
    add(condition: "urgency", .string(urgency))
  }

  /// The name by which the rule is turned on and off, and whether it is on.
  var identity: SettingsPairs {
    guard let isEnabled else { return [] }
    return [("name", .string(title))] + (isEnabled ? [] : [("enabled", false)])
  }

  /// Whether the rule changes nothing.
  var isEmpty: Bool { settings.isEmpty }

  mutating func add(condition key: String, _ value: SettingsValue) { conditions.append((key, value)) }

  /// The urgency, if that is the only condition.
  var urgency: String? {
    conditions.count == 1 && conditions[0].key == "urgency" ? conditions[0].value.string : nil
  }

  /// A word for the name of the rule's material.
  var purpose: String {
    if !title.isEmpty { return Self.word(title) }
    if let urgency = conditions.first(where: { $0.key == "urgency" })?.value.string { return urgency }
    return conditions.lazy.compactMap { $0.value.string.map(Self.word) }.first { !$0.isEmpty } ?? "rule"
  }

  /// A text as a word of a key: small letters and digits with hyphens between them.
  private static func word(_ text: String) -> String {
    let letters = text.lowercased().unicodeScalars.map { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
        ? Character(scalar) : "-"
    }
    return String(String(letters).split(separator: "-").joined(separator: "-").prefix(24))
  }
}
