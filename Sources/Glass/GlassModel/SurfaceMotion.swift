public import Geometry

/// Whether a surface moves, fades or changes its shape, and when its next frame is due.
///
/// The compositor's frames are its clock. They stop while nothing of the surface is seen; then it goes on slowly, so
/// that what is to be done at the end is done.
public struct SurfaceMotion: Equatable, Sendable {
  /// The program holds the glass still.
  public var isHeld = false
  /// Frames follow each other.
  public private(set) var isRunning = false
  /// The next one waits for its turn only, not for the compositor.
  public private(set) var isFrameDue = false
  private var lastFrame: Instant?
  private var frames = 0
  /// Until then nothing is drawn, so that others have their turn.
  private var rest: Instant?
  /// By how much its own time lags behind.
  private var lag = Duration.zero

  public init() {}

  /// The first frames take longer than all that follow: programs are compiled for them.
  ///
  /// So much of the way is not skipped: as long as two frames at 60 Hz.
  static let longestStep = Duration.microseconds(33_333)
  static let firstFrames = 3

  /// The time of what moves, at the frame that was taken at `now`.
  public func time(at now: Instant) -> Instant { now + (.zero - lag) }

  /// From one frame to the next where the compositor asks for none.
  static let patience = Duration.milliseconds(100)

  /// A frame that took long to draw is followed by a rest of this many times as long: who asks something of the program
  /// then finds it idle more often than not. Where a GPU draws, no frame takes long.
  public var restRatio = Self.usualRestRatio
  public static let usualRestRatio = 1.5
  static let longestRest = Duration.milliseconds(200)

  /// The glass cannot be measured through.
  public var freezes: Bool { isHeld || isRunning }

  /// When a frame is due that the compositor has not asked for, or that rests; nil: never.
  public var nextDeadline: Instant? {
    guard isRunning else { return nil }
    if isFrameDue, let rest { return rest }
    return lastFrame.map { $0 + Self.patience }
  }

  /// Nothing of it is drawn now: it moves, and this is no frame of the motion.
  public func isBetweenFrames(at now: Instant) -> Bool { isRunning && lastFrame != nil && lastFrame != now }

  /// The first frame is due at once.
  public mutating func start() {
    if isRunning { return }
    isRunning = true
    isFrameDue = true
  }

  /// What was made at `now` took this long.
  public mutating func drew(at now: Instant, in duration: Duration) {
    guard isRunning, lastFrame == now else { return }
    rest = now + duration + min(duration * restRatio, Self.longestRest)
  }

  /// The compositor asks for the next frame.
  public mutating func frameDone() { isFrameDue = isRunning }

  /// Whether a frame is to be made now; it is, then.
  public mutating func takeFrame(now: Instant) -> Bool {
    guard isRunning else { return false }
    let isOverdue = nextDeadline.map { $0 <= now } ?? false
    guard isFrameDue || isOverdue, rest.map({ $0 <= now }) ?? true else { return false }
    isFrameDue = false
    rest = nil
    if let lastFrame, frames <= Self.firstFrames {
      lag = lag + max(.zero, now - lastFrame - Self.longestStep)
    }
    frames += 1
    lastFrame = now
    return true
  }

  public mutating func stop() {
    isRunning = false
    isFrameDue = false
    rest = nil
    lastFrame = nil
    frames = 0
    lag = .zero
  }
}
