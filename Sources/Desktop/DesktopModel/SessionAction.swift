/// Something that ends or interrupts the user's session, or the whole machine's work.
public enum SessionAction: String, CaseIterable, Sendable {
  case lock
  case logOut = "log_out"
  case suspend, hibernate, restart
  case powerOff = "power_off"

  /// The method of `org.freedesktop.login1.Manager` that does it with the machine; nil: it concerns the session only.
  public var managerMethod: String? {
    switch self {
    case .lock, .logOut: nil
    case .suspend: "Suspend"
    case .hibernate: "Hibernate"
    case .restart: "Reboot"
    case .powerOff: "PowerOff"
    }
  }

  /// Whether it is asked once more before it is done: everything but locking interrupts work.
  public var needsConfirmation: Bool { self != .lock }
}

/// Whether logind lets the user do something with the machine.
public enum SessionPermission: Equatable, Sendable {
  case allowed
  /// A password will be asked for.
  case afterAuthentication
  /// The user may not, or the machine cannot.
  case refused

  /// Reads the answer of a method such as `CanSuspend`; words that are not known are refusals.
  public init(answer: String) {
    switch answer {
    case "yes": self = .allowed
    case "challenge": self = .afterAuthentication
    default: self = .refused
    }
  }
}
