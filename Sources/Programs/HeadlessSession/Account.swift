public import Glibc

/// The user account that the programs of a session run as.
public struct Account: Sendable {
  public let uid: uid_t
  public let gid: gid_t

  /// Our own account, or nobody if we are root, since sway refuses to run as root.
  public static let unprivileged =
    geteuid() == 0 ? Account(uid: 65534, gid: 65534) : Account(uid: geteuid(), gid: getegid())

  /// The options with which setpriv changes to the account; none if it is ours already.
  var setprivOptions: [String] {
    uid == geteuid() ? [] : ["--reuid", "\(uid)", "--regid", "\(gid)", "--clear-groups"]
  }
}
