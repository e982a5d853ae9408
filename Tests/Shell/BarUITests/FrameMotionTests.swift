import BarUI
import Geometry
import Scenes
import Testing

@Suite struct FrameMotionTests {
  private let start = Instant(sinceOrigin: .zero)

  private func strip(_ thickness: Int, margin: Int = 0, along edge: SurfacePlacement.Edges = .top)
    -> SurfacePlacement
  {
    var placement = SurfacePlacement.strip(along: edge, thickness: thickness)
    placement.margins.top = margin
    return placement
  }

  private func rect(_ y: Int, _ height: Int) -> PixelRect {
    PixelRect(x: 0, y: y, width: 800, height: height)
  }

  @Test func `a bar moves from one frame to the other within a surface that covers both`() throws {
    let motion = try #require(
      FrameMotion(
        from: strip(30), at: rect(0, 30), to: strip(40, margin: 20), at: rect(20, 40), now: start))
    #expect(motion.surface.height == 60 && motion.surface.margins.top == 0)
    let surface = rect(0, 60)
    #expect(motion.place(in: surface, at: start) == rect(0, 30))
    let middle = motion.place(in: surface, at: start + .milliseconds(250))
    #expect(middle == rect(10, 35))
    let end = start + .milliseconds(500)
    #expect(motion.isMoving(at: end + .milliseconds(-1)) && !motion.isMoving(at: end))
    #expect(motion.place(in: surface, at: end) == rect(20, 40))
  }

  @Test func `another change on the way goes on from where the bar is`() throws {
    let first = try #require(
      FrameMotion(
        from: strip(30), at: rect(0, 30), to: strip(30, margin: 40), at: rect(40, 30), now: start))
    let turn = start + .milliseconds(250)
    let second = try #require(
      FrameMotion(
        from: first.surface, at: rect(0, 70), after: first, to: strip(30), at: rect(0, 30), now: turn))
    #expect(second.place(in: rect(0, 70), at: turn) == first.place(in: rect(0, 70), at: turn))
    #expect(second.place(in: rect(0, 70), at: turn + .milliseconds(500)) == rect(0, 30))
  }

  @Test func `there is no way from one edge to another`() {
    #expect(
      FrameMotion(
        from: strip(30), at: rect(0, 30), to: strip(30, along: .bottom), at: rect(570, 30), now: start) == nil
    )
  }
}
