import Geometry
import GlassModel
import Scenes
import VisualEffects
import Wayland

/// What the surfaces of an output need of what owns them.
protocol SurfaceRosterOwner: AnyObject {
  /// Asks the compositor for a window of a surface; what it answers is handled in a later update.
  func makeWindow(for surface: LiveSurface) throws(WaylandError) -> any SurfaceWindow
  /// Has it found out what lies behind a surface that has a window and is not shown.
  func lookBehind(_ surface: LiveSurface, now: Instant)
  /// A surface has moved: captures under way do not show it where it is thought to be.
  func glassChanged(of surface: LiveSurface)
  /// A surface is about to lose its window, of which the renderer lets go.
  func willUnmap(_ surface: LiveSurface)
  /// A surface has lost its window, which is to be destroyed: if it `covers` others, not before they show what it covered.
  func didUnmap(_ surface: LiveSurface, _ window: any SurfaceWindow, covers: Bool)
  /// A surface was closed for good without the program's doing, which is to be told so.
  func didDrop(_ surface: LiveSurface)
  /// Says something to people; what may happen again and again is said once.
  func warn(_ text: String, once: Bool)
}

/// The surfaces of one output: which there are, where each is expected, and how each begins and ends.
///
/// The owner decides what is drawn and captured, and is told what happens to surfaces.
final class SurfaceRoster {
  /// The surfaces that the program wants, those opened first coming first.
  private(set) var surfaces: [LiveSurface] = []
  /// How pixels fall on the output for which the surfaces are drawn.
  private(set) var fit: OutputFit
  private var locator: SurfaceLocator
  private unowned let owner: any SurfaceRosterOwner

  init(_ fit: OutputFit, order: ZoneOrder, owner: any SurfaceRosterOwner) {
    self.fit = fit
    self.owner = owner
    locator = SurfaceLocator(fit.geometry, order: order)
  }

  /// Whether one of the surfaces has a window.
  var isOpen: Bool { surfaces.contains { $0.window != nil } }
  /// The surfaces that are on the screen.
  var shown: [LiveSurface] { surfaces.filter(\.isShown) }

  // MARK: - Beginnings

  /// Takes in a surface, which gets a window with `openWanted`.
  func add(_ surface: LiveSurface) { surfaces.append(surface) }

  /// Makes windows for the surfaces that have none, and has found out what lies behind them and behind those that were
  /// fitted anew; returns whether a window was made.
  func openWanted(now: Instant) -> Bool {
    for surface in surfaces where surface.needsRefit {
      surface.refitBegan()
      owner.lookBehind(surface, now: now)
    }
    var isNew = false
    for surface in surfaces where surface.window == nil && canOpen(surface) {
      _ = surface.takePlacement()
      guard hasRoom(for: surface) else {
        withhold(surface)
        continue
      }
      do { surface.open(try owner.makeWindow(for: surface)) } catch {
        owner.warn("\(error)", once: true)
        drop(surface)
        continue
      }
      locator.admit(surface.id, surface.placed)
      place()
      owner.lookBehind(surface, now: now)
      isNew = true
    }
    return isNew
  }

  /// A popup is opened on a surface that is on the screen, and what is withheld not before there may be room for it.
  private func canOpen(_ surface: LiveSurface) -> Bool {
    surface.popup == nil ? surface.withheld != room(for: surface) : surface.parent?.isShown == true
  }

  /// Takes the compositor's answer to a popup, which tells its place relative to its parent.
  func configure(_ popup: LiveSurface, _ place: LogicalRect, serial: UInt32, now: Instant) {
    guard popup.window != nil else { return }
    popup.place(at: place)
    let expected = popup.frame
    configure(popup, LogicalSize(width: place.width, height: place.height), serial: serial)
    // What was asked for is not where it lies.
    if popup.window != nil, !popup.isShown, popup.frame != expected { owner.lookBehind(popup, now: now) }
  }

  /// Takes the compositor's answer to what was asked for.
  func configure(_ surface: LiveSurface, _ size: LogicalSize, serial: UInt32) {
    guard let window = surface.window else { return }
    var occupants = occupants
    for index in occupants.indices where occupants[index].id == surface.id { occupants[index].answer = size }
    let place = locator.place(of: surface.id, among: occupants)
    let frame = locator.frame(of: surface.id, at: place, among: occupants)
    if surface.state.configure(size, serial: serial, movesFrame: frame != surface.frame) {
      window.acknowledge(serial)
    }
    let hasMoved = surface.lie(
      at: frame, logicalSize: LogicalSize(width: place.width, height: place.height))
    if frame.isEmpty { return withhold(surface) }
    // A capture that has come meanwhile shows it where it was.
    if hasMoved, surface.applied.glass != nil { owner.glassChanged(of: surface) }
  }

  /// The surfaces that can be shown since the last call: the renderer knows them, the compositor has answered, and what
  /// lies behind them is known.
  func takeIntroduced() -> [LiveSurface] {
    let introduced = surfaces.filter {
      !$0.isShown && !$0.isIntroduced && $0.window != nil && $0.state.isReady && $0.applied.glass != nil
    }
    for surface in introduced { surface.isIntroduced = true }
    return introduced
  }

  // MARK: - Ends

  /// Takes one surface down for good; the program asked for it, or is told otherwise.
  func close(_ surface: LiveSurface) {
    guard surfaces.contains(where: { $0 === surface }) else { return }
    dropPopups(of: surface)
    surfaces.removeAll { $0 === surface }
    unmap(surface)
  }

  /// Closes the popups of a surface, those opened last going first: the protocol wants them gone before it.
  private func dropPopups(of surface: LiveSurface) {
    for popup in surfaces.reversed() where popup.parent === surface { drop(popup) }
  }

  /// Takes one surface down for good without the program's doing.
  func drop(_ surface: LiveSurface) {
    guard surfaces.contains(where: { $0 === surface }) else { return }
    close(surface)
    owner.didDrop(surface)
  }

  /// Keeps a surface off the screen for as long as nothing of the output is left for it; says so once.
  ///
  /// A popup is closed instead.
  func withhold(_ surface: LiveSurface) {
    if surface.popup != nil { return drop(surface) }
    if surface.withheld == nil {
      owner.warn(
        "no room for \(surface.placement.namespace): its margins, and panels, leave nothing of the output",
        once: false)
    }
    unmap(surface)
    surface.withheld = room(for: surface)
  }

  /// Withholds what had room and has none any more.
  func withholdWithoutRoom() {
    for surface in surfaces
    where surface.window != nil && surface.state.configuredSize != nil && surface.frame.isEmpty {
      withhold(surface)
    }
  }

  /// Takes one surface off the screen.
  private func unmap(_ surface: LiveSurface) {
    dropPopups(of: surface)
    guard surface.window != nil else { return }
    let covers = surface.isShown && surface.overlap != nil
    owner.willUnmap(surface)
    guard let window = surface.unmap() else { return }
    locator.forget(surface.id)
    place()
    owner.didUnmap(surface, window, covers: covers)
  }

  /// Takes all surfaces off the screen, popups first, of which the renderer lets go in `release`; they are wanted all the
  /// same, but for the popups, which are returned.
  func unmapAll(release: (LiveSurface) -> Void) -> [LiveSurface] {
    let popups = Array(surfaces.reversed().filter { $0.popup != nil })
    for surface in popups + surfaces where surface.window != nil {
      release(surface)
      surface.unmap()?.destroy()
      locator.forget(surface.id)
    }
    surfaces.removeAll { $0.popup != nil }
    locator.settle()
    return popups
  }

  /// Closes all popups.
  func dropPopups() {
    for popup in surfaces.reversed() where popup.popup != nil { drop(popup) }
  }

  /// Forgets all surfaces, of which none has a window, and returns them.
  func removeAll() -> [LiveSurface] {
    defer { surfaces = [] }
    return surfaces
  }

  // MARK: - Places

  /// Fits all surfaces, of which none is a popup, to another geometry of the output; the renderer has let go of them. What is on the screen stays
  /// there until it has been drawn for the new geometry.
  func refit(_ new: OutputFit) {
    adopt(new)
    for surface in surfaces where surface.window != nil { surface.refit(new) }
    place()
  }

  /// Takes over another geometry of the output for the surfaces to come; what was known of the former one is forgotten.
  func adopt(_ new: OutputFit) {
    fit = new
    locator.reset(new.geometry)
  }

  /// Takes over where the surfaces are expected after one of them has come, changed or gone.
  private func place() {
    let occupants = occupants
    for surface in surfaces where surface.window != nil {
      let place = locator.place(of: surface.id, among: occupants)
      let hasMoved = surface.lie(
        at: locator.frame(of: surface.id, at: place, among: occupants),
        logicalSize: LogicalSize(width: place.width, height: place.height))
      guard hasMoved else { continue }
      surface.state.markDirty()
      surface.state.markStep()
    }
  }

  /// Takes over where the program wants surfaces to be.
  func rearrange() {
    for surface in surfaces where surface.placement != surface.placed {
      guard let window = surface.window else { continue }
      let old = surface.takePlacement()
      let new = surface.placed
      if surface.popup != nil {
        window.request(new)
      } else if !hasRoom(for: surface) {
        withhold(surface)
      } else if !old.isSameRole(as: new, canChangeLayer: window.canChangeLayer) {
        unmap(surface)
      } else if surface.isShown {
        // The new placement is committed together with a picture for it, so that both appear at once.
        let former = surface.frame
        window.prepare(new)
        surface.state.guessSize()
        place()
        if surface.frame == former { window.commitPlacement() }
      } else {
        window.request(new)
        place()
      }
    }
  }

  /// Where a surface would lie with another placement.
  func expectedFrame(of surface: LiveSurface, placedAs placement: SurfacePlacement) -> PixelRect {
    var occupants = occupants
    guard let index = occupants.firstIndex(where: { $0.id == surface.id }) else { return .empty }
    occupants[index].placement = placement
    occupants[index].answer = nil
    return locator.frame(of: surface.id, among: occupants)
  }

  /// Where the compositor may still show a surface as it was before its output changed.
  func formerFrame(of surface: LiveSurface) -> PixelRect {
    guard let former = surface.formerSize else { return .empty }
    var place = locator.place(of: surface.id, among: occupants)
    place.width = max(place.width, former.width)
    place.height = max(place.height, former.height)
    return fit.pixels(place)
  }

  /// Whether the compositor draws the first surface below the second.
  func isBelow(_ first: LiveSurface, _ second: LiveSurface) -> Bool {
    locator.isBelow(occupant(first), occupant(second))
  }

  /// What the first capture has to show for surfaces that the renderer does not know yet.
  var expectedRegion: PixelRect {
    let regions = surfaces.filter { $0.window != nil && $0.applied.glass == nil }.map { surface in
      guard let material = surface.expected else { return PixelRect(fit.size) }
      let plan = BlurPlan(sigma: material.blurRadius * fit.scale, base: .smoothedMean)
      return surface.frame.outset(by: plan.support).aligned(to: 1 << plan.level)
        .intersection(PixelRect(fit.size))
    }
    return regions.reduce(.empty) { $0.union($1) }
  }

  /// The surfaces that have windows, for the locator.
  private var occupants: [SurfaceLocator.Occupant] {
    surfaces.filter { $0.window != nil }.map(occupant)
  }

  private func occupant(_ surface: LiveSurface) -> SurfaceLocator.Occupant {
    let popup = surface.popup.flatMap { placement in
      surface.parent.map {
        SurfaceLocator.Popup(parent: $0.id, placement: placement, answer: surface.popupFrame)
      }
    }
    return .init(
      id: surface.id, placement: surface.placed, answer: surface.state.configuredSize, popup: popup)
  }

  /// What decides whether there is room for a surface.
  private func room(for surface: LiveSurface) -> LiveSurface.Room {
    LiveSurface.Room(
      placement: surface.placement, fit: fit,
      others: surfaces.filter { $0.window != nil && $0 !== surface }.map(\.placed))
  }

  private func hasRoom(for surface: LiveSurface) -> Bool {
    if surface.popup != nil { return true }
    let room = room(for: surface)
    return locator.hasRoom(for: room.placement, beside: room.others)
  }

  // MARK: - Searching

  /// A panel has changed, and surfaces may move yet.
  var isUnsettled: Bool { locator.isUnsettled }

  /// Whether a surface on the screen was not found in what is captured for it, or may be anywhere.
  var searchesEverywhere: Bool { locator.searchesEverywhere(shown.map(\.id)) }

  /// Ends the search that followed the change of a panel: nothing is shown any more.
  func settle() { locator.settle() }

  /// Panels leave an area of this size, in logical pixels.
  func areaChanged(to size: LogicalSize) { locator.areaChanged(to: size, among: occupants) }

  /// Looks for a surface again that the compositor draws, after it was not seen anywhere.
  func searchAgain(_ surface: LiveSurface) { locator.searchAgain(surface.id) }

  /// Looks in a capture for surfaces of which too small a share of the blocks is seen where they should be, and takes over
  /// where they were found; `find` searches within limits, or everywhere.
  func search(
    _ shares: [SurfaceID: Double], find: (SurfaceID, PixelRect?) -> PixelRect?
  ) -> SurfaceLocator.Finding {
    let sightings = shown.compactMap { surface in
      shares[surface.id].map { SurfaceLocator.Sighting(id: surface.id, frame: surface.frame, share: $0) }
    }
    let finding = locator.search(sightings, among: occupants, find: find)
    if !finding.found.isEmpty { place() }
    return finding
  }
}
