import DBus
import DesktopModel
import Loop

/// The unique name of the owner of a bus name, followed while there is a bus.
///
/// The owner is not started.
@MainActor final class FollowedOwner: Cancellable {
  /// The owner's unique name, such as `:1.42`; nil if there is no owner, the bus has not answered yet, or there is no bus.
  private(set) var uniqueName: String?
  private let bus: MessageBus
  private let name: String
  private let onAnswer: (_ uniqueName: String?) -> Void
  private var observer: StateObserver?
  private var subscription: Subscription?
  private var asking: PendingCall?

  /// Follows the owner of a name, which may itself be unique. `onAnswer` is called whenever the bus reports the owner,
  /// even if it is the same as before, and with nil when the bus is lost. For a unique name it is called within the
  /// initializer.
  init(_ bus: MessageBus, of name: String, onAnswer: @escaping (_ uniqueName: String?) -> Void) {
    (self.bus, self.name, self.onAnswer) = (bus, name, onAnswer)
    subscription = bus.subscribe(.ownerChanges(of: name)) { [unowned self] in take($0.newOwner) }
    observer = bus.atEachConnection({ [unowned self] in ask() }, onLoss: { [unowned self] in take(nil) })
  }

  isolated deinit { cancel() }

  /// Stops following; idempotent.
  func cancel() {
    observer.end()
    subscription.end()
    asking.end()
  }

  private func ask() {
    guard !name.hasPrefix(":") else { return take(name) }
    asking?.cancel()
    asking = bus.call(.ofBus("GetNameOwner", [.string(name)], expects: "s")) { [weak self] result in
      self?.take((try? result.get())?.first?.string)
    }
  }

  private func take(_ owner: String?) {
    // A pending answer is no newer than this report.
    asking.end()
    uniqueName = owner
    onAnswer(owner)
  }
}
