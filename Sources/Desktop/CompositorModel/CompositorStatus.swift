/// Whether a source of what a compositor tells can be relied upon.
public enum CompositorStatus: Equatable, Sendable {
  /// It has not answered yet.
  case connecting
  /// What it told is up to date.
  case connected
  /// It tells nothing any more, or never did; the text says why, as a message goes on after a colon.
  case failed(String)
}
