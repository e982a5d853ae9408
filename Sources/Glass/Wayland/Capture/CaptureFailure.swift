public import Geometry

/// The reason why a capture gave no frame.
public nonisolated enum CaptureFailure: Error, Equatable, Sendable {
  /// The compositor reported a failure without a reason.
  case refused
  /// The output's mode, scale or transform changed while the capture was under way.
  case outputChanged
  /// The compositor offers a buffer of another size than was asked for, or rows that are not of whole pixels.
  case unexpectedSize(PixelSize)
  /// The compositor offers a pixel format that cannot be read, here with its DRM name.
  case unsupportedFormat(String)
  /// There is no memory for the pixels.
  case noMemory
}

extension CaptureFailure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .refused: "the compositor refused a capture"
    case .outputChanged: "the output changed during a capture"
    case .unexpectedSize(let size): "the compositor offers a capture of \(size.width) × \(size.height)"
    case .unsupportedFormat(let name): "captures have the unsupported format \(name)"
    case .noMemory: "no memory for a capture"
    }
  }
}
