public import Geometry
public import Scenes

extension LiveBackdrop {
  /// An event of this output.
  public enum Event: Equatable, Sendable {
    /// A surface is to be shown once its size and its background are known.
    case opened(SurfaceID)
    /// The size and the background of a surface that was opened are known.
    case ready(SurfaceID)
    case closed(SurfaceID)
    /// A surface's glass is frozen: it shows the last known background from now on.
    case froze(SurfaceID)
    /// A surface's glass is to be live again.
    case thawed(SurfaceID)
    /// Live glass is wanted from now on, while another backdrop is shown.
    case resumed
    case captured(Report)
    /// The last capture was also absorbed for the surfaces that it made live.
    case kept(hasMoved: Bool)
    case captureFailed(Trouble)
    /// The scenes of these surfaces changed, for example because of a clock.
    case contentChanged([SurfaceID])
    /// A frame callback of the surface has come, so the compositor draws the surface.
    case frameDone(SurfaceID)
    /// `nextDeadline` has come.
    case deadlineReached
  }

  /// An action for the caller, which performs actions in the order in which they are returned.
  public enum Action: Equatable, Sendable {
    case captureNow
    case captureWhenDamaged
    /// Drops the capture under way; no event about it is expected any more.
    case cancelCapture
    /// Draws and commits the surface.
    case present(SurfaceID)
    /// Requests a frame callback by a commit without a new picture.
    case requestFrame(SurfaceID)
    /// Makes a surface live after its self-test: captures count from now on, also the one that passed it; the
    /// event `kept` has to follow.
    case beginLive(SurfaceID)
    /// Reports that nothing of the surface is seen where it should be, although it is drawn.
    case reportUnseen(SurfaceID)
    /// Shows the next fallback of `BackdropLadder`; a capture that is pending goes on.
    case fallBack(Refusal)
    /// Shows the last known background with a leak again, so that the next captures can judge it.
    case tryAgain
  }

  /// The results of one capture.
  public struct Report: Equatable, Sendable {
    /// The share of the blocks of each judged surface that nothing covers, 0 … 1.
    public var validity: [SurfaceID: Double]
    /// Whether the capture's damage intersects the region that is looked at.
    public var isHit: Bool
    /// Whether the estimate of the background changed.
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
    /// This program has no memory or no descriptor for the pixels; a later capture may work.
    case noMemory
    /// The capture shows the output before it changed; a later one may work.
    case outdated
    /// No capture can ever work on this output, for the given reason.
    case impossible(String)
  }

  /// The reason why live glass is not shown.
  public enum Refusal: Equatable, Sendable {
    /// The screen shows values that blending our surfaces over a background cannot give.
    case modelDoesNotHold
    /// The compositor refuses captures.
    case captureRefused
    /// This program has no memory or no descriptor for the pixels of a capture.
    case noMemory
    /// The compositor has not answered a capture for so long that a new surface is shown without it.
    case captureLate
    case captureImpossible(String)
  }

  public enum Phase: Equatable, Sendable {
    /// Live glass is shown, or surfaces are being prepared for it.
    case live
    /// Another backdrop is shown until the next try at live glass; nil: for good.
    case resting(until: Instant?)
  }

  /// The one capture that all surfaces share.
  public enum Capture: Equatable, Sendable {
    case none
    case pending
    /// The next capture is asked for at this moment.
    case paused(until: Instant)
  }
}
