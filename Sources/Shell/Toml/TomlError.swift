public import Settings

/// Why a text is not TOML.
public nonisolated struct TomlError: Error, Equatable, Sendable {
  public var position: SettingsPosition
  /// In the parser's words, lower case.
  public var reason: String

  public init(position: SettingsPosition, reason: String) {
    self.position = position
    self.reason = reason
  }

  /// As the settings' other diagnostics.
  public var diagnostic: Diagnostic { Diagnostic(.syntax(reason), at: position) }
}
