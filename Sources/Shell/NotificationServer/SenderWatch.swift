import DBus
import DBusValues
import Notifications

/// Keeps who sent the open notifications, and has the bus tell when one of them leaves.
///
/// The bus tells the end of every connection or of none, and each wakes the program: it is asked to only while there are
/// senders to be followed.
@MainActor final class SenderWatch {
  private let bus: MessageBus
  /// Told the notifications whose sender has left the bus.
  private let onLeave: ([NotificationID]) -> Void
  private var senders = Senders()
  /// While there are senders.
  private var departures: Subscription?
  /// Whether the bus is known to tell ends: whose call has just come has not left unnoticed.
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

  /// Follows nobody any more; idempotent.
  func stop() {
    observer?.cancel()
    observer = nil
    _ = senders.removeAll()
    settle()
  }

  /// The sender of a notification; nil: it is not known, or it has left the bus.
  subscript(id: NotificationID) -> String? { senders[id] }

  /// Takes the sender of a call; `isNew`: it has come just now, so that the end of its sender follows, if it is told.
  func add(_ name: String, of id: NotificationID, isNew: Bool) {
    let isKnown = senders.contains(name)
    senders.add(name, of: id)
    settle()
    if !isKnown, !isListening || !isNew { verify(name) }
  }

  /// Forgets who sent a notification, which is closed.
  func remove(_ id: NotificationID) {
    senders.remove(id)
    settle()
  }

  private func leave(_ name: String) {
    let left = senders.leave(name)
    settle()
    if !left.isEmpty { onLeave(left) }
  }

  /// Asks for the ends of connections, or not any more.
  private func settle() {
    if senders.isEmpty {
      departures?.cancel()
      departures = nil
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

  /// Asks whether a sender is there, which may have left before its end would have been told.
  ///
  /// The bus reads this after the match: from then on, it tells ends.
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
