import Geometry
import Loop
import ShellModel

/// Follows the hue of what lies behind a bar, for the accent that takes it from there.
final class BackdropAccentFollower {
  /// Time between two measurements, each of which reads a few colours back from the renderer.
  static let interval = Duration.milliseconds(500)
  /// Returns the colours behind the bar, none while they are not known; nil: there is no bar.
  var measure: (() -> [SIMD3<Double>]?)?
  /// Called when the accent has changed, encoded sRGB; nil: the backdrop is grey, or there is no bar.
  var onChange: ((SIMD3<Double>?) -> Void)?
  private let loop: EventLoop
  private var isOn = false
  private var accent = BackdropAccent()
  private var reported: SIMD3<Double>?
  private var timer: Timer?
  /// When the backdrop was last measured.
  private var measured: Instant?
  /// When the backdrop must be measured again.
  private var due: Instant?

  init(_ loop: EventLoop) { self.loop = loop }

  isolated deinit { timer?.cancel() }

  /// Begins to follow the backdrop, or ends that.
  func follow(_ isWanted: Bool) {
    guard isWanted != isOn else { return }
    isOn = isWanted
    (accent, measured, due) = (BackdropAccent(), nil, nil)
    if isWanted { backgroundChanged() } else { arm() }
  }

  /// Measures the backdrop, now or soon, if it is followed.
  func backgroundChanged() {
    guard isOn else { return }
    due = due ?? max(loop.now, measured.map { $0 + Self.interval } ?? loop.now)
    arm()
  }

  private func tick() {
    if let time = due, time <= loop.now {
      due = nil
      measured = loop.now
      if let colours = measure?() {
        accent.measured(colours, now: loop.now)
      } else {
        accent = BackdropAccent()
      }
    }
    accent.update(now: loop.now)
    arm()
    guard accent.colour != reported else { return }
    reported = accent.colour
    onChange?(reported)
  }

  /// When it measures or decides next; nil: not before the backdrop changes.
  var nextDeadline: Instant? { isOn ? [due, accent.deadline].compactMap(\.self).min() : nil }

  private func arm() {
    timer?.cancel()
    timer = nextDeadline.map { loop.schedule(at: $0) { [unowned self] in tick() } }
  }
}
