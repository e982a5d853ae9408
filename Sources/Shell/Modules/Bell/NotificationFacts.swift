public import Loop
public import Notifications
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
    /// Chooses the default action of an open notification, which is dismissed if it has none, or shows one of the past again; with the
    /// activation token for the program that follows the action, nil if there is none.
    case choose(ListedNotification.Key, token: String?)
    /// Dismisses notifications and removes them from the history.
    case remove([ListedNotification.Key])
    /// Dismisses all notifications and empties the history.
    case clear
    /// The user has looked at the list, so that none of its notifications counts as missed.
    case seeList
  }

  /// Returns the present state; nil: it is not known yet. It is called only while there are observers.
  public var read: (() -> NotificationSituation?)?
  /// Performs an action that the user has chosen.
  public var perform: ((Use) -> Void)?
  /// Returns the list of all notifications, the newest first; nil: it is not known yet. It is known only while it is followed.
  public var list: (() -> [ListedNotification]?)?
  /// Follows the list until the observation is released; `onChange` is called after its changes. Nil: there is none at the moment.
  public var followList: ((_ onChange: @escaping () -> Void) -> Observation?)?
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
