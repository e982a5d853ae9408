import Geometry
import GlassModel
import Scenes
import VisualEffects
import Wayland

/// The surfaces of one output: it opens, places and closes them.
///
/// The consequences for the renderer, captures and the program are returned as effects, which the caller performs in
/// their order.
final class SurfaceRoster {
  /// A consequence of opening, moving or closing surfaces that concerns others.
  enum Effect {
    /// The background of a surface that has a window and is not shown has to be captured.
    case lookBehind(LiveSurface)
    /// The surface has moved, so that captures under way are outdated.
    case glassChanged(LiveSurface)
    /// The surface has lost its window, which has to be destroyed once the renderer has released the surface; if it
    /// `covers` others, only after they show the covered pixels.
    case unmapped(LiveSurface, any SurfaceWindow, covers: Bool)
    /// The surface was closed for good without the program's request.
    case dropped(LiveSurface)
    /// A warning for the user; with `once`, only the first time.
    case warn(String, once: Bool)
  }

  /// The surfaces that the program has opened, in this order.
  private(set) var surfaces: [LiveSurface] = []
  /// The mapping to the output's pixels for which the surfaces are drawn.
  private(set) var fit: OutputFit
  private var locator: SurfaceLocator
  /// The number of open probes of the area that panels leave.
  private var probeCount = 0

  init(_ fit: OutputFit, order: ExclusiveZoneOrder) {
    self.fit = fit
    locator = SurfaceLocator(fit.geometry, order: order)
  }

  /// Whether one of the surfaces has a window.
  var isOpen: Bool { surfaces.contains { $0.window != nil } }
  /// The surfaces that are on the screen.
  var shown: [LiveSurface] { surfaces.filter(\.isShown) }

  // MARK: - Beginnings

  /// Adds a surface, which gets a window in `openWanted`.
  func add(_ surface: LiveSurface) { surfaces.append(surface) }

  /// Makes windows for the surfaces that have none, by `makeWindow`, which asks the compositor; `isNew` says whether
  /// one was made. A popup can take a grab if `canGrab`: not while another popup waits to be destroyed.
  func openWanted(
    canGrab: Bool, makeWindow: (LiveSurface) throws(WaylandError) -> any SurfaceWindow
  ) -> (isNew: Bool, effects: [Effect]) {
    var effects: [Effect] = []
    for surface in surfaces where surface.takeRefit() { effects.append(.lookBehind(surface)) }
    var isNew = false
    for surface in surfaces where surface.window == nil && canOpen(surface, canGrab: canGrab) {
      _ = surface.takePlacement()
      guard hasRoom(for: surface) else {
        effects += withhold(surface)
        continue
      }
      do { surface.open(try makeWindow(surface)) } catch {
        effects.append(.warn("\(error)", once: true))
        effects += drop(surface)
        continue
      }
      locator.admit(surface.id, surface.placed)
      place()
      effects.append(.lookBehind(surface))
      isNew = true
    }
    return (isNew, effects)
  }

  /// Whether a surface can get a window now: a popup once its parent is shown, a withheld surface once there
  /// may be room for it.
  private func canOpen(_ surface: LiveSurface, canGrab: Bool) -> Bool {
    guard let popup = surface.popup else { return surface.withheld != room(for: surface) }
    return surface.parent?.isShown == true && (!popup.takesGrab || canGrab)
  }

  /// Applies the configure event of a popup, with its frame relative to its parent in logical pixels.
  func configure(_ popup: LiveSurface, _ place: LogicalRect, serial: UInt32) -> [Effect] {
    guard popup.window != nil else { return [] }
    popup.popupFrame = place
    let expected = popup.frame
    let effects = configure(popup, LogicalSize(width: place.width, height: place.height), serial: serial)
    // The background was captured at the expected place, which is not the popup's.
    let isElsewhere = popup.window != nil && !popup.isShown && popup.frame != expected
    return isElsewhere ? effects + [.lookBehind(popup)] : effects
  }

  /// Applies the configure event of a surface, with its size in logical pixels.
  func configure(_ surface: LiveSurface, _ size: LogicalSize, serial: UInt32) -> [Effect] {
    guard let window = surface.window else { return [] }
    var occupants = occupants
    for index in occupants.indices where occupants[index].id == surface.id { occupants[index].answer = size }
    if locator.learnOrder(fromAnswersTo: occupants) { self.place() }
    let place = locator.place(of: surface.id, among: occupants)
    let frame = locator.frame(of: surface.id, at: place, among: occupants)
    if surface.state.configure(size, serial: serial, movesFrame: frame != surface.frame) {
      window.acknowledge(serial)
    }
    let hasMoved = surface.lie(
      at: frame, logicalSize: LogicalSize(width: place.width, height: place.height))
    if frame.isEmpty { return withhold(surface) }
    // A capture under way shows the surface at its former place.
    return hasMoved && surface.applied.glass != nil ? [.glassChanged(surface)] : []
  }

  /// Returns the surfaces that can be shown since the last call: the renderer has them, they are configured,
  /// and their background is known.
  func takeIntroduced() -> [LiveSurface] {
    let introduced = surfaces.filter {
      !$0.isShown && !$0.isIntroduced && $0.window != nil && $0.state.isReady && $0.applied.glass != nil
    }
    for surface in introduced { surface.introduce() }
    return introduced
  }

  // MARK: - Ends

  /// Closes one surface for good, without a call to the program.
  func close(_ surface: LiveSurface) -> [Effect] {
    guard surfaces.contains(where: { $0 === surface }) else { return [] }
    let effects = dropPopups(of: surface)
    surfaces.removeAll { $0 === surface }
    return effects + unmap(surface)
  }

  /// Closes the popups of a surface, the newest first, since the protocol requires that popups are destroyed
  /// before their parent.
  private func dropPopups(of surface: LiveSurface) -> [Effect] {
    surfaces.reversed().filter { $0.parent === surface }.flatMap { drop($0) }
  }

  /// Closes one surface for good without the program's request.
  func drop(_ surface: LiveSurface) -> [Effect] {
    guard surfaces.contains(where: { $0 === surface }) else { return [] }
    return close(surface) + [.dropped(surface)]
  }

  /// Unmaps a surface for as long as no part of the output is left for it, and reports that once; closes it
  /// if it is a popup.
  func withhold(_ surface: LiveSurface) -> [Effect] {
    if surface.popup != nil { return drop(surface) }
    var effects: [Effect] = []
    if surface.withheld == nil {
      let name = surface.placement.namespace
      effects.append(
        .warn("no room for \(name): its margins, and panels, leave nothing of the output", once: false))
    }
    effects += unmap(surface)
    surface.withhold(in: room(for: surface))
    return effects
  }

  /// Withholds the surfaces for which no room is left.
  func withholdWithoutRoom() -> [Effect] {
    surfaces.filter { $0.window != nil && $0.state.configuredSize != nil && $0.frame.isEmpty }
      .flatMap { withhold($0) }
  }

  /// Unmaps one surface, after closing its popups.
  private func unmap(_ surface: LiveSurface) -> [Effect] {
    let effects = dropPopups(of: surface)
    let covers = surface.isShown && surface.overlap != nil
    guard let window = surface.unmap() else { return effects }
    locator.forget(surface.id)
    place()
    return effects + [.unmapped(surface, window, covers: covers)]
  }

  /// Unmaps all surfaces, popups first; the renderer releases each in `release`. All but the popups, which
  /// are returned, stay in the roster.
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
  func dropPopups() -> [Effect] {
    surfaces.reversed().filter { $0.popup != nil }.flatMap { drop($0) }
  }

  /// Removes and returns all surfaces, none of which has a window.
  func removeAll() -> [LiveSurface] {
    defer { surfaces = [] }
    return surfaces
  }

  // MARK: - Places

  /// Fits all surfaces, none of which is a popup, to a new geometry of the output; the renderer has released
  /// them. The screen shows the old pictures until new ones are drawn.
  func refit(_ new: OutputFit) {
    adopt(new)
    for surface in surfaces where surface.window != nil { surface.refit(new) }
    place()
  }

  /// Adopts a new geometry of the output for later surfaces, and forgets places of surfaces in the former
  /// one.
  func adopt(_ new: OutputFit) {
    fit = new
    locator.reset(new.geometry)
  }

  /// Updates the expected frames of all surfaces after one of them was opened, changed or closed.
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

  /// Applies changed placements of surfaces.
  func rearrange() -> [Effect] {
    surfaces.filter { $0.placement != $0.placed }.flatMap { rearrange($0) }
  }

  private func rearrange(_ surface: LiveSurface) -> [Effect] {
    guard let window = surface.window else { return [] }
    let old = surface.takePlacement()
    let new = surface.placed
    if surface.popup != nil {
      window.request(new)
    } else if !hasRoom(for: surface) {
      return withhold(surface)
    } else if !old.isSameRole(as: new, canChangeLayer: window.canChangeLayer) {
      return unmap(surface)
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
    return []
  }

  /// The frame that a surface would have with another placement, in physical pixels of the output.
  func expectedFrame(of surface: LiveSurface, placedAs placement: SurfacePlacement) -> PixelRect {
    var occupants = occupants
    guard let index = occupants.firstIndex(where: { $0.id == surface.id }) else { return .empty }
    occupants[index].placement = placement
    occupants[index].answer = nil
    return locator.frame(of: surface.id, among: occupants)
  }

  /// The frame, in physical pixels of the output, in which the compositor may still show a surface as it was
  /// before its output changed.
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

  /// The region that the first capture has to show for surfaces that the renderer does not have yet, in
  /// physical pixels of the output.
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

  /// The circumstances that decide whether there is room for a surface.
  private func room(for surface: LiveSurface) -> LiveSurface.Room {
    LiveSurface.Room(
      placement: surface.placement, fit: fit,
      others: surfaces.filter { $0.window != nil && $0 !== surface }.map(\.placed) + probes)
  }

  /// The placements of the open probes.
  private var probes: [SurfacePlacement] { Array(repeating: AreaProbe.placement, count: probeCount) }

  /// Notes that a probe of the area that panels leave is opened; returns false if it must not be, since they leave less than nothing.
  func admitProbe() -> Bool {
    let others = occupants.map(\.placement) + probes
    guard !locator.overfills(AreaProbe.placement, beside: others) else { return false }
    probeCount += 1
    return true
  }

  /// Notes that a probe was closed.
  func dismissProbe() { probeCount -= 1 }

  private func hasRoom(for surface: LiveSurface) -> Bool {
    if surface.popup != nil { return true }
    let room = room(for: surface)
    return locator.hasRoom(for: room.placement, beside: room.others)
  }

  // MARK: - Searching

  /// Whether a panel has changed, so that surfaces may still move.
  var isUnsettled: Bool { locator.isUnsettled }

  /// Whether the next capture has to show the whole output to search for a surface.
  var searchesEverywhere: Bool { locator.searchesEverywhere(shown.map(\.id)) }

  /// Ends the search after the change of a panel; called when nothing is shown any more.
  func settle() { locator.settle() }

  /// Notes the size of the area that panels leave, in logical pixels.
  func areaChanged(to size: LogicalSize) { locator.areaChanged(to: size, among: occupants) }

  /// Lets a surface be searched for again that the compositor draws, after it was not seen anywhere.
  func searchAgain(_ surface: LiveSurface) { locator.searchAgain(surface.id) }

  /// Searches a capture for surfaces of whose blocks too small a share is seen at the expected place, and
  /// moves those that are found; `find` searches within limits, or everywhere if they are nil.
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
