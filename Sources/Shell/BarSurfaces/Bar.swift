import BarUI
public import Geometry
import LiveGlass
public import Loop
import Scenes
import Settings
public import ShellModel
import ShellSurfaces

/// What bars use of the program that they belong to, which outlives them.
@MainActor public protocol BarHost: AnyObject {
  var state: State { get }
  var loop: EventLoop { get }
}

/// One bar of the settings on one output: its surface while it is to be seen, and what brings and hides it.
@MainActor public final class Bar<Output: BarOutput> {
  public let output: Output
  /// The place of its settings among those of all bars.
  public let index: Int
  /// The surface; nil while the bar is hidden, and after the compositor has closed it.
  public private(set) var surface: Output.Surface?
  private unowned let host: any BarHost
  private var presence: BarPresence
  private let look: GlassLook
  private var strip: (any EdgeWatch)?
  /// The pointers and fingers that are on the surface and on the strip.
  private var contacts = (bar: ActivePointers(), strip: ActivePointers())
  private var hasPointer = false
  private var isCovered = false
  private var isAnimated = false
  /// Nil while the bar is where it is to be.
  private var frameMotion: FrameMotion?
  /// The settings that the surface shows.
  private var shown: BarSettings
  private var reopening = ReopeningSchedule()
  /// Has the bar shown, moved or taken away.
  private var mark: Mark?

  /// A bar that is not shown before `arrange`.
  public init(_ index: Int, on output: Output, host: any BarHost) {
    self.index = index
    self.output = output
    self.host = host
    let state = host.state
    shown = state.settings.bars[index]
    presence = BarPresence(state.settings.bars[index], isPortrait: output.isPortrait)
    presence.reducesMotion = state.presentation.reducesMotion
    look = GlassLook(state.settings.effect(of: state.settings.bars[index]), state, loop: host.loop)
    look.onChange = { [unowned self] in redraw() }
    mark = host.loop.register("bar on \(output.name)", for: .update) { [unowned self] in
      settle(now: self.host.loop.now)
    }
  }

  isolated deinit { mark?.cancel() }

  private var settings: BarSettings { host.state.settings.bars[index] }

  /// When the bar has something to do; nil: never.
  public var nextDeadline: Instant? {
    [presence.nextDeadline, reopening.deadline].compactMap(\.self).min()
  }

  /// Fits it to settings and output, which may be other ones.
  public func arrange(now: Instant) {
    look.adopt(host.state.settings.effect(of: settings), host.state)
    presence.reducesMotion = host.state.presentation.reducesMotion
    presence.update(.settingsChanged(settings), now: now)
    presence.update(.outputTurned(isPortrait: output.isPortrait), now: now)
    reopening.reset()
    dropStrip()
    moveFrame(now: now)
    surface?.setNeedsDisplay()
    settle(now: now)
  }

  /// Shows it, moves it or takes it away, as it is time to.
  private func settle(now: Instant) {
    defer { mark?.deadline = nextDeadline }
    if let due = presence.nextDeadline, due <= now { presence.update(.deadlineReached, now: now) }
    let mayOpen = reopening.allowsOpening(at: now)
    let isMapped = presence.isMapped(at: now)
    if isMapped, surface == nil, mayOpen { open() }
    if !isMapped, let surface {
      surface.close()
      forgetSurface()
    }
    followEdge()
    followPointers()
    if isMoving(at: now), let surface, !isAnimated { animate(surface) }
  }

  /// Does what `hyaline bar` asks for.
  public func obey(_ command: BarPresence.Command, now: Instant) {
    presence.update(.command(command), now: now)
    settle(now: now)
  }

  /// A window in fullscreen covers the output, or does not.
  public func follow(isCovered: Bool, now: Instant) {
    guard isCovered != self.isCovered else { return }
    self.isCovered = isCovered
    presence.update(.windowCovers(isCovered), now: now)
    mark?.set()
  }

  /// What it shows has changed.
  public func redraw() { surface?.setNeedsDisplay() }

  /// Takes everything off the screen for good; idempotent.
  public func close() {
    mark?.cancel()
    surface?.close()
    surface = nil
    frameMotion = nil
    dropStrip()
  }

  // MARK: - Motion

  private func animate(_ surface: Output.Surface) {
    isAnimated = true
    // It may go on fading out when this bar is gone.
    surface.animate { [weak self] in
      self?.isMoving(at: $0) == true
    } completion: { [weak self] in
      guard let self else { return }
      isAnimated = false
      if let motion = frameMotion, !motion.isMoving(at: host.loop.now) {
        self.surface?.placement = motion.target
        frameMotion = nil
      }
      // At the end of its way out it is taken away.
      mark?.set()
    }
  }

  private func isMoving(at now: Instant) -> Bool {
    presence.isMoving(at: now) || frameMotion?.isMoving(at: now) == true
  }

  private var placement: SurfacePlacement {
    SurfacePlacement(settings) { output.snapped($0, slack: 2) }
  }

  /// Brings it where the settings want it.
  private func moveFrame(now: Instant) {
    let (placement, former) = (placement, shown)
    shown = settings
    guard let surface, placement != frameMotion?.target ?? surface.placement else { return }
    guard surface.isShown, !presence.reducesMotion else {
      frameMotion = nil
      surface.placement = placement
      return
    }
    if let motion = FrameMotion(
      from: surface.placement, at: surface.frame, after: frameMotion, to: placement,
      at: surface.frame(placedAs: placement), now: now)
    {
      frameMotion = motion
      surface.placement = motion.surface
    } else {
      changeEdge(surface, from: former)
    }
  }

  /// Fades the bar out here while it fades in there: there is no way from edge to edge.
  private func changeEdge(_ surface: Output.Surface, from former: BarSettings) {
    surface.content = contents(former)
    (surface.onPointer, surface.onBackgroundChanged) = (nil, nil)
    surface.placement.exclusiveZone = -1
    surface.close(fading: FrameMotion.timing, reducesMotion: false)
    forgetSurface()
    open(fading: true)
  }

  // MARK: - The surface

  private func open(fading: Bool = false) {
    shown = settings
    let made = output.open(
      placement, expecting: look.material(at: host.loop.now), opacity: fading ? 0 : 1
    ) { [unowned self] layout in scene(layout) }
    if fading { made.fade(to: 1, FrameMotion.timing, reducesMotion: false, completion: nil) }
    made.onClosed = { [weak self] in self?.closed() }
    made.onPointer = { [unowned self] in
      contacts.bar.follow($0)
      followPointers()
    }
    made.onTouch = { [unowned self] in
      contacts.bar.follow($0)
      followPointers()
    }
    made.onBackgroundChanged = { [unowned self] in look.backgroundChanged() }
    surface = made
    look.surface = made
  }

  private func scene(_ layout: LiveSurface.Layout) -> Scene {
    var view = BarView(
      state: host.state, bar: shown, size: layout.size, scale: layout.scale,
      material: look.material(at: layout.now))
    if let frameMotion, let surface {
      let place = frameMotion.place(in: surface.frame, at: layout.now)
      view.size = place.size
      view.place = (place.x, place.y, layout.size)
    }
    view.output = output.name
    view.alpha = presence.alpha(at: layout.now)
    view.reach = presence.reach(at: layout.now)
    return view.scene(measurer: output.measurer)
  }

  /// What it shows until it is gone, whatever the settings are by then.
  private func contents(_ bar: BarSettings) -> (LiveSurface.Layout) -> Scene {
    { [host, look, output] layout in
      var view = BarView(
        state: host.state, bar: bar, size: layout.size, scale: layout.scale,
        material: look.material(at: layout.now))
      view.output = output.name
      return view.scene(measurer: output.measurer)
    }
  }

  private func forgetSurface() {
    surface = nil
    contacts.bar = ActivePointers()
    isAnimated = false
    frameMotion = nil
  }

  /// The compositor took the surface away, or it could not be made.
  private func closed() {
    reopening.surfaceClosed(wasShown: surface.map { $0.commitCount > 0 } ?? false, now: host.loop.now)
    forgetSurface()
    mark?.set()
  }

  // MARK: - Pointers

  /// The bar is waited for where it was, or over what has gone since.
  private func followPointers() {
    let isHere = !(contacts.bar.isEmpty && contacts.strip.isEmpty)
    guard isHere != hasPointer else { return }
    hasPointer = isHere
    presence.update(isHere ? .pointerCame : .pointerLeft, now: host.loop.now)
    mark?.set()
  }

  private func followEdge() {
    guard presence.waitsAtEdge, output.isOn else { return dropStrip() }
    if strip != nil { return }
    strip = output.watchEdge(settings.edge) { [unowned self] in
      contacts.strip.follow($0)
      followPointers()
    } onTouch: { [unowned self] in
      contacts.strip.follow($0)
      followPointers()
    }
  }

  private func dropStrip() {
    strip?.destroy()
    strip = nil
    contacts.strip = ActivePointers()
  }
}
