import Geometry
import Loop
import ShellModel

/// The state of the program, and the queue of the events that change it.
final class Model {
  let loop: EventLoop
  private(set) var state: State
  /// The queued events.
  private(set) var events: [Event] = []
  /// Told after a change of what bars show.
  let contentChanges = Observers()
  /// Performs a command that the state has returned for an event, other than `redraw`, which `contentChanges` pass on.
  var perform: ((Command) -> Void)?
  /// Called in the phase `update`, after the queued events were handled, and after `changed`.
  var onSettled: (() -> Void)?
  /// The mark by which the loop calls `settle` in the phase `update`.
  private lazy var mark = loop.register("program", for: .update) { [unowned self] in settle() }

  init(_ loop: EventLoop, _ state: State) { (self.loop, self.state) = (loop, state) }

  /// Queues an event, which is handled in the loop's phase `update`.
  func take(_ event: Event) {
    events.append(event)
    changed()
  }

  /// Requests a call of `onSettled` in the phase `update`, because something besides the state has changed.
  func changed() { mark.set() }

  /// Applies the queued events to the state, and performs the resulting commands.
  func handleEvents() {
    while !events.isEmpty {
      let batch = events
      events = []
      for event in batch {
        let commands = state.update(event, now: loop.now)
        // A service that a restarted module observes before and after the change must not stop in between.
        Observers.replacing {
          for command in commands {
            if command == .redraw { contentChanges.tell() } else { perform?(command) }
          }
        }
      }
    }
  }

  /// Ends the handling of events in the loop; idempotent.
  func close() { mark.cancel() }

  private func settle() {
    if let due = state.nextDeadline, due <= loop.now { events.append(.deadlineReached) }
    handleEvents()
    onSettled?()
    mark.deadline = state.nextDeadline
  }
}
