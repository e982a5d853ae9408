public import Geometry

/// Why there is no frame.
public nonisolated enum CaptureFailure: Error, Equatable, Sendable {
  /// The compositor did not copy, and gives no reason.
  case refused
  /// Mode, scale or transform changed while the capture was under way.
  case outputChanged
  /// The compositor would copy something of another size than was asked for, or rows that are not of whole pixels.
  case unexpectedSize(PixelSize)
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
    case .unexpectedSize(let size): "the compositor offers a capture of \(size.width) × \(size.height)"
    case .unsupportedFormat(let name): "captures have the unsupported format \(name)"
    case .noMemory: "no memory for a capture"
    }
  }
}
