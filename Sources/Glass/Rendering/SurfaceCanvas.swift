public import Geometry

/// The pixel memory of one surface, for a renderer that writes pixels itself.
///
/// Pixels persist from frame to frame, so that only changed ones have to be written.
@MainActor public protocol SurfaceCanvas: AnyObject {
  /// The memory that `begin` returned last, presented or not; nil before the first `begin`.
  var pixels: CanvasPixels? { get }

  /// Returns memory for a frame that differs from the last one only in `damage`.
  ///
  /// `size` and `damage` are in the panel's orientation. The memory holds the last frame outside of `damage` and
  /// undefined pixels inside. Memory of another size than before is filled with zeros; all of it must be damaged. The
  /// `pixels` of earlier calls become invalid. The damage of several calls before the frame is presented adds up.
  func begin(_ size: PixelSize, damage: [PixelRect]) throws(RenderingError) -> CanvasPixels

  /// Attaches the memory to the surface, marks the changed parts as damaged and commits; nothing happens if there are none.
  func present()
}

/// Memory for the pixels of a surface as the panel scans them out: ARGB8888, premultiplied, bytes B G R A.
@safe public struct CanvasPixels {
  /// The memory, of at least `stride * size.height` bytes.
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
