/// The senders of the open notifications, by their unique names on the bus.
///
/// A unique name belongs to one connection: while the bus runs, no other program gets it.
public struct Senders: Equatable, Sendable {
  /// The sender of the newest call for each identifier, while it is on the bus.
  private var names: [NotificationID: String] = [:]
  /// The identifiers of each sender; never empty.
  private var identifiers: [String: Set<NotificationID>] = [:]

  public init() {}

  /// Whether no sender of an open notification is known to be on the bus.
  public var isEmpty: Bool { names.isEmpty }

  /// The sender of a notification; nil if it is unknown or has left the bus.
  public subscript(id: NotificationID) -> String? { names[id] }

  /// Whether a program on the bus has sent an open notification.
  public func contains(_ name: String) -> Bool { identifiers[name] != nil }

  /// Records the sender of a call that was answered with `id`.
  public mutating func add(_ name: String, of id: NotificationID) {
    remove(id)
    names[id] = name
    identifiers[name, default: []].insert(id)
  }

  /// Removes the sender of a notification that was closed.
  public mutating func remove(_ id: NotificationID) {
    guard let name = names.removeValue(forKey: id) else { return }
    identifiers[name]?.remove(id)
    if identifiers[name]?.isEmpty == true { identifiers[name] = nil }
  }

  /// Removes a connection that has left the bus; returns its notifications, in order.
  public mutating func leave(_ name: String) -> [NotificationID] {
    let left = identifiers.removeValue(forKey: name) ?? []
    for id in left { names[id] = nil }
    return left.sorted()
  }

  /// Removes all senders, since another bus may give their names to others; returns their
  /// notifications, in order.
  public mutating func removeAll() -> [NotificationID] {
    defer { self = Senders() }
    return names.keys.sorted()
  }
}
