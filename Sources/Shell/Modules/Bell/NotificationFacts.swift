import Loop

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
  private let observers = Observers()

  public init() {}

  /// Reads the situation again after a possible change.
  public func changed() {
    guard !observers.isEmpty, let read = read?(), read != situation else { return }
    situation = read
    observers.tell()
  }

  /// Reads the situation, and calls `handler` at its changes, until the observation is cancelled or released.
  func observe(_ handler: @escaping () -> Void) -> Observation {
    situation = read?()
    return observers.add(handler)
  }
}
