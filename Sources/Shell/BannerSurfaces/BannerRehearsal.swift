import Geometry
import LiveGlass
import Loop
import Rendering
import Scenes
import Settings

/// The program that fills the driver's cache for this one.
public struct RehearsalProgram {
  /// The command line, to which the arguments of a `CacheRehearsal` are added.
  var command: [String]
  /// The settings file that it reads.
  var settingsPath: String
  /// The version of this program.
  var version: String

  public init(command: [String], settingsPath: String, version: String) {
    (self.command, self.settingsPath, self.version) = (command, settingsPath, version)
  }
}

/// Gets ready for the first banner while nobody waits: starts graphics, has the driver compile, reads fonts.
///
/// Another process compiles, once for each build and driver; this one then only reads the driver's cache. All is done in
/// steps with pauses in between, so that callers are answered.
final class BannerRehearsal {
  private let session: GlassSession
  let output: LiveOutput
  private let settings: Settings
  private let program: RehearsalProgram
  private let makeBanner: () -> SampleBanner
  private var timer: Loop.Timer?
  private var child: ChildProcess?
  private var rehearsal: (any Rehearsal)?
  private let onEnd: () -> Void
  /// What is done next; nil: nothing, or another process is waited for.
  private var next: (() -> Void)?

  /// How long it waits at first, since there is more to do while other programs start.
  private static let delay = Duration.milliseconds(100)
  /// The least time between two steps; it is also at least as long as the last step took.
  private static let pause = Duration.milliseconds(4)

  /// Gets ready for banners on `output` by `settings`; `onEnd` is called when all is done, or cannot be done, but not after
  /// `cancel`.
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

  /// Nothing more will be done.
  var isOver: Bool { next == nil && child == nil }

  /// Ends it, as when a banner comes before it is over; idempotent. Another process goes on.
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
    // The pause begins at the end of this step.
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
      driver: driver, version: program.version,
      parts: [notifications.material, "\(settings.legibility.contrast)"] + Self.need(of: output))
    // Where the driver keeps nothing, the first banner has it compile.
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
      // Where the other process failed, this one would: the first banner reports why.
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
    // The first banner reports what cannot be drawn; here a failure costs nothing but time.
    guard (try? rehearsal?.step()) == true else {
      cancel()
      return session.giveBackMemory()
    }
    next = { [unowned self] in draw() }
  }
}
