import Measures
import Rendering
import Scenes
import Settings
import ShellModel
import Typography
import Views
import VisualEffects
import Wayland

/// Everything of ours on one output: the bar's surfaces, the renderer with its estimate, and the capture.
///
/// Callbacks only put what happened into an inbox; `settle` handles it after the batch. Owned by `App`.
final class OutputContext {
  /// What the outside told since the last `settle`.
  enum Arrival {
    case layer(LayerSurface.Event)
    case frameDone
    /// With the style that was shown when the capture was asked for.
    case captured(Result<CapturedFrame, CaptureFailure>, style: Int)
  }

  static let barID = SurfaceID(1)

  let output: Output
  let shared: SharedResources
  /// Nil where the compositor cannot be asked for captures.
  let capture: (any CaptureSource)?
  var surface: BarSurface?
  var renderer: (any OutputRenderer)?
  var backdrop = LiveBackdrop.disabled
  var inUse = BackdropInUse(rung: .solid)
  /// What the log says of it.
  var toldReason: String?
  var placement: BarPlacement
  var settings: Settings
  /// The last frame in which nothing of ours appears, until the surface is shown.
  var background: CapturedFrame?
  /// What to show instead, until the renderer has taken it.
  var fallback: Fallback?
  var hasBackground = false
  /// The next capture counts as a whole, wherever its damage is.
  var needsWholeCapture = false
  var statistics = OutputStatistics()
  /// Where the bar lies, as far as the compositor has told.
  private(set) var frame = PixelRect.empty
  private var configured: (size: PixelSize, serial: UInt32?)?
  /// Carrier and content have to change in step with the next picture.
  private var needsStep = true
  /// What the renderer was told last, and how many times the shown glass has changed.
  private var styledGlass: Glass?
  private(set) var style = 0
  private var scene: Scene?
  private var shownScene: Scene?
  private var isDirty = true
  private var isFrameRequested = false
  private var inbox: [Arrival] = []

  init(_ output: Output, shared: SharedResources, settings: Settings) {
    self.output = output
    self.shared = shared
    self.settings = settings
    placement = BarPlacement(settings.bar, on: output.description)
    capture = try? ScreencopySource(shared.connection)
  }

  var name: String { output.description.name }
  var isOpen: Bool { surface != nil }
  var isShown: Bool { surface?.isMapped == true }
  /// When `settle` has something to do without an arrival; nil: never.
  var nextDeadline: Instant? { backdrop.nextDeadline }

  var glass: Glass {
    let material = settings.material()
    let scale = Double(placement.bufferScale)
    return Glass(
      frame: frame, scale: scale,
      leak: inUse.rung == .live ? .forBlur(sigma: material.blurRadius * scale) : .opaque, material: material)
  }

  func arrive(_ arrival: Arrival) {
    inbox.append(arrival)
    shared.wakeUp()
  }

  func markDirty() { isDirty = true }

  /// Makes the surfaces and begins to find out what lies behind them.
  func open(now: Instant) throws(StartError) {
    placement = BarPlacement(settings.bar, on: output.description)
    frame = placement.expectedFrame
    do {
      let surface = try BarSurface(shared.connection, output: output, placement: placement) {
        [weak self] in self?.arrive(.layer($0))
      }
      self.surface = surface
      beginBackdrop(now: now)
      // The compositor works on both answers while the renderer is made, in the next `settle`.
      try shared.connection.flush()
    } catch {
      close()
      throw StartError(error)
    }
  }

  /// Takes everything down: capture, drawing, surfaces (content before carrier), renderer.
  func close() {
    capture?.cancel()
    renderer?.closeSurface(Self.barID)
    surface?.destroy()
    surface = nil
    renderer?.destroy()
    renderer = nil
    background = nil
    fallback = nil
    hasBackground = false
    configured = nil
    scene = nil
    shownScene = nil
    inbox = []
    isDirty = true
    isFrameRequested = false
    needsStep = true
    styledGlass = nil
    backdrop = .disabled
  }

  /// Handles what arrived, then draws if something changed.
  func settle(_ state: State, now: Instant) throws(RenderingError) {
    try prepareRenderer()
    let arrivals = inbox
    inbox = []
    updateScene(state)
    for arrival in arrivals where isOpen { try handle(arrival, now: now) }
    guard isOpen else { return }
    if let due = backdrop.nextDeadline, due <= now {
      try perform(backdrop.update(.deadlineReached, now: now), now: now)
    }
    try showIfReady(state, now: now)
    if surface?.isMapped == true, scene != shownScene || needsStep {
      try perform(backdrop.update(.contentChanged, now: now), now: now)
    }
  }

  /// Fits the surfaces to other settings, or to another geometry of the output, and disturbs as little as can be.
  func arrange(_ new: Settings, now: Instant) throws(StartError) {
    let old = settings
    settings = new
    isDirty = true
    var kept = placement
    let wanted = BarPlacement(new.bar, on: output.description)
    kept.height = wanted.height
    guard isOpen, kept == wanted else {
      close()
      // An output that is switched off has no mode.
      if !output.description.mode.isEmpty { try open(now: now) }
      return
    }
    if placement.height != wanted.height { surface?.request(height: wanted.height) }
    placement = wanted
    do {
      try rearrangeBackdrop(from: old, now: now)
      try restyle()
    } catch { throw StartError(error) }
  }

  /// Draws and commits, and returns whether there was anything to draw: what is unchanged is not committed.
  @discardableResult
  func present() throws(RenderingError) -> Bool {
    guard let surface, let renderer, let scene else { return false }
    if case .proving = backdrop.phase { requestFrame() }
    var isDrawn = false
    if needsStep {
      let serial = configured?.serial
      try surface.present(at: frame, leak: glass.leak, acknowledging: serial) { () throws(RenderingError) in
        isDrawn = try renderer.draw(Self.barID, scene)
      }
      configured?.serial = nil
      needsStep = false
    } else {
      isDrawn = try renderer.draw(Self.barID, scene)
    }
    shownScene = scene
    if isDrawn { statistics.commits += 1 }
    return isDrawn
  }

  func requestFrame() {
    guard !isFrameRequested, let surface else { return }
    isFrameRequested = true
    surface.content.surface.requestFrame { [weak self] _ in self?.arrive(.frameDone) }
  }

  /// The bar as it is seen on the screen.
  func snapshot() throws(RenderingError) -> Bitmap {
    guard let renderer else { preconditionFailure("no bar on \(name)") }
    return try renderer.snapshot(Self.barID)
  }

  /// The renderer takes the glass as it is now; carrier and content then change together.
  ///
  /// A capture that is under way shows the old one, and counts no more.
  func restyle() throws(RenderingError) {
    guard let renderer, glass != styledGlass else { return }
    try renderer.updateSurface(Self.barID, glass: glass)
    styledGlass = glass
    if isShown { style += 1 }
    needsStep = true
    needsWholeCapture = true
  }

  private func handle(_ arrival: Arrival, now: Instant) throws(RenderingError) {
    switch arrival {
    case .layer(.configure(let size, let serial)): try configure(size, serial)
    case .layer(.closed): close()
    case .frameDone:
      isFrameRequested = false
      try perform(backdrop.update(.frameDone, now: now), now: now)
    case .captured(let result, let style):
      // What was asked for under another style is replaced by the step that is due.
      if style == self.style { try take(result, now: now) }
    }
  }

  private func configure(_ size: LogicalSize, _ serial: UInt32) throws(RenderingError) {
    let pixels = placement.size(answering: size)
    let old = frame
    frame = placement.frame(of: pixels)
    if frame == old, isShown, !needsStep {
      // Said to every bar when another panel comes or goes: nothing to draw, and no capture to disturb.
      surface?.acknowledge(serial)
      return
    }
    configured = (pixels, serial)
    if frame != old {
      isDirty = true
      try restyle()
    }
    needsStep = true
  }

  private func prepareRenderer() throws(RenderingError) {
    guard renderer == nil, let surface else { return }
    let renderer = try shared.makeRenderer(placement.outputSize)
    self.renderer = renderer
    backdrop.captureInterval = shared.captureInterval(settings)
    let window = unsafe NativeWindow(surface: surface.content.nativeSurface)
    try renderer.openSurface(Self.barID, window: window, glass: glass)
    styledGlass = glass
    shared.text.warmUp(font: settings.bar.font, scale: Double(placement.bufferScale))
  }

  private func updateScene(_ state: State) {
    // Before the first configure event the size is a guess, and Pango has better things to do.
    guard isDirty, isOpen, configured != nil else { return }
    isDirty = false
    scene = BarView(
      state: state, size: frame.size, scale: Double(placement.bufferScale), material: settings.material()
    ).scene(measurer: shared.text)
  }

  /// The first frame needs the compositor's size and the background.
  private func showIfReady(_ state: State, now: Instant) throws(RenderingError) {
    updateScene(state)
    guard let surface, !surface.isMapped, configured != nil, hasBackground else { return }
    if let frame = background {
      background = nil
      try renderer?.setBackground(.frame(frame.pixels))
      try perform(backdrop.update(.backgroundKnown, now: now), now: now)
    } else if let chosen = fallback {
      fallback = nil
      // Made for live glass if that was refused only now.
      try restyle()
      try renderer?.setBackground(chosen.background)
      try present()
    }
  }
}
