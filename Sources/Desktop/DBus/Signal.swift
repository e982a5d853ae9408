public import DBusValues

/// A signal that came.
public nonisolated struct Signal: Sendable {
  /// The unique name of who sent it, or the bus's own name.
  public var sender: String
  public var path: String
  public var interface: String
  public var member: String
  public var arguments: [DBusValue]
}

/// Which signals are wanted; nil: any.
public nonisolated struct SignalMatch: Hashable, Sendable {
  /// A well-known name is compared by the bus alone: signals sent to us directly come whoever sent them.
  public var sender: String?
  public var path: String?
  public var interface: String
  public var member: String?
  /// Compared with the first argument, a string.
  public var firstArgument: String?
  /// Compared with the third argument, a string.
  public var thirdArgument: String?

  public init(
    sender: String? = nil, path: String? = nil, interface: String, member: String? = nil,
    firstArgument: String? = nil, thirdArgument: String? = nil
  ) {
    self.sender = sender
    self.path = path
    self.interface = interface
    self.member = member
    self.firstArgument = firstArgument
    self.thirdArgument = thirdArgument
  }

  /// As the bus wants it: D-Bus Specification, "Match Rules".
  var rule: String {
    var parts = [("type", "signal"), ("interface", interface)]
    if let sender { parts.append(("sender", sender)) }
    if let path { parts.append(("path", path)) }
    if let member { parts.append(("member", member)) }
    if let firstArgument { parts.append(("arg0", firstArgument)) }
    if let thirdArgument { parts.append(("arg2", thirdArgument)) }
    // Within apostrophes all stands for itself but the apostrophe.
    return parts.map { key, value in
      "\(key)='\(value.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
    }.joined(separator: ",")
  }

  /// Whether the arguments are those that are wanted.
  func matches(_ arguments: [DBusValue]) -> Bool {
    if let firstArgument, arguments.first?.string != firstArgument { return false }
    if let thirdArgument, arguments.dropFirst(2).first?.string != thirdArgument { return false }
    return true
  }

  func matches(sender: String, path: String, interface: String, member: String) -> Bool {
    guard self.interface == interface else { return false }
    if let wanted = self.path, wanted != path { return false }
    if let wanted = self.member, wanted != member { return false }
    guard let wanted = self.sender, wanted.hasPrefix(":") || wanted == BusNames.bus else { return true }
    return wanted == sender
  }
}

/// Signals delivered to a handler, from `MessageBus.subscribe` to `cancel`, over the ends of connections.
///
/// The bus keeps it, so that it may be dropped.
public final class Subscription {
  let match: SignalMatch
  private(set) var handler: ((Signal) -> Void)?
  private weak var bus: MessageBus?

  init(_ match: SignalMatch, bus: MessageBus, handler: @escaping (Signal) -> Void) {
    self.match = match
    self.bus = bus
    self.handler = handler
  }

  /// Releases the handler, which is not called any more; idempotent, and allowed in any handler.
  public func cancel() {
    guard handler != nil else { return }
    handler = nil
    bus?.forget(self)
  }
}
