public import Settings

/// Why a text is not valid TOML.
public nonisolated struct TomlError: Error, Equatable, Sendable {
  public var position: SettingsPosition
  /// The parser's reason, in lower case.
  public var reason: String

  /// The error as a diagnostic of a settings file.
  public var diagnostic: Diagnostic { Diagnostic(.syntax(reason), at: position) }
}
