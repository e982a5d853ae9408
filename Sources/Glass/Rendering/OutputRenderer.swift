public import Geometry
public import Scenes
public import VisualEffects

/// Draws all surfaces of one output over one shared estimate of the output's background.
///
/// Rectangles are pixels of the output turned upright, except where another space is stated. `PlannedRenderer`
/// implements the protocol over the backends of RenderingGLES and RenderingCPU.
@MainActor public protocol OutputRenderer: AnyObject {
  /// Makes a surface drawable; `window` is nil off screen, where only `snapshot` shows the surface.
  ///
  /// The caller still owns the window's `wl_surface` and canvas, which must outlive the surface. `former` is the part
  /// of the output where the screen still shows an earlier picture of the surface, which hides the background until
  /// the first drawing.
  func openSurface(
    _ id: SurfaceID, window: NativeWindow?, glass: Glass, over former: PixelRect
  ) throws(RenderingError)

  /// Moves, resizes or restyles a surface; the estimate of the background is kept.
  func updateSurface(_ id: SurfaceID, glass: Glass) throws(RenderingError)

  /// Closes a surface and frees its objects; unknown surfaces are ignored.
  func closeSurface(_ id: SurfaceID)

  /// Sets the background to one that is known without a measurement, since no surface of ours was in the picture.
  ///
  /// The leak through each open surface is then computed, not measured: pixel by pixel from a frame that shows the
  /// surface's place, and from the estimate otherwise. Of a frame only the parts around open surfaces are kept, or
  /// all of it if no surface is open.
  func setBackground(_ background: Background) throws(RenderingError)

  /// The part of the output that a capture must cover for every surface: their frames and the support of
  /// their blurs around them, inside the output; empty without surfaces.
  var captureRegion: PixelRect { get }

  /// The greatest deviation of a captured value from the model that counts as clear, in 1/255; 0 for compositors that
  /// round correctly.
  var tolerance: Int { get set }

  /// Un-blends a capture that shows the pictures that were presented last.
  ///
  /// Blocks that `damage` (pixels of the output) does not touch count as unchanged, unless they were never measured
  /// or the estimate has gaps. Surfaces from which `keeping` takes nothing are judged all the same. Surfaces that
  /// were not drawn since they were opened count as not shown.
  func absorb(
    _ frame: CapturedPixels, damage: PixelRect, keeping: Keeping
  ) throws(RenderingError) -> Absorption

  /// Draws the parts of a surface that `scene` or the estimate changed since the last drawing.
  ///
  /// Returns whether there was something to draw, which `present` shows.
  func draw(_ id: SurfaceID, _ scene: Scene) throws(RenderingError) -> Bool

  /// Attaches what was drawn to the surface's window, damages the changed parts and commits; off screen nothing happens.
  ///
  /// The caller requests a frame callback before.
  func present(_ id: SurfaceID) throws(RenderingError)

  /// The background behind a surface, before any material: the mean colours of blocks of 16 × 16 pixels, encoded
  /// sRGB, 0 … 1, row by row, without the blocks of which nothing is known.
  ///
  /// The call reads back from the GPU and waits for it; it is meant for decisions that are made once per change.
  func background(behind id: SurfaceID) throws(RenderingError) -> [SIMD3<Double>]

  /// The place in `frame` at which the surface is shown as it was presented last; nil if it is not shown there as a
  /// whole.
  ///
  /// `limits` is the part of the output that is searched; nil: all of `frame`, which takes long on a large output.
  func find(_ id: SurfaceID, in frame: CapturedPixels, within limits: PixelRect?) -> PixelRect?

  /// The surface as it is seen on the screen, opaque, with the background's share.
  func snapshot(_ id: SurfaceID) throws(RenderingError) -> Bitmap

  /// Frees everything; further calls trap. Idempotent.
  func destroy()
}

extension OutputRenderer {
  /// Opens a surface of which the screen shows no earlier picture.
  public func openSurface(
    _ id: SurfaceID, window: NativeWindow?, glass: Glass
  ) throws(RenderingError) {
    try openSurface(id, window: window, glass: glass, over: .empty)
  }

  /// Un-blends a capture; of a trial nothing is taken into the estimate, and otherwise all of it.
  public func absorb(
    _ frame: CapturedPixels, damage: PixelRect, isTrial: Bool
  ) throws(RenderingError) -> Absorption {
    try absorb(frame, damage: damage, keeping: isTrial ? .nothing : .allBut([]))
  }
}

/// The part of a capture that is taken into the estimate.
public enum Keeping: Equatable, Sendable {
  /// Everything is taken except behind these surfaces, which are only judged.
  case allBut(Set<SurfaceID>)
  /// Nothing is taken: every surface is only judged.
  case nothing
}

/// A surface of the compositor, with the two ways of filling it, of which each renderer uses one.
@safe public struct NativeWindow {
  /// The `wl_surface`, of the connection with which the renderer was made.
  public var surface: OpaquePointer
  /// The memory for the surface's pixels, for renderers that write pixels themselves.
  public var canvas: any SurfaceCanvas

  public init(surface: OpaquePointer, canvas: any SurfaceCanvas) {
    unsafe self.surface = unsafe surface
    self.canvas = canvas
  }
}

/// The place of a surface and those properties of its glass that must be known before anything is drawn.
public struct Glass: Equatable, Sendable {
  /// Frame of the surface on the output.
  public var frame: PixelRect
  /// Physical pixels per logical pixel.
  public var scale: Double
  /// The panes, which must be those of the scenes that are drawn.
  public var panes: [Pane]
  /// The leak through the surface; `.opaque` wherever the background is not measured.
  public var leak: Leak
  /// Whether the content is drawn with its true alpha over no carrier. Black and white stay those of `leak`, so that
  /// freezing changes no pixel on the screen, and the last leak is kept until the surface is measured again.
  public var isFrozen = false
  /// The pixels that overlapping surfaces of ours draw, or share with this one; nil: none overlaps it.
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

  /// The coverage of the surface's pixels by its glass.
  public var coverage: GlassCoverage { GlassCoverage(panes, size: frame.size, mask: mask) }

  /// Glass of one sheet of `material` over all of the surface.
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

/// A capture in a buffer that the compositor filled, in the panel's orientation.
@safe public struct CapturedPixels {
  /// The pixels, a row for each of the panel's rows in the region; valid only during the call unless there is an
  /// `owner`.
  public var bytes: UnsafeRawBufferPointer
  /// The part of the upright output that the capture shows.
  public var region: PixelRect
  /// The output's transform, which tells how the region lies in memory.
  public var transform: OutputTransform
  /// Bytes from one row to the next.
  public var stride: Int
  public var format: CaptureFormat
  /// Whether the first row in memory is the lowest.
  public var isYInverted: Bool
  /// An object that keeps `bytes` valid and unchanged as long as it exists; nil: there is none.
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

/// The result of un-blending a capture.
public struct Absorption: Equatable, Sendable {
  /// The share of 4 × 4 blocks that nothing above covers, 0 … 1, for each surface that is shown and leaks; blocks
  /// near covered ones count as clear. For a frozen surface that is only judged it is the share of blocks that look
  /// exactly as drawn.
  public var validity: [SurfaceID: Double]
  /// Whether the estimate changed so that surfaces must be drawn again.
  public var hasMoved: Bool
  /// The mean distance, in 1/255 after averaging over 16 × 16 pixels, between the clear blocks as captured and the
  /// estimate before: a check of the forward model while nothing moves. It is 0 unless surfaces that are not frozen
  /// were only judged.
  public var meanDisagreement: Double

  public init(validity: [SurfaceID: Double], hasMoved: Bool, meanDisagreement: Double) {
    self.validity = validity
    self.hasMoved = hasMoved
    self.meanDisagreement = meanDisagreement
  }
}
