import Settings

/// A rule for notifications that is being made of a section of another program's configuration.
struct BannerRule {
  /// A comment before the rule; empty: there is none.
  var title: String
  /// Whether the rule is applied; nil: it is, and it has no name by which it is turned on and off.
  var isEnabled: Bool?
  /// The conditions and what the rule sets, by the keys of a table of `notifications.rules`, in the order of the file.
  private(set) var conditions: [(key: String, value: SettingsValue)] = []
  private(set) var settings: [(key: String, value: SettingsValue)] = []

  init(_ title: String = "") { self.title = title }

  /// The name by which the rule is turned on and off, and whether it is on.
  var identity: [(key: String, value: SettingsValue)] {
    guard let isEnabled else { return [] }
    return [("name", .string(title))] + (isEnabled ? [] : [("enabled", .boolean(false))])
  }

  /// Whether the rule changes nothing.
  var isEmpty: Bool { settings.isEmpty }

  mutating func add(condition key: String, _ value: SettingsValue) { conditions.append((key, value)) }

  /// Sets a value, in place of one that the rule has already.
  mutating func set(_ key: String, _ value: SettingsValue) {
    if let index = settings.firstIndex(where: { $0.key == key }) {
      settings[index].value = value
    } else {
      settings.append((key, value))
    }
  }

  /// The value of a key that the rule sets.
  func value(_ key: String) -> SettingsValue? { settings.first { $0.key == key }?.value }
}
