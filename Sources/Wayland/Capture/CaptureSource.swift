public import Measures

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

/// When a capture is taken.
public nonisolated enum CaptureMoment: Sendable {
  /// With the next frame that the compositor draws, which it is made to draw.
  case now
  /// Once anything on the output has changed since the last capture of this source; until then it costs nothing.
  case damaged
}
