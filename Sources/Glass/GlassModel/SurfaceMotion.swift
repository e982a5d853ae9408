public import Geometry

/// The state of a surface that moves, fades or changes its shape: whether it does, and when its next frame is
/// due.
///
/// Frames follow the surface's frame callbacks. These stop while nothing of the surface is seen; then the motion goes
/// on with few frames, so that it reaches its end.
public struct SurfaceMotion: Equatable, Sendable {
  /// Whether the program has asked for frozen glass.
  public var isHeld = false
  /// Whether a motion is under way.
  public private(set) var isRunning = false
  /// Whether the next frame is due as far as the compositor is concerned; it may wait for the end of a rest.
  public private(set) var isFrameDue = false
  private var lastFrame: Instant?
  private var frames = 0
  /// The moment until which no frame is drawn, so that other work gets done; nil: there is no rest.
  private var rest: Instant?
  /// The time that was skipped at slow first frames; the motion's own time lags behind by it.
  private var lag = Duration.zero

  public init() {}

  /// The greatest step of the motion's time at one of the first frames: the duration of two frames at 60 Hz.
  ///
  /// The first frames take longer than all that follow, since GPU programs are compiled for them; without a
  /// limit, much of the motion would be skipped.
  static let longestStep = Duration.microseconds(33_333)
  static let firstFrames = 3

  /// The motion's own time at the frame that was taken at `now`.
  public func time(at now: Instant) -> Instant { now + (.zero - lag) }

  /// The time from one frame to the next while no frame callback comes.
  static let patience = Duration.milliseconds(100)

  /// The duration of the rest after a frame, relative to the time that drawing it took. It lets the program
  /// answer calls between slow frames; where a GPU draws, frames are fast.
  public var restRatio = Self.usualRestRatio
  public static let usualRestRatio = 1.5
  static let longestRest = Duration.milliseconds(200)

  /// Whether the glass is frozen, so that nothing can be measured through it.
  public var freezes: Bool { isHeld || isRunning }

  /// The moment of the next frame if no frame callback comes or a rest delays it; nil: no motion is under
  /// way, or its first frame is due.
  public var nextDeadline: Instant? {
    guard isRunning else { return nil }
    if isFrameDue, let rest { return rest }
    return lastFrame.map { $0 + Self.patience }
  }

  /// Whether the surface moves and `now` is no frame of the motion, so that nothing of it is drawn.
  public func isBetweenFrames(at now: Instant) -> Bool { isRunning && lastFrame != nil && lastFrame != now }

  /// Starts a motion, whose first frame is due at once.
  public mutating func start() {
    if isRunning { return }
    isRunning = true
    isFrameDue = true
  }

  /// Begins the rest after the frame of `now`, whose length depends on the `duration` that drawing it took.
  public mutating func drew(at now: Instant, in duration: Duration) {
    guard isRunning, lastFrame == now else { return }
    rest = now + duration + min(duration * restRatio, Self.longestRest)
  }

  /// Notes that a frame callback has come.
  public mutating func frameDone() { isFrameDue = isRunning }

  /// Whether a frame is due at `now`; if so, it counts as made.
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
