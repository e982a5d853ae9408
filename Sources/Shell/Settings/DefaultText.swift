extension Settings {
  /// The text of a settings file with the modules of the default bar, and every other option commented out, which means the
  /// defaults.
  ///
  /// `#key = value` is an option with its default; examples follow `#` and three spaces; all other
  /// comments are prose.
  public static let defaultText = text(
    "Settings of hyaline with their defaults, of which the modules of the bar are set.", setsModules: true)

  /// The text of a settings file in which every option is commented out.
  public static let commentedText = text("Settings of hyaline with their defaults.", setsModules: false)

  private static func text(_ title: String, setsModules: Bool) -> String {
    var lines = wrapped(
      """
      \(title) Remove the # in front of an option to set it; in front of an example, remove \
      the three spaces too. hyaline(5) describes every option, and "hyaline check" prints errors.
      """)
    for section in options {
      lines.append("")
      lines += section.isNamed ? example(of: section) : defaults(of: section, setsModules)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func defaults(of section: SectionSummary, _ setsModules: Bool) -> [String] {
    var lines = section.text.isEmpty ? [] : wrapped(section.text)
    if !section.path.isEmpty { lines += [(setsModules ? "" : "#") + "[\(section.path)]"] }
    for option in section.options {
      if !lines.isEmpty { lines.append("") }
      lines += wrapped(option.text) + wrapped(option.remarks)
      if let value = option.default {
        let isSet = setsModules && section.path == "bar" && BarOptions.zones.contains(option.key)
        lines += isSet ? folded("\(option.key) = \(value)") : ["#\(option.key) = \(value)"]
      } else {
        lines.append("#   \(option.key) = \(option.example)")
      }
    }
    return lines
  }

  private static func example(of section: SectionSummary) -> [String] {
    var lines = wrapped(section.text) + ["#   [\(section.example)]"]
    for option in section.options {
      lines += wrapped(option.text + " " + option.remarksWithDefault, prefix: "#   # ")
      lines.append("#   \(option.key) = \(option.example)")
    }
    return lines
  }
}

extension OptionSummary {
  /// Type, unit and the effect without the option; the default is left out, since the line itself shows it.
  fileprivate var remarks: String { remarks(nil) }

  /// Type, unit and default, for a line that shows an example.
  fileprivate var remarksWithDefault: String { remarks(`default`) }

  private func remarks(_ default: String?) -> String {
    var parts = [type]
    if let unit { parts.append(unit) }
    if let value = `default` ?? absent { parts.append("default: " + value) }
    if isNeeded { parts.append("needed") }
    return "(" + parts.joined(separator: "; ") + ")"
  }
}

/// Breaks a line with an array between elements, so that no line has more than 80 characters.
private func folded(_ text: String) -> [String] {
  var lines: [String] = []
  var line = ""
  for element in text.split(separator: " ") {
    if !line.isEmpty, line.count + 1 + element.count > 80 {
      lines.append(line)
      line = " "
    }
    line += (line.isEmpty ? "" : " ") + element
  }
  return lines + [line]
}

/// Wraps a text into comment lines of at most 80 characters.
private func wrapped(_ text: String, prefix: String = "# ") -> [String] {
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ") {
    if !line.isEmpty, prefix.count + line.count + 1 + word.count > 80 {
      lines.append(prefix + line)
      line = ""
    }
    line += (line.isEmpty ? "" : " ") + word
  }
  return lines + [prefix + line]
}
