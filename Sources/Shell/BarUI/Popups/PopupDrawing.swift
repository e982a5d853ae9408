public import Geometry
public import Scenes
public import Views

/// The motion of a popup's glass and of what lies on it, from its opening to its end.
public struct PopupDrawing {
  /// The place of a popup on its output, whose frames are in physical pixels.
  public struct Place: Equatable {
    /// The frame of the popup's surface.
    public var surface: PixelRect
    /// The frame of the parent surface.
    public var parent: PixelRect
    /// The frame of the bar or the menu beside which the popup lies.
    public var opener: PixelRect
    /// Physical pixels per logical pixel.
    public var scale: Double

    public init(surface: PixelRect, parent: PixelRect, opener: PixelRect, scale: Double) {
      (self.surface, self.parent, self.opener, self.scale) = (surface, parent, opener, scale)
    }
  }

  /// The part of the parent surface beside which the popup lies, in logical pixels of that surface.
  private let anchor: LogicalRect
  /// The side of the parent surface on which the popup was asked for.
  private let gravity: OutputEdge
  private var motion: PopupMotion
  /// The fills of rows and buttons that the input has come to, or has left.
  private var fades = FillFade()
  private var light = PointerLight()
  /// The state of the input that the last frame has shown.
  private var drawnInput = Interaction()
  /// The part of the glass that the last frame has shown.
  private var shape = PopupMotion.Shape.whole
  /// The opacity of the content of the glass that the last frame has shown.
  private var contentOpacity = 1.0
  /// The pixels by which the glass of the last frame hangs on the island of its module, in pixels of the popup's surface; nil: it
  /// hangs on none.
  public private(set) var neck: PixelRect?
  /// The direction in which the glass unfolds while it grows; nil: it unfolds away from its module.
  private var growthDirection: OutputEdge?

  /// The drawing of a popup that appears by `motion`, at the side `gravity` of `anchor`, in logical pixels of the parent surface.
  public init(_ motion: PopupMotion, from anchor: LogicalRect, at gravity: OutputEdge) {
    (self.motion, self.anchor, self.gravity) = (motion, anchor, gravity)
  }

  /// Whether the glass, or what lies on it, looks different in later frames.
  public func isMoving(at now: Instant) -> Bool {
    motion.isMoving(at: now) || fades.isMoving(at: now) || light.isMoving(at: now)
  }

  /// Whether the last frame has shown this state of the input.
  public func shows(_ input: Interaction) -> Bool { drawnInput == input }

  /// Begins a frame; returns whether another has to follow, because something moves or the last frame did not show `input`.
  public mutating func begin(_ input: Interaction, now: Instant) -> Bool {
    motion.begin(now: now)
    return isMoving(at: now) || !shows(input)
  }

  /// Unfolds the glass from its former frame if it has become higher; returns false if it is not higher or still moves.
  public mutating func unfold(from former: PixelRect, to glass: PixelRect, now: Instant) -> Bool {
    guard glass.height > former.height, !motion.isMoving(at: now) else { return false }
    growthDirection = former.y - glass.y > glass.maxY - former.maxY ? .top : .bottom
    motion = PopupMotion(from: Double(former.height) / Double(glass.height))
    return true
  }

  /// Returns the frame of `scene` for `now`. Unless it `isAnimated`, no fill fades and the light of the hand is left out.
  /// `place` is nil before the surface is requested; the glass is then whole.
  public mutating func frame(
    of scene: Scene, _ input: Interaction, under hand: PointerLight.Hand?, isAnimated: Bool, at place: Place?,
    scale: Double, now: Instant
  ) -> Scene {
    (shape, contentOpacity) = (motion.shape(at: now), motion.contentOpacity(at: now))
    fades.follow(scene, isChanged: drawnInput != input, isAnimated: isAnimated, now: now)
    drawnInput = input
    var scene = fades.scene(scene, at: now)
    if isAnimated {
      light.follow(hand, now: now)
      scene = light.scene(scene, scale: scale, at: now)
    } else {
      light = PointerLight()
    }
    neck = nil
    guard let place else { return scene }
    scene = shaped(scene, at: place)
    if case .grown = shape { neck = scene.neck(from: anchor(at: place)) }
    return scene
  }

  /// Returns `scene` with the part of the glass that the last frame has shown. Input is always that of the whole glass.
  private func shaped(_ scene: Scene, at place: Place) -> Scene {
    let scene = scene.withContent(opacity: contentOpacity)
    switch shape {
    case .whole: return scene
    case .scaled(let factor): return scene.scaled(by: factor, towards: anchor(at: place))
    case .grown(let progress): return scene.grown(progress, from: anchor(at: place))
    case .part(let share):
      // The compositor may have flipped the popup to the other side of its module or menu.
      return scene.unfolded(
        share, away: growthDirection ?? gravity.side(of: place.surface, beside: place.opener))
    }
  }

  /// The part beside which the popup lies, in physical pixels of the popup's surface.
  private func anchor(at place: Place) -> LogicalRect {
    LogicalRect(
      x: anchor.x * place.scale + Double(place.parent.x - place.surface.x),
      y: anchor.y * place.scale + Double(place.parent.y - place.surface.y),
      width: anchor.width * place.scale, height: anchor.height * place.scale)
  }

  /// Returns a function that makes the frames of a popup that closes by `motion` and shows `scene` for the last time.
  public func closing(_ scene: Scene, by motion: PopupMotion, at place: Place) -> (PixelSize, Instant) ->
    Scene
  {
    let (last, anchor) = (shaped(scene, at: place), anchor(at: place))
    var motion = motion
    return { size, now in
      guard size == last.size else { return Scene(size: size, nodes: []) }
      motion.begin(now: now)
      guard case .scaled(let factor) = motion.shape(at: now) else { return last }
      return last.scaled(by: factor, towards: anchor)
    }
  }
}
