import Geometry
import Scenes
import Testing
import VisualEffects

@testable import Rendering

@Suite struct PanePlanTests {
  private static let frame = PixelRect(x: 100, y: 0, width: 200, height: 300)
  private static let look = PaneLook(plan: BlurPlan(sigma: 30), chain: .identity)
  private static let other = PaneLook(plan: BlurPlan(sigma: 20), chain: .identity)

  /// The place of a pane on the surface.
  private static func place(_ y: Int, height: Int = 100) -> PixelRect {
    PixelRect(x: 110, y: y, width: 180, height: height)
  }

  private static func plan(
    _ places: [PixelRect], former: [PaneBlur] = [], isResting: Bool = false
  ) -> PanePlan {
    PanePlan(places.map { (look, $0) }, on: frame, former: former, isResting: isResting)
  }

  @Test func `one pane at rest is blurred alone`() {
    let place = Self.place(10)
    #expect(Self.plan([place]).sources == [.made(PaneBlur(Self.look, frame: place))])
  }

  @Test func `panes of one look near one another share the blur of the part that they cover`() {
    let plan = Self.plan([Self.place(10), Self.place(150)])
    #expect(plan.sources == [.made(PaneBlur(Self.look, frame: Self.place(10, height: 240)))])
    #expect(plan.places == [0, 0])
  }

  @Test func `panes whose blurs read nothing in common are parts of one blur`() {
    let reach = Self.look.plan.support
    let places = [0, 40 + 2 * reach + 40].map { PixelRect(x: $0, y: 0, width: 40, height: 32) }
    let wide = PixelRect(x: 0, y: 0, width: 1920, height: 40)
    let plan = PanePlan(places.map { (Self.look, $0) }, on: wide, former: [], isResting: false)
    #expect(plan.sources == [.made(PaneBlur(Self.look, parts: places))])
    #expect(plan.places == [0, 0])
  }

  @Test func `a pane that comes far from others leaves them their blur`() {
    let places = [0, 800, 1600].map { PixelRect(x: $0, y: 0, width: 40, height: 32) }
    let wide = PixelRect(x: 0, y: 0, width: 1920, height: 40)
    let former = [PaneBlur(Self.look, parts: Array(places[...1]))]
    func plan(isResting: Bool) -> PanePlan {
      PanePlan(places.map { (Self.look, $0) }, on: wide, former: former, isResting: isResting)
    }
    for isResting in [false, true] {
      let plan = plan(isResting: isResting)
      #expect(plan.sources == [.kept(0), .made(PaneBlur(Self.look, frame: places[2]))])
      #expect(plan.places == [0, 0, 1] && plan.unused(of: 1).isEmpty)
    }
  }

  @Test
  func `panes in opposite corners of a large surface share no layers, and neither do those of fine blurs`() {
    let large = PixelRect(x: 0, y: 0, width: 3840, height: 2160)
    let corners = [(0, 0), (3740, 2060)].map { PixelRect(x: $0, y: $1, width: 100, height: 100) }
    let apart = PanePlan(corners.map { (Self.look, $0) }, on: large, former: [], isResting: true)
    #expect(apart.sources == corners.map { .made(PaneBlur(Self.look, frame: $0)) })
    #expect(apart.places == [0, 1])
    let fine = PaneLook(plan: BlurPlan(sigma: 2), chain: .identity)
    let places = [0, 200].map { PixelRect(x: $0, y: 0, width: 40, height: 32) }
    let plan = PanePlan(places.map { (fine, $0) }, on: large, former: [], isResting: true)
    #expect(fine.plan.level == 0 && plan.sources == places.map { .made(PaneBlur(fine, frame: $0)) })
  }

  @Test func `panes that the surface does not show are not joined`() {
    let surface = PixelRect(x: 1500, y: 400, width: 420, height: 600)
    let places = [500, 600].map { PixelRect(x: 2000, y: $0, width: 360, height: 80) }
    let plan = PanePlan(places.map { (Self.look, $0) }, on: surface, former: [], isResting: true)
    #expect(plan.sources == [.made(PaneBlur(Self.look, parts: places))])
  }

  @Test func `panes give up a blur of which they use a small part`() {
    let places = [0, 600, 1200].map { PixelRect(x: $0, y: 0, width: 40, height: 32) }
    let wide = PixelRect(x: 0, y: 0, width: 1920, height: 40)
    let former = [PaneBlur(Self.look, parts: places)]
    func plan(isResting: Bool) -> PanePlan {
      PanePlan([(Self.look, places[1])], on: wide, former: former, isResting: isResting)
    }
    #expect(plan(isResting: false).sources == [.kept(0)])
    #expect(plan(isResting: true).sources == [.made(PaneBlur(Self.look, frame: places[1]))])
  }

  @Test func `a pane between two others joins their blurs`() {
    let reach = Self.look.plan.support
    let places = [0, 2 * reach, reach].map { PixelRect(x: $0, y: 0, width: 40, height: 32) }
    let wide = PixelRect(x: 0, y: 0, width: 1920, height: 40)
    let plan = PanePlan(places.map { (Self.look, $0) }, on: wide, former: [], isResting: false)
    let all = PixelRect(x: 0, y: 0, width: 40 + 2 * reach, height: 32)
    #expect(plan.sources == [.made(PaneBlur(Self.look, frame: all))])
    #expect(plan.places == [0, 0, 0])
  }

  @Test func `panes of two looks share nothing`() {
    let wanted = [(look: Self.look, place: Self.place(10)), (look: Self.other, place: Self.place(100))]
    let plan = PanePlan(wanted, on: Self.frame, former: [], isResting: false)
    #expect(plan.sources.count == 2)
    #expect(plan.places == [0, 1])
  }

  @Test func `a pane that moves is blurred with the surface, and then keeps that`() {
    let blurs = [PaneBlur(Self.look, frame: Self.place(10))]
    let moved = Self.plan([Self.place(20)], former: blurs)
    #expect(moved.sources == [.made(PaneBlur(Self.look, frame: Self.frame))])
    #expect(moved.unused(of: 1) == [0])
    let again = Self.plan([Self.place(30)], former: [PaneBlur(Self.look, frame: Self.frame)])
    #expect(again.sources == [.kept(0)])
    #expect(again.unused(of: 1) == [])
  }

  @Test func `a pane that rests gives up the blur of a surface that it hardly covers`() {
    let place = Self.place(10, height: 20)
    let whole = [PaneBlur(Self.look, frame: Self.frame)]
    #expect(Self.plan([place], former: whole).sources == [.kept(0)])
    let resting = Self.plan([place], former: whole, isResting: true)
    #expect(resting.sources == [.made(PaneBlur(Self.look, frame: place))])
  }

  @Test func `panes that rest share no blur of a surface that reads more than their own`() {
    let wide = PixelRect(x: 0, y: 0, width: 1920, height: 40)
    let places = [8, 860, 1512].map { PixelRect(x: $0, y: 4, width: 320, height: 32) }
    func plan(_ former: [PaneBlur]) -> PanePlan {
      PanePlan(places.map { (Self.look, $0) }, on: wide, former: former, isResting: true)
    }
    let resting = plan([PaneBlur(Self.look, frame: wide)])
    #expect(resting.sources == [.made(PaneBlur(Self.look, parts: places))])
    #expect(resting.places == [0, 0, 0] && resting.unused(of: 1) == [0])
    #expect(plan([PaneBlur(Self.look, parts: places)]).sources == [.kept(0)])
    let apart = plan(places.map { PaneBlur(Self.look, frame: $0) })
    #expect(apart.sources == [.kept(0), .kept(1), .kept(2)] && apart.places == [0, 1, 2])
  }

  @Test func `a blur of another look does not serve`() {
    let place = Self.place(10)
    let plan = Self.plan([place], former: [PaneBlur(Self.other, frame: place)])
    #expect(plan.sources == [.made(PaneBlur(Self.look, frame: place))])
  }
}
