/// A set of handlers that are called after changes.
@MainActor public final class Observers {
  private var handlers: [ObjectIdentifier: () -> Void] = [:]
  /// Called when the last handler was removed, or at the end of `replacing` if there is still none.
  public var onEmpty: (() -> Void)?
  /// The sets of observers that have lost their last handler within `replacing`; nil outside of it.
  private static var emptied: [Left]?

  /// A weak reference to a set of observers, whose owner may be released within `replacing`.
  private struct Left {
    weak var observers: Observers?
  }

  public init() {}

  /// Performs a change in which observations end and others begin; `onEmpty` is called after it, if a set is still empty.
  public static func replacing(_ change: () -> Void) {
    guard emptied == nil else { return change() }
    emptied = []
    change()
    let left = emptied ?? []
    emptied = nil
    for observers in left.compactMap(\.observers) where observers.isEmpty { observers.onEmpty?() }
  }

  /// Whether there are no observers.
  public var isEmpty: Bool { handlers.isEmpty }

  /// Calls `handler` at each `tell`, until the observation is cancelled or released.
  public func add(_ handler: @escaping () -> Void) -> Observation {
    let observation = Observation { [weak self] in self?.remove($0) }
    handlers[ObjectIdentifier(observation)] = handler
    return observation
  }

  /// Calls the handlers that exist at this moment, except for those that another handler cancels meanwhile.
  public func tell() {
    for (id, handler) in handlers where handlers[id] != nil { handler() }
  }

  /// Releases all handlers; `onEmpty` is not called.
  public func removeAll() { handlers = [:] }

  private func remove(_ id: ObjectIdentifier) {
    guard handlers.removeValue(forKey: id) != nil, handlers.isEmpty else { return }
    if Self.emptied == nil { onEmpty?() } else { Self.emptied?.append(Left(observers: self)) }
  }
}

/// A handler of changes, from `Observers.add` until it is cancelled or released.
@MainActor public final class Observation {
  private var onCancel: ((ObjectIdentifier) -> Void)?

  init(onCancel: @escaping (ObjectIdentifier) -> Void) {
    self.onCancel = onCancel
  }

  isolated deinit { cancel() }

  /// Releases the handler, which is not called any more; idempotent.
  public func cancel() {
    let onCancel = self.onCancel
    self.onCancel = nil
    onCancel?(ObjectIdentifier(self))
  }
}
