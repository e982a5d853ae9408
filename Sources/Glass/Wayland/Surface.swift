public import Geometry

/// A `wl_surface`; its state takes effect at `commit`.
@MainActor @safe public final class Surface {
  /// The `wl_surface`, for requests that refer to the surface.
  public let proxy: WlSurface

  private let compositor: WlCompositor
  private var frame: WlCallback?

  public init(_ connection: Connection) throws(WaylandError) {
    // Version 4 has damage in the buffer's pixels; buffer scales came before.
    compositor = try connection.globals.shared(WlCompositor.self, version: 4, atLeast: 4)
    proxy = compositor.createSurface()
  }

  isolated deinit {
    destroy()
  }

  /// The `wl_surface` for EGL, whose window is destroyed before the surface; traps once the surface is
  /// destroyed.
  public var nativeSurface: OpaquePointer {
    guard let native = unsafe proxy.native else { preconditionFailure("the surface is destroyed") }
    return unsafe native
  }

  // MARK: - Content

  /// Shows `buffer` from the next commit on; nil unmaps the surface.
  public func attach(_ buffer: SharedMemoryBuffer?) {
    proxy.attach(buffer: buffer?.proxy, x: 0, y: 0)
    buffer?.isBusy = true
  }

  /// Marks a part of the buffer as changed, in the buffer's pixels; nil: all of it.
  public func damage(_ rect: PixelRect? = nil) {
    let rect = rect ?? PixelRect(x: 0, y: 0, width: Int(Int32.max), height: Int(Int32.max))
    proxy.damageBuffer(
      x: Int32(rect.x), y: Int32(rect.y), width: Int32(rect.width), height: Int32(rect.height))
  }

  /// Applies all state that was set since the last commit.
  public func commit() {
    proxy.commit()
    proxy.display.commitCount += 1
  }

  // MARK: - Geometry

  /// Sets the number of buffer pixels per logical pixel, from the next commit on.
  public func setBufferScale(_ scale: Int) {
    proxy.setBufferScale(scale: Int32(scale))
  }

  /// Sets the transform that the buffer's pixels have already, from the next commit on; with the output's
  /// transform, they lie as the panel's do.
  public func setBufferTransform(_ transform: OutputTransform) {
    proxy.setBufferTransform(transform: WlOutput.Transform(rawValue: transform.rawValue))
  }

  /// Leaves all input to the surfaces below, from the next commit on.
  public func takeNoInput() {
    setInputRegion([])
  }

  /// Restricts input to `rects`, in logical pixels, from the next commit on; nil: the whole surface receives input.
  public func setInputRegion(_ rects: [PixelRect]?) {
    guard let rects else { return proxy.setInputRegion(region: nil) }
    let region = makeRegion(rects)
    proxy.setInputRegion(region: region)
    // The compositor has copied the region.
    region.destroy()
  }

  /// Makes a region in logical pixels, which the caller destroys.
  func makeRegion(_ rects: [PixelRect]) -> WlRegion {
    let region = compositor.createRegion()
    for rect in rects {
      region.add(x: Int32(rect.x), y: Int32(rect.y), width: Int32(rect.width), height: Int32(rect.height))
    }
    return region
  }

  // MARK: - Frames

  /// Requests a frame callback with the next commit; `handler` is called with the compositor's time in ms
  /// when it is a good time to draw again.
  ///
  /// If a request is pending, only its handler is replaced.
  public func requestFrame(_ handler: @escaping (_ milliseconds: UInt32) -> Void) {
    let frame = self.frame ?? proxy.frame()
    self.frame = frame
    frame.onEvent = { [unowned self] callback, event in
      guard case .done(let milliseconds) = event else { return }
      // A request that the handler makes needs a new callback.
      if self.frame === callback { self.frame = nil }
      handler(milliseconds)
    }
  }

  /// Drops the pending frame callback, if there is one.
  func cancelFrame() {
    frame?.destroy()
    frame = nil
  }

  // MARK: - End

  /// Destroys the frame callback and the surface; idempotent.
  ///
  /// The owner of the surface's role destroys the role before.
  public func destroy() {
    cancelFrame()
    proxy.destroy()
  }
}
