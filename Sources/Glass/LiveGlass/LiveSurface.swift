public import Geometry
import GlassModel
public import Rendering
public import Scenes
public import VisualEffects
import Wayland

/// A surface on one output: what it shows, where, and how far its glass is live.
///
/// Made by `LiveOutput.open`. It lives through changes of the output, for which it is fitted anew; when it is closed,
/// by us or by the compositor, it stays so. A popup is made by `openPopup` of the surface that it belongs to, and closed
/// before that goes from the screen, and when the output changes.
@MainActor public final class LiveSurface {
  /// What a scene is made for.
  public struct Layout: Equatable, Sendable {
    /// Of the surface, in physical pixels.
    public var size: PixelSize
    /// Physical per logical pixels.
    public var scale: Double
    /// When the frame begins for which the scene is made; in motion, the time of `LiveSurface.animate`.
    public var now: Instant

    public init(size: PixelSize, scale: Double, now: Instant) {
      self.size = size
      self.scale = scale
      self.now = now
    }

    /// Of the surface, in points.
    public var logicalSize: LogicalSize {
      LogicalSize(width: Double(size.width) / scale, height: Double(size.height) / scale)
    }
  }

  public let id: SurfaceID
  /// Where it lies beside another surface; nil: it is no popup, but lies on a layer of its output.
  public let popup: PopupPlacement?
  /// The surface that the popup belongs to.
  private(set) weak var parent: LiveSurface?
  /// Where the compositor has put the popup, relative to its parent, in logical pixels; nil until it has answered.
  private(set) var popupFrame: LogicalRect?
  public private(set) weak var output: LiveOutput?
  /// Where it is to be; a change takes effect at the next settling.
  ///
  /// Place and size change in one frame. Namespace and the edge that it is held to are fixed, and with compositors that
  /// know but the first version of layers, the layer too: for others the surface is made anew, which is seen.
  public var placement: SurfacePlacement {
    didSet { if placement != oldValue { output?.surfacesChanged() } }
  }
  /// Makes what it shows, in pixels of the surface; called when something has changed, never while it is drawn.
  public var content: (Layout) -> Scene {
    didSet { setNeedsDisplay() }
  }
  /// Called when the compositor has closed it, or when it could not be made; not after `close`.
  public var onClosed: (() -> Void)?
  /// Called when what lies behind it may have changed, and `background` tells it; do not draw in it, but say
  /// `setNeedsDisplay` where something follows.
  public var onBackgroundChanged: (() -> Void)?
  /// Called when a capture has told all that lies behind it, as it lies now: after it has grown, what is drawn in its
  /// new part is exact from then on. Do not draw in it.
  public var onBackgroundKnown: (() -> Void)?
  /// Takes what pointers do on it, in physical pixels of the surface, before it is drawn; nothing once it is closed.
  public var onPointer: ((PointerEvent) -> Void)?
  /// Takes what fingers do on it, as above.
  public var onTouch: ((TouchEvent) -> Void)?
  /// Takes what is typed while it has the keyboard, as `placement.keyboard` allows.
  public var onKey: ((KeyEvent) -> Void)?
  /// Told when it gets the keyboard, and when it has lost it.
  public var onKeyboardFocus: ((_ hasKeyboard: Bool) -> Void)?
  /// What pointers look like over it.
  public var cursor = CursorShape.default {
    didSet { if cursor != oldValue { output?.session.input?.updateCursor(of: self) } }
  }
  /// Where it lies on the output in physical pixels, as far as the compositor has told.
  public var frame: PixelRect { requested.frame }
  /// In logical pixels.
  var logicalSize: LogicalSize { requested.logicalSize }
  /// Its logical size before its output changed, for which it has not been drawn yet; nil: it was, or not seen.
  private(set) var formerSize: LogicalSize?
  /// Nothing of the output was left for it under these circumstances, so that it is not opened; nil: it may be.
  var withheld: Room?
  /// Its output has changed, and what is behind it there has not been asked for.
  private(set) var needsRefit = false
  /// A frame of motion that took long to draw is followed by a rest of this many times as long, 200 ms at most.
  public var restRatio: Double {
    get { animation.restRatio }
    set { animation.restRatio = newValue }
  }
  /// As long as nothing is asked for.
  public static let usualRestRatio = SurfaceMotion.usualRestRatio
  /// Pictures handed to the compositor.
  public private(set) var commitCount = 0

  /// What it is to look like.
  private(set) var requested = SurfaceAppearance()
  /// What of that the renderer and the compositor were told.
  private(set) var applied = SurfaceAppearance()
  /// Moves it.
  var animation: SurfaceAnimation
  /// What other surfaces of ours that lie over or under it ask of it; nil: there are none.
  private(set) var overlap: SurfaceStack.Overlap?
  /// What lies behind it was told to the renderer and to the program, so that it can be shown.
  var isIntroduced = false

  /// What the first capture has to reach around, before there is a scene.
  let expected: Material?
  var state = SurfaceState()
  /// Nil while it is not opened.
  private(set) var window: (any SurfaceWindow)?
  /// What was asked for with the window.
  private(set) var placed: SurfacePlacement
  /// What `content` has made, without the shadows of other surfaces.
  private(set) var scene: Scene?
  /// Its glass that the compositor is to blur behind.
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

  /// It is on the screen.
  public var isShown: Bool { window != nil && state.isMapped }

  /// Where it would lie with another placement, in pixels of the output, as far as that can be known.
  public func frame(placedAs placement: SurfacePlacement) -> PixelRect {
    output?.expectedFrame(of: self, placedAs: placement) ?? .empty
  }

  /// `content` is to be asked again.
  public func setNeedsDisplay() {
    state.markDirty()
    output?.surfacesChanged()
  }

  /// Takes it off the screen; idempotent.
  public func close() {
    onClosed = nil
    output?.close(self)
    output = nil
  }

  /// Opens a popup beside a part of this surface, once that is on the screen; nil if it was closed.
  ///
  /// The popup is a surface like any other: see `LiveOutput.open`. Its place is fixed; of its `placement` only the input
  /// region may change. One that takes a grab closes those that have one and to which it does not belong, and belongs to a
  /// surface on a layer or to a popup that took one. `onClosed` tells when the compositor closed it, or when its parent
  /// went from the screen.
  @discardableResult
  public func openPopup(
    _ placement: PopupPlacement, expecting material: Material? = nil, opacity: Double = 1,
    content: @escaping (Layout) -> Scene
  ) -> LiveSurface? {
    output?.openPopup(placement, of: self, expecting: material, opacity: opacity, content: content)
  }

  /// Opens a popup beside a part of this surface, in logical pixels of it, as the other `openPopup` does.
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

  /// Whether it is a popup of the other surface, or of a popup of that.
  func belongs(to other: LiveSurface) -> Bool {
    parent.map { $0 === other || $0.belongs(to: other) } ?? false
  }

  /// The surface as it is seen on the screen, the backdrop's share included; nil unless it is shown.
  public func snapshot() throws(RenderingError) -> Bitmap? {
    guard isShown, let renderer = output?.renderer else { return nil }
    return try renderer.snapshot(id)
  }

  /// What is known of the background behind it: see `OutputRenderer.background`; empty before it is shown.
  public func background() throws(RenderingError) -> [SIMD3<Double>] {
    guard applied.glass != nil, let renderer = output?.renderer else { return [] }
    return try renderer.background(behind: id)
  }

  /// The black and the white that it can show.
  public var range: ShownRange { applied.glass.map { ShownRange($0.leak) } ?? .full }

  /// What decides whether there is room for it.
  struct Room: Equatable {
    var placement: SurfacePlacement
    var fit: OutputFit
    /// The other surfaces of ours on the output.
    var others: [SurfacePlacement]
  }

  /// How far its glass is live.
  public enum Phase: String, Sendable {
    /// Waits for its size and for the background without it.
    case acquiring
    /// Shown, and watched until the model is seen to hold.
    case proving
    /// Live.
    case watching
    /// Nothing of it is on the screen, and nothing is captured for it.
    case hidden
    /// Frozen, as asked for.
    case frozen
    /// Not live: another source is in use.
    case resting
  }

  public var phase: Phase {
    guard let backdrop = output?.backdrop else { return .resting }
    return switch backdrop.surfaces[id]?.phase {
    case nil, .opening: backdrop.phase == .live ? .acquiring : .resting
    case .proving: .proving
    case .watching: .watching
    case .hidden: .hidden
    case .held: .frozen
    case .resting: .resting
    }
  }

  /// What was asked for is on the screen, nothing moves, and what lies behind it was seen, as far as that can be: what a
  /// window covers waits for the compositor to draw it.
  public var isSettled: Bool {
    guard let output, isShown, !hasNews, !state.isDirty, !animation.freezes else { return false }
    return switch phase {
    // Seen to be where it should be, it shows what is behind it with the next capture.
    case .watching: output.isUpToDate
    case .hidden, .resting: true
    case .proving: state.isFrameRequested && !output.isCapturePending
    case .acquiring, .frozen: false
    }
  }

  // MARK: - Motion

  /// Holds the glass still until `thaw`: it no longer follows what is behind it, and may be of any alpha and shape.
  public func freeze() {
    animation.isHeld = true
    output?.surfacesChanged()
  }

  /// Lets the glass be live again, as soon as two captures in a row have seen it where and as it should be.
  public func thaw() {
    animation.isHeld = false
    output?.surfacesChanged()
  }

  /// Asks `content` for each of the compositor's frames, with the moment of the frame, for as long as `isRunning`
  /// says so of that moment; frozen meanwhile. Moments are the motion's own, in which slow first frames take no time. Begins
  /// when the surface is shown, if it is not.
  ///
  /// Another call takes the place of this one, whose `completion` is then never called. What moves should go on from
  /// where it is, as `Animated` does.
  public func animate(
    while isRunning: @escaping (Instant) -> Bool, completion: (() -> Void)? = nil
  ) {
    animation.animate(while: isRunning, completion: completion)
    output?.surfacesChanged()
  }

  /// How much of the surface there is to be seen, 0 … 1; where a fade leads.
  public var opacity: Double { animation.targetOpacity }

  /// Fades all of the surface, from the opacity that it has at the moment; from when it is first shown, if it is not.
  public func fade(
    to opacity: Double, _ timing: Timing = .standard, reducesMotion: Bool = false,
    completion: (() -> Void)? = nil
  ) {
    precondition((0...1).contains(opacity), "opacity \(opacity)")
    animation.fade(to: opacity, timing, reducesMotion: reducesMotion, completion: completion)
    output?.surfacesChanged()
  }

  /// Fades it out, and takes it off the screen at the end.
  public func close(fading timing: Timing, reducesMotion: Bool = false) {
    onClosed = nil
    fade(to: 0, timing, reducesMotion: reducesMotion) { [weak self] in self?.close() }
  }

  // MARK: - What is requested

  /// Takes over where it is expected to lie; returns whether that is elsewhere than before.
  @discardableResult
  func lie(at frame: PixelRect, logicalSize: LogicalSize) -> Bool {
    requested.logicalSize = logicalSize
    if frame == requested.frame { return false }
    requested.frame = frame
    return true
  }

  /// Makes its scene anew where that is out of date and it is not between two frames of motion; with `isTinted`, for the
  /// compositor's blur.
  func layOut(scale: Double, isTinted: Bool, now: Instant) {
    guard window != nil, !frame.isEmpty else { return }
    // What changes while it moves is seen in the next frame, unless that is for another size.
    if isShown, animation.isBetweenFrames(at: now), hasFittingScene { return }
    guard state.takeDirty() else { return }
    let time = animation.time(at: now)
    let made = content(Layout(size: frame.size, scale: scale, now: time))
      .faded(to: animation.opacity(at: time))
    show(isTinted ? made.tinted : made, blurred: isTinted ? made.panes : [])
  }

  /// Takes over what `content` has made; the compositor is to blur behind `blurred`.
  func show(_ scene: Scene, blurred: [Pane]) {
    self.scene = scene
    self.blurred = blurred
    requestScene()
  }

  /// Takes over what other surfaces ask of it.
  func overlap(_ overlap: SurfaceStack.Overlap?) {
    self.overlap = overlap
    requestScene()
  }

  private func requestScene() {
    requested.scene = scene
    if let overlap { requested.scene?.nodes += overlap.shadows }
  }

  /// States all of its glass, as it is to be drawn next, over a background that is live or not.
  func requestGlass(scale: Double, isLive: Bool, isFrozen: Bool) -> Glass {
    let panes =
      scene?.panes ?? expected.map { [Pane(frame: PixelRect(frame.size), material: $0)] } ?? []
    let thinnest = panes.map { $0.material.blurRadius * scale }.min()
    var leak = isLive ? thinnest.map { Leak.forBlur(sigma: $0) } ?? .opaque : .opaque
    let isFrozen = isLive && isFrozen
    // While it is drawn opaque, black and white stay what they were.
    if isFrozen, isShown, let former = applied.glass, former.leak != .opaque, former.frame == frame {
      leak = former.leak
    }
    let glass = Glass(
      frame: frame, scale: scale, leak: leak, panes: panes, isFrozen: isFrozen && leak != .opaque,
      mask: leak == .opaque || overlap?.mask.size != frame.size ? nil : overlap?.mask)
    requested.glass = glass
    return glass
  }

  /// Takes over where the compositor has put the popup.
  func place(at frame: LogicalRect) { popupFrame = frame }

  // MARK: - What is applied

  /// It is to be drawn, though nothing of the background changed.
  var hasNews: Bool { isShown && (requested.scene != applied.scene || state.needsStep) }

  /// The scene that is to be drawn has the size of the surface.
  var hasFittingScene: Bool { scene?.size == frame.size }

  /// The renderer was told of its glass.
  func rendererTook(_ glass: Glass) { applied.glass = glass }

  /// The renderer has drawn a scene.
  func rendererDrew(_ scene: Scene) { applied.scene = scene }

  /// A picture was handed to the compositor.
  func committed() { commitCount += 1 }

  /// Carrier and content were shown together; returns the serial to be acknowledged with that.
  func takeStep() -> UInt32? {
    applied.frame = requested.frame
    applied.logicalSize = requested.logicalSize
    formerSize = nil
    return state.takeStep()
  }

  // MARK: - Its life

  /// Asks the compositor for a place from now on.
  func open(_ window: any SurfaceWindow) {
    withheld = nil
    self.window = window
  }

  /// Asks for the placement that the program wants; returns the former one.
  func takePlacement() -> SurfacePlacement {
    defer { placed = placement }
    return placed
  }

  /// Gives its window away, which the caller destroys after the renderer has let go of it.
  func unmap() -> (any SurfaceWindow)? {
    output?.session.input?.forget(self)
    let former = window
    window = nil
    popupFrame = nil
    formerSize = nil
    needsRefit = false
    state = SurfaceState()
    forget()
    return former
  }

  /// Its output has another geometry, for which it will be drawn; the renderer has let go of the window.
  func refit(_ fit: OutputFit) {
    if isShown { formerSize = requested.logicalSize }
    window?.fit = fit
    needsRefit = true
    state.unmap()
    forget()
  }

  /// What is behind it is asked for again.
  func refitBegan() { needsRefit = false }

  private func forget() {
    scene = nil
    requested.scene = nil
    requested.glass = nil
    applied = SurfaceAppearance()
    overlap = nil
    isIntroduced = false
  }
}
