import Geometry

/// The animation of one bar's surface, which goes on as long as anything on the bar moves.
@MainActor final class BarAnimation {
  private let isMoving: (Instant) -> Bool
  private let onEnd: () -> Void
  private var isRunning = false
  /// Whether the last layout showed a fill, a title or a module before the end of its motion.
  private var isUnfinished = false

  /// Creates an animation that lasts while `isMoving` returns true for the time of a frame; `onEnd` is called after the last frame.
  init(while isMoving: @escaping (Instant) -> Bool, onEnd: @escaping () -> Void) {
    (self.isMoving, self.onEnd) = (isMoving, onEnd)
  }

  /// Begins if something moves at `now`, or draws what the last frame did not show at the end of its motion.
  func follow(_ surface: (any ShellSurface)?, now: Instant) {
    guard let surface, !isRunning else { return }
    guard isMoving(now) else {
      // The motion ended before its second frame, as on a machine that is busy.
      if isUnfinished { surface.setNeedsDisplay() }
      return
    }
    isRunning = true
    // The surface may go on fading out after the bar is gone.
    surface.animate { [weak self] in
      self?.isMoving($0) == true
    } completion: { [weak self] in
      guard let self else { return }
      isRunning = false
      onEnd()
    }
  }

  /// Notes that a layout was made, and whether it shows something before the end of its motion; returns whether `follow` has to be
  /// called for that.
  func drew(isUnfinished: Bool) -> Bool {
    self.isUnfinished = isUnfinished
    return isUnfinished && !isRunning
  }

  /// Forgets the surface, which is closed.
  func forget() { isRunning = false }
}
