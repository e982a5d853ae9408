import Geometry
import LiveGlass
import Scenes

/// A bar on its way from one frame to another at the same edge.
///
/// Its surface is as large as both together meanwhile; the bar moves and is laid out anew inside it.
struct FrameMotion {
  /// Of the whole way; what the article on the blurred status bar gives a change of its frame.
  static let timing = Timing.curve(.easeInOut, duration: .milliseconds(500))

  /// Where it goes.
  let target: SurfacePlacement
  /// The bar on the output, in pixels.
  private var frame: Animated<LogicalRect>

  /// Starts from where the bar is, which may be on its way already; nil: there is no way along one edge.
  ///
  /// The surface gets the place for both.
  init?(of surface: LiveSurface, after former: FrameMotion?, to target: SurfacePlacement, now: Instant) {
    guard let both = surface.placement.covering(target) else { return nil }
    self.target = target
    frame = former?.frame ?? Animated(LogicalRect(surface.frame))
    frame.animate(to: LogicalRect(surface.frame(placedAs: target)), Self.timing, now: now)
    surface.placement = both
  }

  func isMoving(at now: Instant) -> Bool { frame.isMoving(at: now) }

  /// The bar in its surface.
  func place(in surface: LiveSurface, at now: Instant) -> PixelRect {
    let frame = frame.value(at: now)
    let (left, top) = (Int(frame.x.rounded()), Int(frame.y.rounded()))
    return PixelRect(
      x: left - surface.frame.x, y: top - surface.frame.y,
      width: max(1, Int(frame.maxX.rounded()) - left), height: max(1, Int(frame.maxY.rounded()) - top))
  }
}

extension LogicalRect {
  fileprivate init(_ rect: PixelRect) {
    self.init(
      x: Double(rect.x), y: Double(rect.y), width: Double(rect.width), height: Double(rect.height))
  }
}
