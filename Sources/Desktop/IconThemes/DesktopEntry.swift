/// What a program's desktop entry says of its icon, by the Desktop Entry Specification 1.5.
public struct DesktopEntry: Equatable, Sendable {
  /// The name of an icon, or an absolute path; nil: none is said.
  public var icon: String?

  /// Folders below which the file of one entry is looked for; an identifier has a dash for each.
  static let mostFolders = 4

  /// Reads what it understands; nothing in a file is an error.
  public init(text: String) {
    icon = KeyFile(text: text).value("Icon", in: "Desktop Entry").flatMap(Self.unescaped)
  }

  /// Nil for an empty text, and for a path that is not absolute.
  private static func unescaped(_ value: Substring) -> String? {
    var text = ""
    var isEscaped = false
    for character in value {
      if isEscaped {
        text.append(character == "s" ? " " : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        text.append(character)
      }
    }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text.isEmpty || text.contains("/") && !text.hasPrefix("/") ? nil : text
  }

  /// Where below a folder of entries the one of this identifier may be, the likeliest first.
  public static func paths(ofID id: String) -> [String] {
    let parts = id.split(separator: "-", omittingEmptySubsequences: false)
    guard !id.isEmpty, !id.contains("/"), !parts.contains(where: { $0.hasPrefix(".") }) else { return [] }
    return (0..<min(parts.count, mostFolders)).map { folders in
      (parts[..<folders] + [parts[folders...].joined(separator: "-")[...]]).joined(separator: "/")
        + ".desktop"
    }
  }

  /// The folders of entries by the XDG Base Directory Specification, those of the user first; `variable` gives the value
  /// of an environment variable.
  public static func standardFolders(_ variable: (String) -> String?) -> [String] {
    DataFolders.standard(variable).map { $0 + "/applications" }
  }
}
