public import Geometry
import GlassModel
import Loop
import Rendering
public import Scenes
public import VisualEffects
public import Wayland

/// Everything of ours on one output: the surfaces, the renderer with its one estimate of the background, the capture.
///
/// Callbacks of the connection only put what happened into an inbox; `settle` handles it after the batch.
@MainActor public final class LiveOutput {
  /// What the outside told since the last `settle`.
  enum Arrival {
    case layer(LiveSurface, LayerSurface.Event)
    case frameDone(LiveSurface)
    /// A capture was answered; `epoch` is that in which it was requested.
    case captured(Result<CapturedFrame, CaptureFailure>, epoch: Int)
    /// A wallpaper was read; `number` is that of the request.
    case wallpaperRead(WallpaperContent, number: Int)
    /// Surfaces have waited for it long enough.
    case wallpaperLate
  }

  public let output: Output
  /// In the order of their opening.
  public internal(set) var surfaces: [LiveSurface] = []
  public internal(set) var statistics = Statistics()
  /// The session that it belongs to.
  public unowned let session: GlassSession
  /// Nil where the compositor cannot be asked for captures.
  let capture: (any CaptureSource)?
  var renderer: (any OutputRenderer)?
  var backdrop = LiveBackdrop.disabled
  var captures = CaptureState()
  var inUse = BackdropInUse(rung: .solid)
  /// How far from where they were expected surfaces were found last, in pixels, by what they are held to: the panel of
  /// another program that pushed one aside is still there for the next.
  var displacements: [SurfacePlacement.Edges: (x: Int, y: Int)] = [:]
  /// The size of the area that panels left, in logical pixels, when it was told last; nil: never.
  var knownArea: LogicalSize?
  /// Captures in which surfaces are looked for wherever they may be, since a panel has changed.
  var looksAfterChange = 0
  /// What was reported of it.
  var toldReason: String?
  /// What was reported of surfaces that could not be drawn.
  private var toldFailures: Set<String> = []
  private(set) var fit: OutputFit
  private let hasViewporter: Bool
  /// In 1/120, as the compositor has told.
  private var preferredScale: Int?
  /// The last frame in which nothing of ours appears, until the first surface is shown.
  var background: CapturedFrame?
  /// What to show instead, until the renderer has taken it.
  var fallback: Fallback?
  var wallpaperWait = WallpaperWait()
  /// A rung was chosen, or live glass is on its way.
  var hasBegun = false
  private var policy: BackdropPolicy
  var inbox: [Arrival] = []
  /// The surfaces that overlap others, as they were taken into account last.
  var stack = SurfaceStack()

  /// What was done, for doctors and tests.
  public struct Statistics: Equatable, Sendable {
    /// Captures that the compositor completed.
    public var captures = 0
    /// Captures whose damage met what we look at.
    public var absorbed = 0
  }

  init(_ output: Output, session: GlassSession) {
    self.output = output
    self.session = session
    policy = session.backdrop
    hasViewporter = Viewport.isOffered(by: session.connection)
    fit = OutputFit(output.description, hasViewporter: hasViewporter)
    let screencopy = try? ScreencopySource(session.connection)
    capture = if let screencopy { screencopy } else { try? ImageCopySource(session.connection) }
  }

  public var name: String { output.description.name }
  /// Physical per logical pixels of what is drawn here.
  public var scale: Double { fit.scale }
  /// As people see it, in physical pixels.
  public var size: PixelSize { fit.size }
  /// It is higher than wide; known before its surfaces are fitted to that.
  public var isPortrait: Bool {
    let size = output.description.transformedMode
    return size.height > size.width
  }

  /// The length nearest to this one, in logical pixels, that covers whole physical ones: at most `slack` longer or
  /// shorter, else `length` itself.
  public func snapped(_ length: Int, slack: Int = 2) -> Int {
    wantedFit.geometry.snapped(length, slack: slack)
  }
  /// What its glass shows, and why nothing better.
  public var backdropInUse: BackdropInUse { inUse }
  /// Why there is no live glass, or none that is up to date, for people to read; nil: all is as it was asked for.
  public var reason: String? { backdrop.isUnseen ? LiveBackdrop.unseenWords : inUse.reason }
  /// A capture has been asked for and has not come.
  public var isCapturePending: Bool { capture?.isPending == true }

  /// Shows a surface, once the compositor has given it a size and what lies behind it is known.
  ///
  /// `content` makes the scene for a size and is asked again after `setNeedsDisplay`. `expecting` the material that
  /// the scene will have makes the first frame quicker. With an `opacity` of 0 it can `fade` in. Surfaces may overlap: of
  /// two on one layer, the later one lies above.
  @discardableResult
  public func open(
    _ placement: SurfacePlacement, expecting material: Material? = nil, opacity: Double = 1,
    content: @escaping (LiveSurface.Layout) -> Scene
  ) -> LiveSurface {
    let surface = LiveSurface(
      session.makeID(), on: self, placement: placement, expecting: material, opacity: opacity,
      content: content)
    surfaces.append(surface)
    surfacesChanged()
    return surface
  }

  // MARK: - For the session

  var isOpen: Bool { surfaces.contains { $0.pair != nil } }
  /// When `settle` has something to do without an arrival; nil: never.
  var nextDeadline: Instant? {
    guard isOpen else { return nil }
    return (surfaces.map(\.motion.nextDeadline) + [backdrop.nextDeadline]).compactMap { $0 }.min()
  }
  var hasNewGeometry: Bool { wantedFit != fit }
  private var wantedFit: OutputFit {
    OutputFit(output.description, hasViewporter: hasViewporter, preferred: preferredScale)
  }
  var isLive: Bool { inUse.rung == .live }
  var backdropPolicy: BackdropPolicy { policy }

  func surfacesChanged() { session.mark?.set() }

  func arrive(_ arrival: Arrival) {
    inbox.append(arrival)
    session.mark?.set()
  }

  /// Takes over another geometry of the output: everything is made anew for it.
  func fit(now: Instant) {
    let wanted = wantedFit
    // An output that is switched off has no mode.
    guard wanted != fit || output.description.mode.isEmpty else { return }
    fit = wanted
    if output.description.mode.isEmpty { unmapAll() } else { refitAll() }
  }

  func follow(_ new: BackdropPolicy) {
    pendingPolicy = new
    surfacesChanged()
  }
  /// Taken over at the next settling, or when the first surface is opened.
  private var pendingPolicy: BackdropPolicy?
  /// The compositor has begun or ceased to blur.
  var hasNewBlur = false

  /// Handles what arrived, then draws what changed.
  func settle(now: Instant) throws(RenderingError) {
    guard isOpen else {
      inbox = []
      return
    }
    let start = ContinuousClock.now
    withholdWithoutRoom()
    try prepareRenderer()
    rearrange()
    guard isOpen else { return }
    // Another backdrop presents scenes at once; they must have the sizes of their surfaces by then.
    updateScenes(now: now)
    try followSettings(now: now)
    updateScenes(now: now)
    let arrivals = inbox
    inbox = []
    for arrival in arrivals { try handle(arrival, now: now) }
    guard isOpen else { return }
    if let due = backdrop.nextDeadline, due <= now {
      try perform(backdrop.update(.deadlineReached, now: now), now: now)
    }
    let ended = try move(now: now)
    updateScenes(now: now)
    try restyle()
    try showReady(now: now)
    let changed = surfaces.filter(\.hasNews).map(\.id)
    if !changed.isEmpty { try perform(backdrop.update(.contentChanged(changed), now: now), now: now) }
    keepMoving()
    for surface in surfaces { surface.motion.drew(at: now, in: ContinuousClock.now - start) }
    for completion in ended { completion() }
  }

  /// The same; where no memory can be had for the output, its surfaces are dropped and the other outputs go on.
  func settleOrAbandon(now: Instant) throws(RenderingError) {
    do throws(RenderingError) { try settle(now: now) } catch {
      guard error.leavesOthers else { throw error }
      if session.isConnectionOver() { return }
      tell("nothing is shown: \(error)")
      for surface in surfaces { drop(surface) }
    }
  }

  /// Does something for one surface; if that cannot be drawn, it is dropped and the others go on.
  func attempt(
    _ surface: LiveSurface, _ body: () throws(RenderingError) -> Void
  ) throws(RenderingError) {
    do throws(RenderingError) { try body() } catch {
      guard error.leavesOthers else { throw error }
      if session.isConnectionOver() { return }
      let size = surface.frame.size
      tell("a surface of \(size.width) × \(size.height) pixels is not shown: \(error)")
      drop(surface)
    }
  }

  /// Says once that something cannot be drawn, which may be tried again and again.
  func tell(_ failure: String) {
    guard toldFailures.insert(failure).inserted else { return }
    session.report(.warning, "\(name): \(failure)")
  }

  /// Takes over another policy before anything was done by the former one.
  func adoptPolicy() {
    if let pendingPolicy { policy = pendingPolicy }
    pendingPolicy = nil
  }

  /// Takes over another policy, and whether the compositor blurs.
  private func followSettings(now: Instant) throws(RenderingError) {
    if hasNewBlur {
      hasNewBlur = false
      try followBlur()
    }
    if let new = pendingPolicy {
      pendingPolicy = nil
      let old = policy
      policy = new
      try rearrangeBackdrop(from: old, now: now)
    }
  }

  // MARK: - Events

  /// The logical size is not always enough to know the scale by.
  func follow(preferredScale parts: Int) {
    guard parts != preferredScale else { return }
    preferredScale = parts
    if hasNewGeometry { session.geometryChanged(output) }
  }

  private func handle(_ arrival: Arrival, now: Instant) throws(RenderingError) {
    switch arrival {
    case .layer(let surface, .configure(let size, let serial)):
      guard surface.pair != nil else { return }
      let place = expectedPlace(of: surface, answering: size)
      let frame = frame(of: surface, at: place)
      if surface.state.configure(size, serial: serial, movesFrame: frame != surface.frame) {
        surface.pair?.acknowledge(serial)
      }
      surface.frame = frame
      surface.logicalSize = LogicalSize(width: place.width, height: place.height)
      if frame.isEmpty { return withhold(surface) }
      updateScenes(now: now)
      try restyle()
    case .layer(let surface, .closed): drop(surface)
    case .frameDone(let surface):
      surface.state.frameDone()
      // It is drawn, after it was not seen anywhere.
      if backdrop.surfaces[surface.id]?.phase == .hidden { surface.searches = 0 }
      surface.motion.frameDone()
      try perform(backdrop.update(.frameDone(surface.id), now: now), now: now)
    case .captured(let result, let epoch):
      // One that is late is not looked at where something is shown: it tells that captures come.
      if epoch == captures.epoch || (backdrop.isLate && surfaces.contains(where: \.isShown)) {
        try take(result, now: now)
      } else if backdrop.capture == .pending, !isCapturePending {
        // What was asked for in another epoch is asked for again, unless the step that was due has done so.
        startCapture(.now)
      }
    case .wallpaperRead(let reading, let number): try takeWallpaper(reading, number: number)
    case .wallpaperLate: try waitNoLonger()
    }
  }
}

extension RenderingError {
  /// Whether other surfaces and outputs can be drawn all the same.
  fileprivate var leavesOthers: Bool {
    switch self {
    case .allocation, .program: true
    case .noGraphics, .noGPU, .contextLost: false
    }
  }
}
