import BarSurfaces
import BarUI
import Geometry
import LiveGlass
import Loop
import ModuleModel
import Pictures
import Rendering
import Scenes
import Settings
import ShellModel
import TestSupport
import Testing
import VisualEffects

/// A surface that shows nothing and does what a test says.
final class FakeSurface: BarSurface {
  var placement: SurfacePlacement {
    didSet { if placement.keyboard != oldValue.keyboard { keyboardWishes.append(placement.keyboard) } }
  }
  /// The requests for the keyboard, in order.
  private(set) var keyboardWishes: [SurfacePlacement.Keyboard] = []
  var content: (LiveSurface.Layout) -> Scene
  let opacity: Double
  var onClosed: (() -> Void)?
  var onBackgroundChanged: (() -> Void)?
  var onPointer: ((PointerEvent) -> Void)?
  var onTouch: ((TouchEvent) -> Void)?
  var onKey: ((KeyEvent) -> Void)?
  var onKeyboardFocus: ((_ hasKeyboard: Bool) -> Void)?
  var cursor = CursorShape.default
  var isShown = false
  var commitCount = 0
  var range = ShownRange.full
  /// The colour behind the surface.
  var backdrop = SIMD3(repeating: 0.5)
  private(set) var measurements = 0
  private(set) var drawingRequests = 0
  private(set) var isClosed = false
  private(set) var fades: [Double] = []
  private(set) var isFadingOut = false
  private var motion: (isRunning: (Instant) -> Bool, completion: (() -> Void)?)?

  init(_ placement: SurfacePlacement, opacity: Double, content: @escaping (LiveSurface.Layout) -> Scene) {
    self.placement = placement
    self.opacity = opacity
    self.content = content
  }

  var isMoving: Bool { motion != nil }
  var frame: PixelRect { isPlaced ? popupFrame ?? frame(placedAs: placement) : .empty }
  /// The frame on the output of a surface that is a popup.
  private var popupFrame: PixelRect?
  /// The compositor has answered where it lies.
  private var isPlaced = true
  /// Whether popups of it have a place at once.
  var placesPopups = true

  func frame(placedAs placement: SurfacePlacement) -> PixelRect {
    let frame = placement.frame(in: LogicalRect(x: 0, y: 0, width: 800, height: 600))
    return PixelRect(
      x: Int(frame.x), y: Int(frame.y), width: Int(frame.width), height: Int(frame.height))
  }

  func background() -> [SIMD3<Double>] {
    measurements += 1
    return isShown ? [backdrop] : []
  }

  func setNeedsDisplay() { drawingRequests += 1 }

  func animate(while isRunning: @escaping (Instant) -> Bool, completion: (() -> Void)?) {
    motion = (isRunning, completion)
  }

  func fade(to opacity: Double, _ timing: Timing, reducesMotion: Bool, completion: (() -> Void)?) {
    fades.append(opacity)
  }

  func close(fading timing: Timing, reducesMotion: Bool) { isFadingOut = true }

  func close() {
    onClosed = nil
    isClosed = true
  }

  var canGrab = true

  /// The requests that the compositor has not handled yet.
  private var unanswered: [() -> Void] = []

  func afterPlacement(_ handler: @escaping () -> Void) { unanswered.append(handler) }

  /// The popups that were opened, the last one last.
  private(set) var popups: [(surface: FakeSurface, placement: PopupPlacement)] = []

  func openPopup(
    _ placement: PopupPlacement, expecting material: Material?, opacity: Double,
    content: @escaping (LiveSurface.Layout) -> Scene
  ) -> FakeSurface? {
    let popup = FakeSurface(
      SurfacePlacement(anchors: [.top, .left], width: placement.width, height: placement.height),
      opacity: opacity, content: content)
    popup.isPlaced = placesPopups
    let parent = LogicalRect(
      x: Double(frame.x), y: Double(frame.y), width: Double(frame.width), height: Double(frame.height))
    let place = placement.expectedFrame(at: parent, in: LogicalRect(x: 0, y: 0, width: 800, height: 600))
    popup.popupFrame = PixelRect(
      x: frame.x + Int(place.x), y: frame.y + Int(place.y), width: placement.width, height: placement.height)
    popups.append((popup, placement))
    return popup
  }

  // MARK: - What a compositor does

  /// The compositor sends the place of the surface.
  func findPlace() { isPlaced = true }

  /// Acts as a compositor that has handled all requests.
  func answerRequests() {
    let answered = unanswered
    unanswered = []
    for handler in answered { handler() }
  }

  /// Acts as a compositor that handles all requests, by which the surface gets the keyboard.
  func grantKeyboard() {
    onKeyboardFocus?(true)
    answerRequests()
  }

  /// Acts as a compositor that shows the surface.
  func show() {
    isShown = true
    commitCount += 1
  }

  /// The next frame of its motion.
  func drawFrame(at now: Instant) {
    guard let motion, !motion.isRunning(now) else { return }
    self.motion = nil
    motion.completion?()
  }

  /// The scene that the surface shows at `now`.
  func scene(at now: Instant) -> Scene {
    content(LiveSurface.Layout(size: frame.size, scale: 1, now: now))
  }
}

/// A strip at an edge that tells what a test says.
final class FakeStrip: EdgeWatch {
  let edge: OutputEdge
  let onPointer: (PointerEvent) -> Void
  private(set) var isDestroyed = false

  init(_ edge: OutputEdge, _ onPointer: @escaping (PointerEvent) -> Void) {
    self.edge = edge
    self.onPointer = onPointer
  }

  func destroy() { isDestroyed = true }
}

/// Something that notices presses beside popups, as a test says.
final class FakeDismissal: EdgeWatch {
  let onPress: () -> Void
  private(set) var isDestroyed = false

  init(_ onPress: @escaping () -> Void) {
    self.onPress = onPress
  }

  func destroy() { isDestroyed = true }
}

/// An output of 800 × 600 pixels without a compositor.
final class FakeOutput: BarOutput {
  let name = "DP-1"
  var isOn = true
  var isPortrait = false
  let scale = 1.0
  let size = PixelSize(width: 800, height: 600)
  var measurer: any TextMeasurer { MonospaceMeasurer() }
  private(set) var opened: [FakeSurface] = []
  private(set) var strips: [FakeStrip] = []
  private(set) var dismissals: [FakeDismissal] = []

  var surface: FakeSurface? { opened.last { !$0.isClosed } }

  func snapped(_ length: Int, slack: Int) -> Int { length }

  func open(
    _ placement: SurfacePlacement, expecting material: Material?, opacity: Double,
    content: @escaping (LiveSurface.Layout) -> Scene
  ) -> FakeSurface {
    let surface = FakeSurface(placement, opacity: opacity, content: content)
    opened.append(surface)
    return surface
  }

  func watchEdge(
    _ edge: OutputEdge, onPointer: @escaping (PointerEvent) -> Void,
    onTouch: @escaping (TouchEvent) -> Void
  ) -> (any EdgeWatch)? {
    strips.append(FakeStrip(edge, onPointer))
    return strips.last
  }

  func watchPresses(on layer: SurfaceLayer, onPress: @escaping () -> Void) -> (any EdgeWatch)? {
    dismissals.append(FakeDismissal(onPress))
    return dismissals.last
  }
}

/// A program with one bar on one output, whose clock the test turns.
final class BarStage: BarHost {
  let time = ManualClock()
  let loop: EventLoop
  var state: State
  let output = FakeOutput()
  let pictures = BarPictures(NoPictures())
  /// The uses of modules, and the drawers that were toggled.
  private(set) var used: [BarInput.Effect] = []
  /// The modules whose tooltip the bar was about to show, one after another; nil: none.
  private(set) var explained: [ModuleName?] = []
  /// The popup that every use of a module opens or closes; nil for none.
  var opens: ModulePopup?
  private(set) var bar: Bar<FakeOutput>!

  init(_ change: (inout Settings) -> Void = { _ in }) throws {
    loop = try EventLoop(clock: time)
    var settings = Settings()
    change(&settings)
    state = State()
    _ = state.update(.settingsLoaded(settings), now: loop.now)
    bar = Bar(0, on: output, host: self)
    arrange()
  }

  /// A bar along an edge, on the screen, with the clock as its only module; what the clock opens is `opens`.
  static func withClock(
    edge: OutputEdge, direction: LayoutDirection = .auto, opening popup: ModulePopup
  ) throws -> (BarStage, FakeSurface) {
    let clock = ModuleName.clock
    let stage = try BarStage {
      ($0.bars[0].start, $0.bars[0].center, $0.bars[0].edge) = ([clock], [], edge)
      $0.direction = direction
    }
    _ = stage.state.update(.moduleReadingChanged(clock, .failure("clock: broken")), now: stage.now)
    let surface = try #require(stage.output.surface)
    surface.show()
    _ = surface.scene(at: stage.now)
    stage.opens = popup
    return (stage, surface)
  }

  var now: Instant { time.now }

  func arrange() { bar.arrange(now: now) }

  func use(_ item: BarItem, by gesture: ModuleGesture, from source: UseSource, on bar: any ShellBar) {
    used.append(.use(item, gesture))
    if let opens { bar.toggle(opens, at: item, for: source) }
  }

  func toggleDrawer(of group: ModuleName, on output: String) {
    used.append(.toggleDrawer(group))
    _ = state.update(.drawerToggled(group, on: output), now: now)
  }

  func setDrawer(of group: ModuleName, isOpen: Bool, on output: String) {
    _ = state.update(.drawerHovered(group, isOpen: isOpen, on: output), now: now)
  }

  func explainedModulesChanged() { explained.append(bar.explainedModule) }

  /// The drawers that are open on the output.
  var openDrawers: Set<ModuleName> { state.openDrawers(on: output.name) }

  /// Lets the loop do what is marked, and what is due.
  func settle() { loop.serveWhatIsReady() }

  /// Changes the settings of the bar.
  func change(_ change: (inout BarSettings) -> Void) {
    var settings = state.settings
    change(&settings.bars[0])
    _ = state.update(.settingsLoaded(settings), now: now)
    arrange()
  }

  /// Turns the clock, and draws a frame at the end.
  func pass(_ duration: Duration) {
    time.advance(by: duration)
    settle()
    for surface in output.opened where !surface.isClosed { surface.drawFrame(at: now) }
    settle()
  }
}

/// Finds no picture.
final class NoPictures: PictureSource {
  var theme = ""

  func load(
    _ candidates: [PictureLoader.Candidate], size: Int, scale: Double,
    completion: @escaping (PictureLoader.Loaded?) -> Void
  ) {}

  func forgetFolders() {}
  func forgetProgramFolders() {}
  func stop() {}
}
