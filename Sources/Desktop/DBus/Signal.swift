public import DBusValues

/// A received signal.
public nonisolated struct Signal: Sendable {
  /// The unique name of the sender, or the bus's own name.
  public var sender: String
  public var path: String
  public var interface: String
  public var member: String
  public var arguments: [DBusValue]

  /// The unique name of the new owner, in the bus's signal that an owner has changed; nil: there is none.
  package var newOwner: String? { arguments.last?.string.flatMap { $0.isEmpty ? nil : $0 } }
}

/// The fields of signals to receive; nil for any value.
public nonisolated struct SignalMatch: Hashable, Sendable {
  /// The sender; a well-known name is compared by the bus only, so that signals sent to us
  /// directly match any.
  public var sender: String?
  public var path: String?
  public var interface: String
  public var member: String?
  /// The first argument, a string.
  public var firstArgument: String?
  /// The first argument, a bus name, is this or begins with it and a dot.
  public var firstArgumentNamespace: String?
  /// The third argument, a string.
  public var thirdArgument: String?

  public init(
    sender: String? = nil, path: String? = nil, interface: String, member: String? = nil,
    firstArgument: String? = nil, firstArgumentNamespace: String? = nil, thirdArgument: String? = nil
  ) {
    self.sender = sender
    self.path = path
    self.interface = interface
    self.member = member
    self.firstArgument = firstArgument
    self.firstArgumentNamespace = firstArgumentNamespace
    self.thirdArgument = thirdArgument
  }

  /// The bus's signal that the owner of a name has changed.
  package static func ownerChanges(of name: String) -> SignalMatch {
    SignalMatch(
      sender: BusNames.bus, interface: BusNames.bus, member: "NameOwnerChanged", firstArgument: name)
  }

  /// The rule in the bus's syntax: D-Bus Specification, "Match Rules".
  var rule: String {
    var parts = [("type", "signal"), ("interface", interface)]
    if let sender { parts.append(("sender", sender)) }
    if let path { parts.append(("path", path)) }
    if let member { parts.append(("member", member)) }
    if let firstArgument { parts.append(("arg0", firstArgument)) }
    if let firstArgumentNamespace { parts.append(("arg0namespace", firstArgumentNamespace)) }
    if let thirdArgument { parts.append(("arg2", thirdArgument)) }
    // Within apostrophes every character but the apostrophe is literal.
    return parts.map { key, value in
      "\(key)='\(value.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
    }.joined(separator: ",")
  }

  /// Whether the arguments match.
  func matches(_ arguments: [DBusValue]) -> Bool {
    if let firstArgument, arguments.first?.string != firstArgument { return false }
    if let space = firstArgumentNamespace {
      guard let first = arguments.first?.string, first == space || first.hasPrefix(space + ".") else {
        return false
      }
    }
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

/// A handler of signals, from `MessageBus.subscribe` to `cancel`; it stays over reconnections.
///
/// The bus keeps it, so that the caller may drop it.
public final class Subscription {
  let match: SignalMatch
  let limits: ReadLimits
  private(set) var handler: ((Signal) -> Void)?
  private weak var bus: MessageBus?

  init(_ match: SignalMatch, limits: ReadLimits, bus: MessageBus, handler: @escaping (Signal) -> Void) {
    self.match = match
    self.limits = limits
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
