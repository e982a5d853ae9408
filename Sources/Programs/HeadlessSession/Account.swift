public import Glibc

/// Who runs the programs of a session.
public struct Account: Sendable {
  public let uid: uid_t
  public let gid: gid_t

  /// Ourselves, or nobody if we are root: sway refuses to run as root.
  public static let unprivileged =
    geteuid() == 0 ? Account(uid: 65534, gid: 65534) : Account(uid: geteuid(), gid: getegid())

  /// What makes setpriv change to it, nothing if we are it already.
  var setprivOptions: [String] {
    uid == geteuid() ? [] : ["--reuid", "\(uid)", "--regid", "\(gid)", "--clear-groups"]
  }
}
