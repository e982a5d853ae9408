/// A thing that its owner ends by `cancel`, which calls no code of the owner: a registration, or one that follows a service.
public protocol Cancellable {
  /// Ends it; idempotent.
  func cancel()
}

extension Optional where Wrapped: Cancellable {
  /// Cancels the value, if there is one, and forgets it.
  public mutating func end() {
    self?.cancel()
    self = nil
  }
}

extension Array where Element: Cancellable {
  /// Cancels all elements, and forgets them.
  public mutating func end() {
    for element in self { element.cancel() }
    self = []
  }
}

extension Dictionary where Value: Cancellable {
  /// Cancels all values, and forgets them.
  public mutating func end() {
    for value in values { value.cancel() }
    self = [:]
  }
}
