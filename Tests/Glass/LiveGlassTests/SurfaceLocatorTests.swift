import Geometry
import GlassModel
import Scenes
import TestSupport
import Testing

@testable import LiveGlass

struct SurfaceLocatorTests {
  private let order = ExclusiveZoneOrder()
  private static let geometry = OutputGeometry(
    mode: PixelSize(width: 1000, height: 600), transform: .normal, scale: 1)
  private static let bar = SurfaceLocator.Occupant(
    id: SurfaceID(1), placement: .strip(along: .top, thickness: 40), answer: nil)
  private static let banner = SurfaceLocator.Occupant(
    id: SurfaceID(2), placement: SurfacePlacement(anchors: [.top, .right], width: 300, height: 200),
    answer: nil)
  private static let place = PixelRect(x: 700, y: 0, width: 300, height: 200)

  private func makeLocator() -> SurfaceLocator { SurfaceLocator(Self.geometry, order: order) }

  private func sighting(_ share: Double, at frame: PixelRect = place) -> SurfaceLocator.Sighting {
    .init(id: Self.banner.id, frame: frame, share: share)
  }

  @Test func `a surface gives way to those with a zone`() {
    let locator = makeLocator()
    #expect(locator.frame(of: Self.banner.id, among: [Self.banner]) == Self.place)
    #expect(
      locator.frame(of: Self.banner.id, among: [Self.banner, Self.bar]) == Self.place.offset(x: 0, y: 40))
    #expect(
      locator.frame(of: Self.bar.id, among: [Self.bar])
        == PixelRect(x: 0, y: 0, width: 1000, height: 40))
  }

  @Test func `there is no room beside a zone that leaves nothing`() {
    let locator = makeLocator()
    let wall = SurfacePlacement.strip(along: .top, thickness: 600)
    #expect(locator.hasRoom(for: Self.bar.placement, beside: []))
    #expect(!locator.hasRoom(for: .strip(along: .left, thickness: 40), beside: [wall]))
  }

  @Test func `there is no room for a zone that leaves less than nothing to others`() {
    let locator = makeLocator()
    let (side, half) = (
      SurfacePlacement.strip(along: .left, thickness: 40), SurfacePlacement.strip(along: .top, thickness: 320)
    )
    #expect(locator.hasRoom(for: half, beside: [half]) && locator.hasRoom(for: half, beside: [side]))
    #expect(!locator.hasRoom(for: half, beside: [side, half]))
    // An output that has become smaller may leave less than nothing already, which prevents nothing else.
    #expect(locator.hasRoom(for: Self.banner.placement, beside: [side, half, half]))
  }

  @Test func `a surface that is found elsewhere is expected there, and the next one too`() {
    var locator = makeLocator()
    let seen = Self.place.offset(x: 0, y: 30)
    let finding = locator.search([sighting(0)], among: [Self.banner]) { _, _ in seen }
    #expect(finding.found == [Self.banner.id] && !finding.losesDamage)
    #expect(locator.frame(of: Self.banner.id, among: [Self.banner]) == seen)
    locator.forget(Self.banner.id)
    #expect(locator.frame(of: Self.banner.id, among: [Self.banner]) == Self.place)
    var next = Self.banner
    next.id = SurfaceID(3)
    locator.admit(next.id, next.placement)
    #expect(locator.frame(of: next.id, among: [next]) == seen)
    // One that does not give way lies where it is put.
    var fixed = next
    fixed.id = SurfaceID(4)
    fixed.placement.exclusiveZone = -1
    locator.admit(fixed.id, fixed.placement)
    #expect(locator.frame(of: fixed.id, among: [fixed]) == Self.place)
    locator.reset(Self.geometry)
    locator.admit(next.id, next.placement)
    #expect(locator.frame(of: next.id, among: [next]) == Self.place)
  }

  @Test func `what lies where the other order of zones puts it tells the order`() {
    var locator = makeLocator()
    let second = SurfaceLocator.Occupant(
      id: SurfaceID(2), placement: .strip(along: .top, thickness: 40), answer: nil)
    let occupants = [Self.bar, second]
    let expected = locator.frame(of: second.id, among: occupants)
    #expect(expected.y == 40)
    let finding = locator.search(
      [.init(id: second.id, frame: expected, share: 0)], among: occupants
    ) { _, _ in expected.offset(x: 0, y: -40) }
    #expect(finding.found == [second.id] && order.isNewestFirst)
    #expect(locator.frame(of: second.id, among: occupants).y == 0)
    #expect(locator.frame(of: Self.bar.id, among: occupants).y == 40)
    #expect(locator.isBelow(second, Self.bar))
  }

  @Test(arguments: [false, true])
  func `sizes that the other order of zones gives tell the order`(isKnown: Bool) {
    let locator = makeLocator()
    order.isNewestFirst = isKnown
    var (level, side) = (Self.bar, Self.bar)
    (level.placement, side.placement) = (
      .strip(along: .bottom, thickness: 40), .strip(along: .left, thickness: 50)
    )
    side.id = SurfaceID(2)
    // The first answers may come before the compositor knows of both.
    level.answer = LogicalSize(width: 1000, height: 40)
    #expect(!locator.learnOrder(fromAnswersTo: [level]))
    side.answer = LogicalSize(width: 50, height: 600)
    #expect(!locator.learnOrder(fromAnswersTo: [level, side]) && order.isNewestFirst == isKnown)
    level.answer = LogicalSize(width: 950, height: 40)
    #expect(locator.learnOrder(fromAnswersTo: [level, side]) == !isKnown && order.isNewestFirst)
    let frame = locator.frame(of: level.id, among: [level, side])
    #expect(frame == PixelRect(x: 50, y: 560, width: 950, height: 40))
    // A panel of another program explains neither.
    side.answer = LogicalSize(width: 50, height: 580)
    #expect(!locator.learnOrder(fromAnswersTo: [level, side]) && order.isNewestFirst)
  }

  @Test func `a surface is looked for twice, the second time everywhere, until it is seen`() {
    var locator = makeLocator()
    var looks = 0
    func search(_ share: Double) {
      _ = locator.search([sighting(share)], among: [Self.banner]) { _, limits in
        #expect(limits == nil)
        looks += 1
        return nil
      }
    }
    search(0)
    #expect(locator.searchesEverywhere([Self.banner.id]) && looks == 1)
    search(0)
    search(0)
    #expect(!locator.searchesEverywhere([Self.banner.id]) && looks == 2)
    search(1)
    search(0)
    #expect(looks == 3)
    locator.searchAgain(Self.banner.id)
    search(0)
    #expect(locator.searchesEverywhere([Self.banner.id]) && looks == 4)
  }

  @Test func `after a panel has changed surfaces are looked for within what it can have moved them by`() {
    var locator = makeLocator()
    // The expected area changes nothing.
    locator.areaChanged(to: LogicalSize(width: 1000, height: 600), among: [Self.banner])
    #expect(!locator.isUnsettled)
    locator.areaChanged(to: LogicalSize(width: 1000, height: 570), among: [Self.banner])
    #expect(locator.isUnsettled && locator.searchesEverywhere([]))
    var limits: [PixelRect?] = []
    for look in 1...SurfaceLocator.looksPerChange {
      let finding = locator.search([sighting(0.5)], among: [Self.banner]) {
        limits.append($1)
        return nil
      }
      #expect(finding.losesDamage == (look < SurfaceLocator.looksPerChange))
    }
    #expect(!locator.isUnsettled)
    #expect(
      limits
        == Array(
          repeating: PixelRect(x: 699, y: -31, width: 302, height: 262), count: SurfaceLocator.looksPerChange)
    )
    // Half of the surface is seen, which is enough now.
    _ = locator.search([sighting(0.5)], among: [Self.banner]) { _, _ in
      Issue.record("nothing is looked for")
      return nil
    }
  }

  @Test func `a zone of our own that changes between two reports is no panel that has changed`() {
    var locator = makeLocator()
    locator.areaChanged(to: LogicalSize(width: 1000, height: 560), among: [Self.bar, Self.banner])
    #expect(!locator.isUnsettled)
    var wider = Self.bar
    wider.placement = .strip(along: .top, thickness: 60)
    locator.areaChanged(to: LogicalSize(width: 1000, height: 540), among: [wider, Self.banner])
    #expect(!locator.isUnsettled)
    // The panel of another program beside the bar.
    locator.areaChanged(to: LogicalSize(width: 970, height: 540), among: [wider, Self.banner])
    #expect(locator.isUnsettled)
    locator.settle()
    locator.areaChanged(to: LogicalSize(width: 970, height: 560), among: [Self.bar, Self.banner])
    #expect(!locator.isUnsettled)
    locator.areaChanged(to: LogicalSize(width: 1000, height: 560), among: [Self.bar, Self.banner])
    #expect(locator.isUnsettled)
  }

  /// Wherever panels push a surface, it is expected there after one search.
  @Test(arguments: DailySeeds.first(20) as [UInt64])
  func `a surface is followed wherever it is found`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var locator = makeLocator()
    for _ in 0..<50 {
      let frame = locator.frame(of: Self.banner.id, among: [Self.banner])
      let seen = Self.place.offset(
        x: -Int.random(in: 0..<300, using: &random), y: Int.random(in: 0..<300, using: &random))
      let finding = locator.search([sighting(0, at: frame)], among: [Self.banner]) { _, _ in seen }
      #expect(finding.found.isEmpty == (frame == seen), "seed \(seed)")
      #expect(locator.frame(of: Self.banner.id, among: [Self.banner]) == seen, "seed \(seed)")
      _ = locator.search([sighting(1, at: seen)], among: [Self.banner]) { _, _ in nil }
    }
  }
}
