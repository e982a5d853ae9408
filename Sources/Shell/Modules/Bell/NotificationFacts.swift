/// Connects modules with whoever serves notifications, in this program or not.
public final class NotificationFacts {
  /// The actions on notifications that a module offers.
  public enum Use: Equatable, Sendable {
    case toggleDoNotDisturb, dismissAll, restore
  }

  /// Finds out how things are; nil: that is not known yet. Called only while somebody observes.
  public var read: (() -> NotificationSituation?)?
  /// Does what people want.
  public var perform: ((Use) -> Void)?
  /// The situation as last read; nil before the first reading.
  public private(set) var situation: NotificationSituation?
  private var observers: [ObjectIdentifier: (owner: AnyObject, handler: () -> Void)] = [:]

  public init() {}

  /// Reads the situation again after a possible change.
  public func changed() {
    guard !observers.isEmpty, let read = read?(), read != situation else { return }
    situation = read
    for observer in observers.values { observer.handler() }
  }

  /// Calls `handler` at changes until `owner` ends the observation.
  func observe(by owner: AnyObject, _ handler: @escaping () -> Void) {
    observers[ObjectIdentifier(owner)] = (owner, handler)
    situation = read?()
  }

  /// Ends that; idempotent.
  func forget(_ owner: AnyObject) { observers[ObjectIdentifier(owner)] = nil }
}
