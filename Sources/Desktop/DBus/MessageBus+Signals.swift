public import DBusValues

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

  /// Calls `handler` with each signal that matches, until the subscription is cancelled; `limits` are those on what is read of
  /// one, which may have fewer arguments then.
  @discardableResult
  public func subscribe(
    _ match: SignalMatch, limits: ReadLimits = .none, _ handler: @escaping (Signal) -> Void
  ) -> Subscription {
    let subscription = Subscription(match, limits: limits, bus: self, handler: handler)
    subscriptions.append(subscription)
    if native != nil { announce(subscription) }
    return subscription
  }

  func forget(_ subscription: Subscription) {
    subscriptions.removeAll { $0 === subscription }
    guard native != nil else { return }
    call(.ofBus("RemoveMatch", [.string(subscription.match.rule)])) { _ in }
  }

  /// Asks the bus to send us the signals of a subscription.
  func announce(_ subscription: Subscription) {
    call(.ofBus("AddMatch", [.string(subscription.match.rule)])) { _ in }
  }

  /// Passes a signal to its subscribers.
  func deliver(_ message: Message) {
    let (sender, path) = (message.sender, message.path)
    let (interface, member) = (message.interface, message.member)
    let wanted = subscriptions.filter {
      $0.match.matches(sender: sender, path: path, interface: interface, member: member)
    }
    // It is read once for all subscribers with the same limits.
    var signals: [ReadLimits: Signal] = [:]
    var isRead = false
    for subscription in wanted {
      let limits = subscription.limits
      if signals[limits] == nil {
        if isRead { message.rewind() }
        isRead = true
        guard let values = try? MessageReader(message, limits: limits).readAll() else { continue }
        signals[limits] = Signal(
          sender: sender, path: path, interface: interface, member: member, arguments: values)
      }
      guard let signal = signals[limits], subscription.match.matches(signal.arguments) else { continue }
      subscription.handler?(signal)
    }
  }
}
