public import DesktopModel

extension MessageBus {
  /// Sends a signal to all subscribers, or to one connection; without a connection to the bus it is dropped.
  public func emit(
    _ member: String, _ path: String, _ interface: String, _ values: [DBusValue],
    to destination: String? = nil
  ) {
    guard
      let message = native?.makeSignal(
        path: path, interface: interface, member: member, destination: destination)
    else { return }
    MessageWriter(message).append(values)
    send(message)
  }

  /// Calls `handler` with each signal that matches and fits into `limits`, until the subscription is cancelled.
  ///
  /// A signal of another sender than the one that `match` names is dropped before any argument is read.
  @discardableResult
  public func subscribe(
    _ match: SignalMatch, limits: ReadLimits = .usual, _ handler: @escaping (Signal) -> Void
  ) -> Subscription {
    // The bus is asked for the owner of the sender's name before the rule is added, see `SenderNames`.
    let owner = senders.follow(match.sender)
    let subscription = Subscription(match, limits: limits, owner: owner, bus: self, handler: handler)
    if subscriptions.contains(where: { $0.rule == subscription.rule }) {
      subscriptions.append(subscription)
    } else {
      subscriptions.append(subscription)
      addRule(subscription.rule)
    }
    return subscription
  }

  func forget(_ subscription: Subscription) {
    subscriptions.removeAll { $0 === subscription }
    if native != nil, !subscriptions.contains(where: { $0.rule == subscription.rule }) {
      call(.ofBus("RemoveMatch", [.string(subscription.rule)])) { _ in }
    }
    if let owner = subscription.owner { senders.release(owner) }
  }

  /// Asks a new connection to the bus for the signals of all subscriptions.
  func announceSubscriptions() {
    var announced: Set<String> = []
    func announce(ofBus: Bool) {
      for subscription in subscriptions where (subscription.match.sender == BusNames.bus) == ofBus {
        if announced.insert(subscription.rule).inserted { addRule(subscription.rule) }
      }
    }
    announce(ofBus: true)
    senders.askAgain()
    announce(ofBus: false)
  }

  private func addRule(_ rule: String) {
    if native != nil { call(.ofBus("AddMatch", [.string(rule)])) { _ in } }
  }

  /// Passes a signal to its subscribers.
  ///
  /// A service may tell hundreds of changes at once. There are no closures here, since each call of one by the standard library
  /// would check that it runs on the main thread, which took a third of the time.
  func deliver(_ message: Message) {
    var wanted: [Subscription] = []
    for subscription in subscriptions where subscription.wants(message) { wanted.append(subscription) }
    guard !wanted.isEmpty else { return }
    var signal = Signal(
      sender: message.sender, path: message.path, interface: message.interface, member: message.member,
      arguments: [])
    var readings: [SignalReading] = []
    for subscription in wanted {
      let reading = reading(of: message, subscription.limits, &readings)
      guard let arguments = reading.arguments else { continue }
      (signal.arguments, signal.isPart) = (arguments, reading.isPart)
      subscription.take(signal)
    }
  }

  /// Reads the arguments of a signal, once for all subscribers with the same limits.
  private func reading(
    of message: Message, _ limits: ReadLimits, _ readings: inout [SignalReading]
  ) -> SignalReading {
    for reading in readings where reading.limits == limits { return reading }
    signalReadingCount += 1
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
