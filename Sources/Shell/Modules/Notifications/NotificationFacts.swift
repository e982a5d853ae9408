/// Connects modules with whoever serves notifications, in this program or not.
public final class NotificationFacts {
  /// What people do with notifications by a module.
  public enum Use: Equatable, Sendable {
    case toggleDoNotDisturb, dismissAll, restore
  }

  /// Finds out how things are; nil: that is not known yet. Called only while somebody observes.
  public var read: (() -> NotificationSituation?)?
  /// Does what people want.
  public var perform: ((Use) -> Void)?
  /// How things were when they were read last; nil: that is not known.
  public private(set) var situation: NotificationSituation?
  private var observers: [ObjectIdentifier: (owner: AnyObject, handler: () -> Void)] = [:]

  public init() {}

  /// Takes that something may have changed.
  public func changed() {
    guard !observers.isEmpty, let read = read?(), read != situation else { return }
    situation = read
    for observer in observers.values { observer.handler() }
  }

  /// Has `handler` called at changes until `owner` forgets them.
  func observe(by owner: AnyObject, _ handler: @escaping () -> Void) {
    observers[ObjectIdentifier(owner)] = (owner, handler)
    situation = read?()
  }

  /// Ends that; idempotent.
  func forget(_ owner: AnyObject) { observers[ObjectIdentifier(owner)] = nil }
}
