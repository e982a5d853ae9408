/// The handlers of all who want to hear of a change.
@MainActor public final class Observers {
  private var handlers: [ObjectIdentifier: () -> Void] = [:]
  /// Called when the last handler has gone; within `replacing`, when that has ended and there is still none.
  public var onEmpty: (() -> Void)?
  /// Those that have lost their last handler within `replacing`; nil outside it.
  private static var emptied: [Left]?

  /// Observers that may go with their owner before they are told.
  private struct Left {
    weak var observers: Observers?
  }

  public init() {}

  /// Does a change in which observers end and others begin: what the former had others follow goes on for the latter.
  public static func replacing(_ change: () -> Void) {
    guard emptied == nil else { return change() }
    emptied = []
    change()
    let left = emptied ?? []
    emptied = nil
    for observers in left.compactMap(\.observers) where observers.isEmpty { observers.onEmpty?() }
  }

  /// Whether nobody wants to hear of changes.
  public var isEmpty: Bool { handlers.isEmpty }

  /// Has `handler` called by each `tell`, until the observation is cancelled or released.
  public func add(_ handler: @escaping () -> Void) -> Observation {
    let observation = Observation { [weak self] in self?.remove($0) }
    handlers[ObjectIdentifier(observation)] = handler
    return observation
  }

  /// Calls the handlers that there are at this moment; one that another one cancels meanwhile is left out.
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
