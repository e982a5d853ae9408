/// A file that the option `include` of a settings file names.
public struct Inclusion: Equatable, Sendable {
  /// A reason why the settings of an included file are not used.
  public enum Problem: Equatable, Sendable {
    /// There is no such file, which is a warning: the program that writes it may not have run yet.
    case missing
    /// The file cannot be read; the reason in words.
    case unreadable(String)
    /// The file is the one that includes it, or one of those that lead to it.
    case circular
    /// More than this number of files include each other in a chain.
    case tooDeep(Int)
    /// More than this number of files are included.
    case tooMany(Int)
  }

  /// The key of the option.
  public static let key = "include"

  /// The path as written.
  public var path: String
  /// The place of the path.
  public var position: SettingsPosition

  /// The files that a table includes, and the diagnostics of values that are no paths.
  public static func all(in root: SettingsValue) -> (inclusions: [Inclusion], diagnostics: [Diagnostic]) {
    guard let value = root.entries?.first(where: { $0.key == key })?.value else { return ([], []) }
    guard case .array(let elements) = value.content else { return ([], [wrong(value, "an array of paths")]) }
    var (inclusions, diagnostics): ([Inclusion], [Diagnostic]) = ([], [])
    for element in elements {
      if case .string(let path) = element.content, !path.isEmpty, !path.unicodeScalars.contains("\0") {
        inclusions.append(Inclusion(path: path, position: element.position))
      } else {
        diagnostics.append(wrong(element, "the path of a file"))
      }
    }
    return (inclusions, diagnostics)
  }

  private static func wrong(_ value: SettingsValue, _ expected: String) -> Diagnostic {
    Diagnostic(.unexpected(value.content, expected: expected), at: value.position, keyPath: [key])
  }

  /// The absolute path, for a file that the file at the absolute path `includer` includes; a leading `~` is replaced by `home`.
  public func absolutePath(from includer: String, home: String?) -> String {
    var path = expandedPath(path, home: home)
    if !path.hasPrefix("/") {
      path = String(includer[...(includer.lastIndex(of: "/") ?? includer.startIndex)]) + path
    }
    // Equal files have equal paths as far as no links are involved.
    return "/" + path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }
}

extension Settings {
  /// The text of a settings file that includes the file at an absolute path.
  public static func text(including path: String) -> String {
    "\(Inclusion.key) = \(TomlText.array([TomlText.string(path)]))\n"
  }
}
