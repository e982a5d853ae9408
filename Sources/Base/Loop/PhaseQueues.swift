import Geometry

/// The participants of a loop's phases, and which of them are marked.
final class PhaseQueues {
  /// Called when the phases are used wrongly; nil: that traps in debug builds. Set by tests.
  var onMisuse: ((String) -> Void)?
  private var participants: [Mark] = []
  /// Marks that are set, by phase, in the order of their setting.
  private var queues = EventLoop.Phase.allCases.map { _ in [Mark]() }
  /// Marks for the next iteration.
  private var later: [Mark] = []
  /// The phase under way; nil between iterations.
  private var current: EventLoop.Phase?
  private var isYielding = false

  /// How often the participants of one phase may mark each other in an iteration: chains are a few marks long.
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

  /// Something is marked, so that the loop must not sleep.
  var isPending: Bool { !later.isEmpty || queues.contains { !$0.isEmpty } }

  /// The earliest deadline of all participants; nil: there is none.
  var nextDeadline: Instant? { participants.lazy.compactMap(\.deadline).min() }

  /// Calls what is marked or due, phase by phase; `now` is asked only where there are deadlines.
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

  /// Calls `action` in the middle of a phase; it may mark every phase, for the next iteration where that phase is over.
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

  /// In release builds what is marked waits for the next iteration.
  private func misused(_ message: String) {
    if let onMisuse { onMisuse(message) } else { assertionFailure(message) }
  }
}
