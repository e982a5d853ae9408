import CPlatform

/// Prints lines on standard output, each flushed at once.
nonisolated enum StandardOutput {
  /// Prints a line; returns whether it could be written.
  @discardableResult
  static func line(_ text: String) -> Bool {
    print(text)
    return hyaline_flush_output()
  }
}
