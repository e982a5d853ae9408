import DesktopModel
import Geometry
import Loop

/// The radio links of the wireless interfaces, which are read every ten seconds while somebody observes them, since the
/// kernel does not report their changes.
@MainActor final class RadioReadings {
  /// The links by the names of their interfaces; empty while nobody observes them.
  private(set) var links: [String: WirelessLink] = [:]
  private let loop: EventLoop
  private let open: NetlinkSocket.Opening
  private let observers = Observers()
  private var reader: WirelessReader?
  private var timer: Timer?

  /// The time between two readings.
  private static let interval = Duration.seconds(10)

  init(loop: EventLoop, open: @escaping NetlinkSocket.Opening) {
    (self.loop, self.open) = (loop, open)
    observers.onAdd = { [unowned self] in if timer == nil { read() } }
    observers.onEmpty = { [unowned self] in close() }
  }

  isolated deinit { close() }

  /// Calls `handler` after changes, until the observation is cancelled or released.
  func observe(_ handler: @escaping () -> Void) -> Observation { observers.add(handler) }

  /// Reads the links now if somebody observes them.
  func readIfObserved() { if !observers.isEmpty { read() } }

  /// Stops reading; idempotent.
  func close() {
    reader.end()
    timer.end()
    links = [:]
  }

  private func read() {
    timer?.cancel()
    timer = loop.schedule(at: loop.now + Self.interval, tolerance: .seconds(2)) { [unowned self] in read() }
    reader?.cancel()
    reader = WirelessReader(loop: loop, open: open) { [unowned self] read in
      let new = Dictionary(read.values.map { ($0.interface, $0) }, uniquingKeysWith: { first, _ in first })
      guard new != links else { return }
      links = new
      observers.tell()
    }
  }
}
