import Geometry
import GlassModel
import Loop
import Rendering
import Scenes
import Wayland

/// The surfaces' lives: made, fitted to another geometry, and taken down.
extension LiveOutput {
  /// Makes the surfaces that are wanted and not there, and begins to find out what lies behind them.
  func openSurfaces(now: Instant) {
    guard !output.description.mode.isEmpty else { return }
    var isNew = false
    for surface in surfaces where surface.needsRefit {
      surface.needsRefit = false
      begin(surface, now: now)
    }
    for surface in surfaces where surface.pair == nil && surface.withheld != room(for: surface) {
      surface.placed = surface.placement
      guard hasRoom(for: surface) else {
        withhold(surface)
        continue
      }
      surface.withheld = nil
      do {
        surface.pair = try SurfacePair(
          session.connection, output: output, placement: surface.placement, fit: fit
        ) { [weak self, weak surface] event in
          if let surface { self?.arrive(.layer(surface, event)) }
        }
        surface.pair?.onPreferredScale = { [weak self] in self?.follow(preferredScale: $0) }
      } catch {
        tell("\(error)")
        drop(surface)
        continue
      }
      if surface.placed.exclusiveZone == 0, let last = displacements[surface.placed.anchors] {
        surface.displacement = last
      }
      place()
      begin(surface, now: now)
      isNew = true
    }
    // The compositor works on the answers while the renderer is made, in `settle`; a failure is reported.
    if isNew { _ = try? session.connection.flush() }
  }

  /// Takes one surface down, content before carrier; the others see what was behind it.
  func close(_ surface: LiveSurface) {
    guard surfaces.contains(where: { $0 === surface }) else { return }
    surfaces.removeAll { $0 === surface }
    unmap(surface)
    session.surfaceClosed()
  }

  /// Makes everything anew, after the graphics were lost.
  func reset() { unmapAll() }

  /// Closes everything for good.
  func remove() {
    let closed = surfaces
    unmapAll()
    surfaces = []
    capture?.destroy()
    for surface in closed { surface.onClosed?() }
  }

  /// The same without the program's doing.
  func drop(_ surface: LiveSurface) {
    close(surface)
    surface.onClosed?()
  }

  /// Keeps a surface off the screen for as long as nothing of the output is left for it; says so once.
  func withhold(_ surface: LiveSurface) {
    if surface.withheld == nil {
      session.report(
        .warning,
        "\(name): no room for \(surface.placement.namespace): its margins, and panels, leave nothing of the output"
      )
    }
    unmap(surface)
    surface.withheld = room(for: surface)
  }

  /// Withholds what had room and has none any more.
  func withholdWithoutRoom() {
    for surface in surfaces
    where surface.pair != nil && surface.state.configuredSize != nil && surface.frame.isEmpty {
      withhold(surface)
    }
  }

  /// What decides whether there is room for a surface.
  private func room(for surface: LiveSurface) -> LiveSurface.Room {
    LiveSurface.Room(
      placement: surface.placement, fit: fit,
      others: surfaces.filter { $0.pair != nil && $0 !== surface }.map(\.placed))
  }

  /// Whether something of the output is left for a surface where it is to be, as far as we know.
  private func hasRoom(for surface: LiveSurface) -> Bool {
    let room = room(for: surface)
    let area = LayerArrangement.areas(
      for: room.others + [room.placement], in: fit.logical, isNewestFirst: session.isNewestFirst
    ).last!
    return !fit.pixels(room.placement.frame(in: area)).isEmpty
  }

  /// Nil if it was closed.
  func surface(_ id: SurfaceID) -> LiveSurface? { surfaces.first { $0.id == id } }

  /// Takes one surface off the screen, and the output's last one with all that served it.
  func unmap(_ surface: LiveSurface) {
    guard surface.pair != nil else { return }
    uncover(surface)
    renderer?.closeSurface(surface.id)
    surface.unmap()
    captures.changeSurfaces()
    guard isOpen else { return end() }
    place()
    // Nothing is drawn by this; what has to be captured is asked for without delay. That the GPU was reset, the next
    // drawing finds too.
    try? perform(backdrop.update(.closed(surface.id), now: session.loop.now), now: session.loop.now)
  }

  /// Lets the surfaces below one that goes show what was cut out of them, before it is gone.
  private func uncover(_ surface: LiveSurface) {
    guard surface.overlap != nil, !surface.isLeaving else { return }
    surface.isLeaving = true
    // That the GPU was reset, the next drawing finds too.
    for other in surfaces where other !== surface && other.isShown && other.overlap != nil {
      guard other.scene?.size == other.frame.size else { continue }
      _ = try? present(other.id)
    }
  }

  /// Takes everything down: capture, drawing, surfaces (content before carrier), renderer.
  func unmapAll() {
    capture?.cancel()
    for surface in surfaces where surface.pair != nil {
      renderer?.closeSurface(surface.id)
      surface.unmap()
    }
    end()
  }

  /// Fits everything to another geometry: what is on the screen stays there until it has been drawn for that.
  func refitAll() {
    // What the compositor asks of surfaces still holds.
    let arrivals = inbox
    displacements = [:]
    knownArea = nil
    for surface in surfaces where surface.pair != nil { renderer?.closeSurface(surface.id) }
    end()
    inbox = arrivals
    for surface in surfaces where surface.pair != nil { surface.refit(fit) }
    place()
  }

  private func end() {
    capture?.cancel()
    renderer?.destroy()
    renderer = nil
    background = nil
    fallback = nil
    wallpaperWait.end()
    hasBegun = false
    looksAfterChange = 0
    inbox = []
    captures.changeSurfaces()
    backdrop = .disabled
  }

  /// Makes the renderer where there is none, and lets it know the surfaces that it does not.
  func prepareRenderer() throws(RenderingError) {
    if renderer == nil {
      renderer = try session.graphics.makeRenderer(fit.size, transform: fit.transform)
      backdrop.captureInterval = captureInterval
    }
    for surface in surfaces where surface.styled == nil && !surface.frame.isEmpty {
      guard let pair = surface.pair else { continue }
      try attempt(surface) { () throws(RenderingError) in
        let glass = surface.glass(scale: scale, isLive: isLive)
        let window = unsafe NativeWindow(surface: pair.content.nativeSurface, canvas: pair.canvas)
        try renderer?.openSurface(surface.id, window: window, glass: glass, over: formerFrame(of: surface))
        surface.styled = glass
      }
    }
  }

  /// Takes over where the program wants surfaces to be.
  func rearrange() {
    for surface in surfaces where surface.placement != surface.placed && surface.pair != nil {
      let (old, new) = (surface.placed, surface.placement)
      surface.placed = new
      if !hasRoom(for: surface) {
        withhold(surface)
      } else if !old.isSameRole(as: new, canChangeLayer: surface.pair?.layer.canChangeLayer == true) {
        unmap(surface)
      } else if surface.isShown {
        // With a picture for it, so that both appear at once.
        let former = surface.frame
        surface.pair?.prepare(new)
        surface.state.guessSize()
        place()
        if surface.frame == former { surface.pair?.layer.commit() }
      } else {
        surface.pair?.request(new)
        place()
      }
    }
  }
}
