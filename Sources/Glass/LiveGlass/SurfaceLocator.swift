import Geometry
import GlassModel
import Scenes

/// Finds out where the surfaces of one output lie, since wlr-layer-shell does not report positions.
///
/// The places that follow from the protocol are corrected by captures.
struct SurfaceLocator {
  /// A surface that has a window.
  struct Occupant: Equatable {
    var id: SurfaceID
    var placement: SurfacePlacement
    /// The size in the compositor's answer, in logical pixels; nil: none has come.
    var answer: LogicalSize?
    /// The parent and placement of a popup; nil: the surface is no popup.
    var popup: Popup?
  }

  /// A popup of another surface.
  struct Popup: Equatable {
    var parent: SurfaceID
    var placement: PopupPlacement
    /// The frame in the compositor's answer, relative to the parent, in logical pixels; nil: none has come.
    var answer: LogicalRect?
  }

  /// The share of a surface on the screen that a capture shows.
  struct Sighting {
    var id: SurfaceID
    /// The assumed frame of the surface, in physical pixels of the output.
    var frame: PixelRect
    /// The share of the surface's blocks that the capture shows there, 0 … 1.
    var share: Double
  }

  /// The result of a search in a capture.
  struct Finding: Equatable {
    /// Surfaces that were found elsewhere than assumed.
    var found: Set<SurfaceID> = []
    /// Whether a moving surface may have been taken for the background.
    var losesDamage = false
  }

  private struct Offset: Equatable {
    var x = 0
    var y = 0
  }

  private let order: ExclusiveZoneOrder
  private var geometry: OutputGeometry
  /// The last distance in physical pixels between the expected and the found place of a surface, by its anchors: the
  /// panel of another program that moves one surface also moves the next.
  private var lastOffsets: [SurfacePlacement.Edges: Offset] = [:]
  /// The distance in physical pixels between the expected and the found place of each surface.
  private var offsets: [SurfaceID: Offset] = [:]
  /// The number of searches for each surface since it was last seen.
  private var searches: [SurfaceID: Int] = [:]
  /// The last known size of the area that panels leave, in logical pixels; nil: it was never reported.
  private var knownArea: LogicalSize?
  /// The part of the area that panels of other programs took when it was reported last, in logical pixels; nil: it was never reported.
  private var othersShare: LogicalSize?
  /// The number of further captures in which surfaces are searched for everywhere, because a panel has
  /// changed.
  private var looksAfterChange = 0

  /// The number of captures that are searched after the change of a panel: compositors move surfaces some
  /// frames later, or in steps.
  static let looksPerChange = 8

  init(_ geometry: OutputGeometry, order: ExclusiveZoneOrder) {
    self.geometry = geometry
    self.order = order
  }

  /// The output's rectangle in logical pixels, with its origin at the output's top left corner.
  private var output: LogicalRect {
    LogicalRect(
      x: 0, y: 0, width: Double(geometry.logicalSize.width), height: Double(geometry.logicalSize.height))
  }

  // MARK: - Expected places

  /// The place of a surface by the protocol's rules, in logical pixels of the output.
  func place(of id: SurfaceID, among occupants: [Occupant]) -> LogicalRect {
    guard let index = occupants.firstIndex(where: { $0.id == id }) else { return output }
    if let popup = occupants[index].popup {
      let parent = place(of: popup.parent, among: occupants)
      var place = popup.answer ?? popup.placement.expectedFrame(at: parent, in: output)
      (place.x, place.y) = (place.x + parent.x, place.y + parent.y)
      return place
    }
    let areas = areas(for: occupants.map(\.placement))
    return occupants[index].placement.frame(in: areas[index], answering: occupants[index].answer)
  }

  /// The frame of a surface in physical pixels of the output: the one by the protocol's rules, or that where
  /// captures have shown it.
  func frame(of id: SurfaceID, among occupants: [Occupant]) -> PixelRect {
    frame(of: id, at: place(of: id, among: occupants), among: occupants)
  }

  /// The frame, in physical pixels of the output, of a surface whose place by the protocol's rules is given
  /// in logical pixels.
  func frame(of id: SurfaceID, at place: LogicalRect, among occupants: [Occupant]) -> PixelRect {
    var frame = geometry.pixels(place)
    // A popup moves with its parent.
    var next: SurfaceID? = id
    while let current = next {
      let offset = offsets[current] ?? Offset()
      frame = frame.offset(x: offset.x, y: offset.y)
      next = occupants.first { $0.id == current }?.popup?.parent
    }
    return frame
  }

  /// Whether any part of the output is left for a surface beside others, as far as is known, and the surface leaves something to
  /// them.
  func hasRoom(for placement: SurfacePlacement, beside others: [SurfacePlacement]) -> Bool {
    guard let area = areas(for: others + [placement]).last, !overfills(placement, beside: others) else {
      return false
    }
    return !geometry.pixels(placement.frame(in: area)).isEmpty
  }

  /// Whether a surface would leave less than nothing of the output to others, or have less than nothing itself.
  func overfills(_ placement: SurfacePlacement, beside others: [SurfacePlacement]) -> Bool {
    LayerArrangement.isOverfull(others + [placement], in: output)
      && !LayerArrangement.isOverfull(others, in: output)
  }

  /// Whether the compositor draws the first surface below the second: layers lie in their order, and surfaces
  /// of one layer in the order in which they were opened or, on compositors where the newest one takes its
  /// zone first, in the opposite order.
  ///
  /// Live glass looks right even while that order is not known: of two surfaces, one is transparent wherever
  /// they overlap.
  func isBelow(_ first: Occupant, _ second: Occupant) -> Bool {
    let layers = SurfaceLayer.allCases
    let places = [first, second].map { layers.firstIndex(of: $0.placement.layer) ?? 0 }
    if places[0] != places[1] { return places[0] < places[1] }
    // Popups lie above all surfaces of their layer, each above those that were opened before it.
    let arePopups = [first, second].map { $0.popup != nil }
    if arePopups[0] != arePopups[1] { return arePopups[1] }
    if arePopups[0] { return first.id < second.id }
    return (first.id < second.id) != order.isNewestFirst
  }

  private func areas(for placements: [SurfacePlacement]) -> [LogicalRect] {
    LayerArrangement.areas(for: placements, in: output, isNewestFirst: order.isNewestFirst)
  }

  // MARK: - Changes of surfaces

  /// Adds a surface; with an exclusive zone of 0 it is assumed to be moved by panels as the last one with its
  /// anchors.
  mutating func admit(_ id: SurfaceID, _ placement: SurfacePlacement) {
    if placement.exclusiveZone == 0, let last = lastOffsets[placement.anchors] { offsets[id] = last }
  }

  /// Forgets the found place of a surface that is unmapped.
  mutating func forget(_ id: SurfaceID) {
    offsets[id] = nil
    searches[id] = nil
  }

  /// Lets a surface be searched for again that the compositor draws, after it was not seen anywhere.
  mutating func searchAgain(_ id: SurfaceID) { searches[id] = nil }

  /// Forgets everything, for a new geometry of the output.
  mutating func reset(_ geometry: OutputGeometry) {
    self = SurfaceLocator(geometry, order: order)
  }

  /// Ends the search after the change of a panel; called when nothing is shown any more.
  mutating func settle() { looksAfterChange = 0 }

  /// Records the size of the area that panels leave, in logical pixels; if it is not the expected one, surfaces are
  /// searched for in the next captures.
  mutating func areaChanged(to size: LogicalSize, among occupants: [Occupant]) {
    let probe = SurfacePlacement(anchors: [], width: 0, height: 0)
    let left = areas(for: occupants.map(\.placement) + [probe]).last ?? output
    // Our own zones may have changed since the last report, also while nothing reported the area.
    let share = LogicalSize(width: left.width - size.width, height: left.height - size.height)
    let former = othersShare ?? LogicalSize(width: 0, height: 0)
    (knownArea, othersShare) = (size, share)
    if share != former { looksAfterChange = Self.looksPerChange }
  }

  // MARK: - Searching

  /// Whether a panel has changed, so that surfaces may still move.
  var isUnsettled: Bool { looksAfterChange > 0 }

  /// Whether the next capture has to show the whole output: a surface was not found in the part that is
  /// captured for it, or a panel has changed.
  func searchesEverywhere(_ shown: [SurfaceID]) -> Bool {
    isUnsettled || shown.contains { searches[$0] == 1 }
  }

  /// Searches a capture for surfaces of which nothing is seen where they should be, because another panel may
  /// have taken or released its zone.
  ///
  /// A surface is searched for once in what was captured anyway, and once in the whole output. After a change
  /// of a panel it is searched for whenever a part of it is not seen, since other pixels may look like it by
  /// chance. `find` searches within limits, or everywhere if they are nil.
  mutating func search(
    _ sightings: [Sighting], among occupants: [Occupant], find: (SurfaceID, PixelRect?) -> PixelRect?
  ) -> Finding {
    var finding = Finding()
    let wasUnsettled = isUnsettled
    if wasUnsettled {
      looksAfterChange -= 1
      finding.losesDamage = isUnsettled
    }
    for sighting in sightings {
      let id = sighting.id
      if sighting.share >= (wasUnsettled ? SurfaceGlass.clear : SurfaceGlass.nothing) {
        searches[id] = nil
        continue
      }
      guard searches[id, default: 0] < 2 || wasUnsettled else { continue }
      if !wasUnsettled { searches[id, default: 0] += 1 }
      let limits = wasUnsettled ? limits(of: sighting) : nil
      guard let seen = find(id, limits), seen != sighting.frame else { continue }
      finding.found.insert(id)
      learn(id, isAt: seen, among: occupants)
    }
    return finding
  }

  private mutating func learn(_ id: SurfaceID, isAt seen: PixelRect, among occupants: [Occupant]) {
    guard let placement = occupants.first(where: { $0.id == id })?.placement else { return }
    // A surface that was found before may have corrected the expected place already.
    let expected = frame(of: id, among: occupants)
    if expected == seen { return }
    let isPopup = occupants.contains { $0.id == id && $0.popup != nil }
    if !isPopup, reverseOrder(if: { geometry.pixels(place(of: id, among: occupants)) == seen }) {
      offsets[id] = nil
      lastOffsets[placement.anchors] = nil
      return
    }
    let old = offsets[id] ?? Offset()
    let new = Offset(x: old.x + seen.x - expected.x, y: old.y + seen.y - expected.y)
    offsets[id] = new
    if !isPopup { lastOffsets[placement.anchors] = new }
  }

  /// Assumes the other order of our own exclusive zones if the sizes in the compositor's answers show that it applies them so: a bar
  /// at a side that leaves room for one above it is lower. Returns whether the order has changed.
  func learnOrder(fromAnswersTo occupants: [Occupant]) -> Bool {
    let zones = occupants.filter { $0.popup == nil && $0.placement.exclusiveZone > 0 }
    func areAsExpected() -> Bool {
      let areas = areas(for: zones.map(\.placement))
      return zip(zones, areas).allSatisfy { zone, area in
        let frame = zone.placement.frame(in: area)
        return zone.answer.map { $0.width == frame.width && $0.height == frame.height } ?? true
      }
    }
    return !areAsExpected() && reverseOrder(if: areAsExpected)
  }

  /// Assumes the other order of our own exclusive zones if `holds` returns true with it; returns whether it does.
  private func reverseOrder(if holds: () -> Bool) -> Bool {
    order.isNewestFirst.toggle()
    if holds() { return true }
    order.isNewestFirst.toggle()
    return false
  }

  /// The rectangle, in physical pixels of the output, that contains a surface wherever panels may have moved
  /// it; nil: the area that they leave is not known.
  private func limits(of sighting: Sighting) -> PixelRect? {
    guard let area = knownArea else { return nil }
    // One pixel is added for rounding.
    let x = Int(((output.width - area.width) * geometry.scale).rounded(.up)) + 1
    let y = Int(((output.height - area.height) * geometry.scale).rounded(.up)) + 1
    let offset = offsets[sighting.id] ?? Offset()
    let free = sighting.frame.offset(x: -offset.x, y: -offset.y)
    return PixelRect(
      x: free.x - x, y: free.y - y, width: free.width + 2 * x, height: free.height + 2 * y)
  }
}
