import DesktopModel

/// A handler of changes of the compositor's state, from `Compositor.observe` until it is
/// cancelled or released.
@MainActor public final class CompositorObservation {
  let facts: Set<CompositorFact>
  private(set) var handler: (() -> Void)?
  private var onCancel: (() -> Void)?

  init(facts: Set<CompositorFact>, handler: @escaping () -> Void, onCancel: @escaping () -> Void) {
    self.facts = facts
    self.handler = handler
    self.onCancel = onCancel
  }

  isolated deinit { cancel() }

  /// Releases the handler, which is not called any more; idempotent, and allowed in any handler.
  public func cancel() {
    handler = nil
    let onCancel = self.onCancel
    self.onCancel = nil
    onCancel?()
  }
}

/// The observations that have not ended.
struct ObserverList {
  private struct Entry {
    weak var observation: CompositorObservation?
  }

  private var entries: [Entry] = []

  mutating func add(_ observation: CompositorObservation) { entries.append(Entry(observation: observation)) }

  mutating func removeCancelled() { entries.removeAll { $0.observation?.handler == nil } }

  /// The facts that are observed.
  var facts: Set<CompositorFact> {
    entries.reduce(into: []) { facts, entry in
      guard let observation = entry.observation, observation.handler != nil else { return }
      facts.formUnion(observation.facts)
    }
  }

  /// Calls the handlers of all current observations.
  func tell() { for entry in entries { entry.observation?.handler?() } }
}
