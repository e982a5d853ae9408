import Loop
public import Settings

/// The state of notifications for modules, and the actions that they offer.
public final class NotificationFacts {
  /// The actions on notifications that a module offers.
  public enum Use: Equatable, Sendable {
    case toggleDoNotDisturb, dismissAll
    /// Turns on "do not disturb" for an hour.
    case quietForAnHour
    /// Shows the newest notification of the past again.
    case restore
    /// Changes the settings of all notifications of a program.
    case set(NotifyingProgram.Switch)
  }

  /// Returns the present state; nil: it is not known yet. It is called only while there are observers.
  public var read: (() -> NotificationSituation?)?
  /// Performs an action that the user has chosen.
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
