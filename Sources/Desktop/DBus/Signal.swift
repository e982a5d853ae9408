public import DesktopModel
public import Loop

/// A received signal.
public nonisolated struct Signal: Sendable {
  /// The unique name of the sender, or the bus's own name.
  public var sender: String
  public var path: String
  public var interface: String
  public var member: String
  public var arguments: [DBusValue]
  /// Whether arguments, or parts of them, are missing because the reading has ended early, see `ReadLimits.allowsPart`.
  public var isPart = false

  /// The unique name of the new owner, in the bus's signal that an owner has changed; nil: there is none.
  package var newOwner: String? { arguments.last?.string.flatMap { $0.isEmpty ? nil : $0 } }
}

/// The fields of signals to receive; nil for any value.
public nonisolated struct SignalMatch: Hashable, Sendable {
  /// The sender's unique name, or a name that it owns at the moment when it sends.
  public private(set) var sender: String?
  public var path: String?
  public var interface: String
  public var member: String?
  /// The first argument, a string.
  public var firstArgument: String?
  /// The first argument, a bus name, is this or begins with it and a dot.
  public var firstArgumentNamespace: String?
  /// The third argument, a string.
  public var thirdArgument: String?

  /// Matches signals of one sender. Every program on a bus may send us signals with any path, interface, member and arguments.
  public init(
    sender: String, path: String? = nil, interface: String, member: String? = nil,
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

  /// Matches signals of all programs. The path and the interface of such a signal do not prove which program has sent it.
  package static func ofAnyone(path: String? = nil, interface: String, member: String? = nil) -> SignalMatch {
    var match = SignalMatch(sender: "", path: path, interface: interface, member: member)
    match.sender = nil
    return match
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

  /// Whether the path, the interface and the member of a signal match.
  @MainActor func matchesFields(of signal: Message) -> Bool {
    guard signal.hasInterface(interface) else { return false }
    if let path, !signal.isAt(path) { return false }
    if let member, !signal.hasMember(member) { return false }
    return true
  }
}

/// A handler of signals, from `MessageBus.subscribe` to `cancel`; it stays over reconnections.
///
/// The bus keeps it, so that the caller may drop it.
public final class Subscription: Cancellable {
  let match: SignalMatch
  let limits: ReadLimits
  /// The match in the bus's syntax.
  let rule: String
  /// The owner of the sender's name; nil: the match names no sender, the bus, or a unique name.
  let owner: FollowedName?
  /// The number of signals that were passed to the handler; for tests.
  var deliveryCount = 0
  private(set) var handler: ((Signal) -> Void)?
  private weak var list: SignalSubscriptions?

  init(
    _ match: SignalMatch, limits: ReadLimits, owner: FollowedName?, list: SignalSubscriptions,
    handler: @escaping (Signal) -> Void
  ) {
    self.match = match
    self.limits = limits
    rule = match.rule
    self.owner = owner
    self.list = list
    self.handler = handler
  }

  /// Whether the sender, the path, the interface and the member of a signal match. Its arguments may not be read yet.
  func wants(_ signal: Message) -> Bool {
    guard match.matchesFields(of: signal) else { return false }
    guard let sender = match.sender else { return true }
    guard let name = owner == nil ? sender : owner?.uniqueName else { return false }
    return signal.isSent(by: name)
  }

  /// Releases the handler, which is not called any more; idempotent, and allowed in any handler.
  public func cancel() {
    guard handler != nil else { return }
    handler = nil
    list?.remove(self)
  }
}
