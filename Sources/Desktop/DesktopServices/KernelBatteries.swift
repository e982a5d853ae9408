import DesktopModel
import Geometry
import Loop

/// The batteries of the machine from the kernel's files, for machines without UPower.
///
/// The batteries are read after uevents of power supplies, such as when a charger is plugged in, and every half minute
/// while there are any, since not all drivers report each percent.
@MainActor final class KernelBatteries {
  private let loop: EventLoop
  private let files: BatteryFiles
  private let onReading: ([PowerDevice]) -> Void
  private var events: DeviceEvents?
  private var timer: Timer?
  private var lastReading: Instant?
  private var isReading = false
  /// Whether a reading was requested during another one, which may have begun too early.
  private var isOutdated = false

  /// The time between two readings without a request: a battery changes by a percent in minutes.
  private static let interval = Duration.seconds(30)
  /// The shortest time between two requested readings: a driver that sends a uevent at each reading would cause endless
  /// readings otherwise.
  private static let shortestInterval = Duration.seconds(1)

  /// Starts listening to the kernel. `onReading` is called with the batteries of each reading, by name.
  init(
    loop: EventLoop, files: BatteryFiles, open: NetlinkSocket.Opening,
    onReading: @escaping ([PowerDevice]) -> Void
  ) {
    self.loop = loop
    self.files = files
    self.onReading = onReading
    events = DeviceEvents(of: ["power_supply"], changes: true, loop: loop, open: open) { [unowned self] in
      readSoon()
    }
  }

  isolated deinit {
    timer?.cancel()
    events?.cancel()
  }

  /// Reads the batteries, or reads them again after the present reading.
  func read() {
    guard !isReading else {
      isOutdated = true
      return
    }
    timer.end()
    lastReading = loop.now
    isReading = true
    files.read { [weak self] found in self?.take(found) }
  }

  /// Handles the result of a reading; nil stands for a timeout, after which the known batteries are kept.
  private func take(_ found: [PowerDevice]?) {
    isReading = false
    if found?.isEmpty != true { schedule(after: Self.interval, tolerance: .seconds(5)) }
    if isOutdated {
      isOutdated = false
      readSoon()
    }
    if let found { onReading(found) }
  }

  private func readSoon() {
    guard let lastReading, loop.now - lastReading < Self.shortestInterval else { return read() }
    schedule(after: Self.shortestInterval, tolerance: .zero)
  }

  private func schedule(after delay: Duration, tolerance: Duration) {
    timer?.cancel()
    timer = loop.schedule(at: loop.now + delay, tolerance: tolerance) { [unowned self] in read() }
  }
}
