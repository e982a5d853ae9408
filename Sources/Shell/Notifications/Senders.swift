/// Who sent the open notifications, by the unique names that programs have on the bus.
///
/// A unique name stands for one connection: as long as the bus runs, no other program gets it.
public struct Senders: Equatable, Sendable {
  /// The sender of the newest call for each identifier, as long as it is on the bus.
  private var names: [NotificationID: String] = [:]
  /// The identifiers of each sender, never empty.
  private var identifiers: [String: Set<NotificationID>] = [:]

  public init() {}

  /// Whether nobody is known to be on the bus who has sent what is open.
  public var isEmpty: Bool { names.isEmpty }

  /// The sender of a notification; nil: it is not known, or it has left the bus.
  public subscript(id: NotificationID) -> String? { names[id] }

  /// Whether a program has sent what is open, and has not left.
  public func contains(_ name: String) -> Bool { identifiers[name] != nil }

  /// Takes the sender of a call that was answered with `id`.
  public mutating func add(_ name: String, of id: NotificationID) {
    remove(id)
    names[id] = name
    identifiers[name, default: []].insert(id)
  }

  /// Forgets who sent a notification, which is closed.
  public mutating func remove(_ id: NotificationID) {
    guard let name = names.removeValue(forKey: id) else { return }
    identifiers[name]?.remove(id)
    if identifiers[name]?.isEmpty == true { identifiers[name] = nil }
  }

  /// A connection has left the bus; returns what it had sent, in order.
  public mutating func leave(_ name: String) -> [NotificationID] {
    let left = identifiers.removeValue(forKey: name) ?? []
    for id in left { names[id] = nil }
    return left.sorted()
  }

  /// The bus has gone, and the next gives the same names to others; returns whose senders have left, in order.
  public mutating func removeAll() -> [NotificationID] {
    defer { self = Senders() }
    return names.keys.sorted()
  }
}
