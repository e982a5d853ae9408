import DBus
import DBusValues

/// The unique name of the program that owns a name on the bus, followed while there is a bus.
///
/// The program is not started for it.
@MainActor final class FollowedOwner {
  /// The owner's unique name, such as `:1.42`; nil: nobody owns the name, the bus has not answered yet, or there is none.
  private(set) var uniqueName: String?
  private let bus: MessageBus
  private let name: String
  private let onAnswer: (_ uniqueName: String?) -> Void
  private var observer: StateObserver?
  private var subscription: Subscription?
  private var asking: PendingCall?

  /// Follows a name, which may be a unique one; `onAnswer` is called whenever the bus has told who owns it, also if that is the
  /// same program as before, and with nil when the bus has gone; for a unique name it is called within the initializer.
  init(_ bus: MessageBus, of name: String, onAnswer: @escaping (_ uniqueName: String?) -> Void) {
    (self.bus, self.name, self.onAnswer) = (bus, name, onAnswer)
    subscription = bus.subscribe(.ownerChanges(of: name)) { [unowned self] in take($0.newOwner) }
    observer = bus.atEachConnection({ [unowned self] in ask() }, onLoss: { [unowned self] in take(nil) })
  }

  isolated deinit { close() }

  /// Follows no more; idempotent.
  func close() {
    observer?.cancel()
    subscription?.cancel()
    asking?.cancel()
    (observer, subscription, asking) = (nil, nil, nil)
  }

  private func ask() {
    guard !name.hasPrefix(":") else { return take(name) }
    asking?.cancel()
    asking = bus.call(.ofBus("GetNameOwner", [.string(name)], expects: "s")) { [weak self] result in
      self?.take((try? result.get())?.first?.string)
    }
  }

  private func take(_ owner: String?) {
    // An answer that is still to come is no newer than what was told.
    asking?.cancel()
    asking = nil
    uniqueName = owner
    onAnswer(owner)
  }
}
