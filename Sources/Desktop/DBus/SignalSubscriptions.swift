import DesktopModel

/// The subscriptions to the signals of one bus, with the owners of the names of their senders.
final class SignalSubscriptions {
  /// The bus, which owns this object; nil while the bus is being released.
  private weak var bus: MessageBus?
  private(set) var all: [Subscription] = []
  private let senders: SenderNames
  /// The number of times that arguments of signals were read; for tests.
  private(set) var readingCount = 0

  /// Creates the object for `bus`, which owns it.
  init(_ bus: MessageBus) {
    self.bus = bus
    senders = SenderNames(bus)
  }

  /// Adds a subscription, as `MessageBus.subscribe` does.
  func add(
    _ match: SignalMatch, limits: ReadLimits, _ handler: @escaping (Signal) -> Void
  ) -> Subscription {
    // The bus is asked for the owner of the sender's name before the rule is added, see `SenderNames`.
    let owner = senders.follow(match.sender)
    let subscription = Subscription(match, limits: limits, owner: owner, list: self, handler: handler)
    let isNew = !all.contains { $0.rule == subscription.rule }
    all.append(subscription)
    if isNew { addRule(subscription.rule) }
    return subscription
  }

  /// Forgets the owners of a connection that has ended.
  func forgetOwners() { senders.forgetOwners() }

  /// Removes a subscription that was cancelled.
  func remove(_ subscription: Subscription) {
    all.removeAll { $0 === subscription }
    if let bus, bus.native != nil, !all.contains(where: { $0.rule == subscription.rule }) {
      bus.call(.ofBus("RemoveMatch", [.string(subscription.rule)])) { _ in }
    }
    if let owner = subscription.owner { senders.release(owner) }
  }

  /// Asks a new connection to the bus for the signals of all subscriptions.
  func announce() {
    var announced: Set<String> = []
    func addRules(ofBus: Bool) {
      for subscription in all where (subscription.match.sender == BusNames.bus) == ofBus {
        if announced.insert(subscription.rule).inserted { addRule(subscription.rule) }
      }
    }
    addRules(ofBus: true)
    senders.askAgain()
    addRules(ofBus: false)
  }

  private func addRule(_ rule: String) {
    if let bus, bus.native != nil { bus.call(.ofBus("AddMatch", [.string(rule)])) { _ in } }
  }

  /// Passes a signal to its subscribers.
  ///
  /// A service may tell hundreds of changes at once. There are no closures here, since each call of one by the standard library
  /// would check that it runs on the main thread, which took a third of the time.
  func deliver(_ message: Message) {
    var wanted: [Subscription] = []
    for subscription in all where subscription.wants(message) { wanted.append(subscription) }
    guard !wanted.isEmpty else { return }
    var signal = Signal(
      sender: message.sender, path: message.path, interface: message.interface, member: message.member,
      arguments: [])
    var readings: [SignalReading] = []
    for subscription in wanted {
      let reading = reading(of: message, subscription.limits, &readings)
      // A handler before this one may have cancelled the subscription.
      guard let arguments = reading.arguments, let handler = subscription.handler,
        subscription.match.matches(arguments)
      else { continue }
      (signal.arguments, signal.isPart) = (arguments, reading.isPart)
      subscription.deliveryCount += 1
      handler(signal)
    }
  }

  /// Reads the arguments of a signal, once for all subscribers with the same limits.
  private func reading(
    of message: Message, _ limits: ReadLimits, _ readings: inout [SignalReading]
  ) -> SignalReading {
    for reading in readings where reading.limits == limits { return reading }
    readingCount += 1
    let reader = MessageReader(message, limits: limits)
    let arguments = try? reader.readAll()
    let reading = SignalReading(limits: limits, arguments: arguments, isPart: reader.isSpent)
    readings.append(reading)
    return reading
  }
}

/// The arguments of a signal that were read within limits.
private struct SignalReading {
  var limits: ReadLimits
  /// The arguments; nil if they cannot be read.
  var arguments: [DBusValue]?
  var isPart: Bool
}
