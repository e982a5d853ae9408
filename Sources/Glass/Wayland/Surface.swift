public import Geometry

/// A `wl_surface`; its state takes effect at `commit`.
@MainActor @safe public final class Surface {
  /// For requests that name the surface.
  public let proxy: WlSurface

  private let compositor: WlCompositor
  private var frame: WlCallback?

  public init(_ connection: Connection) throws(WaylandError) {
    // 4: damage in the buffer's pixels; scale came before.
    compositor = try connection.globals.shared(WlCompositor.self, version: 4, atLeast: 4)
    proxy = compositor.createSurface()
  }

  isolated deinit {
    destroy()
  }

  /// The `wl_surface` for EGL, whose window is to be destroyed before it; traps once destroyed.
  public var nativeSurface: OpaquePointer {
    guard let native = unsafe proxy.native else { preconditionFailure("the surface is destroyed") }
    return unsafe native
  }

  // MARK: - Content

  /// Shows `buffer` from the next commit on; nil: nothing, which takes the surface off the screen.
  public func attach(_ buffer: SharedMemoryBuffer?) {
    proxy.attach(buffer: buffer?.proxy, x: 0, y: 0)
    buffer?.isBusy = true
  }

  /// Says that a part of the buffer has changed, in its pixels; nil: all of it.
  public func damage(_ rect: PixelRect? = nil) {
    let rect = rect ?? PixelRect(x: 0, y: 0, width: Int(Int32.max), height: Int(Int32.max))
    proxy.damageBuffer(
      x: Int32(rect.x), y: Int32(rect.y), width: Int32(rect.width), height: Int32(rect.height))
  }

  /// Makes all that was set since the last commit take effect together.
  public func commit() {
    proxy.commit()
  }

  // MARK: - Geometry

  /// Buffer pixels per logical pixel.
  public func setBufferScale(_ scale: Int) {
    proxy.setBufferScale(scale: Int32(scale))
  }

  /// How the buffer's pixels are turned already: with the output's own transform they lie as the panel's do.
  public func setBufferTransform(_ transform: OutputTransform) {
    proxy.setBufferTransform(transform: WlOutput.Transform(rawValue: transform.rawValue))
  }

  /// Leaves all input to what lies below, from the next commit on.
  public func takeNoInput() {
    setInputRegion([])
  }

  /// Takes input here only, in logical pixels, from the next commit on; nil: everywhere.
  public func setInputRegion(_ rects: [PixelRect]?) {
    guard let rects else { return proxy.setInputRegion(region: nil) }
    let region = makeRegion(rects)
    proxy.setInputRegion(region: region)
    // Its content has been copied.
    region.destroy()
  }

  /// A region of logical pixels, which the caller destroys.
  func makeRegion(_ rects: [PixelRect]) -> WlRegion {
    let region = compositor.createRegion()
    for rect in rects {
      region.add(x: Int32(rect.x), y: Int32(rect.y), width: Int32(rect.width), height: Int32(rect.height))
    }
    return region
  }

  // MARK: - Frames

  /// Asks with the next commit when it is a good time to draw again; `handler` gets the compositor's time in ms.
  ///
  /// A request that is still pending is not repeated: its handler is replaced.
  public func requestFrame(_ handler: @escaping (_ milliseconds: UInt32) -> Void) {
    let frame = self.frame ?? proxy.frame()
    self.frame = frame
    frame.onEvent = { [unowned self] callback, event in
      guard case .done(let milliseconds) = event else { return }
      // The next request is a new one, also if the handler makes it.
      if self.frame === callback { self.frame = nil }
      handler(milliseconds)
    }
  }

  /// Drops the pending request, if there is one.
  public func cancelFrame() {
    frame?.destroy()
    frame = nil
  }

  // MARK: - End

  /// Destroys the frame callback and the surface; idempotent.
  ///
  /// Its role is to be destroyed before, by whoever gave it.
  public func destroy() {
    cancelFrame()
    proxy.destroy()
  }
}
