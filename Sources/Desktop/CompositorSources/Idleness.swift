public import Wayland

/// Whether the session may become idle, for everyone who shows or changes that.
///
/// It is allowed again when the last one who observes it has gone.
@MainActor public final class Idleness {
  /// The session is kept from becoming idle, as far as the compositor can do that.
  public var isInhibited = false {
    didSet { if isInhibited != oldValue { fit() } }
  }
  /// Whether the compositor can do that; nil: there is no connection to it yet.
  public private(set) var isOffered: Bool?

  private weak var connection: Connection?
  private var inhibitor: IdleInhibitor?
  private var observations: [ObjectIdentifier: () -> Void] = [:]

  public init() {}

  isolated deinit { close() }

  /// Uses a connection from now on.
  public func attach(_ connection: Connection) {
    self.connection = connection
    isOffered = IdleInhibitor.isOffered(by: connection)
    fit()
  }

  /// An output has come: what went with the last one is made anew.
  public func outputsChanged() { if isInhibited, inhibitor == nil { fit() } }

  /// Has `handler` called when something has changed, until the observation is cancelled or let go of.
  public func observe(_ handler: @escaping () -> Void) -> IdlenessObservation {
    let observation = IdlenessObservation { [weak self] id in self?.forget(id) }
    observations[ObjectIdentifier(observation)] = handler
    return observation
  }

  /// Ends everything; idempotent.
  public func close() {
    observations = [:]
    inhibitor?.destroy()
    inhibitor = nil
  }

  private func forget(_ id: ObjectIdentifier) {
    observations[id] = nil
    if observations.isEmpty { isInhibited = false }
  }

  private func fit() {
    if !isInhibited {
      inhibitor?.destroy()
      inhibitor = nil
    } else if inhibitor == nil, let connection {
      inhibitor = IdleInhibitor(connection)
      inhibitor?.onClosed = { [unowned self] in
        inhibitor?.destroy()
        inhibitor = nil
      }
    }
    for handler in observations.values { handler() }
  }
}

/// A handler of whether the session may become idle, from `Idleness.observe` until it is cancelled or let go of.
@MainActor public final class IdlenessObservation {
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
