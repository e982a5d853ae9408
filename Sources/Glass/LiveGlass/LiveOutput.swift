public import Geometry
import GlassModel
import Loop
import Rendering
public import Scenes
public import VisualEffects
public import Wayland

/// Everything of ours on one output: surfaces can be opened on it, and it tells how far their glass is live.
///
/// It connects `OutputGlass`, which does the work, with the compositor's output and the session.
@MainActor public final class LiveOutput {
  /// What was done, for doctors and tests.
  public struct Statistics: Equatable, Sendable {
    /// Captures that the compositor completed.
    public var captures = 0
    /// Captures whose damage met what we look at.
    public var absorbed = 0
  }

  public let output: Output
  /// The session that it belongs to.
  public unowned let session: GlassSession
  private lazy var glass = makeGlass()
  private let hasViewporter: Bool
  /// The scale that the compositor prefers, in 1/120; nil until it has told one.
  private var preferredScale: Int?

  init(_ output: Output, session: GlassSession) {
    self.output = output
    self.session = session
    hasViewporter = Viewport.isOffered(by: session.connection)
  }

  private func makeGlass() -> OutputGlass {
    let screencopy: (any CaptureSource)? = try? ScreencopySource(session.connection)
    let source: (any CaptureSource)? = screencopy ?? (try? ImageCopySource(session.connection))
    let captures = CaptureScheduler(source.map { SourceCapture($0, of: output) })
    let ladder = BackdropLadder(session.backdrop, loop: session.loop)
    ladder.report = { [weak self] in self?.report(.warning, $0) }
    ladder.readWallpaper = { [weak self] wallpaper, number in
      guard let self else { return }
      session.wallpapers.read(wallpaper, on: size) { [weak self] in
        self?.arrive(.wallpaperRead($0, number: number))
      }
    }
    return OutputGlass(wantedFit, order: session.zoneOrder, captures: captures, ladder: ladder, host: self)
  }

  public var name: String { output.description.name }
  /// The open surfaces, those opened first coming first.
  public var surfaces: [LiveSurface] { glass.surfaces }
  public var statistics: Statistics { glass.judge.statistics }
  /// Physical per logical pixels of what is drawn here.
  public var scale: Double { glass.scale }
  /// As people see it, in physical pixels.
  public var size: PixelSize { glass.fit.size }
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
  public var backdropInUse: BackdropInUse { glass.rungs.inUse }
  /// Why there is no live glass, or none that is up to date, for people to read; nil: all is as it was asked for.
  public var reason: String? { backdrop.isUnseen ? LiveBackdrop.unseenWords : backdropInUse.reason }
  /// A capture has been asked for and has not come.
  public var isCapturePending: Bool { glass.captures.isPending }

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
    glass.roster.add(surface)
    surfacesChanged()
    return surface
  }

  /// Shows a popup of a surface of this output, as `LiveSurface.openPopup`.
  func openPopup(
    _ popup: PopupPlacement, of parent: LiveSurface, expecting material: Material?, opacity: Double,
    content: @escaping (LiveSurface.Layout) -> Scene
  ) -> LiveSurface {
    var placement = SurfacePlacement(anchors: [], width: popup.width, height: popup.height)
    (placement.layer, placement.namespace) = (parent.placement.layer, parent.placement.namespace)
    placement.exclusiveZone = -1
    if !popup.takesInput { placement.inputRegion = [] }
    if popup.takesGrab {
      precondition(parent.popup?.takesGrab != false, "a popup with a grab of one without")
      placement.keyboard = .onDemand
      // There is one grab at a time, on whichever output.
      for output in session.outputs {
        for other in output.surfaces.reversed()
        where other.popup?.takesGrab == true && other !== parent && !parent.belongs(to: other) {
          output.glass.roster.drop(other)
        }
      }
    }
    let surface = LiveSurface(
      session.makeID(), on: self, placement: placement, popup: popup, of: parent, expecting: material,
      opacity: opacity, content: content)
    glass.roster.add(surface)
    surfacesChanged()
    return surface
  }

  // MARK: - For the surfaces

  /// What is known of the surfaces' glass.
  var backdrop: LiveBackdrop { glass.backdrop }
  /// Nil while there is nothing to draw.
  var renderer: (any OutputRenderer)? { glass.renderer }
  /// What is shown behind glass is measured.
  var isLive: Bool { glass.isLive }
  /// The output's panel does not hang upright.
  public var isTurned: Bool { glass.fit.transform != .normal }
  var backdropPolicy: BackdropPolicy { glass.rungs.policy }
  /// The compositor can be asked for captures.
  var canCapture: Bool { glass.captures.isAvailable }
  /// Surfaces lie where they are expected, and the last capture was taken in.
  var isUpToDate: Bool { glass.isUpToDate }

  /// What the program wants of surfaces is another, which takes effect with the next update.
  func surfacesChanged() { session.needsUpdate() }

  /// Has something handled in the next update.
  func arrive(_ arrival: OutputGlass.Arrival) { glass.arrive(arrival) }

  /// Where a surface would lie with another placement.
  func expectedFrame(of surface: LiveSurface, placedAs placement: SurfacePlacement) -> PixelRect {
    glass.roster.expectedFrame(of: surface, placedAs: placement)
  }

  /// Takes one surface down; the others see what was behind it.
  func close(_ surface: LiveSurface) {
    glass.roster.close(surface)
    session.surfaceClosed()
  }

  // MARK: - For the session

  var isOpen: Bool { glass.roster.isOpen }
  /// When `update` has something to do without an arrival; nil: never.
  var nextDeadline: Instant? { glass.nextDeadline }
  /// The output has another geometry than its surfaces are drawn for.
  var hasNewGeometry: Bool { wantedFit != glass.fit }
  private var wantedFit: OutputFit {
    OutputFit(output.description, hasViewporter: hasViewporter, preferred: preferredScale)
  }

  /// Takes over another geometry of the output: everything is made anew for it.
  func fit() {
    if hasNewGeometry || panel.isEmpty { glass.adopt(wantedFit) }
  }

  /// Follows another policy from the next update on.
  func follow(_ new: BackdropPolicy) {
    glass.rungs.follow(new)
    surfacesChanged()
  }

  /// The compositor has begun or ceased to blur.
  func blurChanged() {
    glass.rungs.blurChanged()
    surfacesChanged()
  }

  /// Panels leave an area of this size, in logical pixels.
  func areaChanged(to size: LogicalSize) { glass.roster.areaChanged(to: size) }

  /// Makes the surfaces that are wanted and not there, and begins to find out what lies behind them.
  func openSurfaces(now: Instant) {
    guard !panel.isEmpty, glass.roster.openWanted(now: now) else { return }
    // The compositor works on the answers while the renderer is made, in `update`; a failure is reported.
    _ = try? session.connection.flush()
  }

  /// Makes everything anew, after the graphics were lost.
  func reset() { glass.reset() }

  /// Closes everything for good.
  func remove() { glass.remove() }

  /// Does the work of one phase of the loop.
  func perform(_ phase: EventLoop.Phase, now: Instant) throws(RenderingError) {
    try glass.attempt { () throws(RenderingError) in
      switch phase {
      case .update: try glass.update(now: now)
      case .layout: glass.layOut(now: now)
      case .draw: try glass.draw(now: now)
      case .commit: try glass.commit(now: now)
      default: preconditionFailure("no work in \(phase)")
      }
    }
  }

  /// The logical size is not always enough to know the scale by.
  private func follow(preferredScale parts: Int) {
    guard parts != preferredScale else { return }
    preferredScale = parts
    if hasNewGeometry { session.geometryChanged(output) }
  }
}

extension LiveOutput: OutputGlassHost {
  var panel: PixelRect { PixelRect(output.description.mode) }
  var isBlurred: Bool { session.blur.isAvailable }
  var isSoftware: Bool { session.graphics.renderer?.isSoftware ?? true }
  var now: Instant { session.loop.now }

  func makeWindow(for surface: LiveSurface, _ fit: OutputFit) throws(WaylandError) -> any SurfaceWindow {
    let pair = try SurfacePair(session.connection, makeRole(of: surface), fit: fit, blur: session.blur)
    pair.onPreferredScale = { [weak self] in self?.follow(preferredScale: $0) }
    return pair
  }

  private func makeRole(of surface: LiveSurface) throws(WaylandError) -> any SurfaceRole {
    guard let popup = surface.popup, let parent = surface.parent, let window = parent.window as? SurfacePair
    else {
      return try LayerRole(session.connection, on: output, surface.placement) { [weak self, weak surface] in
        if let surface { self?.arrive(.layer(surface, $0)) }
      }
    }
    return try PopupRole(
      session.connection, of: window.role, popup, parentSize: parent.logicalSize, seats: session.input?.seats
    ) { [weak self, weak surface] in
      if let surface { self?.arrive(.popup(surface, $0)) }
    }
  }

  func makeRenderer(_ fit: OutputFit) throws(RenderingError) -> any OutputRenderer {
    try session.graphics.makeRenderer(fit.size, transform: fit.transform)
  }

  func needsUpdate() { session.needsUpdate() }
  func tellLater(_ message: @escaping () -> Void) { session.tellLater(message) }
  func surfaceClosed() { session.surfaceClosed() }
  func isConnectionOver() -> Bool { session.isConnectionOver() }

  func report(_ level: GlassSession.Level, _ text: String) { session.report(level, "\(name): \(text)") }
}
