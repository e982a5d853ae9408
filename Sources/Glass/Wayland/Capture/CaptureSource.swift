public import Geometry

/// A source of captures of what one output shows, one capture at a time.
///
/// Each capture protocol has an implementation.
public protocol CaptureSource: AnyObject {
  /// Whether a capture has been asked for, and neither delivered nor cancelled.
  var isPending: Bool { get }

  /// Captures `region` of the output, in its panel's pixels; nil: the whole output.
  ///
  /// `deliver` is called once, never from within this call, and not at all after `cancel`. Traps while a
  /// capture is pending, for an output that is removed, and for a region that is empty or not inside the
  /// output.
  func capture(
    _ region: PixelRect?, when moment: CaptureMoment,
    deliver: @escaping (Result<CapturedFrame, CaptureFailure>) -> Void)

  /// Drops the pending capture, if there is one; returns whether its damage is reported with the next capture in any
  /// case, even if the compositor has answered it already.
  @discardableResult func cancel() -> Bool

  /// Drops the pending capture and frees all buffers; idempotent.
  func destroy()
}

extension CaptureSource {
  /// The region of a capture that may begin now, in the panel's pixels; traps where `capture` does.
  func checked(_ region: PixelRect?, of output: Output) -> PixelRect {
    precondition(!isPending, "a capture is pending")
    precondition(!output.isRemoved, "capture of output \(output.globalName), which is removed")
    let panel = PixelRect(output.description.mode)
    let region = region ?? panel
    precondition(!region.isEmpty && panel.contains(region), "capture of \(region) of \(panel)")
    return region
  }
}

/// The moment at which a capture is taken.
public nonisolated enum CaptureMoment: Sendable {
  /// The capture is of the compositor's next frame, which the request makes it draw.
  case now
  /// The capture is taken once anything on the output has changed since the last capture of this source;
  /// until then it costs nothing.
  case damaged
}
