public import Geometry
public import Scenes

/// A bar that moves from one frame to another at the same edge.
///
/// Meanwhile its surface covers both frames; the bar moves and is laid out anew inside it.
public struct FrameMotion: Sendable {
  /// The timing of the frame's change; the duration is from the article on the blurred status bar.
  public static let timing = Timing.curve(.easeInOut, duration: .milliseconds(500))

  /// The final placement of the bar.
  public let target: SurfacePlacement
  /// The placement of the surface during the motion.
  public let surface: SurfacePlacement
  /// The frame of the bar, in physical pixels of the output.
  private var frame: Animated<LogicalRect>

  /// Starts from the bar's frame at `now`, which may be moving already; nil if the two are not at one edge.
  ///
  /// `placement` and `target` are the requested placements of the surface, `start` and `end` the frames of the bar in
  /// it, in physical pixels of the output.
  public init?(
    from placement: SurfacePlacement, at start: PixelRect, after former: FrameMotion? = nil,
    to target: SurfacePlacement, at end: PixelRect, now: Instant
  ) {
    guard let both = placement.covering(target) else { return nil }
    self.target = target
    surface = both
    frame = former?.frame ?? Animated(LogicalRect(start, scale: 1))
    frame.animate(to: LogicalRect(end, scale: 1), Self.timing, now: now)
  }

  public func isMoving(at now: Instant) -> Bool { frame.isMoving(at: now) }

  /// The frame of the bar in its surface, which is at `surface` on the output; both in physical pixels.
  public func place(in surface: PixelRect, at now: Instant) -> PixelRect {
    let frame = frame.value(at: now)
    let (left, top) = (Int(frame.x.rounded()), Int(frame.y.rounded()))
    return PixelRect(
      x: left - surface.x, y: top - surface.y,
      width: max(1, Int(frame.maxX.rounded()) - left), height: max(1, Int(frame.maxY.rounded()) - top))
  }
}
