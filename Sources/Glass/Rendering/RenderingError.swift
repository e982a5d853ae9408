public import Geometry

/// The reason why nothing can be drawn.
public enum RenderingError: Error, Equatable, Sendable {
  /// EGL or GLES cannot be started; the text is EGL's or ours.
  case noGraphics(String)
  /// A renderer for GPUs alone was started on a machine without a usable GPU; the text says what is missing.
  case noGPU(String)
  /// The driver refused a shader; `log` is the driver's.
  case program(name: String, log: String)
  /// A texture, window or surface of this size cannot be made.
  case allocation(what: String, PixelSize)
  /// The GPU was reset or the context lost: everything has to be made anew.
  case contextLost
}
