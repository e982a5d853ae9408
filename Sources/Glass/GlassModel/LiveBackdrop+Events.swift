public import Geometry
public import Scenes

extension LiveBackdrop {
  /// What happened to this output.
  public enum Event: Equatable, Sendable {
    /// A surface is to be shown once its size and its background are known.
    case opened(SurfaceID)
    /// It has both.
    case ready(SurfaceID)
    case closed(SurfaceID)
    /// Its glass shows from now on what is known, opaque, whatever is behind it.
    case froze(SurfaceID)
    /// Its glass is to be live again.
    case thawed(SurfaceID)
    /// Live glass is wanted from now on, over what is shown already.
    case resumed
    case captured(Report)
    /// The last capture was taken in for the surfaces too that it made live.
    case kept(hasMoved: Bool)
    case captureFailed(Trouble)
    /// These scenes changed for reasons of their own, such as the clock.
    case contentChanged([SurfaceID])
    /// The compositor asked for the surface's next frame: it draws it.
    case frameDone(SurfaceID)
    /// `nextDeadline` has come.
    case deadlineReached
  }

  /// What to do, in this order.
  public enum Action: Equatable, Sendable {
    case captureNow
    case captureWhenDamaged
    /// Drops a capture under way; it will not be heard of again.
    case cancelCapture
    /// Draws and commits.
    case present(SurfaceID)
    /// A commit without a new picture that asks for a frame callback.
    case requestFrame(SurfaceID)
    /// The surface's self-test has passed: captures count from now on, the one that passed it too; `kept` is to follow.
    case beginLive(SurfaceID)
    /// Says that nothing of the surface is seen where it should be, although it is drawn.
    case reportUnseen(SurfaceID)
    /// Shows the next rung of the ladder; a capture that is pending goes on.
    case fallBack(Refusal)
    /// Shows the last known background with a leak again, so that the next captures can judge it.
    case tryAgain
  }

  /// What one capture told.
  public struct Report: Equatable, Sendable {
    /// For each surface that was looked at, the share of its blocks that nothing covers, 0 … 1.
    public var validity: [SurfaceID: Double]
    /// The damage met the region that we look at.
    public var isHit: Bool
    /// The estimate of the background changed.
    public var hasMoved: Bool

    public init(validity: [SurfaceID: Double], isHit: Bool, hasMoved: Bool) {
      self.validity = validity
      self.isHit = isHit
      self.hasMoved = hasMoved
    }
  }

  public enum Trouble: Equatable, Sendable {
    /// The compositor answered that this capture failed; a later one may work.
    case refused
    /// What was captured is of an output as it was before; a later one may work.
    case outdated
    /// No capture can ever work here, for the reason given.
    case impossible(String)
  }

  /// Why live glass is not shown.
  public enum Refusal: Equatable, Sendable {
    /// What the screen shows is not what blending our surfaces over anything could give.
    case modelDoesNotHold
    /// The compositor refuses captures.
    case captureRefused
    /// The compositor has not answered a capture for so long that a new surface is shown without it.
    case captureLate
    case captureImpossible(String)
  }

  public enum Phase: Equatable, Sendable {
    /// Live glass is shown or on its way.
    case live
    /// On another rung, until the next try; nil: for good.
    case resting(until: Instant?)
  }

  /// The one capture that all surfaces share.
  public enum Capture: Equatable, Sendable {
    case none
    case pending
    /// The next is asked for at this moment.
    case paused(until: Instant)
  }
}
