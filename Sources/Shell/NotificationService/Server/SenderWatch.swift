import DBus
import DesktopModel
import Loop
import Notifications

/// Records the senders of the open notifications, and subscribes to their leaving the bus.
///
/// The bus reports the end of every connection or of none, and each report wakes the program: the
/// subscription exists only while there are senders.
@MainActor final class SenderWatch {
  private let bus: MessageBus
  /// Called with the notifications whose sender has left the bus.
  private let onLeave: ([NotificationID]) -> Void
  private var senders = Senders()
  /// The subscription to ends of connections; nil while there are no senders.
  private var departures: Subscription?
  /// Whether the subscription is known to be active, so that a sender whose call was just
  /// received cannot be missed.
  private var isListening = false
  private var observer: StateObserver?

  init(_ bus: MessageBus, onLeave: @escaping ([NotificationID]) -> Void) {
    self.bus = bus
    self.onLeave = onLeave
    observer = bus.observe { [unowned self] state in
      guard case .unavailable = state else { return }
      let left = senders.removeAll()
      settle()
      if !left.isEmpty { onLeave(left) }
    }
  }

  /// Removes all senders and ends the subscription; idempotent.
  func stop() {
    observer.end()
    _ = senders.removeAll()
    settle()
  }

  /// The sender of a notification; nil if it is unknown or has left the bus.
  subscript(id: NotificationID) -> String? { senders[id] }

  /// Records the sender of a call; `isNew`: the call was received just now, so that an active subscription
  /// will report the sender's end.
  func add(_ name: String, of id: NotificationID, isNew: Bool) {
    let isKnown = senders.contains(name)
    senders.add(name, of: id)
    settle()
    if !isKnown, !isListening || !isNew { verify(name) }
  }

  /// Removes the sender of a notification that was closed.
  func remove(_ id: NotificationID) {
    senders.remove(id)
    settle()
  }

  private func leave(_ name: String) {
    let left = senders.leave(name)
    settle()
    if !left.isEmpty { onLeave(left) }
  }

  /// Subscribes to the ends of connections if there are senders, or unsubscribes.
  private func settle() {
    if senders.isEmpty {
      departures.end()
      isListening = false
    } else if departures == nil {
      departures = bus.subscribe(
        SignalMatch(
          sender: BusNames.bus, interface: BusNames.bus, member: "NameOwnerChanged", thirdArgument: "")
      ) { [unowned self] signal in
        if let name = signal.arguments.first?.string { leave(name) }
      }
    }
  }

  /// Asks the bus whether a sender is still there, which may have left before the subscription was active.
  ///
  /// The bus reads this call after the match rule: once it is answered, the subscription is active.
  private func verify(_ name: String) {
    bus.call(.ofBus("GetNameOwner", [.string(name)], expects: "s")) { [weak self, departures] result in
      guard let self, departures === self.departures else { return }
      switch result {
      case .success: isListening = true
      case .failure(let error):
        guard error.name == BusError.nameHasNoOwner else { return }
        isListening = true
        leave(name)
      }
    }
  }
}
