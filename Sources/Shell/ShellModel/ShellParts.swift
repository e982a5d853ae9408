/// The parts of the shell that an instance runs.
public enum ShellParts: CaseIterable, Sendable {
  case all
  /// The bars; notifications are left to other programs.
  case bars
  /// The notifications, without bars.
  case notifications

  public var haveBars: Bool { self != .notifications }
  public var haveNotifications: Bool { self != .bars }
}
