/// A set of handlers that are called after changes.
@MainActor public final class Observers {
  private struct Entry {
    let handler: () -> Void
    let onEnd: () -> Void
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  /// Called when a handler was added, also if there were others.
  public var onAdd: (() -> Void)?
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
  public var isEmpty: Bool { entries.isEmpty }

  /// Calls `handler` at each `tell`, until the observation is cancelled or released, and `onEnd` then.
  public func add(_ handler: @escaping () -> Void, onEnd: @escaping () -> Void = {}) -> Observation {
    let observation = Observation { [weak self] in self?.remove($0) }
    entries[ObjectIdentifier(observation)] = Entry(handler: handler, onEnd: onEnd)
    onAdd?()
    return observation
  }

  /// Calls the handlers that exist at this moment, except for those that another handler cancels meanwhile.
  public func tell() {
    for (id, entry) in entries where entries[id] != nil { entry.handler() }
  }

  /// Releases all handlers; neither `onEnd` nor `onEmpty` is called.
  public func removeAll() { entries = [:] }

  private func remove(_ id: ObjectIdentifier) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    entry.onEnd()
    guard entries.isEmpty else { return }
    if Self.emptied == nil { onEmpty?() } else { Self.emptied?.append(Left(observers: self)) }
  }
}

/// A handler of changes, from `Observers.add` until it is cancelled or released.
@MainActor public final class Observation: Cancellable {
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
