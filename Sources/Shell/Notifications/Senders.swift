/// Who sent the open notifications, by the unique names that programs have on the bus.
///
/// A unique name stands for one connection: as long as the bus runs, no other program gets it.
public struct Senders: Equatable, Sendable {
  /// The sender of the newest call for each identifier, also if it has gone.
  private var names: [UInt32: String] = [:]
  /// Senders that are still connected.
  private var present: Set<String> = []

  public init() {}

  /// The sender of a notification; nil: it is not known, or it has left the bus.
  public subscript(id: UInt32) -> String? {
    names[id].flatMap { present.contains($0) ? $0 : nil }
  }

  /// Takes the sender of a call that was answered with `id`.
  public mutating func add(_ name: String, of id: UInt32) {
    names[id] = name
    present.insert(name)
  }

  /// Forgets who sent a notification, which is closed.
  public mutating func remove(_ id: UInt32) { names[id] = nil }

  /// A connection has left the bus.
  public mutating func leave(_ name: String) { present.remove(name) }

  /// The bus has gone; the next gives the same names to others.
  public mutating func removeAll() { self = Senders() }
}
