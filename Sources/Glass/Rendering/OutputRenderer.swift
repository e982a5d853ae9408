public import Geometry
public import Scenes
public import VisualEffects

/// Draws every surface of ours on one output over one shared estimate of its background.
///
/// Rectangles are pixels of the output turned upright unless said otherwise. The seam behind which machines without a
/// GPU can get a renderer of their own.
@MainActor public protocol OutputRenderer: AnyObject {
  /// Makes a surface drawable; `window` is nil off screen, where only `snapshot` shows it.
  ///
  /// The window's `wl_surface` and canvas stay the caller's, and must outlive the surface. `former`: where the screen still shows
  /// something of it, which hides the background until it is drawn.
  func openSurface(
    _ id: SurfaceID, window: NativeWindow?, glass: Glass, over former: PixelRect
  ) throws(RenderingError)

  /// Moves, resizes or restyles a surface; the estimate of the background is kept.
  func updateSurface(_ id: SurfaceID, glass: Glass) throws(RenderingError)

  func closeSurface(_ id: SurfaceID)

  /// Takes the background as known, where no surface of ours was in the picture.
  ///
  /// What the compositor shows through each surface that is open is then computed, not measured: pixel by pixel
  /// from a frame that shows its place, else from the estimate. Of a frame only what open surfaces look at is kept, if
  /// any is open.
  func setBackground(_ background: Background) throws(RenderingError)

  /// The part of the output that a capture must cover for every surface: their frames and the support of
  /// their blurs around them, inside the output; empty without surfaces.
  var captureRegion: PixelRect { get }

  /// How far a captured value may be off the model and count as clear, in 1/255; 0 for correctly rounding
  /// compositors.
  var tolerance: Int { get set }

  /// Un-blends a capture that shows what was last presented.
  ///
  /// Only blocks inside `damage` change (output coordinates). What is not kept is judged all the same. Surfaces that
  /// were not drawn since they were opened are taken as not shown.
  func absorb(
    _ frame: CapturedPixels, damage: PixelRect, keeping: Keeping
  ) throws(RenderingError) -> Absorption

  /// Draws what `scene` changes, or the whole surface after the estimate moved.
  ///
  /// Returns how the caller hands the frame to the compositor; nil if there was nothing to draw. Off screen there is
  /// nothing to hand over.
  func draw(_ id: SurfaceID, _ scene: Scene) throws(RenderingError) -> Frame?

  /// Presents a frame `.swap`: attaches what was drawn to the surface's window, damages what has changed, and commits it;
  /// off screen there is no window, and nothing happens.
  ///
  /// The caller asks for a frame callback before.
  func swap(_ id: SurfaceID) throws(RenderingError)

  /// What is known of the background behind a surface, before any material: the mean colours of blocks of 16 × 16 pixels,
  /// encoded sRGB, 0 … 1; row by row, those of which nothing is known left out.
  ///
  /// Reads back, which waits for the GPU: for what is decided once per change, not for pixels.
  func background(behind id: SurfaceID) throws(RenderingError) -> [SIMD3<Double>]

  /// Where `frame` shows the surface as it was last presented; nil if it does not, or not whole.
  ///
  /// `limits` contains the surface wherever it may be; nil: anywhere, which takes long on a large output.
  func find(_ id: SurfaceID, in frame: CapturedPixels, within limits: PixelRect?) -> PixelRect?

  /// The surface as it is seen on the screen, the backdrop's share included; opaque.
  func snapshot(_ id: SurfaceID) throws(RenderingError) -> Bitmap

  /// Frees everything; further calls trap.
  func destroy()
}

extension OutputRenderer {
  /// One of which nothing is on the screen.
  public func openSurface(
    _ id: SurfaceID, window: NativeWindow?, glass: Glass
  ) throws(RenderingError) {
    try openSurface(id, window: window, glass: glass, over: .empty)
  }

  /// The same for all or nothing.
  public func absorb(
    _ frame: CapturedPixels, damage: PixelRect, isTrial: Bool
  ) throws(RenderingError) -> Absorption {
    try absorb(frame, damage: damage, keeping: isTrial ? .nothing : .allBut([]))
  }
}

/// What of a capture is taken into the estimate.
public enum Keeping: Equatable, Sendable {
  /// All that is not behind these surfaces, which are only judged.
  case allBut(Set<SurfaceID>)
  /// Nothing: every surface is only judged.
  case nothing
}

/// A surface of the compositor, with the two ways of filling it; each renderer takes one of them.
@safe public struct NativeWindow {
  /// The `wl_surface`, of the connection with which the renderer was made.
  public var surface: OpaquePointer
  /// Memory for it.
  public var canvas: any SurfaceCanvas

  public init(surface: OpaquePointer, canvas: any SurfaceCanvas) {
    unsafe self.surface = unsafe surface
    self.canvas = canvas
  }
}

/// How a drawn frame gets to the compositor.
public enum Frame: Equatable, Sendable {
  /// It is in a buffer of the renderer's: `OutputRenderer.swap` commits it.
  case swap
  /// It is in the surface's `SurfaceCanvas`, whose owner commits it.
  case canvas
}

/// Where a surface lies and all of its glass, as far as that must be known before it is drawn.
public struct Glass: Equatable, Sendable {
  /// On the output.
  public var frame: PixelRect
  /// Physical per logical pixels.
  public var scale: Double
  /// Must be those of the scenes drawn.
  public var panes: [Pane]
  /// `.opaque` wherever the background is not measured.
  public var leak: Leak
  /// Drawn with its true alpha over nothing of ours, black and white as they are through the leak, so that going over
  /// changes no pixel on the screen; what leaked last is kept for when it is measured again.
  public var isFrozen = false
  /// What of it is seen where other surfaces of ours overlap it; nil: none does.
  public var mask: OverlapMask?

  public init(
    frame: PixelRect, scale: Double, leak: Leak, panes: [Pane], isFrozen: Bool = false,
    mask: OverlapMask? = nil
  ) {
    self.mask = mask
    self.frame = frame
    self.scale = scale
    self.leak = leak
    self.panes = panes
    self.isFrozen = isFrozen
  }

  /// How far it covers the surface's pixels.
  public var coverage: GlassCoverage { GlassCoverage(panes, size: frame.size, mask: mask) }

  /// All of the surface is one sheet of `material`.
  public init(frame: PixelRect, scale: Double, leak: Leak, material: Material) {
    self.init(
      frame: frame, scale: scale, leak: leak,
      panes: [Pane(frame: PixelRect(frame.size), material: material)])
  }
}

/// A background known without un-blending.
public enum Background {
  /// A capture in which no surface of ours appeared.
  case frame(CapturedPixels)
  /// A picture of exactly the output's size.
  case picture(Bitmap)
  /// One opaque colour, encoded sRGB, 0 … 1.
  case colour(SIMD3<Double>)
}

/// A capture in the buffer that the compositor filled, in the panel's orientation.
@safe public struct CapturedPixels {
  /// A row for each of the panel's in the region; valid during the call only unless there is an `owner`.
  public var bytes: UnsafeRawBufferPointer
  /// What part of the upright output it shows.
  public var region: PixelRect
  /// How the panel hangs, and so how the region lies in memory.
  public var transform: OutputTransform
  /// Bytes from one row to the next.
  public var stride: Int
  public var format: CaptureFormat
  /// The first row in memory is the lowest.
  public var isYInverted: Bool
  /// What keeps `bytes` valid and unchanged for as long as it is kept itself; nil: nothing does.
  public var owner: AnyObject?

  public init(
    bytes: UnsafeRawBufferPointer, region: PixelRect, transform: OutputTransform = .normal, stride: Int,
    format: CaptureFormat, isYInverted: Bool, owner: AnyObject? = nil
  ) {
    self.owner = owner
    unsafe self.bytes = unsafe bytes
    self.region = region
    self.transform = transform
    self.stride = stride
    self.format = format
    self.isYInverted = isYInverted
  }
}

/// What a capture told.
public struct Absorption: Equatable, Sendable {
  /// The share of the 4 × 4 blocks that nothing above covers, 0 … 1, before erosion, for each surface that is shown
  /// and leaks. Of a frozen surface that is only judged, the share of blocks that look exactly as it does.
  public var validity: [SurfaceID: Double]
  /// The estimate moved: surfaces must be drawn again.
  public var hasMoved: Bool
  /// Mean distance, in 1/255 after averaging over 16 × 16 px, between what the clear blocks now show and the
  /// estimate before, as a check of the forward model while nothing moves; 0 unless this was a trial.
  public var meanDisagreement: Double

  public init(validity: [SurfaceID: Double], hasMoved: Bool, meanDisagreement: Double) {
    self.validity = validity
    self.hasMoved = hasMoved
    self.meanDisagreement = meanDisagreement
  }
}

/// Why nothing can be drawn.
public enum RenderingError: Error, Equatable, Sendable {
  /// EGL or GLES cannot be had; the text is EGL's or ours.
  case noGraphics(String)
  /// A renderer that is for GPUs alone was started on a machine without a usable one; the text says what is missing.
  case noGPU(String)
  /// A shader was refused, with the driver's log.
  case program(name: String, log: String)
  /// A texture or window of this size cannot be had.
  case allocation(what: String, PixelSize)
  /// The GPU was reset or the context lost: everything has to be made anew.
  case contextLost
}
