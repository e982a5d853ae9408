extension EventLoop {
  /// The parts of an iteration between two sleeps, in this order.
  ///
  /// Handlers of descriptors and timers mark participants, which are called in their phases.
  public nonisolated enum Phase: Int, CaseIterable, Comparable, Sendable {
    /// Data that was read from a descriptor and not handled yet is decoded into events.
    case read
    /// Events change models; a mark that is set meanwhile is served in the same phase.
    case update
    /// Views that have changed are laid out and drawn, and the frames are committed to the compositor.
    case draw
    /// Requests that are queued for other programs are sent.
    case flush

    public static func < (first: Phase, second: Phase) -> Bool { first.rawValue < second.rawValue }
  }
}
