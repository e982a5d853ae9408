public import Loop
public import Wayland

/// Whether the session may become idle, for all observers that show or change it.
///
/// The inhibition ends with the last observation.
@MainActor public final class Idleness {
  /// Whether the session is kept from becoming idle, as far as the compositor supports that.
  public var isInhibited = false {
    didSet { if isInhibited != oldValue { fit() } }
  }
  /// Whether the compositor can inhibit idling; nil while there is no connection to it.
  public private(set) var isOffered: Bool?

  private weak var connection: Connection?
  private var inhibitor: IdleInhibitor?
  private let observers = Observers()

  public init() {
    observers.onEmpty = { [unowned self] in isInhibited = false }
  }

  isolated deinit { close() }

  /// Uses a Wayland connection from now on.
  public func attach(_ connection: Connection) {
    self.connection = connection
    isOffered = IdleInhibitor.isOffered(by: connection)
    fit()
  }

  /// Makes a new inhibitor for a new output if that of the previous one was closed.
  public func outputsChanged() { if isInhibited, inhibitor == nil { fit() } }

  /// Calls `handler` after changes, until the observation is cancelled or released.
  public func observe(_ handler: @escaping () -> Void) -> Observation { observers.add(handler) }

  /// Ends the inhibition and releases all observers; idempotent.
  public func close() {
    observers.removeAll()
    inhibitor?.destroy()
    inhibitor = nil
  }

  private func fit() {
    if !isInhibited {
      inhibitor?.destroy()
      inhibitor = nil
    } else if inhibitor == nil, let connection {
      inhibitor = IdleInhibitor(connection)
      inhibitor?.onClosed = { [unowned self] in closed() }
    }
    observers.tell()
  }

  /// Handles the end of the inhibitor's surface, which may come after the removal of its output.
  private func closed() {
    let wasShown = inhibitor?.isShown == true
    inhibitor?.destroy()
    inhibitor = nil
    // A surface that is closed before it was shown would be closed again and again.
    if wasShown { fit() }
  }
}
