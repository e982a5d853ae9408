import CompositorModel

/// One source of what a compositor tells, from its start to `close`.
protocol CompositorLink: AnyObject {
  /// What it has told.
  var state: CompositorState { get }
  /// Called when `state` is another.
  var onChange: (() -> Void)? { get set }
  /// Has a command performed; nothing happens where the compositor has no such thing.
  func perform(_ command: CompositorCommand)
  /// Asks anew for what the compositor may not tell by itself, as when outputs have changed.
  func refresh()
  /// Ends it and gives everything back; idempotent.
  func close()
}
