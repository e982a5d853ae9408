public import Geometry

/// A participant's place in a phase of the loop, from `EventLoop.register` to `cancel`.
///
/// Whoever makes work for the participant sets the mark, and the phase calls the participant once, however often the mark
/// was set. The loop keeps the mark, so that an owner may drop it.
public final class Mark: Cancellable {
  public let phase: EventLoop.Phase
  /// Name of the participant in messages about misuse.
  public let name: String
  /// When the mark is set by itself; nil: never. It becomes nil when it has passed, and the owner
  /// sets the next one.
  public var deadline: Instant?
  /// Whether the participant is yet to be called.
  public internal(set) var isSet = false
  /// Whether the participant is called in every iteration, marked or not.
  let isPermanent: Bool
  private(set) var action: (() -> Void)?
  private weak var phases: PhaseQueues?

  init(
    _ name: String, phase: EventLoop.Phase, isPermanent: Bool, phases: PhaseQueues,
    action: @escaping () -> Void
  ) {
    self.name = name
    self.phase = phase
    self.isPermanent = isPermanent
    self.phases = phases
    self.action = action
  }

  /// Marks the participant, which is called in its phase: in this iteration if that phase is under way or to
  /// come, and before the next sleep in any case. Idempotent.
  ///
  /// Marking for an earlier phase than the one under way is our own error, which traps in debug builds.
  public func set() { phases?.set(self) }

  /// Marks the participant for the next iteration, without a sleep before. Idempotent, in any phase.
  public func setForNextIteration() { phases?.setForNextIteration(self) }

  /// Marks the participant for the next run of its phase: in this iteration if that phase is under way or to come, and else in
  /// the next one, without a sleep before. Idempotent, in any phase.
  public func setForNextRun() { phases?.setForNextRun(self) }

  /// Releases the participant, which is not called any more. Idempotent, and allowed in any handler or phase.
  public func cancel() {
    action = nil
    deadline = nil
    phases?.forget(self)
  }
}
