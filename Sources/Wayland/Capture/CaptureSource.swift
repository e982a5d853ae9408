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

/// Why there is no frame.
public nonisolated enum CaptureFailure: Error, Equatable, Sendable {
  /// The compositor did not copy, and gives no reason.
  case refused
  /// Mode, scale or transform changed while the capture was under way.
  case outputChanged
  /// The compositor's pixels cannot be read; the name is DRM's.
  case unsupportedFormat(String)
  /// No memory for the pixels.
  case noMemory
}

extension CaptureFailure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .refused: "the compositor refused a capture"
    case .outputChanged: "the output changed during a capture"
    case .unsupportedFormat(let name): "captures have the unsupported format \(name)"
    case .noMemory: "no memory for a capture"
    }
  }
}

/// How a captured pixel lies in memory on a little-endian machine.
public nonisolated enum CaptureFormat: Sendable {
  /// DRM's XRGB8888 and ARGB8888: bytes B G R X.
  case bgrx
  /// DRM's XBGR8888 and ABGR8888: bytes R G B X.
  case rgbx
}

/// A part of what an output showed.
@safe public struct CapturedFrame {
  /// Valid while the frame is delivered.
  public var bytes: UnsafeRawBufferPointer
  /// What part of the output's panel it shows, in the panel's orientation.
  public var region: PixelRect
  /// Bytes from one row to the next.
  public var stride: Int
  public var format: CaptureFormat
  /// The first row in memory is the lowest.
  public var isYInverted: Bool
  /// A box around what has changed on the whole output since the last capture; nil if that was not asked for.
  public var damage: PixelRect?
  /// When the content was shown, by the compositor's clock: on all known ones the monotonic one.
  public var time: Instant

  public var size: PixelSize { region.size }
}
