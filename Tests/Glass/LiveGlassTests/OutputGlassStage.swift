import Geometry
import GlassModel
import Rendering
import Scenes
import VisualEffects
import Wayland

@testable import LiveGlass

/// The glass of an output of 1000 × 600 pixels, with a compositor and a renderer that do what a test says.
final class OutputGlassStage: OutputGlassHost, OutputGlassSession {
  let capture = FakeCapture()
  let fake = FakeRenderer()
  let journal = FakeWindow.Journal()
  let order = ExclusiveZoneOrder()
  private(set) lazy var glass: OutputGlass = OutputGlass(
    fit, order: order, source: capture, policy: policy, host: self, session: self)
  private let policy: BackdropPolicy
  private var windows: [SurfaceID: FakeWindow] = [:]
  private var surfaceCount = 0
  private var messages: [() -> Void] = []
  /// Handlers that wait until the compositor has handled the requests so far.
  private var unanswered: [() -> Void] = []
  private(set) var reports: [String] = []
  /// Paths of the wallpapers that were to be read.
  private(set) var wallpapers: [String] = []
  /// Counts the allocations, and makes one of them fail.
  let faults = Faults()
  /// Surfaces that the compositor refuses windows.
  var refused: Set<SurfaceID> = []
  var panel = PixelRect(x: 0, y: 0, width: 1000, height: 600)
  var isBlurred = false
  var isSoftware: Bool { false }
  var isAnyRetiring: Bool { glass.isRetiring }
  /// The number of requests for another update.
  private(set) var updateRequests = 0
  private(set) var now = Instant(sinceOrigin: .seconds(1))

  init(_ policy: BackdropPolicy = BackdropPolicy()) { self.policy = policy }

  /// The drawing of surfaces for `panel`.
  var fit: OutputFit {
    var description = OutputDescription()
    description.mode = panel.size
    return OutputFit(description, hasViewporter: true)
  }

  /// A popup of a surface that the program wants.
  func openPopup(_ popup: PopupPlacement, of parent: LiveSurface) -> LiveSurface {
    var placement = SurfacePlacement(anchors: [], width: popup.width, height: popup.height)
    placement.exclusiveZone = -1
    return open(placement, popup: popup, of: parent, content: Self.glass)
  }

  /// The scene of a surface with glass all over.
  private static func glass(_ layout: LiveSurface.Layout) -> Scene {
    let pane = EffectNode(
      frame: PixelRect(layout.size), material: Material(.systemUltraThinMaterialLight, isDark: false),
      alpha: 1, content: [])
    return Scene(size: layout.size, nodes: [.effect(pane)])
  }

  /// A surface that the program wants, with glass all over.
  func open(_ placement: SurfacePlacement) -> LiveSurface { open(placement, content: Self.glass) }

  /// A surface that the program wants.
  func open(
    _ placement: SurfacePlacement, popup: PopupPlacement? = nil, of parent: LiveSurface? = nil,
    content: @escaping (LiveSurface.Layout) -> Scene
  ) -> LiveSurface {
    surfaceCount += 1
    let surface = LiveSurface(
      SurfaceID(surfaceCount), on: nil, placement: placement, popup: popup, of: parent, expecting: nil,
      opacity: 1, content: content)
    glass.roster.add(surface)
    return surface
  }

  func window(of surface: LiveSurface) -> FakeWindow? { windows[surface.id] }

  /// Lets time pass, without an iteration.
  func advance(by time: Duration) { now = now + time }

  /// One iteration of the loop.
  func iterate() throws {
    let told = messages
    messages = []
    for message in told { message() }
    _ = glass.openSurfaces()
    for step in [OutputGlass.Step.update, .layout, .draw, .commit] { try glass.perform(step, now: now) }
  }

  /// The compositor answers the last request of a surface.
  func configure(_ surface: LiveSurface, width: Double = 0, height: Double = 0, serial: UInt32 = 1) {
    glass.arrive(
      .layer(surface, .configure(LogicalSize(width: width, height: height), serial: serial)))
  }

  /// The compositor puts a popup somewhere, relative to its parent.
  func configure(_ popup: LiveSurface, at place: LogicalRect) {
    glass.arrive(.popup(popup, .configure(place, serial: 1)))
  }

  /// Iterates until all surfaces are shown and seen, and nothing is left to do.
  func settle() throws {
    for surface in glass.surfaces where surface.window == nil || !surface.isShown {
      try iterate()
      if let popup = surface.popup {
        configure(
          surface, at: LogicalRect(x: 100, y: 40, width: Double(popup.width), height: Double(popup.height)))
      } else {
        configure(surface)
      }
    }
    for _ in 0..<8 { try look() }
  }

  /// The compositor answers a capture; what it means is done, and the next one is asked for.
  func look(damage: PixelRect? = nil) throws {
    capture.answer(glass.fit, damage: damage ?? panel)
    try iterate()
    // Longer than from one capture to the next.
    now = now + .milliseconds(100)
    try iterate()
  }

  // MARK: - OutputGlassHost and OutputGlassSession

  func makeWindow(for surface: LiveSurface, _ fit: OutputFit) throws(WaylandError) -> any SurfaceWindow {
    if refused.contains(surface.id) { throw .missingProtocol("zwlr_layer_shell_v1") }
    if faults.isNextFailing { throw .noSharedMemory(bytes: 1, reason: "too many open files") }
    let window = FakeWindow(surface.id, journal)
    window.faults = faults
    windows[surface.id] = window
    return window
  }

  func readWallpaper(_ wallpaper: BackdropPolicy.Wallpaper, number: Int) { wallpapers.append(wallpaper.path) }

  func makeRenderer(_ fit: OutputFit) throws(RenderingError) -> any OutputRenderer {
    try faults.allocate()
    fake.faults = faults
    return fake
  }
  func needsUpdate() { updateRequests += 1 }
  func tellLater(_ message: @escaping () -> Void) { messages.append(message) }
  func afterRequests(_ handlers: [() -> Void]) { unanswered += handlers }

  /// The compositor has handled all requests.
  func answerRequests() {
    let answered = unanswered
    unanswered = []
    for handler in answered { handler() }
  }
  func surfaceClosed() {}
  func isConnectionOver() -> Bool { false }
  func report(_ level: GlassSession.Level, _ text: String) { reports.append(text) }
}
