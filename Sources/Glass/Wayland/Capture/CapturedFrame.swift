public import Geometry

/// The pixels of a part of an output, at one moment.
@safe public struct CapturedFrame {
  /// The frame's rows, valid and not written again for as long as the frame is kept.
  public var bytes: UnsafeRawBufferPointer
  /// The captured part of the output, in the panel's pixels and orientation.
  public var region: PixelRect
  /// Bytes from one row to the next, a multiple of four.
  public var stride: Int
  public var format: CaptureFormat
  /// Whether the first row in memory is the lowest.
  public var isYInverted: Bool
  /// A box around everything that has changed on the output since the last capture, as the compositor reports
  /// it; nil if that was not asked for.
  public var damage: PixelRect?
  /// The buffer that holds `bytes`; nil: the frame was made for a test.
  public let memory: SharedMemoryBuffer?
  /// The moment at which the content was shown, by the compositor's clock, which is the monotonic one on all
  /// known compositors.
  public var time: Instant

  public init(
    bytes: UnsafeRawBufferPointer, region: PixelRect, stride: Int, format: CaptureFormat, isYInverted: Bool,
    damage: PixelRect?, time: Instant, memory: SharedMemoryBuffer? = nil
  ) {
    self.memory = memory
    unsafe self.bytes = unsafe bytes
    self.region = region
    self.stride = stride
    self.format = format
    self.isYInverted = isYInverted
    self.damage = damage
    self.time = time
  }

  public var size: PixelSize { region.size }
}
