import LiveGlass
import Loop
import Measures
import Scenes
import Settings
import ShellModel
import Views

/// The bar of one output.
final class Bar {
  let output: LiveOutput
  /// Nil once the compositor has closed it, until the settings or the output change.
  private(set) var surface: LiveSurface?
  private let loop: EventLoop
  private let state: () -> State
  private var glass: AdaptiveMaterial
  /// For which it is arranged.
  private var settings: Settings
  private var timer: Loop.Timer?
  /// When the backdrop was looked at last.
  private var measured: Instant?
  /// When it is to be looked at again.
  private var measureDue: Instant?

  /// While its look changes; the compositor shows no more of them than it has frames.
  private static let frameInterval = Duration.milliseconds(16)
  /// From one look at the backdrop to the next: a third of the time that a change has to last to count.
  private static let measureInterval = Duration.milliseconds(100)

  /// `state` is asked for what the bar shows whenever that has to be drawn.
  init(on output: LiveOutput, loop: EventLoop, state: @escaping () -> State) {
    self.output = output
    self.loop = loop
    self.state = state
    let (settings, presentation) = (state().settings, state().presentation)
    self.settings = settings
    glass = AdaptiveMaterial(
      effect: settings.barEffect, look: .init(presentation.look), legibility: presentation.legibility)
  }

  isolated deinit { timer?.cancel() }

  /// Fits it to the state.
  func arrange(measurer: some TextMeasurer) {
    let state = state()
    adopt(state)
    let placement = SurfacePlacement(state.settings.bar) { output.snapped($0) }
    if let surface {
      surface.placement = placement
      surface.setNeedsDisplay()
      return
    }
    let made = output.open(placement, expecting: glass.material(at: loop.now)) { [unowned self] layout in
      BarView(
        state: self.state(), size: layout.size, scale: layout.scale, material: glass.material(at: layout.now)
      ).scene(measurer: measurer)
    }
    made.onClosed = { [weak self] in self?.surface = nil }
    made.onBackgroundChanged = { [unowned self] in backgroundChanged() }
    surface = made
  }

  func redraw() { surface?.setNeedsDisplay() }

  /// What the user has written is there at once; what the desktop or the backdrop asks for fades in.
  private func adopt(_ state: State) {
    let presentation = state.presentation
    let isWritten = state.settings != settings
    settings = state.settings
    glass.change(
      effect: settings.barEffect, look: .init(presentation.look), legibility: presentation.legibility,
      now: loop.now, reducesMotion: changesAtOnce || isWritten)
    if surface?.isShown == true { measure() }
    arm()
  }

  /// Nothing fades that is not seen.
  private var changesAtOnce: Bool { state().presentation.reducesMotion || surface?.isShown != true }

  private func backgroundChanged() {
    guard glass.needsBackdrop else { return }
    if let measured, surface?.isShown == true, loop.now < measured + Self.measureInterval {
      measureDue = measured + Self.measureInterval
    } else {
      measure()
    }
    arm()
  }

  /// Looks at the backdrop, if it decides anything.
  private func measure() {
    measureDue = nil
    guard glass.needsBackdrop, let surface, let colours = try? surface.background() else { return }
    measured = loop.now
    glass.measured(colours, range: surface.range, now: loop.now, reducesMotion: changesAtOnce)
    redraw()
  }

  private func tick() {
    if let due = measureDue, due <= loop.now { measure() }
    glass.update(now: loop.now, reducesMotion: changesAtOnce)
    redraw()
    arm()
  }

  /// Wakes for the next frame of a change of look, and for what decides about one.
  private func arm() {
    timer?.cancel()
    let frame = glass.isMoving(at: loop.now) ? loop.now + Self.frameInterval : nil
    let due = [frame, glass.deadline, measureDue].compactMap(\.self).min()
    timer = due.map { loop.schedule(at: $0) { [unowned self] in tick() } }
  }
}

extension AdaptiveMaterial.Look {
  fileprivate init(_ look: Presentation.Look) {
    self =
      switch look {
      case .light: .light
      case .dark: .dark
      case .backdrop: .backdrop
      }
  }
}

extension SurfacePlacement {
  /// Where a bar with these settings goes; `snap` fits a length to the output's pixels.
  init(_ bar: BarSettings, snap: (Int) -> Int) {
    let thickness = snap(bar.height)
    self = .strip(along: Edges(bar.edge), thickness: thickness)
    if let length = bar.length {
      anchors = Edges(bar.edge)
      if bar.edge.isLevel { width = snap(length) } else { height = snap(length) }
    }
    margins = Margins(
      top: snap(bar.marginTop), right: snap(bar.marginRight), bottom: snap(bar.marginBottom),
      left: snap(bar.marginLeft))
    // The compositor adds the margin at the anchored edge.
    exclusiveZone = bar.isExclusive && bar.mode == .docked ? thickness : 0
    layer =
      switch bar.layer {
      case .background: .background
      case .bottom: .bottom
      case .top: .top
      case .overlay: .overlay
      }
  }
}

extension SurfacePlacement.Edges {
  init(_ edge: BarSettings.Edge) {
    self =
      switch edge {
      case .top: .top
      case .bottom: .bottom
      case .left: .left
      case .right: .right
      }
  }
}

extension BackdropPolicy {
  /// As the user wants it: one colour where transparency is reduced, and nothing of the screen while it is locked.
  ///
  /// `home` is the user's home directory.
  init(_ state: State, home: String) {
    var settings = state.settings.backdrop
    if state.presentation.reducesTransparency || state.isLocked { settings.source = .solid }
    self.init(isLive: settings.source == .auto || settings.source == .live)
    maximumRate = settings.maxRate
    isOnBattery = state.isOnBattery
    wallpaper = settings.wallpaperPath(home: home).map {
      Wallpaper(path: $0, placement: settings.placement, isPlain: settings.source == .solid)
    }
    if wallpaper == nil, settings.source == .wallpaper { remark = "backdrop.wallpaper names no picture" }
  }
}
