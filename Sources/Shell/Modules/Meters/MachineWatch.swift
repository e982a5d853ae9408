import Geometry
import Loop

/// A value that is made of readings of the machine, which are made only while there are observers.
final class MachineWatch<Value> {
  /// The value of the readings since the first observer came; the initial one while there is none.
  private(set) var value: Value
  private let initial: Value
  private let loop: EventLoop
  /// Reads the machine, and records the reading in a value.
  private let take: (_ value: inout Value, _ now: Instant) -> Void
  private let observers = Observers()
  private var timer: Timer?

  init(_ initial: Value, loop: EventLoop, take: @escaping (_ value: inout Value, _ now: Instant) -> Void) {
    (value, self.initial, self.loop, self.take) = (initial, initial, loop, take)
    observers.onAdd = { [unowned self] in if timer == nil { read(next: WatchPause.first) } }
    observers.onEmpty = { [unowned self] in rest() }
  }

  /// Calls `handler` after each reading but the first, until the observation is cancelled or released.
  func observe(_ handler: @escaping () -> Void) -> Observation { observers.add(handler) }

  private func read(next pause: Duration) {
    take(&value, loop.now)
    timer = loop.schedule(at: loop.now + pause, tolerance: pause / 10) { [unowned self] in
      read(next: WatchPause.usual)
      observers.tell()
    }
  }

  private func rest() {
    timer.end()
    value = initial
  }
}

/// The times between the readings of a watch.
private enum WatchPause {
  /// The time until the second reading, after which rates are known.
  static let first = Duration.milliseconds(500)
  /// The time between any other two readings.
  static let usual = Duration.seconds(2)
}
