import Geometry
import Rendering
import Scenes
import VisualEffects
import Wayland

/// The two surfaces of one live surface: the carrier, which has a role, and above it the content that is
/// drawn.
///
/// In the protocols' order, the content is synchronised to the carrier while their sizes change, so that both
/// appear in one frame, and desynchronised otherwise, unless the role needs both committed together always.
/// The content is destroyed before the carrier.
final class SurfacePair: SurfaceWindow {
  let role: any SurfaceRole
  /// Whether the carrier may be committed.
  private var hasBegun: Bool
  private let content: Subsurface
  /// The content's buffers, if the renderer draws into shared memory.
  private let canvas: SharedMemoryCanvas
  /// Called when the compositor sends the scale that it prefers, in 1/120.
  var onPreferredScale: ((Int) -> Void)?
  /// Called when the compositor has released a buffer after the content was out of buffers.
  var onBufferFree: (() -> Void)? {
    get { canvas.onFree }
    set { canvas.onFree = newValue }
  }
  private let connection: Connection
  private let compositorBlur: CompositorBlur
  /// The mapping to the panel's pixels; a change takes effect with the next picture.
  var fit: OutputFit {
    didSet { if fit != oldValue { isFitted = false } }
  }
  private var isFitted = true
  /// The viewports of carrier and content, if the output's scale needs them.
  private var viewports: [Viewport] = []
  private let preferredScale: FractionalScale?
  private var blurring: SurfaceBlur?
  /// The sheets behind which the compositor blurs.
  private var blurred: [Pane] = []
  private var carrier: SharedMemoryBuffer?
  /// The glass that the carrier was made for.
  private var carried: Glass?
  /// The former carrier, until the new one is committed.
  private var retired: SharedMemoryBuffer?

  /// Makes the content and commits the role, to which the compositor answers with a configure event; a popup is
  /// committed by `begin`.
  init(
    _ connection: Connection, _ role: any SurfaceRole, fit: OutputFit, blur: CompositorBlur
  ) throws(WaylandError) {
    self.connection = connection
    self.role = role
    hasBegun = !role.awaitsCreation
    self.fit = fit
    compositorBlur = blur
    preferredScale = FractionalScale(connection, of: role.surface)
    if !role.awaitsCreation { role.surface.commit() }
    // The content is made after the first commit of the role: sway 1.7 creates a layer surface only then, and
    // shows no later commit of a subsurface that was there before.
    content = try Subsurface(connection, on: role.surface)
    canvas = SharedMemoryCanvas(connection, for: content.surface)
    applyFit()
    preferredScale?.onChange = { [unowned self] in onPreferredScale?($0) }
  }

  var native: NativeWindow { unsafe NativeWindow(surface: content.nativeSurface, canvas: canvas) }
  var proxy: WlSurface? { role.surface.proxy }
  var canChangeLayer: Bool { role.canChangeLayer }
  var isOutOfBuffers: Bool { canvas.isFull }

  private func applyFit() {
    for viewport in viewports { viewport.destroy() }
    viewports = []
    for surface in [role.surface, content.surface] {
      surface.setBufferScale(fit.bufferScale)
      surface.setBufferTransform(fit.transform)
      // A fit uses viewports only if the compositor offers them.
      guard fit.usesViewport, let viewport = try? Viewport(connection, on: surface) else { continue }
      viewports.append(viewport)
    }
    carried = nil
    isFitted = true
  }

  func request(_ placement: SurfacePlacement) {
    prepare(placement)
    commit()
  }

  func prepare(_ placement: SurfacePlacement) {
    role.set(placement)
  }

  func commitPlacement() { commit() }

  func begin() {
    hasBegun = true
    commit()
  }

  /// Commits the state of the carrier.
  private func commit() { if hasBegun { role.surface.commit() } }

  /// Prepares the first frame, and each one that changes more of the glass than its materials.
  func prepare(
    _ glass: Glass, logicalSize: LogicalSize, commitContent: () throws(RenderingError) -> Void
  ) throws(RenderingError) {
    content.setSynchronised(true)
    if !isFitted { applyFit() }
    for viewport in viewports { viewport.setDestination(logicalSize) }
    try commitContent()
    if glass != carried {
      do { retired = try replaceCarrier(glass) } catch {
        throw .allocation(what: "carrier", glass.frame.size)
      }
    }
  }

  func show(acknowledging serial: UInt32?) {
    if let serial { role.acknowledge(serial) }
    commit()
    retired?.destroy()
    retired = nil
    if !role.commitsTogether { content.setSynchronised(false) }
  }

  func blur(_ panes: [Pane], scale: Double, commits: Bool) {
    guard panes != blurred else { return }
    blurred = panes
    if panes.isEmpty {
      blurring?.destroy()
      blurring = nil
    } else {
      if blurring == nil { blurring = compositorBlur.makeBlur(behind: role.surface) }
      blurring?.setRegion(panes.flatMap { $0.logicalRows(scale: scale) })
    }
    if commits { commit() }
  }

  func acknowledge(_ serial: UInt32) {
    role.acknowledge(serial)
    commit()
  }

  func requestFrame(_ handler: @escaping () -> Void) {
    content.surface.requestFrame { _ in handler() }
  }

  func contentCommitted() {
    // The renderer has committed the content.
    connection.noteCommit()
    if role.commitsTogether { commit() }
  }

  func commitContent() {
    content.surface.commit()
    contentCommitted()
  }

  func destroy() {
    for viewport in viewports { viewport.destroy() }
    viewports = []
    blurring?.destroy()
    blurring = nil
    preferredScale?.destroy()
    content.destroy()
    canvas.destroy()
    role.destroy()
    for buffer in [carrier, retired] { buffer?.destroy() }
    (carrier, retired) = (nil, nil)
  }

  /// Attaches a new carrier and returns the old one, to be destroyed after the commit.
  ///
  /// The carrier of frozen or opaque glass is transparent.
  private func replaceCarrier(_ glass: Glass) throws(WaylandError) -> SharedMemoryBuffer? {
    let frame = glass.frame
    let buffer = try SharedMemoryBuffer(connection, size: fit.transform.turned(frame.size))
    if !glass.isFrozen, glass.leak != .opaque {
      let pixels = glass.coverage.carrierPixels(x: frame.x, y: frame.y, leak: glass.leak)
      unsafe pixels.withUnsafeBytes { pixels in
        if fit.transform == .normal {
          unsafe buffer.bytes.copyMemory(from: pixels)
        } else {
          unsafe turn(pixels.bindMemory(to: UInt32.self), of: frame.size, into: buffer)
        }
      }
    }
    role.surface.attach(buffer)
    role.surface.damage()
    defer { carrier = buffer }
    carried = glass
    return carrier
  }

  /// Writes upright pixels in the panel's orientation.
  private func turn(
    _ pixels: UnsafeBufferPointer<UInt32>, of size: PixelSize, into buffer: SharedMemoryBuffer
  ) {
    let map = fit.transform.panelMap(from: size)
    unsafe buffer.bytes.withMemoryRebound(to: UInt32.self) { turned in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let place = map.place(x: x, y: y)
          unsafe turned[place.y * buffer.size.width + place.x] = unsafe pixels[y * size.width + x]
        }
      }
    }
  }
}

extension SurfacePlacement {
  /// Whether a surface with this placement can get `other` without being made anew; `canChangeLayer` says
  /// whether its layer can change.
  func isSameRole(as other: SurfacePlacement, canChangeLayer: Bool) -> Bool {
    (layer == other.layer || canChangeLayer) && namespace == other.namespace
      && (anchors == other.anchors || covering(other) != nil)
  }
}
