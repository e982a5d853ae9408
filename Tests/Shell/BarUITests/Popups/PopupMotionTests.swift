import BarUI
import Geometry
import Scenes
import Testing

struct PopupMotionTests {
  private let start = Instant(sinceOrigin: .zero)

  @Test func `the first frame shows a part, the last one all, and none shows less than the one before`() {
    var motion = PopupMotion()
    let first = motion.reach(at: start)
    #expect(first > 0.2 && first < 1)
    // The animation does not begin before the first frame.
    let begin = start + .seconds(5)
    #expect(motion.isMoving(at: begin) && motion.reach(at: begin) == first)
    motion.begin(now: begin)
    var reaches: [Double] = []
    for frame in 0..<60 {
      let now = begin + .milliseconds(16) * frame
      motion.begin(now: now)
      reaches.append(motion.reach(at: now))
    }
    #expect(reaches == reaches.sorted() && reaches.first == first && reaches.last == 1)
    #expect(!motion.isMoving(at: begin + .seconds(1)))
  }

  @Test func `without motion all of it is there at once`() {
    #expect(!PopupMotion.none.isMoving(at: start) && PopupMotion.none.reach(at: start) == 1)
  }

  @Test(arguments: [
    (OutputEdge.bottom, PixelRect(x: 10, y: 20, width: 100, height: 30)),
    (.top, PixelRect(x: 10, y: 50, width: 100, height: 30)),
    (.right, PixelRect(x: 10, y: 20, width: 50, height: 60)),
    (.left, PixelRect(x: 60, y: 20, width: 50, height: 60)),
  ])
  func `a sheet unfolds away from one side, and what is on it keeps its place`(
    away: OutputEdge, expected: PixelRect
  ) {
    let content = Node.fill(
      FillNode(frame: PixelRect(x: 15, y: 25, width: 90, height: 50), ink: .colour(SIMD4(1, 1, 1, 1))))
    let sheet = EffectNode(
      frame: PixelRect(x: 10, y: 20, width: 100, height: 60), material: nil, corners: Corners(8),
      content: [content])
    let scene = Scene(size: PixelSize(width: 120, height: 100), nodes: [.effect(sheet)])
    #expect(scene.unfolded(1, away: away) == scene)
    var part = sheet
    part.frame = expected
    #expect(scene.unfolded(0.5, away: away) == Scene(size: scene.size, nodes: [.effect(part)]))
  }

  @Test func `a popup that the compositor has flipped unfolds the other way`() {
    let bar = PixelRect(x: 0, y: 0, width: 400, height: 32)
    let menu = PixelRect(x: 200, y: 40, width: 150, height: 90)
    #expect(OutputEdge.bottom.side(of: menu, beside: bar) == .bottom)
    let submenu = PixelRect(x: 50, y: 60, width: 150, height: 90)
    #expect(OutputEdge.right.side(of: submenu, beside: menu) == .left)
    #expect(OutputEdge.right.side(of: submenu.offset(x: 300, y: 0), beside: menu) == .right)
    #expect(OutputEdge.top.side(of: menu, beside: menu.offset(x: 0, y: 100)) == .top)
  }
}
