import Geometry
import GlassModel
import Scenes

/// Knows where the surfaces of one output lie, as far as that can be known: compositors tell no position.
///
/// What the protocol lets us expect is corrected by what captures have shown.
struct SurfaceLocator {
  /// A surface that was asked for, in the order of the requests.
  struct Occupant: Equatable {
    var id: SurfaceID
    var placement: SurfacePlacement
    /// The compositor's answer in logical pixels; nil: none has come.
    var answer: LogicalSize?
    /// What a popup belongs to; nil: it is none.
    var popup: Popup?
  }

  /// A popup of another surface.
  struct Popup: Equatable {
    var parent: SurfaceID
    var placement: PopupPlacement
    /// Where the compositor has put it, relative to its parent, in logical pixels; nil: it has not answered.
    var answer: LogicalRect?
  }

  /// A surface that is on the screen and looked at.
  struct Sighting {
    var id: SurfaceID
    /// Where it is taken to lie, in pixels of the output.
    var frame: PixelRect
    /// The share of its blocks that a capture shows there, 0 … 1.
    var share: Double
  }

  /// What a search in a capture has brought.
  struct Finding: Equatable {
    /// Surfaces that lie elsewhere than was thought.
    var found: Set<SurfaceID> = []
    /// What was taken for the background may have been a surface on its way.
    var losesDamage = false
  }

  private struct Offset: Equatable {
    var x = 0
    var y = 0
  }

  private let order: ZoneOrder
  private var geometry: OutputGeometry
  /// How far from where they were expected surfaces were found last, in pixels, by what they are held to: the panel of
  /// another program that pushed one aside is still there for the next.
  private var lastOffsets: [SurfacePlacement.Edges: Offset] = [:]
  /// How far from where they were expected the surfaces were found, in pixels.
  private var offsets: [SurfaceID: Offset] = [:]
  /// How often surfaces were looked for since they were last seen.
  private var searches: [SurfaceID: Int] = [:]
  /// The size of the area that panels left, in logical pixels, when it was told last; nil: never.
  private var knownArea: LogicalSize?
  /// Captures in which surfaces are looked for wherever they may be, since a panel has changed.
  private var looksAfterChange = 0

  /// How many captures that are: compositors move surfaces some frames later, or in steps.
  static let looksPerChange = 8

  init(_ geometry: OutputGeometry, order: ZoneOrder) {
    self.geometry = geometry
    self.order = order
  }

  /// The output in logical pixels, its origin at its own corner.
  private var output: LogicalRect {
    LogicalRect(
      x: 0, y: 0, width: Double(geometry.logicalSize.width), height: Double(geometry.logicalSize.height))
  }

  // MARK: - Where surfaces are expected

  /// Where a surface lies as far as the protocol tells, in logical pixels.
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

  /// Where a surface lies in pixels of the output: elsewhere than is expected if it was found elsewhere.
  func frame(of id: SurfaceID, among occupants: [Occupant]) -> PixelRect {
    frame(of: id, at: place(of: id, among: occupants), among: occupants)
  }

  /// The pixels of a surface at a place in logical pixels that is expected.
  func frame(of id: SurfaceID, at place: LogicalRect, among occupants: [Occupant]) -> PixelRect {
    var frame = geometry.pixels(place)
    // A popup goes with the surface that it belongs to.
    var next: SurfaceID? = id
    while let current = next {
      let offset = offsets[current] ?? Offset()
      frame = frame.offset(x: offset.x, y: offset.y)
      next = occupants.first { $0.id == current }?.popup?.parent
    }
    return frame
  }

  /// Whether something of the output is left for a surface beside others, as far as is known.
  func hasRoom(for placement: SurfacePlacement, beside others: [SurfacePlacement]) -> Bool {
    guard let area = areas(for: others + [placement]).last else { return false }
    return !geometry.pixels(placement.frame(in: area)).isEmpty
  }

  /// Whether the compositor draws the first above the second: layers lie in their order, and surfaces of one layer in the
  /// order of their coming or, where the newest one takes its zone first, in the opposite one.
  ///
  /// Where that is not known yet, who shows a pixel of live glass is right all the same: the other is transparent there.
  func isBelow(_ first: Occupant, _ second: Occupant) -> Bool {
    let layers = SurfaceLayer.allCases
    let places = [first, second].map { layers.firstIndex(of: $0.placement.layer) ?? 0 }
    if places[0] != places[1] { return places[0] < places[1] }
    // Popups lie above all surfaces of their layer, each above those that were there before it.
    let arePopups = [first, second].map { $0.popup != nil }
    if arePopups[0] != arePopups[1] { return arePopups[1] }
    if arePopups[0] { return first.id < second.id }
    return (first.id < second.id) != order.isNewestFirst
  }

  private func areas(for placements: [SurfacePlacement]) -> [LogicalRect] {
    LayerArrangement.areas(for: placements, in: output, isNewestFirst: order.isNewestFirst)
  }

  // MARK: - What happens to surfaces

  /// Takes in a surface that is asked for: one that gives way to panels lies where the last one was found.
  mutating func admit(_ id: SurfaceID, _ placement: SurfacePlacement) {
    if placement.exclusiveZone == 0, let last = lastOffsets[placement.anchors] { offsets[id] = last }
  }

  /// Forgets what was seen of a surface that leaves the screen.
  mutating func forget(_ id: SurfaceID) {
    offsets[id] = nil
    searches[id] = nil
  }

  /// Looks for a surface again that the compositor draws, after it was not seen anywhere.
  mutating func searchAgain(_ id: SurfaceID) { searches[id] = nil }

  /// Forgets everything: the output has another geometry.
  mutating func reset(_ geometry: OutputGeometry) {
    self = SurfaceLocator(geometry, order: order)
  }

  /// Ends the search that followed the change of a panel: nothing is shown any more.
  mutating func settle() { looksAfterChange = 0 }

  /// Panels leave an area of this size, in logical pixels: if another than was expected, surfaces are looked for in some
  /// captures from now on.
  mutating func areaChanged(to size: LogicalSize, among occupants: [Occupant]) {
    let probe = SurfacePlacement(anchors: [], width: 0, height: 0)
    let left = areas(for: occupants.map(\.placement) + [probe]).last ?? output
    let expected = knownArea ?? LogicalSize(width: left.width, height: left.height)
    knownArea = size
    if size != expected { looksAfterChange = Self.looksPerChange }
  }

  // MARK: - Searching

  /// A panel has changed, and surfaces may move yet.
  var isUnsettled: Bool { looksAfterChange > 0 }

  /// Whether one of the surfaces on the screen was not found in what is captured for it, or may be anywhere.
  func searchesEverywhere(_ shown: [SurfaceID]) -> Bool {
    isUnsettled || shown.contains { searches[$0] == 1 }
  }

  /// Looks in a capture for surfaces of which nothing is seen where they should be: another panel may have taken or
  /// given up its zone.
  ///
  /// Once in what was captured anyway, once on the whole output; after a panel is known to have changed, whenever
  /// something of a surface is not seen: what looks alike may be seen by chance. `find` searches within limits, or
  /// everywhere.
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
    // Another that was found may have told already why.
    let expected = frame(of: id, among: occupants)
    if expected == seen { return }
    let isPopup = occupants.contains { $0.id == id && $0.popup != nil }
    if !isPopup, isExplainedByOrder(id, at: seen, among: occupants) {
      offsets[id] = nil
      lastOffsets[placement.anchors] = nil
      return
    }
    let old = offsets[id] ?? Offset()
    let new = Offset(x: old.x + seen.x - expected.x, y: old.y + seen.y - expected.y)
    offsets[id] = new
    if !isPopup { lastOffsets[placement.anchors] = new }
  }

  /// Whether zones of ours in the other order put the surface there; from now on they are expected so.
  private func isExplainedByOrder(
    _ id: SurfaceID, at seen: PixelRect, among occupants: [Occupant]
  ) -> Bool {
    order.isNewestFirst.toggle()
    if geometry.pixels(place(of: id, among: occupants)) == seen { return true }
    order.isNewestFirst.toggle()
    return false
  }

  /// What contains a surface wherever panels may have pushed it, by the area that they leave; nil: nobody has told.
  private func limits(of sighting: Sighting) -> PixelRect? {
    guard let area = knownArea else { return nil }
    // One more, for rounding.
    let x = Int(((output.width - area.width) * geometry.scale).rounded(.up)) + 1
    let y = Int(((output.height - area.height) * geometry.scale).rounded(.up)) + 1
    let offset = offsets[sighting.id] ?? Offset()
    let free = sighting.frame.offset(x: -offset.x, y: -offset.y)
    return PixelRect(
      x: free.x - x, y: free.y - y, width: free.width + 2 * x, height: free.height + 2 * y)
  }
}
