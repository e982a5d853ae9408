/// A mistake in a settings file.
public struct Diagnostic: Error, Equatable, Sendable {
  /// The kind of mistake; `message` describes it in words.
  public enum Problem: Equatable, Sendable {
    /// The file could not be read; the reason in words.
    case unreadable(String)
    /// The file is not valid TOML; the reason in words.
    case syntax(String)
    /// There is no such option here; `nearest` is the most similar name, if there is one.
    case unknownKey(nearest: String?)
    /// The value is not what the option takes, which `expected` describes; `nearest` is a
    /// likely intended name.
    case unexpected(SettingsValue.Content, expected: String, nearest: String? = nil)
    /// An option without a default is missing; `expected` describes its value.
    case missing(expected: String)
    /// A zone names a module that needs a table, which is missing.
    case unconfigured(ModuleName, needs: String, nearest: String?)
    /// The user's material has the name of a built-in one.
    case nameTaken
    /// The name of a colour stands for something else.
    case reservedColour
    /// The value of a colour is the name of another one whose value leads back to it.
    case circularColour
    /// A file that is included is not used; its path as written.
    case inclusion(String, Inclusion.Problem)
    /// A format or a condition is wrong; the text describes it, `column` is the wrong character, from 1.
    case mistake(String, column: Int? = nil, nearest: String? = nil)
    /// Another option makes this one useless; the text describes that.
    case useless(String)
  }

  /// The place of the mistake; nil if it is the file as a whole.
  public var position: SettingsPosition?
  /// The keys of the option; empty if the mistake concerns no option.
  public var keyPath: [String]
  public var problem: Problem

  public init(_ problem: Problem, at position: SettingsPosition?, keyPath: [String] = []) {
    self.problem = problem
    self.position = position
    self.keyPath = keyPath
  }

  /// The diagnostics in the order of the files and of the places in them.
  public static func sorted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    diagnostics.enumerated().sorted { a, b in
      let (one, other) = (a.element.position, b.element.position)
      if let one, let other, one != other { return one < other }
      return a.offset < b.offset
    }.map(\.element)
  }

  /// Whether the settings are in force in spite of the problem.
  public var isWarning: Bool {
    switch problem {
    case .inclusion(_, .missing), .useless: true
    default: false
    }
  }

  /// A path as TOML writes it: keys between dots, with quotes where they are needed.
  public static func key(_ path: some Sequence<String>) -> String {
    path.map(quotedKey).joined(separator: ".")
  }

  /// One line in the form `settings.toml:12:5: bar.height: expected a positive integer, got "abc"`.
  public func message(file: String) -> String {
    var message = file
    if let position { message += ":\(position.line):\(position.column)" }
    if !keyPath.isEmpty { message += ": " + keyPath.map(quotedKey).joined(separator: ".") }
    return message + ": " + words
  }

  private var words: String {
    switch problem {
    case .unreadable(let reason), .syntax(let reason): reason
    case .unknownKey(let nearest): "unknown key" + suggestion(nearest)
    case .unexpected(let content, let expected, let nearest):
      "expected \(expected), got \(got(content))" + suggestion(nearest)
    case .missing(let expected): "missing; expected \(expected)"
    case .unconfigured(let module, let needs, let nearest):
      "\(quoted(module.description)) needs a table [\(tableName(module))] with \(needs)" + suggestion(nearest)
    case .mistake(let words, let column, let nearest):
      words + (column.map { " at character \($0)" } ?? "") + suggestion(nearest)
    case .useless(let words): "warning: " + words
    case .inclusion(let path, let problem): inclusionWords(problem, quoted(path))
    case .reservedColour: "this name has another meaning where colours are named; expected another name"
    case .circularColour: "the names refer to each other in a circle; expected a colour as \"#RRGGBB\""
    case .nameTaken: "a material of this name exists already; expected another name"
    }
  }
}

private func inclusionWords(_ problem: Inclusion.Problem, _ path: String) -> String {
  switch problem {
  case .missing: "warning: \(path) does not exist"
  case .unreadable(let reason): "\(path): \(reason)"
  case .circular: "\(path) includes itself"
  case .tooDeep(let most): "\(path) is included by a chain of more than \(most) files"
  case .tooMany(let most): "\(path) is one file too many; expected at most \(most)"
  }
}

private func suggestion(_ nearest: String?) -> String {
  nearest.map { "; did you mean \(quoted($0))?" } ?? ""
}

private func got(_ content: SettingsValue.Content) -> String {
  switch content {
  case .string(let string): quoted(string)
  case .integer(let integer): "\(integer)"
  case .number(let number): "\(number)"
  case .boolean(let boolean): "\(boolean)"
  case .array(let elements): elements.isEmpty ? "an empty array" : "an array"
  case .table: "a table"
  case .other(let words): words
  }
}

private func tableName(_ module: ModuleName) -> String {
  ([module.kind.name] + (module.name.map { [$0] } ?? [])).map(quotedKey).joined(separator: ".")
}

/// The key as TOML writes it: without quotes if possible.
private func quotedKey(_ key: String) -> String {
  let isBare = key.unicodeScalars.allSatisfy {
    $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" || $0 == "-")
  }
  return isBare && !key.isEmpty ? key : quoted(key)
}

/// The text in quotes, on one line and cut at 60 characters.
private func quoted(_ text: String) -> String {
  let limit = 60
  var result = "\""
  for (index, scalar) in text.unicodeScalars.enumerated() {
    if index == limit { return result + "…\"" }
    result += TomlText.escaped(scalar)
  }
  return result + "\""
}
