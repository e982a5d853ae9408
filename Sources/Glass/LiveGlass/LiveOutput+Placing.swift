import Geometry
import GlassModel
import Rendering
import Scenes

/// Where surfaces lie, as far as that can be known.
extension LiveOutput {
  /// Where a surface lies as far as we know, in logical pixels: compositors tell no position.
  ///
  /// `size` is the compositor's answer; nil: the last.
  func expectedPlace(of surface: LiveSurface, answering size: LogicalSize? = nil) -> LogicalRect {
    let open = surfaces.filter { $0.pair != nil }
    let areas = LayerArrangement.areas(
      for: open.map(\.placed), in: fit.logical, isNewestFirst: session.isNewestFirst)
    let area = zip(open, areas).first { $0.0 === surface }?.1 ?? fit.logical
    return surface.placed.frame(in: area, answering: size ?? surface.state.configuredSize)
  }

  /// Where a surface would lie with another placement.
  func expectedFrame(of surface: LiveSurface, placedAs placement: SurfacePlacement) -> PixelRect {
    let open = surfaces.filter { $0.pair != nil }
    let areas = LayerArrangement.areas(
      for: open.map { $0 === surface ? placement : $0.placed }, in: fit.logical,
      isNewestFirst: session.isNewestFirst)
    let area = zip(open, areas).first { $0.0 === surface }?.1 ?? fit.logical
    return frame(of: surface, at: placement.frame(in: area))
  }

  /// Takes over where the surfaces are expected after one of them has come, changed or gone.
  func place() {
    for surface in surfaces where surface.pair != nil {
      let place = expectedPlace(of: surface)
      surface.logicalSize = LogicalSize(width: place.width, height: place.height)
      let frame = frame(of: surface, at: place)
      if frame == surface.frame { continue }
      surface.frame = frame
      surface.state.markDirty()
      surface.state.markStep()
    }
  }

  /// Takes into account which surfaces lie over one another now, and which of them are live.
  func restack() {
    let drawn = surfaces.filter { $0.pair != nil && $0.scene?.size == $0.frame.size }
    let overlapping = drawn.filter { surface in
      drawn.contains { $0 !== surface && $0.frame.intersects(surface.frame) }
    }
    let new = SurfaceStack(
      overlapping.sorted(by: isBelow).compactMap { surface in
        guard let scene = surface.scene else { return nil }
        let isFrozen = backdrop.surfaces[surface.id]?.isFrozen ?? true
        return SurfaceStack.Layer(
          id: surface.id, frame: surface.frame, scene: scene,
          isLive: isLive && surface.isShown && !surface.isLeaving && !isFrozen)
      })
    guard new != stack else { return }
    stack = new
    let overlaps = new.overlaps()
    for surface in surfaces { surface.overlap = overlaps[surface.id] }
  }

  /// Compositors draw layers in their order, and surfaces of one layer in the order of their coming or, where the
  /// newest one takes its zone first (sway 1.7), in the opposite one.
  ///
  /// Where that is not known yet, who shows a pixel of live glass is right all the same: the other is transparent there.
  private func isBelow(_ first: LiveSurface, _ second: LiveSurface) -> Bool {
    let layers = SurfaceLayer.allCases
    let order = [first, second].compactMap { layers.firstIndex(of: $0.placed.layer) }
    if order[0] != order[1] { return order[0] < order[1] }
    return (first.id < second.id) != session.isNewestFirst
  }

  /// Where the compositor may still show it as it was before its output changed.
  func formerFrame(of surface: LiveSurface) -> PixelRect {
    guard let former = surface.formerSize else { return .empty }
    var place = expectedPlace(of: surface)
    place.width = max(place.width, former.width)
    place.height = max(place.height, former.height)
    return fit.pixels(place)
  }

  /// Its pixels at a place that the protocol lets us expect: elsewhere if it was found elsewhere.
  func frame(of surface: LiveSurface, at place: LogicalRect) -> PixelRect {
    fit.pixels(place).offset(x: surface.displacement.x, y: surface.displacement.y)
  }

  /// Looks in a capture for surfaces of which nothing is seen where they should be: another panel may have taken or
  /// given up its zone.
  ///
  /// Once in what was captured anyway, once on the whole output; after a panel is known to have changed, whenever
  /// something of a surface is not seen: what looks alike may be seen by chance. Returns those that were found.
  func search(_ shown: CapturedPixels, _ validity: [SurfaceID: Double]) -> Set<SurfaceID> {
    var found: Set<SurfaceID> = []
    let wasUnsettled = isUnsettled
    if wasUnsettled {
      looksAfterChange -= 1
      // What was taken for the background may have been a surface on its way.
      if isUnsettled { captures.loseDamage() }
    }
    for surface in surfaces {
      guard surface.isShown, let share = validity[surface.id],
        backdrop.surfaces[surface.id]?.wantsCaptures == true
      else { continue }
      if share >= (wasUnsettled ? SurfaceGlass.clear : SurfaceGlass.nothing) {
        surface.searches = 0
        continue
      }
      guard surface.searches < 2 || wasUnsettled else { continue }
      if !wasUnsettled { surface.searches += 1 }
      let limits = wasUnsettled ? limits(of: surface) : nil
      guard let place = renderer?.find(surface.id, in: shown, within: limits), place != surface.frame else {
        continue
      }
      found.insert(surface.id)
      // Another that was found may have told already why.
      let expected = frame(of: surface, at: expectedPlace(of: surface))
      if expected == place || isExplainedByOrder(surface, at: place) { continue }
      surface.displacement.x += place.x - expected.x
      surface.displacement.y += place.y - expected.y
      displacements[surface.placed.anchors] = surface.displacement
    }
    if !found.isEmpty { place() }
    return found
  }

  /// What contains the surface wherever panels may have pushed it, by the area that they leave; nil: nobody has told.
  private func limits(of surface: LiveSurface) -> PixelRect? {
    guard let area = knownArea else { return nil }
    // One more, for rounding.
    let x = Int(((fit.logical.width - area.width) * fit.scale).rounded(.up)) + 1
    let y = Int(((fit.logical.height - area.height) * fit.scale).rounded(.up)) + 1
    let free = surface.frame.offset(x: -surface.displacement.x, y: -surface.displacement.y)
    return PixelRect(
      x: free.x - x, y: free.y - y, width: free.width + 2 * x, height: free.height + 2 * y)
  }

  /// Whether zones of ours in the other order put the surface there; from now on they are expected so.
  private func isExplainedByOrder(_ surface: LiveSurface, at place: PixelRect) -> Bool {
    session.isNewestFirst.toggle()
    if fit.pixels(expectedPlace(of: surface)) == place {
      surface.displacement = (0, 0)
      displacements[surface.placed.anchors] = nil
      return true
    }
    session.isNewestFirst.toggle()
    return false
  }

  /// A surface was not found in what is captured for it, or may be anywhere.
  var searchesEverywhere: Bool {
    isUnsettled || surfaces.contains { $0.isShown && $0.searches == 1 }
  }

  /// A panel has changed, and surfaces may move yet.
  var isUnsettled: Bool { looksAfterChange > 0 }

  /// Panels leave an area of this size, in logical pixels: if another than was expected, surfaces are looked for in some
  /// captures from now on.
  func areaChanged(to size: LogicalSize) {
    let open = surfaces.filter { $0.pair != nil }.map(\.placed)
    let probe = SurfacePlacement(anchors: [], width: 0, height: 0)
    let left = LayerArrangement.areas(for: open + [probe], in: fit.logical).last!
    let expected = knownArea ?? LogicalSize(width: left.width, height: left.height)
    knownArea = size
    // Compositors move surfaces some frames later, or in steps.
    if size != expected { looksAfterChange = 8 }
  }
}
