public import HeadlessSession

/// How long tests wait for a fact before they give up: no machine that does something else as well is as slow as this.
public let patience = Duration.seconds(300)

extension Deadline {
  /// A deadline that is reached only if what is waited for never comes.
  public static var patient: Deadline { Deadline(patience) }
  /// A deadline of a second, by which something need not have happened; nothing may depend on whether it has.
  public static var soon: Deadline { Deadline(.seconds(1)) }
}

extension ChildProcess {
  /// Waits until it ends; nil if it never does.
  public func waitForEnd() -> Ending? { waitForEnd(within: patience) }
}
