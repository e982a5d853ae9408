import Geometry
import LiveGlass
import Loop
import Rendering
import Scenes
import Settings

/// Gets ready for the first banner while nobody waits: starts graphics, has the driver compile, reads fonts.
///
/// What has to be compiled, a process of its own compiles, once for each build and driver; here it is then only read from
/// the driver's cache. All is done in steps with pauses in between, so that callers are answered.
final class BannerRehearsal {
  private let session: GlassSession
  let output: LiveOutput
  private let settings: Settings
  private let settingsPath: String
  private let makeBanner: () -> SampleBanner
  private var timer: Loop.Timer?
  private var child: ChildProcess?
  private var rehearsal: (any Rehearsal)?
  private let onEnd: () -> Void
  /// What is done next; nil: it is over.
  private var next: (() -> Void)?

  /// After the start of others, in which there is more to do.
  private static let delay = Duration.milliseconds(100)
  /// Between two steps at least; and as long as the last took.
  private static let pause = Duration.milliseconds(4)

  /// For banners on `output` by `settings`, which were read from `settingsPath`; `onEnd` is called when all is done, or
  /// cannot be done, but not after `cancel`.
  init(
    on output: LiveOutput, of session: GlassSession, settings: Settings, settingsPath: String,
    makeBanner: @escaping () -> SampleBanner, onEnd: @escaping () -> Void
  ) {
    (self.output, self.session, self.settings, self.onEnd) = (output, session, settings, onEnd)
    (self.settingsPath, self.makeBanner) = (settingsPath, makeBanner)
    next = { [unowned self] in start() }
    schedule(after: Self.delay)
  }

  isolated deinit { cancel() }

  /// Nothing more will be done.
  var isOver: Bool { next == nil && child == nil }

  /// A banner comes before it is over, or there is none any more; idempotent. Another process goes on.
  func cancel() {
    timer?.cancel()
    next = nil
    rehearsal?.destroy()
    rehearsal = nil
    child = nil
  }

  private func schedule(after pause: Duration) {
    timer = session.loop.schedule(at: session.loop.now + pause, tolerance: Self.pause) { [unowned self] in
      step()
    }
  }

  private func step() {
    guard let work = next else { return }
    let start = ContinuousClock.now
    next = nil
    work()
    // From the end of this step.
    if next != nil {
      schedule(after: (ContinuousClock.now - start) * 2 + Self.pause)
    } else if isOver {
      onEnd()
    }
  }

  /// What must be the same on two outputs for one to do for both.
  static func need(of output: LiveOutput) -> [String] { ["\(output.scale)", "\(output.isTurned)"] }

  private func start() {
    guard let driver = session.prepareGraphics() else { return }
    let size = output.size
    let notifications = settings.notifications
    let key = RehearsalStamp.key(
      driver: driver,
      parts: [notifications.material, "\(settings.legibility.contrast)"] + Self.need(of: output))
    // Where the driver keeps nothing, whoever is first has it compile.
    guard let stamp = RehearsalStamp(Environment.value), stamp.makePlace() else { return }
    guard !stamp.contains(key) else {
      next = { [unowned self] in prepare() }
      return
    }
    let arguments = [
      "/proc/self/exe", "rehearse", settingsPath, "\(output.scale)", "\(size.width)", "\(size.height)",
      "\(output.isTurned)", key,
    ]
    child = try? ChildProcess(arguments, keepsStandardError: false, loop: session.loop, onLine: nil) {
      [weak self] ending in
      guard let self, child != nil else { return }
      child = nil
      // Where it failed, so would this: who shows something is told why, and nobody else waits.
      guard ending == .exited(0) else { return onEnd() }
      next = { [unowned self] in prepare() }
      schedule(after: .zero)
    }
  }

  private func prepare() {
    let banner = makeBanner()
    rehearsal = output.rehearsal(
      moving: banner.moving, resting: banner.resting, x: output.size.width - banner.resting.size.width)
    if rehearsal != nil { next = { [unowned self] in draw() } }
  }

  private func draw() {
    // Who shows something is told of what cannot be drawn; here it costs nothing but time.
    guard (try? rehearsal?.step()) == true else {
      cancel()
      return session.giveBackMemory()
    }
    next = { [unowned self] in draw() }
  }
}
