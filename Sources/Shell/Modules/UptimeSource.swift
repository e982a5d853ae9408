import Geometry
import Glibc
import Loop
import ModuleModel
import Settings

extension UptimeSettings: SourceMaking {
  func makeSource(_ start: ModuleStart) -> (any ModuleSource)? {
    UptimeSource(settings: self, loop: start.loop, outlet: start.outlet)
  }
}

/// Reads at intervals how long the machine has been running.
final class UptimeSource: Refreshes, PerformsActions, FollowsBars {
  private let interval: Duration
  private let loop: EventLoop
  private let outlet: ModuleOutlet
  private let readSeconds: () -> Int
  private var addsDaysToHours = false
  /// Whether no bar is on the screen, so that nothing is read.
  private var isPaused = false
  private var timer: Timer?

  /// `readSeconds` returns the seconds since the start of the machine.
  init(
    settings: UptimeSettings, loop: EventLoop, outlet: ModuleOutlet,
    readSeconds: @escaping () -> Int = secondsSinceStart
  ) {
    interval = .seconds(settings.interval)
    (self.loop, self.outlet, self.readSeconds) = (loop, outlet, readSeconds)
    refresh()
  }

  func stop() {
    timer.end()
    outlet.close()
  }

  func refresh() {
    show()
    timer.end()
    guard !isPaused, !outlet.isClosed else { return }
    timer = loop.schedule(at: loop.now + interval, tolerance: interval / 10) { [unowned self] in refresh() }
  }

  func barsAreSeen(_ areSeen: Bool) {
    guard isPaused == areSeen else { return }
    isPaused = !areSeen
    refresh()
  }

  func perform(_ action: String, item: String?, by contact: ModuleContact) {
    guard action == "hours" else { return }
    addsDaysToHours.toggle()
    show()
  }

  private func show() {
    let minutes = readSeconds() / 60
    let (days, hours) = (minutes / 1440, minutes / 60 % 24)
    let clock = { (hours: Int) in "\(hours):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)" }
    let text = addsDaysToHours ? clock(minutes / 60) : (days > 0 ? "\(days) d " : "") + clock(hours)
    // A text alone, such as "10:21", looks like the time of another clock.
    outlet.show(
      ModuleReading(
        [
          "days": .integer(days), "hours": .integer(hours), "minutes": .integer(minutes % 60),
          "text": .text(text),
        ], icon: "computer-symbolic"))
  }
}

/// Returns the seconds since the start of the machine.
///
/// The corresponding C function is `clock_gettime` with `CLOCK_BOOTTIME`.
private nonisolated func secondsSinceStart() -> Int {
  var time = timespec()
  unsafe clock_gettime(CLOCK_BOOTTIME, &time)
  return time.tv_sec
}
