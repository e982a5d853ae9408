public import HeadlessSession

/// The time for which tests wait for a fact before they give up; even machines with other work are faster.
public let patience = Duration.seconds(300)

extension Deadline {
  /// A deadline that is reached only if the awaited fact never occurs.
  public static var patient: Deadline { Deadline(patience) }
  /// A deadline of a second, for facts that need not occur; tests must not depend on whether they do.
  public static var soon: Deadline { Deadline(.seconds(1)) }
}

extension SessionProcess {
  /// Waits until the process ends; nil if it does not within `patience`.
  public func waitForEnd() -> Ending? { waitForEnd(within: patience) }

  /// Waits until the process ends, for as long as it goes on writing to its log; nil if it writes nothing for `patience`.
  public func waitForEndOfWork() -> Ending? {
    var written = -1
    while written != logText.utf8.count {
      written = logText.utf8.count
      if let ending = waitForEnd() { return ending }
    }
    return nil
  }
}
