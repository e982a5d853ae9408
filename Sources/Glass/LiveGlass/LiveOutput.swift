public import Geometry
import GlassModel
import Rendering
public import Scenes
public import VisualEffects
public import Wayland

/// One output of the session: surfaces can be opened on it, and it reports how far their glass is live.
///
/// The work is done by `OutputGlass`; this class connects it with the compositor's output and the session.
@MainActor public final class LiveOutput {
  /// Counts of captures, for diagnosis and tests.
  public struct Statistics: Equatable, Sendable {
    /// The number of captures that the compositor completed.
    public var captures = 0
    /// The number of captures whose damage intersects the region that is looked at.
    public var absorbed = 0
  }

  public let output: Output
  /// The look that adaptive glass on the output shares.
  public let look = OutputLook()
  /// The session that the output belongs to.
  public unowned let session: GlassSession
  /// The glass of the surfaces on the output.
  private(set) lazy var glass = makeGlass()
  private let hasViewporter: Bool
  /// The scale that the compositor prefers, in 1/120; nil until it has sent one.
  private var preferredScale: Int?

  init(_ output: Output, session: GlassSession) {
    self.output = output
    self.session = session
    hasViewporter = Viewport.isOffered(by: session.connection)
  }

  private func makeGlass() -> OutputGlass {
    let screencopy: (any CaptureSource)? = try? ScreencopySource(session.connection, of: output)
    let source = screencopy ?? (try? ImageCopySource(session.connection, of: output))
    return OutputGlass(
      wantedFit, order: session.zoneOrder, source: source, policy: session.backdrop, host: self,
      session: session)
  }

  public var name: String { output.description.name }
  /// The open surfaces, in the order in which they were opened.
  public var surfaces: [LiveSurface] { glass.surfaces }
  public var statistics: Statistics { glass.judge.statistics }
  /// Physical pixels per logical pixel of what is drawn on the output.
  public var scale: Double { glass.scale }
  /// Size of the output, turned upright, in physical pixels.
  public var size: PixelSize { glass.fit.size }
  /// Whether the output is higher than wide, according to its latest description, to which its surfaces may
  /// not be fitted yet.
  public var isPortrait: Bool {
    let size = output.description.transformedMode
    return size.height > size.width
  }

  /// The length nearest to `length`, both in logical pixels, that covers whole physical pixels: it is at most
  /// `slack` longer or shorter, or else `length` itself.
  public func snapped(_ length: Int, slack: Int = 2) -> Int {
    wantedFit.geometry.snapped(length, slack: slack)
  }
  /// The rung of the backdrop in use, and the reason why it is not a better one.
  public var backdropInUse: BackdropInUse { glass.ladder.inUse }
  /// The reason, for the user, why there is no live glass, or none that is up to date; nil: the backdrop is
  /// as it was asked for.
  public var reason: String? { glass.backdrop.isUnseen ? LiveBackdrop.unseenWords : backdropInUse.reason }
  /// Whether a capture has been asked for and has not come.
  public var isCapturePending: Bool { glass.captures.isPending }
  /// Whether the output is rotated or mirrored.
  public var isTurned: Bool { glass.fit.transform != .normal }

  /// Opens a surface, which is shown once the compositor has given it a size and its background is known.
  ///
  /// `content` makes the scene for a size and is called again after `setNeedsDisplay`. With the material that
  /// the scene will have as `expecting`, the first frame comes sooner. A surface with an `opacity` of 0 can
  /// `fade` in. Surfaces may overlap: of two on one layer, the later one lies above.
  @discardableResult
  public func open(
    _ placement: SurfacePlacement, expecting material: Material? = nil, opacity: Double = 1,
    content: @escaping (LiveSurface.Layout) -> Scene
  ) -> LiveSurface {
    let surface = LiveSurface(
      session.makeID(), on: self, placement: placement, expecting: material, opacity: opacity,
      content: content)
    glass.roster.add(surface)
    session.needsUpdate()
    return surface
  }

  /// Closes those of the popups with a grab that are meant, the last ones first.
  func dropGrabs(where isMeant: (LiveSurface) -> Bool) {
    for popup in surfaces.reversed() where popup.popup?.takesGrab == true && isMeant(popup) {
      glass.drop(popup)
    }
  }

  // MARK: - For the session

  /// Whether the output has another geometry than its surfaces are drawn for.
  var hasNewGeometry: Bool { wantedFit != glass.fit }
  private var wantedFit: OutputFit {
    OutputFit(output.description, hasViewporter: hasViewporter, preferred: preferredScale)
  }

  /// Adopts a new geometry of the output, for which everything is made anew.
  func fit() {
    if hasNewGeometry || panel.isEmpty { glass.adopt(wantedFit) }
  }

  /// Applies the scale that the compositor prefers, in 1/120: the logical size does not always determine the scale.
  private func follow(preferredScale parts: Int) {
    guard parts != preferredScale else { return }
    preferredScale = parts
    if hasNewGeometry { session.geometryChanged(output) }
  }
}

extension LiveOutput: OutputGlassHost {
  var panel: PixelRect { PixelRect(output.description.mode) }
  var isSoftware: Bool { session.graphics.renderer?.isSoftware ?? true }

  func makeWindow(for surface: LiveSurface, _ fit: OutputFit) throws(WaylandError) -> any SurfaceWindow {
    let pair = try SurfacePair(session.connection, makeRole(of: surface), fit: fit, blur: session.blur)
    pair.onPreferredScale = { [weak self] in self?.follow(preferredScale: $0) }
    pair.onBufferFree = { [weak self] in self?.session.needsUpdate() }
    return pair
  }

  private func makeRole(of surface: LiveSurface) throws(WaylandError) -> any SurfaceRole {
    guard let popup = surface.popup, let parent = surface.parent, let window = parent.window as? SurfacePair
    else {
      return try LayerSurface(session.connection, on: output, surface.placement) {
        [weak self, weak surface] in
        if let surface { self?.glass.arrive(.layer(surface, $0)) }
      }
    }
    return try PopupSurface(
      session.connection, of: window.role, popup, parentSize: parent.logicalSize, seats: session.input?.seats
    ) { [weak self, weak surface] in
      if let surface { self?.glass.arrive(.popup(surface, $0)) }
    }
  }

  func readWallpaper(_ wallpaper: BackdropPolicy.Wallpaper, number: Int) {
    session.wallpapers.read(wallpaper, on: size) { [weak self] in
      self?.glass.arrive(.wallpaperRead($0, number: number))
    }
  }

  func makeRenderer(_ fit: OutputFit) throws(RenderingError) -> any OutputRenderer {
    try session.graphics.makeRenderer(fit.size, transform: fit.transform)
  }

  func report(_ level: GlassSession.Level, _ text: String) { session.report(level, "\(name): \(text)") }
}
