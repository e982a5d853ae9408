public import Geometry
import GlassModel
public import Rendering
public import Scenes
public import VisualEffects
import Wayland

/// A surface on one output: what it shows, where, and how far its glass is live.
///
/// Made by `LiveOutput.open`. It lives through changes of the output, for which it is fitted anew; when it is closed,
/// by us or by the compositor, it stays so.
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
  public internal(set) var frame = PixelRect.empty
  /// In logical pixels.
  var logicalSize = LogicalSize(width: 0, height: 0)
  /// Its logical size before its output changed, for which it has not been drawn yet; nil: it was, or not seen.
  var formerSize: LogicalSize?
  /// Nothing of the output was left for it under these circumstances, so that it is not opened; nil: it may be.
  var withheld: Room?
  /// Its output has changed, and what is behind it there has not been asked for.
  var needsRefit = false
  /// A frame of motion that took long to draw is followed by a rest of this many times as long, 200 ms at most.
  public var restRatio: Double {
    get { motion.restRatio }
    set { motion.restRatio = newValue }
  }
  /// As long as nothing is asked for.
  public static let usualRestRatio = SurfaceMotion.usualRestRatio
  /// Pictures handed to the compositor.
  public internal(set) var commitCount = 0

  var motion = SurfaceMotion()
  var animation: ((Instant) -> Bool)?
  var onRest: (() -> Void)?
  var fading: Animated<Double>
  var wantedFade: Fade?
  var onFaded: (() -> Void)?
  /// How far from where it was expected it was found, in pixels.
  var displacement = (x: 0, y: 0)
  /// How often it was looked for since it was last seen.
  var searches = 0
  /// What other surfaces of ours that lie over or under it ask of it; nil: there are none.
  var overlap: SurfaceStack.Overlap?
  /// It is about to be taken off the screen: what lies below it shows its own pixels again.
  var isLeaving = false

  /// What the first capture has to reach around, before there is a scene.
  let expected: Material?
  var state = SurfaceState()
  var pair: SurfacePair?
  /// What was asked for with the pair.
  var placed: SurfacePlacement
  var scene: Scene?
  /// Its glass that the compositor is to blur behind.
  var blurred: [Pane] = []
  var shownScene: Scene?
  /// What the renderer was told last; nil: it knows nothing of it.
  var styled: Glass?

  init(
    _ id: SurfaceID, on output: LiveOutput, placement: SurfacePlacement, expecting expected: Material?,
    opacity: Double, content: @escaping (Layout) -> Scene
  ) {
    fading = Animated(opacity)
    self.id = id
    self.output = output
    self.placement = placement
    placed = placement
    self.expected = expected
    self.content = content
  }

  /// It is on the screen.
  public var isShown: Bool { pair != nil && state.isMapped }

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

  /// The surface as it is seen on the screen, the backdrop's share included; nil unless it is shown.
  public func snapshot() throws(RenderingError) -> Bitmap? {
    guard isShown, let renderer = output?.renderer else { return nil }
    return try renderer.snapshot(id)
  }

  /// What is known of the background behind it: see `OutputRenderer.background`; empty before it is shown.
  public func background() throws(RenderingError) -> [SIMD3<Double>] {
    guard styled != nil, let renderer = output?.renderer else { return [] }
    return try renderer.background(behind: id)
  }

  /// The black and the white that it can show.
  public var range: ShownRange { styled.map { ShownRange($0.leak) } ?? .full }

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
    guard let output, isShown, !hasNews, !state.isDirty, !freezes else { return false }
    return switch phase {
    // Seen to be where it should be, it shows what is behind it with the next capture.
    case .watching: !output.isUnsettled && !output.captures.needsWhole
    case .hidden, .resting: true
    case .proving: state.isFrameRequested && !output.isCapturePending
    case .acquiring, .frozen: false
    }
  }

  // MARK: - For its output

  /// All of its glass, as it is to be drawn next.
  func glass(scale: Double, isLive: Bool) -> Glass {
    let panes =
      scene?.panes ?? expected.map { [Pane(frame: PixelRect(frame.size), material: $0)] } ?? []
    let thinnest = panes.map { $0.material.blurRadius * scale }.min()
    var leak = isLive ? thinnest.map { Leak.forBlur(sigma: $0) } ?? .opaque : .opaque
    let isFrozen = isLive && output?.backdrop.surfaces[id]?.isFrozen ?? true
    // While it is drawn opaque, black and white stay what they were.
    if isFrozen, isShown, let styled, styled.leak != .opaque, styled.frame == frame { leak = styled.leak }
    return Glass(
      frame: frame, scale: scale, leak: leak, panes: panes, isFrozen: isFrozen && leak != .opaque,
      mask: leak == .opaque || overlap?.mask.size != frame.size ? nil : overlap?.mask)
  }

  /// Whether going over to `new` asks for another carrier, or changes what leaks where: all parts change together.
  func needsStep(to new: Glass) -> Bool {
    guard let styled else { return true }
    let isSame =
      new.frame == styled.frame && new.scale == styled.scale && new.leak == styled.leak
      && new.isFrozen == styled.isFrozen && new.mask == styled.mask
    // A frozen surface leaks nowhere; other materials alone are a matter of drawing.
    if isSame, new.isFrozen { return false }
    return !isSame || new.coverage != styled.coverage
  }

  /// It is to be drawn, though nothing of the background changed.
  var hasNews: Bool { isShown && (drawnScene != shownScene || state.needsStep) }

  /// The scene with the shadows that fall on it.
  var drawnScene: Scene? {
    guard var drawn = scene, let overlap else { return scene }
    drawn.nodes += overlap.shadows
    return drawn
  }

  /// Destroys its surfaces, after the renderer has let go of the window.
  func unmap() {
    output?.session.input?.forget(self)
    pair?.destroy()
    pair = nil
    formerSize = nil
    needsRefit = false
    state = SurfaceState()
    forget()
  }

  /// Its output has another geometry, for which it will be drawn; the renderer has let go of the window.
  func refit(_ fit: OutputFit) {
    if isShown { formerSize = logicalSize }
    pair?.fit = fit
    needsRefit = true
    state.unmap()
    forget()
  }

  private func forget() {
    displacement = (0, 0)
    searches = 0
    scene = nil
    shownScene = nil
    styled = nil
    overlap = nil
    isLeaving = false
  }
}
