public import Geometry

/// Copies what an output shows, one capture at a time.
///
/// The seam behind which other protocols than wlr-screencopy fit.
public protocol CaptureSource: AnyObject {
  /// A capture has been asked for, and neither delivered nor cancelled.
  var isPending: Bool { get }

  /// Captures `region` of `output`, in its panel's pixels; nil: all of it.
  ///
  /// `deliver` is called once, never from within this call, and not at all after `cancel`. Traps while pending, for
  /// an output that is removed, and for a region that is empty or not inside the output.
  func capture(
    _ region: PixelRect?, of output: Output, when moment: CaptureMoment,
    deliver: @escaping (Result<CapturedFrame, CaptureFailure>) -> Void)

  /// Drops the pending capture, if there is one.
  func cancel()

  /// Drops it and frees all buffers; idempotent.
  func destroy()
}

extension CaptureSource {
  /// The region of a capture that may begin now; traps where `capture` does.
  func checked(_ region: PixelRect?, of output: Output) -> PixelRect {
    precondition(!isPending, "a capture is pending")
    precondition(!output.isRemoved, "capture of output \(output.globalName), which is removed")
    let panel = PixelRect(output.description.mode)
    let region = region ?? panel
    precondition(!region.isEmpty && panel.contains(region), "capture of \(region) of \(panel)")
    return region
  }
}

/// When a capture is taken.
public nonisolated enum CaptureMoment: Sendable {
  /// With the next frame that the compositor draws, which it is made to draw.
  case now
  /// Once anything on the output has changed since the last capture of this source; until then it costs nothing.
  case damaged
}
