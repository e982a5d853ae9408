public import Measures

/// A `wl_surface` with what extends it; its state takes effect at `commit`.
@MainActor @safe public final class Surface {
  /// For requests that name the surface.
  public let proxy: WlSurface

  private let connection: Connection
  private var frame: WlCallback?
  private var knownViewport: WpViewport?
  private var fractionalScale: WpFractionalScaleV1?

  public init(_ connection: Connection) throws(WaylandError) {
    self.connection = connection
    // 4: damage in the buffer's pixels; transform and scale came before.
    proxy = try connection.globals.shared(WlCompositor.self, version: 4, atLeast: 4).createSurface()
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

  public func commit() {
    proxy.commit()
  }

  // MARK: - Geometry

  /// Buffer pixels per logical pixel.
  public func setBufferScale(_ scale: Int) {
    proxy.setBufferScale(scale: Int32(scale))
  }

  /// How the buffer's content is turned already.
  public func setBufferTransform(_ transform: OutputTransform) {
    proxy.setBufferTransform(transform: WlOutput.Transform(rawValue: transform.rawValue))
  }

  /// Shows the buffer at that size, whatever its own; nil: at its own. Whole logical pixels.
  ///
  /// Throws where the compositor has no wp_viewporter.
  public func setDestination(_ size: LogicalSize?) throws(WaylandError) {
    if size == nil, knownViewport == nil { return }
    let viewport = try viewport()
    guard let size else {
      viewport.setDestination(width: -1, height: -1)
      return
    }
    guard let width = Int32(exactly: size.width), let height = Int32(exactly: size.height) else {
      preconditionFailure("\(size) is not whole")
    }
    viewport.setDestination(width: width, height: height)
  }

  /// Where input is taken, in logical pixels; nil: everywhere; an empty list: nowhere.
  public func setInputRegion(_ rects: [LogicalRect]?) throws(WaylandError) {
    guard let rects else {
      proxy.setInputRegion(region: nil)
      return
    }
    let region = try connection.globals.shared(WlCompositor.self, version: 4, atLeast: 4).createRegion()
    for rect in rects {
      region.add(x: Int32(rect.x), y: Int32(rect.y), width: Int32(rect.width), height: Int32(rect.height))
    }
    proxy.setInputRegion(region: region)
    // Its content has been copied.
    region.destroy()
  }

  /// Calls `handler` with physical per logical pixels whenever the compositor would have the surface drawn so.
  ///
  /// Returns false where the compositor has no wp_fractional_scale.
  public func observePreferredScale(_ handler: @escaping (Double) -> Void) -> Bool {
    if fractionalScale == nil {
      let scales = try? connection.globals.shared(WpFractionalScaleManagerV1.self, version: 1)
      fractionalScale = scales?.getFractionalScale(surface: proxy)
    }
    fractionalScale?.onEvent = { _, event in
      // In units of 1/120.
      if case .preferredScale(let scale) = event { handler(Double(scale) / 120) }
    }
    return fractionalScale != nil
  }

  // MARK: - Frames

  /// A requested frame has not come yet; it may never come while the surface is covered.
  public var isFramePending: Bool { frame != nil }

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

  /// Destroys the frame callback, what extends the surface, and the surface; idempotent.
  ///
  /// Its role is to be destroyed before, by whoever gave it.
  public func destroy() {
    destroyExtras()
    proxy.destroy()
  }

  /// All that must go before the role does.
  func destroyExtras() {
    cancelFrame()
    fractionalScale?.destroy()
    knownViewport?.destroy()
    (fractionalScale, knownViewport) = (nil, nil)
  }

  private func viewport() throws(WaylandError) -> WpViewport {
    if let knownViewport { return knownViewport }
    let viewport = try connection.globals.shared(WpViewporter.self, version: 1).getViewport(surface: proxy)
    knownViewport = viewport
    return viewport
  }
}
