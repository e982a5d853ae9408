public import Geometry
public import Scenes

/// A bar on its way from one frame to another at the same edge.
///
/// Its surface is as large as both together meanwhile; the bar moves and is laid out anew inside it.
public struct FrameMotion: Sendable {
  /// How the frame changes; the article on the blurred status bar gives the duration.
  public static let timing = Timing.curve(.easeInOut, duration: .milliseconds(500))

  /// Where the bar is to be in the end.
  public let target: SurfacePlacement
  /// Where the surface is to lie meanwhile.
  public let surface: SurfacePlacement
  /// The bar, in physical pixels of the output.
  private var frame: Animated<LogicalRect>

  /// Starts from where the bar is at `now`, which may be on its way already; nil: there is no way along one edge.
  ///
  /// `placement` and `target` are what was asked for, `start` and `end` where the surface lies by them, in physical
  /// pixels of the output.
  public init?(
    from placement: SurfacePlacement, at start: PixelRect, after former: FrameMotion? = nil,
    to target: SurfacePlacement, at end: PixelRect, now: Instant
  ) {
    guard let both = placement.covering(target) else { return nil }
    self.target = target
    surface = both
    frame = former?.frame ?? Animated(LogicalRect(start))
    frame.animate(to: LogicalRect(end), Self.timing, now: now)
  }

  public func isMoving(at now: Instant) -> Bool { frame.isMoving(at: now) }

  /// The bar in its surface, which lies at `surface` on the output; both in physical pixels.
  public func place(in surface: PixelRect, at now: Instant) -> PixelRect {
    let frame = frame.value(at: now)
    let (left, top) = (Int(frame.x.rounded()), Int(frame.y.rounded()))
    return PixelRect(
      x: left - surface.x, y: top - surface.y,
      width: max(1, Int(frame.maxX.rounded()) - left), height: max(1, Int(frame.maxY.rounded()) - top))
  }
}

extension LogicalRect {
  fileprivate init(_ rect: PixelRect) {
    self.init(
      x: Double(rect.x), y: Double(rect.y), width: Double(rect.width), height: Double(rect.height))
  }
}
