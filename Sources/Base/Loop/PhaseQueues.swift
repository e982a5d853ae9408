import Geometry

/// The participants of a loop's phases, and which of them are marked.
final class PhaseQueues {
  /// Called when the phases are used wrongly; nil: misuse traps in debug builds. Set by tests.
  var onMisuse: ((String) -> Void)?
  private var participants: [Mark] = []
  /// Marks that are set, by phase, in the order in which they were set.
  private var queues = EventLoop.Phase.allCases.map { _ in [Mark]() }
  /// Marks for the next iteration, by `setForNextIteration`.
  private var later: [Mark] = []
  /// The phase under way; nil between iterations.
  private var current: EventLoop.Phase?
  private var isYielding = false

  /// Most rounds in which participants of one phase may mark each other: chains are a few marks long.
  private static let roundLimit = 100

  func register(
    _ name: String, for phase: EventLoop.Phase, isPermanent: Bool, _ action: @escaping () -> Void
  ) -> Mark {
    let mark = Mark(name, phase: phase, isPermanent: isPermanent, phases: self, action: action)
    participants.append(mark)
    return mark
  }

  func forget(_ mark: Mark) {
    participants.removeAll { $0 === mark }
  }

  func set(_ mark: Mark) {
    if let current, mark.phase < current, !isYielding {
      misused("\"\(mark.name)\" was marked for the phase \(mark.phase) in the phase \(current)")
    }
    enqueue(mark)
  }

  func setForNextIteration(_ mark: Mark) {
    if !later.contains(where: { $0 === mark }) { later.append(mark) }
  }

  func setForNextRun(_ mark: Mark) {
    if let current, mark.phase < current { setForNextIteration(mark) } else { enqueue(mark) }
  }

  /// Whether a mark is set, so that the loop must not sleep.
  var isPending: Bool { !later.isEmpty || queues.contains { !$0.isEmpty } }

  /// The earliest deadline of all participants; nil if there is none.
  var nextDeadline: Instant? { participants.lazy.compactMap(\.deadline).min() }

  /// Calls the participants that are marked or due, phase by phase; `now` is read only if
  /// there are deadlines.
  func run(now: () -> Instant) {
    let deferred = later
    later = []
    for mark in deferred { enqueue(mark) }
    if let next = nextDeadline, next <= now() { markDue(now: now()) }
    defer { current = nil }
    for phase in EventLoop.Phase.allCases {
      current = phase
      run(phase)
    }
  }

  /// Calls `action` in the middle of a phase; it may mark every phase, and one that is over runs in
  /// the next iteration.
  func yield(_ action: () -> Void) {
    guard !isYielding else { return }
    isYielding = true
    defer { isYielding = false }
    action()
  }

  private func enqueue(_ mark: Mark) {
    guard !mark.isSet, mark.action != nil else { return }
    mark.isSet = true
    queues[mark.phase.rawValue].append(mark)
  }

  private func markDue(now: Instant) {
    for mark in participants {
      guard let deadline = mark.deadline, deadline <= now else { continue }
      mark.deadline = nil
      enqueue(mark)
    }
  }

  private func run(_ phase: EventLoop.Phase) {
    for mark in participants where mark.isPermanent && mark.phase == phase { enqueue(mark) }
    for _ in 0..<Self.roundLimit {
      let batch = queues[phase.rawValue]
      if batch.isEmpty { return }
      queues[phase.rawValue] = []
      for mark in batch {
        mark.isSet = false
        mark.action?()
      }
    }
    let names = queues[phase.rawValue].map(\.name)
    if !names.isEmpty { misused("the phase \(phase) does not come to an end: \(names)") }
  }

  /// Reports misuse; in release builds the mark waits for the next iteration.
  private func misused(_ message: String) {
    if let onMisuse { onMisuse(message) } else { assertionFailure(message) }
  }
}
