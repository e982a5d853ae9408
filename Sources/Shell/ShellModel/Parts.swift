/// Which parts of the shell an instance runs.
public enum Parts: CaseIterable, Sendable {
  case all
  /// Bars alone: notifications are left to other programs.
  case bars
  /// Notifications alone.
  case notifications

  public var haveBars: Bool { self != .notifications }
  public var haveNotifications: Bool { self != .bars }
}
