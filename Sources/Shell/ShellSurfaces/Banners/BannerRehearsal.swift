import Geometry
import LiveGlass
import Loop
import Rendering
import Scenes
import Settings

/// The program that fills the driver's cache for this process.
public struct RehearsalProgram {
  /// The command line, to which the arguments of a `CacheRehearsal` are added.
  var command: [String]
  /// The path of the settings file that the program reads.
  var settingsPath: String
  /// The version of this program.
  var version: String

  public init(command: [String], settingsPath: String, version: String) {
    (self.command, self.settingsPath, self.version) = (command, settingsPath, version)
  }
}

/// Prepares the first banner in idle time: starts graphics, has the driver compile shaders, and reads fonts.
///
/// Another process compiles, once for each build and driver; this process then only reads the driver's cache.
/// The work is done in steps with pauses in between, so that callers are answered.
final class BannerRehearsal {
  private let session: GlassSession
  let output: LiveOutput
  private let settings: Settings
  private let program: RehearsalProgram
  private let makeBanner: () -> SampleBanner
  private var timer: Loop.Timer?
  private var child: ChildProcess?
  private var warmUp: (any DrawingWarmUp)?
  private let onEnd: () -> Void
  /// The next step; nil if there is none or another process is awaited.
  private var next: (() -> Void)?

  /// Delay before the first step, since other programs are starting at the same time.
  private static let delay = Duration.milliseconds(100)
  /// Shortest time between two steps; the pause is also at least as long as the last step.
  private static let pause = Duration.milliseconds(4)

  /// Prepares banners on `output` with `settings`; `onEnd` is called when that is done or has failed, but
  /// not after `cancel`.
  init(
    on output: LiveOutput, of session: GlassSession, settings: Settings, program: RehearsalProgram,
    makeBanner: @escaping () -> SampleBanner, onEnd: @escaping () -> Void
  ) {
    (self.output, self.session, self.settings, self.onEnd) = (output, session, settings, onEnd)
    (self.program, self.makeBanner) = (program, makeBanner)
    next = { [unowned self] in start() }
    schedule(after: Self.delay)
  }

  isolated deinit { cancel() }

  /// Whether nothing more will be done.
  var isOver: Bool { next == nil && child == nil }

  /// Ends the rehearsal, as when a banner comes first; idempotent. The other process keeps running.
  func cancel() {
    timer?.cancel()
    next = nil
    warmUp?.destroy()
    warmUp = nil
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
    // The pause begins at the end of this step.
    if next != nil {
      schedule(after: (ContinuousClock.now - start) * 2 + Self.pause)
    } else if isOver {
      onEnd()
    }
  }

  /// The properties that two outputs must share for one rehearsal to serve both.
  static func need(of output: LiveOutput) -> [String] { ["\(output.scale)", "\(output.isTurned)"] }

  private func start() {
    guard let driver = session.prepareGraphics() else { return }
    let size = output.size
    let notifications = settings.notifications
    let key = RehearsalStamp.key(
      driver: driver, version: program.version,
      parts: [notifications.material, "\(settings.legibility.contrast)"] + Self.need(of: output))
    // If the driver has no cache, the shaders are compiled for the first banner.
    guard let stamp = RehearsalStamp(Environment.value), stamp.makePlace() else { return }
    guard !stamp.contains(key) else {
      next = { [unowned self] in prepare() }
      return
    }
    let output = CacheRehearsal.Output(scale: output.scale, size: size, isTurned: output.isTurned)
    let arguments = program.command + [program.settingsPath] + output.arguments + [key]
    child = try? ChildProcess(arguments, keepsStandardError: false, loop: session.loop, onLine: nil) {
      [weak self] ending in
      guard let self, child != nil else { return }
      child = nil
      // If the other process failed, this one would too: the first banner reports why.
      guard ending == .exited(0) else { return onEnd() }
      next = { [unowned self] in prepare() }
      schedule(after: .zero)
    }
  }

  private func prepare() {
    let banner = makeBanner()
    warmUp = output.drawingWarmUp(
      moving: banner.moving, resting: banner.resting, x: output.size.width - banner.resting.size.width)
    if warmUp != nil { next = { [unowned self] in draw() } }
  }

  private func draw() {
    // The first banner reports an error of drawing; here a failure only costs time.
    guard (try? warmUp?.step()) == true else {
      cancel()
      return session.giveBackMemory()
    }
    next = { [unowned self] in draw() }
  }
}
