/// Whether the reports of a source are reliable.
public enum CompositorStatus: Equatable, Sendable {
  /// The source has not answered yet.
  case connecting
  /// The source's reports are up to date.
  case connected
  /// The source has failed; the text is the reason, as it follows a colon in a message.
  case failed(String)
}
