import DesktopModel

/// A connection to one source of a compositor's state, from its start to `close`.
protocol CompositorLink: AnyObject {
  /// The state that the source has reported.
  var state: CompositorState { get }
  /// Called when `state` has changed.
  var onChange: (() -> Void)? { get set }
  /// Whether the compositor supports a command, as far as is known.
  func canPerform(_ command: CompositorCommand) -> Bool
  /// Performs a command; does nothing if the compositor does not support it.
  func perform(_ command: CompositorCommand)
  /// Queries anew what the compositor may not report by itself, as when outputs have changed.
  func refresh()
  /// Closes the connection and releases all resources; idempotent.
  func close()
}
