/// An action that ends or interrupts the session of the user or the work of the machine.
public enum SessionAction: String, CaseIterable, Sendable {
  case lock
  case logOut = "log_out"
  case suspend, hibernate, restart
  case powerOff = "power_off"

  /// The method of `org.freedesktop.login1.Manager` for the action; nil if the action concerns the session only.
  public var managerMethod: String? {
    switch self {
    case .lock, .logOut: nil
    case .suspend: "Suspend"
    case .hibernate: "Hibernate"
    case .restart: "Reboot"
    case .powerOff: "PowerOff"
    }
  }

  /// Whether the user must confirm the action: all but locking interrupts work.
  public var needsConfirmation: Bool { self != .lock }
}

/// Permission of logind for an action.
public enum SessionPermission: Equatable, Sendable {
  case allowed
  /// The user must authenticate first.
  case afterAuthentication
  /// The user lacks the permission, or the machine cannot perform the action.
  case refused

  /// Reads the answer of a method such as `CanSuspend`; an unknown answer counts as a refusal.
  public init(answer: String) {
    switch answer {
    case "yes": self = .allowed
    case "challenge": self = .afterAuthentication
    default: self = .refused
    }
  }
}
