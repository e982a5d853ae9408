public import Geometry
public import LiveGlass
public import Scenes
public import ShellSurfaces
public import VisualEffects

/// A surface without a compositor, which a test shows, draws and closes.
@MainActor public final class FakeSurface: ShellSurface {
  public var placement: SurfacePlacement {
    didSet {
      if placement.keyboard != oldValue.keyboard { keyboardRequests.append(placement.keyboard) }
      if answersAtOnce, answered != nil { answered = placement }
    }
  }
  /// The requests for the keyboard, in order.
  public private(set) var keyboardRequests: [SurfacePlacement.Keyboard] = []
  public var content: (LiveSurface.Layout) -> Scene
  public let opacity: Double
  public var onClosed: (() -> Void)?
  public var onBackgroundChanged: (() -> Void)?
  public var onBackgroundKnown: (() -> Void)?
  public var onPointer: ((PointerEvent) -> Void)?
  public var onTouch: ((TouchEvent) -> Void)?
  public var onKey: ((KeyEvent) -> Void)?
  public var onKeyboardFocus: ((_ hasKeyboard: Bool) -> Void)?
  public var cursor = CursorShape.default
  public var restRatio = 1.0
  public var canGrab = true
  public private(set) var commitCount = 0
  public let range = ShownRange.full
  public var phase: LiveSurface.Phase { isShown ? .watching : .acquiring }
  public var isSettled: Bool { isShown }
  public var isShown = false
  public private(set) var isClosed = false
  /// The opacities to which the surface was asked to fade.
  public private(set) var fades: [Double] = []
  public private(set) var isFadingOut = false
  public private(set) var drawingRequests = 0
  /// The colour behind the surface, encoded sRGB.
  public var backdrop = SIMD3(repeating: 0.5)
  /// The number of times that the colours behind the surface were asked for.
  public private(set) var measurements = 0
  /// The scene that `draw` has drawn last.
  public private(set) var drawnScene: Scene?
  /// The popups that were opened, the last one last.
  public private(set) var popups: [(surface: FakeSurface, placement: PopupPlacement)] = []
  /// Whether popups of the surface have a place at once.
  public var placesPopups = true
  private let output: PixelSize
  /// The part of the output in which the compositor places the surface, in logical pixels.
  private let room: LogicalRect
  /// Whether another placement takes effect at once; if not, with the next `draw`.
  private let answersAtOnce: Bool
  /// The placement that has taken effect; nil: none has.
  private var answered: SurfacePlacement?
  /// The frame on the output of a surface that is a popup.
  private var popupFrame: PixelRect?
  private var motion: (isRunning: (Instant) -> Bool, completion: (() -> Void)?)?
  private var isDirty = true
  /// The handlers of `afterPlacement` whose requests the compositor has not handled yet.
  private var unanswered: [() -> Void] = []

  /// Creates a surface on an output of a size in pixels, of which one is a logical pixel, that is placed in the part `free`; nil:
  /// in all of it.
  public init(
    _ placement: SurfacePlacement = SurfacePlacement(anchors: [], width: 100, height: 20),
    opacity: Double = 1,
    output: PixelSize = PixelSize(width: 800, height: 600), free: LogicalRect? = nil,
    answersAtOnce: Bool = true,
    content: @escaping (LiveSurface.Layout) -> Scene = { Scene(size: $0.size, nodes: []) }
  ) {
    (self.placement, self.opacity, self.content) = (placement, opacity, content)
    (self.output, self.answersAtOnce) = (output, answersAtOnce)
    room = free ?? Self.logical(output)
    if answersAtOnce { answered = placement }
  }

  public var isMoving: Bool { motion != nil }

  public var frame: PixelRect {
    answered.map { popupFrame ?? frame(placedAs: $0) } ?? .empty
  }

  private static func logical(_ size: PixelSize) -> LogicalRect {
    LogicalRect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
  }

  public func frame(placedAs placement: SurfacePlacement) -> PixelRect {
    let frame = placement.frame(in: room)
    return PixelRect(
      x: Int(frame.x), y: Int(frame.y), width: Int(frame.width), height: Int(frame.height))
  }

  public func background() -> [SIMD3<Double>] {
    measurements += 1
    return isShown ? [backdrop] : []
  }

  public func snapshot() -> Bitmap? { isShown ? Bitmap(size: frame.size) : nil }

  public func setNeedsDisplay() {
    drawingRequests += 1
    isDirty = true
  }

  public func animate(while isRunning: @escaping (Instant) -> Bool, completion: (() -> Void)?) {
    motion = (isRunning, completion)
  }

  public func fade(to opacity: Double, _ timing: Timing, reducesMotion: Bool, completion: (() -> Void)?) {
    fades.append(opacity)
  }

  public func close(fading timing: Timing, reducesMotion: Bool) { isFadingOut = true }

  public func close() {
    onClosed = nil
    (isClosed, isShown) = (true, false)
  }

  public func afterPlacement(_ handler: @escaping () -> Void) { unanswered.append(handler) }

  public func openPopup(
    _ placement: PopupPlacement, expecting material: Material?, opacity: Double,
    content: @escaping (LiveSurface.Layout) -> Scene
  ) -> FakeSurface? {
    let size = placement.surfaceSize
    let popup = FakeSurface(
      SurfacePlacement(anchors: [.top, .left], width: size.width, height: size.height), opacity: opacity,
      output: output, content: content)
    if !placesPopups { popup.answered = nil }
    let parent = LogicalRect(
      x: Double(frame.x), y: Double(frame.y), width: Double(frame.width), height: Double(frame.height))
    let place = placement.expectedFrame(at: parent, in: Self.logical(output))
    popup.popupFrame = PixelRect(
      x: frame.x + Int(place.x), y: frame.y + Int(place.y), width: size.width, height: size.height)
    popups.append((popup, placement))
    return popup
  }

  // MARK: - Acts of a compositor

  /// Acts as a compositor that sends the place of the surface.
  public func findPlace() { answered = placement }

  /// Acts as a compositor that has handled all requests.
  public func answerRequests() {
    let answered = unanswered
    unanswered = []
    for handler in answered { handler() }
  }

  /// Acts as a compositor that handles all requests, by which the surface gets the keyboard.
  public func grantKeyboard() {
    onKeyboardFocus?(true)
    answerRequests()
  }

  /// Acts as a compositor that shows the surface.
  public func show() {
    isShown = true
    commitCount += 1
  }

  /// Acts as a compositor that closes the surface.
  public func closeByCompositor() {
    (isClosed, isShown) = (true, false)
    onClosed?()
  }

  /// Begins the next frame of the motion; returns its completion if that was the last one.
  private func moveOn(at now: Instant) -> (() -> Void)? {
    guard let motion, !motion.isRunning(now) else { return nil }
    self.motion = nil
    return motion.completion
  }

  /// Acts as a compositor that wants the next frame of a motion.
  public func drawFrame(at now: Instant) { moveOn(at: now)?() }

  /// Acts as a compositor that gives the surface the size that it asks for, and draws what has changed.
  public func draw(at now: Instant) {
    guard !isClosed else { return }
    let former = frame.size
    answered = placement
    if frame.size != former { isDirty = true }
    var completion: (() -> Void)?
    if isShown, isMoving {
      isDirty = true
      completion = moveOn(at: now)
    }
    if isDirty {
      isDirty = false
      drawnScene = scene(at: now)
      show()
    }
    completion?()
  }

  /// Returns the scene that the surface shows at `now`.
  public func scene(at now: Instant) -> Scene {
    content(LiveSurface.Layout(size: frame.size, scale: 1, now: now))
  }

  /// All texts of the scene that was drawn last.
  public var texts: [String] {
    func texts(_ nodes: [Node]) -> [String] {
      nodes.flatMap { node -> [String] in
        switch node {
        case .effect(let effect): texts(effect.content)
        case .text(let text): [text.text.string]
        default: []
        }
      }
    }
    return drawnScene.map { texts($0.nodes) } ?? []
  }
}
