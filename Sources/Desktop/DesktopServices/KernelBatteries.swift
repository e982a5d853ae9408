import DesktopModel
import Geometry
import Loop

/// The batteries of the machine as the kernel's files have them, for where no service tells.
///
/// They are read when the kernel announces that one has come, gone or changed, such as when a charger is plugged in, and every
/// half minute as well while there are any, since not all drivers announce each percent.
@MainActor final class KernelBatteries {
  private let loop: EventLoop
  private let files: BatteryFiles
  private let onReading: ([PowerDevice]) -> Void
  private var events: DeviceEvents?
  private var timer: Timer?
  private var lastReading: Instant?
  private var isReading = false
  /// A reading was asked for during another one, which may have begun too early.
  private var isOutdated = false

  /// Between two readings that nothing asks for: a battery changes by a percent in minutes.
  private static let interval = Duration.seconds(30)
  /// Between two readings that the kernel asks for: a driver that announces a change at each reading would have them go on
  /// without end.
  private static let shortestInterval = Duration.seconds(1)

  /// Listens to the kernel. `onReading` is called with what each reading has found, in the order of their names.
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
    events?.close()
  }

  /// Begins to read.
  func read() {
    guard !isReading else {
      isOutdated = true
      return
    }
    timer?.cancel()
    timer = nil
    lastReading = loop.now
    isReading = true
    files.read { [weak self] found in self?.take(found) }
  }

  /// Takes what a reading has found; nil: there was no answer in time, and what is known stays.
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
