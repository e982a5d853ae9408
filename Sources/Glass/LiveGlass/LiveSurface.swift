public import Geometry
import GlassModel
public import Rendering
public import Scenes
public import VisualEffects
import Wayland

/// A surface on one output: its content, its placement, and how far its glass is live.
///
/// `LiveOutput.open` makes a surface. It persists through changes of the output, to which it is fitted anew; once it
/// is closed, by the program or by the compositor, it stays closed. A popup is made by `openPopup` of its parent, and
/// closed before that is unmapped, and when the output changes.
@MainActor public final class LiveSurface {
  /// The size, scale and time for which a scene is made.
  public struct Layout: Equatable, Sendable {
    /// Size of the surface in physical pixels.
    public var size: PixelSize
    /// Physical pixels per logical pixel.
    public var scale: Double
    /// The beginning of the frame for which the scene is made; in motion, the time of `LiveSurface.animate`.
    public var now: Instant

    public init(size: PixelSize, scale: Double, now: Instant) {
      self.size = size
      self.scale = scale
      self.now = now
    }

    /// Size of the surface in logical pixels.
    public var logicalSize: LogicalSize {
      LogicalSize(width: Double(size.width) / scale, height: Double(size.height) / scale)
    }
  }

  public let id: SurfaceID
  /// The placement of a popup beside its parent; nil: the surface is no popup, but lies on a layer of its
  /// output.
  public let popup: PopupPlacement?
  /// The popup's parent surface; nil: the surface is no popup.
  private(set) weak var parent: LiveSurface?
  /// The popup's frame in the compositor's answer, relative to its parent, in logical pixels; nil until it
  /// has answered.
  var popupFrame: LogicalRect?
  public private(set) weak var output: LiveOutput?
  /// The requested placement; a change takes effect in the next update.
  ///
  /// Place and size change in one frame. For another namespace or edge the surface is made anew, visibly, and
  /// also for another layer on compositors with only the first version of wlr-layer-shell.
  public var placement: SurfacePlacement {
    didSet { if placement != oldValue { needsUpdate() } }
  }
  /// A closure that makes the scene, in physical pixels of the surface; called when something has changed,
  /// never during drawing.
  public var content: (Layout) -> Scene {
    didSet { setNeedsDisplay() }
  }
  /// Called when the compositor has closed the surface, or when it could not be made; not after `close`.
  public var onClosed: (() -> Void)?
  /// Called when the background may have changed, which `background` returns; the handler must not draw, but
  /// may call `setNeedsDisplay`.
  public var onBackgroundChanged: (() -> Void)?
  /// Called when a capture has shown the whole background of the surface at its current place: after the
  /// surface has grown, its new part is exact from then on. The handler must not draw.
  public var onBackgroundKnown: (() -> Void)?
  /// Called with pointer events, in physical pixels of the surface, before drawing; never once the surface is
  /// closed.
  public var onPointer: ((PointerEvent) -> Void)?
  /// Called with touch events, in physical pixels of the surface, before drawing; never once the surface is
  /// closed.
  public var onTouch: ((TouchEvent) -> Void)?
  /// Called with key events while the surface has keyboard focus, which `placement.keyboard` has to allow.
  public var onKey: ((KeyEvent) -> Void)?
  /// Called when the surface gets or loses keyboard focus.
  public var onKeyboardFocus: ((_ hasKeyboard: Bool) -> Void)?
  /// The cursor of pointers over the surface.
  public var cursor = CursorShape.default {
    didSet { if cursor != oldValue { output?.session.input?.updateCursor(of: self) } }
  }
  /// Frame of the surface on the output, in physical pixels, as far as it is known.
  public var frame: PixelRect { requested.frame }
  /// Size of the surface in logical pixels.
  var logicalSize: LogicalSize { requested.logicalSize }
  /// The logical size before a change of the output for which the surface has not been drawn yet; nil: there
  /// was none, or it was not shown.
  private(set) var formerSize: LogicalSize?
  /// The circumstances under which no part of the output was left for the surface, so that it is not opened;
  /// nil: it may be opened.
  private(set) var withheld: Room?
  /// Whether the output has changed, and no capture of the background there has been asked for yet.
  private var needsRefit = false
  /// The duration of the rest after a frame of motion, relative to the time that drawing it took; a rest
  /// lasts at most 200 ms.
  public var restRatio: Double {
    get { animation.motion.restRatio }
    set { animation.motion.restRatio = newValue }
  }
  /// The default of `restRatio`.
  public static let usualRestRatio = SurfaceMotion.usualRestRatio
  /// The number of pictures that were committed.
  public internal(set) var commitCount = 0

  /// The requested appearance.
  private(set) var requested = SurfaceAppearance()
  /// The appearance that the renderer and the compositor have.
  var applied = SurfaceAppearance()
  /// The fade and the animation of the surface.
  var animation: SurfaceAnimation
  /// The pixels that the surface shares with overlapping surfaces of ours, and the shadows these cast on it; nil:
  /// none overlaps it.
  private(set) var overlap: SurfaceStack.Overlap?
  /// Whether renderer and program know the background, so that the surface can be shown.
  private(set) var isIntroduced = false

  /// The expected material, whose blur decides the size of the first capture before there is a scene.
  let expected: Material?
  var state = SurfaceWork()
  /// The window; nil while the surface is not opened.
  private(set) var window: (any SurfaceWindow)?
  /// The placement that the compositor was asked for.
  private(set) var placed: SurfacePlacement
  /// Handlers to be called when the compositor has handled the requested placement.
  private var placementHandlers: [() -> Void] = []
  /// The scene that `content` has made, without the shadows of other surfaces.
  private(set) var scene: Scene?
  /// The sheets of glass behind which the compositor has to blur.
  private(set) var blurred: [Pane] = []

  init(
    _ id: SurfaceID, on output: LiveOutput?, placement: SurfacePlacement, popup: PopupPlacement? = nil,
    of parent: LiveSurface? = nil, expecting expected: Material?, opacity: Double,
    content: @escaping (Layout) -> Scene
  ) {
    self.popup = popup
    self.parent = parent
    animation = SurfaceAnimation(opacity: opacity)
    self.id = id
    self.output = output
    self.placement = placement
    placed = placement
    self.expected = expected
    self.content = content
  }

  /// Whether the surface is mapped.
  public var isShown: Bool { window != nil && state.isMapped }

  /// The frame that the surface would have with another placement, in physical pixels of the output, as far
  /// as that can be known.
  public func frame(placedAs placement: SurfacePlacement) -> PixelRect {
    output?.glass.roster.expectedFrame(of: self, placedAs: placement) ?? .empty
  }

  /// Schedules the session's update, unless the surface is closed.
  private func needsUpdate() { output?.session.updates.setForNextRun() }

  /// Schedules a call of `content` for a new scene.
  public func setNeedsDisplay() {
    state.markDirty()
    needsUpdate()
  }

  /// Calls `handler` once the compositor has handled the placement that is requested now, and input that it sent until
  /// then was delivered, so that what the compositor thinks of the keyboard is known.
  ///
  /// The handler is also called if the surface is unmapped before, and never once it is closed.
  public func afterPlacement(_ handler: @escaping () -> Void) {
    placementHandlers.append(handler)
    needsUpdate()
  }

  /// Closes the surface; idempotent.
  public func close() {
    placementHandlers = []
    onClosed = nil
    output?.glass.close(self)
    output = nil
  }

  /// Whether a popup can take a grab: compositors want a press, a touch or a key for that.
  public var canGrab: Bool { output?.session.input?.seats.canGrab == true }

  /// Opens a popup beside a part of this surface, once this is on the screen; returns nil if this surface was
  /// closed.
  ///
  /// The popup is a surface like any other: see `LiveOutput.open`. Its place is fixed; of its `placement`
  /// only the input region may change. A popup with a grab closes all others with a grab except its own
  /// parents; its parent has to be a surface on a layer or a popup with a grab. `onClosed` is called when the
  /// compositor closed the popup, or when its parent was unmapped.
  @discardableResult
  public func openPopup(
    _ popup: PopupPlacement, expecting material: Material? = nil, opacity: Double = 1,
    content: @escaping (Layout) -> Scene
  ) -> LiveSurface? {
    guard let output else { return nil }
    var popup = popup
    popup.parentOutset = self.popup?.outset ?? SurfacePlacement.Margins()
    let size = popup.surfaceSize
    var placement = SurfacePlacement(anchors: [], width: size.width, height: size.height)
    (placement.layer, placement.namespace) = (self.placement.layer, self.placement.namespace)
    placement.exclusiveZone = -1
    if !popup.takesInput || size != (popup.width, popup.height) { placement.inputRegion = popup.inputRegion }
    if popup.takesGrab {
      precondition(self.popup?.takesGrab != false, "a popup with a grab of one without")
      placement.keyboard = .onDemand
      // There is one grab at a time, on whichever output.
      for other in output.session.outputs { other.dropGrabs { $0 !== self && !belongs(to: $0) } }
    }
    let surface = LiveSurface(
      output.session.makeID(), on: output, placement: placement, popup: popup, of: self, expecting: material,
      opacity: opacity, content: content)
    output.glass.roster.add(surface)
    needsUpdate()
    return surface
  }

  /// Opens a popup beside `anchor`, a part of this surface in its logical pixels, as the other `openPopup`
  /// does.
  ///
  /// The popup lies on the side `gravity` of its anchor; with `grab`, input elsewhere closes it.
  @discardableResult
  public func openPopup(
    anchor: LogicalRect, size: (width: Int, height: Int), gravity: OutputEdge, grab: Bool = false,
    expecting material: Material? = nil, content: @escaping (Layout) -> Scene
  ) -> LiveSurface? {
    var placement = PopupPlacement(
      anchor: anchor, width: size.width, height: size.height, gravity: gravity)
    placement.takesGrab = grab
    return openPopup(placement, expecting: material, content: content)
  }

  /// The surface on a layer that a popup belongs to; a surface that is no popup is its own.
  var root: LiveSurface { parent?.root ?? self }

  /// Whether this is a popup of the other surface, or of one of its popups at any depth.
  func belongs(to other: LiveSurface) -> Bool {
    parent.map { $0 === other || $0.belongs(to: other) } ?? false
  }

  /// A picture of the surface as it is seen on the screen, including the backdrop; nil unless it is shown.
  public func snapshot() throws(RenderingError) -> Bitmap? {
    guard isShown, let renderer = output?.glass.renderer else { return nil }
    return try renderer.snapshot(id)
  }

  /// The colours of the background, as in `OutputRenderer.background`; empty before the renderer knows the
  /// surface.
  public func background() throws(RenderingError) -> [SIMD3<Double>] {
    guard applied.glass != nil, let renderer = output?.glass.renderer else { return [] }
    return try renderer.background(behind: id)
  }

  /// The black and the white that the surface can show.
  public var range: ShownRange { applied.glass.map { ShownRange($0.leak) } ?? .full }

  /// The circumstances that decide whether there is room for a surface.
  struct Room: Equatable {
    var placement: SurfacePlacement
    var fit: OutputFit
    /// The other surfaces of ours on the output.
    var others: [SurfacePlacement]
  }

  /// The state of a surface's glass.
  public enum Phase: String, Sendable {
    /// The surface waits for its size and for a capture of its background.
    case acquiring
    /// The surface is shown, and captures have to prove that the model holds.
    case proving
    /// The glass is live.
    case watching
    /// Nothing of the surface is on the screen, and nothing is captured for it.
    case hidden
    /// The glass is frozen, by `freeze` or by a motion.
    case frozen
    /// The glass is not live: another backdrop is in use.
    case resting
  }

  public var phase: Phase {
    guard let backdrop = output?.glass.backdrop else { return .resting }
    return switch backdrop.surfaces[id]?.phase {
    case nil, .opening: backdrop.phase == .live ? .acquiring : .resting
    case .proving: .proving
    case .watching: .watching
    case .hidden: .hidden
    case .held: .frozen
    case .resting: .resting
    }
  }

  /// Whether the requested appearance is on the screen, nothing moves, and the background is up to date as
  /// far as possible: a surface that a window covers waits until the compositor draws it.
  public var isSettled: Bool {
    guard let output, isShown, !needsFrame, !state.isDirty, !animation.freezes else { return false }
    return switch phase {
    // A surface that was seen where it should be shows its background from the next capture on.
    case .watching: output.glass.isUpToDate
    case .hidden, .resting: true
    case .proving: state.isFrameRequested && !output.isCapturePending
    case .frozen: isWithoutGlass
    case .acquiring: false
    }
  }

  /// Whether the surface shows something, and none of it is glass.
  var isWithoutGlass: Bool {
    guard let nodes = scene?.nodes, !nodes.isEmpty else { return false }
    return !nodes.hasGlass
  }

  // MARK: - Motion

  /// Freezes the glass until `thaw`: it no longer follows the background, and may have any alpha and shape.
  public func freeze() {
    animation.motion.isHeld = true
    needsUpdate()
  }

  /// Makes the glass live again as soon as two captures in a row show it where and as it should be.
  public func thaw() {
    animation.motion.isHeld = false
    needsUpdate()
  }

  /// Calls `content` for each of the compositor's frames, with the moment of the frame, for as long as
  /// `isRunning` returns true for that moment; the glass is frozen meanwhile. Moments are the motion's own,
  /// which leave out delays of slow first frames. The motion begins when the surface is shown.
  ///
  /// Another call replaces this one, whose `completion` is then never called. Values in motion should go on
  /// from their current ones, as those of `Animated` do.
  public func animate(
    while isRunning: @escaping (Instant) -> Bool, completion: (() -> Void)? = nil
  ) {
    animation.animate(while: isRunning, completion: completion)
    needsUpdate()
  }

  /// The opacity of the surface, 0 … 1, at the end of its fade.
  public var opacity: Double { animation.targetOpacity }

  /// Fades the whole surface from its current opacity; the fade begins when the surface is shown.
  public func fade(
    to opacity: Double, _ timing: Timing = .standard, reducesMotion: Bool = false,
    completion: (() -> Void)? = nil
  ) {
    precondition((0...1).contains(opacity), "opacity \(opacity)")
    animation.fade(to: opacity, timing, reducesMotion: reducesMotion, completion: completion)
    needsUpdate()
  }

  /// Fades the surface out, and closes it at the end.
  public func close(fading timing: Timing, reducesMotion: Bool = false) {
    onClosed = nil
    fade(to: 0, timing, reducesMotion: reducesMotion) { [weak self] in self?.close() }
  }

  /// Begins the next frame of the motion, if one is due at `now`; returns the completions to be called once it is
  /// shown, or nil if none is due.
  func takeFrame(now: Instant) -> [() -> Void]? {
    guard let frame = animation.takeFrame(now: now) else { return nil }
    let isRunning = animation.isRunning
    return animation.endFrame(frame, goesOn: isRunning?(frame.time) == true)
  }

  // MARK: - Requested state

  /// Sets the frame where the surface is expected, in physical pixels of the output; returns whether it has
  /// changed.
  @discardableResult
  func lie(at frame: PixelRect, logicalSize: LogicalSize) -> Bool {
    requested.logicalSize = logicalSize
    if frame == requested.frame { return false }
    requested.frame = frame
    return true
  }

  /// Makes the scene anew if it is out of date, unless a motion is between two frames; with `isTinted`, the
  /// scene is made for the compositor's blur.
  func layOut(scale: Double, isTinted: Bool, now: Instant) {
    guard window != nil, !frame.isEmpty else { return }
    // Changes during a motion wait for its next frame, unless the size has changed.
    if isShown, animation.motion.isBetweenFrames(at: now), hasFittingScene { return }
    guard state.takeDirty() else { return }
    let time = animation.motion.time(at: now)
    let made = content(Layout(size: frame.size, scale: scale, now: time))
      .faded(to: animation.opacity(at: time))
    show(isTinted ? made.tinted : made, blurred: isTinted ? made.panes : [])
  }

  /// Sets the scene that `content` has made; the compositor has to blur behind `blurred`.
  func show(_ scene: Scene, blurred: [Pane]) {
    self.scene = scene
    self.blurred = blurred
    requestScene()
  }

  /// Sets how the surface is drawn where others overlap it.
  func overlap(_ overlap: SurfaceStack.Overlap?) {
    self.overlap = overlap
    requestScene()
  }

  private func requestScene() {
    requested.scene = scene
    if let overlap { requested.scene?.nodes += overlap.shadows }
  }

  /// Sets and returns the glass with which the surface is to be drawn next, over a background that is live or
  /// not.
  func requestGlass(scale: Double, isLive: Bool, isFrozen: Bool) -> Glass {
    let panes =
      scene?.panes ?? expected.map { [Pane(frame: PixelRect(frame.size), material: $0)] } ?? []
    let thinnest = panes.map { $0.material.blurRadius * scale }.min()
    var leak = isLive ? thinnest.map { Leak.forBlur(sigma: $0) } ?? .opaque : .opaque
    let isFrozen = isLive && isFrozen
    // Frozen glass keeps its leak, so that its black and white stay the same.
    if isFrozen, isShown, let former = applied.glass, former.leak != .opaque, former.frame == frame {
      leak = former.leak
    }
    let glass = Glass(
      frame: frame, scale: scale, leak: leak, panes: panes, isFrozen: isFrozen && leak != .opaque,
      mask: leak == .opaque || overlap?.mask.size != frame.size ? nil : overlap?.mask)
    requested.glass = glass
    return glass
  }

  // MARK: - Applied state

  /// Whether the surface has to be drawn even if the background has not changed.
  var needsFrame: Bool { isShown && (requested.scene != applied.scene || state.needsStep) }

  /// Whether the scene has the size of the surface.
  var hasFittingScene: Bool { scene?.size == frame.size }

  /// Notes that carrier and content are shown together now; returns the serial to be acknowledged with that.
  func takeStep() -> UInt32? {
    applied.frame = requested.frame
    applied.logicalSize = requested.logicalSize
    formerSize = nil
    return state.takeStep()
  }

  // MARK: - Opening and closing

  /// Sets the window, which asks the compositor for a place.
  func open(_ window: any SurfaceWindow) {
    withheld = nil
    self.window = window
  }

  /// Notes that the surface is not opened under these circumstances.
  func withhold(in room: Room) { withheld = room }

  /// Notes that the surface can be shown from now on.
  func introduce() { isIntroduced = true }

  /// Notes that a capture of the background is being asked for; returns whether the output had changed before.
  func takeRefit() -> Bool {
    defer { needsRefit = false }
    return needsRefit
  }

  /// Notes that the wanted placement is being requested; returns the one that was requested before.
  func takePlacement() -> SurfacePlacement {
    defer { placed = placement }
    return placed
  }

  /// Removes and returns what waits for the placement, if that was committed.
  func takePlacementHandlers() -> [() -> Void] {
    guard isShown, placement == placed, !state.needsStep else { return [] }
    defer { placementHandlers = [] }
    return placementHandlers
  }

  /// Resets the surface and returns its window, which the caller destroys after the renderer has released it.
  func unmap() -> (any SurfaceWindow)? {
    output?.session.input?.forget(self)
    for handler in placementHandlers { output?.session.tellLater(handler) }
    placementHandlers = []
    let former = window
    window = nil
    popupFrame = nil
    formerSize = nil
    needsRefit = false
    state = SurfaceWork()
    forget()
    return former
  }

  /// Prepares the surface to be drawn for a new geometry of its output; the renderer has released the window.
  func refit(_ fit: OutputFit) {
    if isShown { formerSize = requested.logicalSize }
    window?.fit = fit
    needsRefit = true
    state.unmap()
    forget()
  }

  private func forget() {
    scene = nil
    requested.scene = nil
    requested.glass = nil
    applied = SurfaceAppearance()
    overlap = nil
    isIntroduced = false
  }
}
