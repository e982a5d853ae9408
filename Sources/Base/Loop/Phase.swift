extension EventLoop {
  /// The parts of an iteration between two sleeps, in this order.
  ///
  /// What handlers of descriptors and timers have changed is worked off by the participants that are marked for it.
  public nonisolated enum Phase: Int, CaseIterable, Comparable, Sendable {
    /// What was read from a descriptor and not handled yet is decoded into events.
    case read
    /// Events change models; a mark that is set meanwhile is served in the same phase.
    case update
    /// What is out of date is laid out, which changes nothing else.
    case layout
    /// What has changed is drawn.
    case draw
    /// What was drawn is handed on.
    case commit
    /// What is queued for other programs is sent.
    case flush

    public static func < (first: Phase, second: Phase) -> Bool { first.rawValue < second.rawValue }
  }
}
