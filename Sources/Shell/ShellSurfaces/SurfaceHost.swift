public import Geometry
public import LiveGlass
public import Loop
public import Scenes
public import ShellModel
public import VisualEffects

/// The place of one surface that is opened while there is something to show: of a bar, a popup, the banners or the level
/// of an output.
///
/// The host gives the surface the look of its glass. When the compositor has closed the surface, the host says when it
/// may be opened again.
@MainActor public final class SurfaceHost {
  /// The open surface; nil while there is nothing to show, and after the compositor has closed it.
  public private(set) var surface: (any ShellSurface)? {
    didSet { if surface !== oldValue { onChange?() } }
  }
  public let look: GlassLook
  /// Called when `surface` has changed.
  public var onChange: (() -> Void)?
  /// Called when the compositor has closed the surface, or it could not be made; `surface` is nil then.
  public var onClosed: (() -> Void)?
  /// Called when the background behind the surface may have changed.
  public var onBackgroundChanged: (() -> Void)?
  private let loop: EventLoop
  private var reopening = ReopeningSchedule()
  /// The number of frames that were committed on surfaces that are closed.
  private var closedFrames = 0

  /// Creates the place of a surface with glass of `effect` under these settings and preferences. If a look of the output is
  /// given, all glass there has the same one.
  public init(
    _ effect: BlurEffect, _ state: State, loop: EventLoop, sharing shared: OutputLook? = nil,
    rank: GlassLook.Rank = .popup
  ) {
    self.loop = loop
    look = GlassLook(effect, state, loop: loop, shared: shared, rank: rank)
  }

  /// When a surface may be opened again that the compositor has closed; nil: now.
  public var nextDeadline: Instant? { reopening.deadline }

  /// The number of frames that were committed on all surfaces.
  public var frameCount: Int { closedFrames + (surface?.commitCount ?? 0) }

  /// Whether a surface may be opened at `now`: not during a pause after the compositor has closed one.
  public func allowsOpening(at now: Instant) -> Bool { reopening.allowsOpening(at: now) }

  /// Adapts to settings, preferences or an output that may have changed; a pause ends, since what prevented the surface
  /// from being shown may have changed, too.
  public func adopt(_ effect: BlurEffect, _ state: State) {
    reopening.reset()
    look.adopt(effect, state)
  }

  /// Opens the surface on an output. A surface with an `opacity` of 0 can fade in.
  public func open(
    _ placement: SurfacePlacement, on output: any ShellOutput, opacity: Double = 1,
    content: @escaping (LiveSurface.Layout) -> Scene
  ) -> any ShellSurface {
    let made = output.open(
      placement, expecting: look.material(at: loop.now), opacity: opacity, content: content)
    adopt(made)
    return made
  }

  /// Opens the surface as a popup of another one; nil if that was closed.
  public func open(
    _ placement: PopupPlacement, of parent: any ShellSurface, opacity: Double = 1,
    content: @escaping (LiveSurface.Layout) -> Scene
  ) -> (any ShellSurface)? {
    let made = parent.openPopup(
      placement, expecting: look.material(at: loop.now), opacity: opacity, content: content)
    if let made { adopt(made) }
    return made
  }

  private func adopt(_ made: any ShellSurface) {
    made.onClosed = { [weak self] in self?.closed() }
    made.onBackgroundChanged = { [unowned self] in
      look.backgroundChanged()
      onBackgroundChanged?()
    }
    surface = made
    look.surface = made
  }

  private func closed() {
    reopening.surfaceClosed(wasShown: surface.map { $0.commitCount > 0 } ?? false, now: loop.now)
    forget()
    onClosed?()
  }

  private func forget() {
    closedFrames += surface?.commitCount ?? 0
    surface = nil
    look.surface = nil
  }

  /// Closes the surface at once; idempotent.
  public func close() {
    surface?.close()
    forget()
  }

  /// Closes the surface, which shows `last` while it fades out, takes no input and reports nothing any more. A surface
  /// that has no place on the screen yet is closed at once.
  public func close(
    showing last: @escaping (LiveSurface.Layout) -> Scene, fading timing: Timing
  ) {
    guard let surface else { return }
    if surface.frame.isEmpty { return close() }
    (surface.onClosed, surface.onBackgroundChanged, surface.onBackgroundKnown) = (nil, nil, nil)
    (surface.onPointer, surface.onTouch, surface.onKey, surface.onKeyboardFocus) = (nil, nil, nil, nil)
    surface.content = last
    surface.close(fading: timing, reducesMotion: false)
    forget()
  }
}
