import DesktopModel

/// A well-known name whose owner sends signals with subscribers.
final class FollowedName {
  /// The owner's unique name; nil if there is no owner, or it is not known yet.
  fileprivate(set) var uniqueName: String?
  fileprivate let name: String
  fileprivate var subscriptionCount = 0
  fileprivate var changes: Subscription?
  fileprivate var asking: PendingCall?

  fileprivate init(_ name: String) {
    self.name = name
  }
}

/// The owners of the well-known names whose signals are followed, by which forged signals are recognised.
///
/// The bus compares a well-known sender only for signals that it passes on by a match rule. Every program can send a signal
/// directly to our connection.
///
/// The bus handles our messages in order, and sends its own in order too. It is asked for the owner after the rule for changes
/// of the owner was added and before the rule for the signals is, so that the owner is known when the first signal by that rule
/// arrives: the owner at delivery is the owner at the moment when the bus passed the signal on. Signals that are sent to us
/// directly before that are dropped; a subscriber reads the present state after it has subscribed.
final class SenderNames {
  private unowned let bus: MessageBus
  private var names: [String: FollowedName] = [:]

  init(_ bus: MessageBus) {
    self.bus = bus
  }

  /// Follows the owner of a sender's name for one more subscription; nil if there is nothing to follow.
  func follow(_ sender: String?) -> FollowedName? {
    guard let sender, !sender.hasPrefix(":"), sender != BusNames.bus else { return nil }
    let name = names[sender] ?? add(sender)
    name.subscriptionCount += 1
    return name
  }

  /// Follows the owner for one subscription less.
  func release(_ name: FollowedName) {
    name.subscriptionCount -= 1
    guard name.subscriptionCount == 0 else { return }
    names[name.name] = nil
    name.asking?.cancel()
    name.changes?.cancel()
  }

  /// Queries all owners on a new connection.
  func askAgain() {
    for name in names.values { ask(name) }
  }

  /// Forgets the owners of a connection that has ended.
  func forgetOwners() {
    for name in names.values { name.uniqueName = nil }
  }

  private func add(_ sender: String) -> FollowedName {
    let name = FollowedName(sender)
    names[sender] = name
    name.changes = bus.subscribe(.ownerChanges(of: sender)) { [unowned name] signal in
      name.uniqueName = signal.newOwner
    }
    ask(name)
    return name
  }

  private func ask(_ name: FollowedName) {
    name.asking?.cancel()
    guard bus.native != nil else { return }
    let call = Call.ofBus("GetNameOwner", [.string(name.name)], expects: "s")
    // An answer is newer than the changes that have come before it.
    name.asking = bus.call(call) { [unowned name] result in
      name.asking = nil
      name.uniqueName = (try? result.get())?.first?.string
    }
  }
}
