import Localization

/// The form of percentages in the user's language.
public enum PercentageForm {
  /// Returns a format with its percentages, `{percent}%`, as the language writes them, such as `{percent} %` in French.
  public static func applied(to format: String) -> String { applied(to: format) { localized("\($0)%") } }

  /// Returns a format with the percentages that `percentage` returns for fields in their braces.
  public static func applied(to format: String, percentage: (String) -> String) -> String {
    var result = ""
    var rest = format[...]
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      let (field, tail) = (String(rest[start...end]), rest[rest.index(after: end)...])
      result += rest[..<start]
      result += tail.first == "%" ? percentage(field) : field
      rest = tail.first == "%" ? tail.dropFirst() : tail
    }
    return result + rest
  }
}
