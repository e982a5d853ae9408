import CPlatform

/// The events that a descriptor is ready for or is watched for.
public nonisolated struct Readiness: OptionSet, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// A read does not block; the end of the stream counts as well.
  public static let readable = Readiness(rawValue: EPOLLIN.rawValue)
  /// A write does not block.
  public static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
  /// Something out of the ordinary has happened: a file of /sys has changed, or a limit of the kernel was passed.
  public static let priority = Readiness(rawValue: EPOLLPRI.rawValue)
  /// The other side has gone; reported whether asked for or not.
  public static let hangUp = Readiness(rawValue: EPOLLHUP.rawValue)
  /// The descriptor has failed; reported whether asked for or not.
  public static let failure = Readiness(rawValue: EPOLLERR.rawValue)
}
