public import Geometry

/// A part of what an output showed.
@safe public struct CapturedFrame {
  /// Valid, and not written again, for as long as the frame is kept.
  public var bytes: UnsafeRawBufferPointer
  /// What part of the output's panel it shows, in the panel's orientation.
  public var region: PixelRect
  /// Bytes from one row to the next, a multiple of four.
  public var stride: Int
  public var format: CaptureFormat
  /// The first row in memory is the lowest.
  public var isYInverted: Bool
  /// A box around what has changed on the whole output since the last capture; nil if that was not asked for.
  public var damage: PixelRect?
  /// What keeps `bytes`; nil: the frame is made for a test.
  public let memory: SharedMemoryBuffer?
  /// When the content was shown, by the compositor's clock: on all known ones the monotonic one.
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
