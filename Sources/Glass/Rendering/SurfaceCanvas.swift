public import Geometry

/// The memory of one surface for a renderer that writes pixels itself.
///
/// The owner presents what was written: it attaches the buffer, damages what changed and commits. From frame to frame the
/// pixels stay: what is not changed need not be written again.
@MainActor public protocol SurfaceCanvas: AnyObject {
  /// What was begun last, presented or not; nil before the first `begin`.
  var pixels: CanvasPixels? { get }

  /// Gives memory to write a frame into, which differs from the last one in `damage` alone.
  ///
  /// `size` and `damage` are in the panel's orientation. Outside of `damage` the memory holds the pixels of the last
  /// frame, inside of it anything. Memory of another size than before is filled with zeros; all of it must be damaged.
  /// `pixels` of former calls are not valid any more. Several calls before the frame is presented add up their damage.
  func begin(_ size: PixelSize, damage: [PixelRect]) throws(RenderingError) -> CanvasPixels
}

/// Memory for the pixels of a surface as the panel scans them out: ARGB8888, premultiplied, bytes B G R A.
@safe public struct CanvasPixels {
  /// At least `stride * size.height` bytes.
  public var bytes: UnsafeMutableRawBufferPointer
  public var size: PixelSize
  /// Bytes from one row to the next, a multiple of 4.
  public var stride: Int

  public init(bytes: UnsafeMutableRawBufferPointer, size: PixelSize, stride: Int) {
    unsafe self.bytes = unsafe bytes
    self.size = size
    self.stride = stride
  }
}
