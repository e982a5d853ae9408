/// A registration whose owner ends it by `cancel`, which calls no code of the owner.
public protocol Cancellable {
  /// Ends the registration; idempotent.
  func cancel()
}

extension Optional where Wrapped: Cancellable {
  /// Cancels the registration, if there is one, and forgets it.
  public mutating func end() {
    self?.cancel()
    self = nil
  }
}
