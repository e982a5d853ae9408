import Geometry
import Scenes
import Settings
import Testing
import VisualEffects

@testable import BarUI

struct SeparatorMotionTests {
  private let item = BarItem(zone: .start, place: [1], module: ModuleName(.separator))

  private func at(_ milliseconds: Int) -> Instant { Instant(sinceOrigin: .milliseconds(milliseconds)) }

  /// The place of a line, which is the first row of a bar at a side, or the first column of another one.
  private func place(_ start: Int, distance: Int, isLevel: Bool = true) -> [BarItem: SeparatorPlace] {
    let frame =
      isLevel
      ? PixelRect(x: start + distance, y: 8, width: 1, height: 16)
      : PixelRect(x: 8, y: start + distance, width: 16, height: 1)
    return [item: SeparatorPlace(frame: frame, distance: distance, isLevel: isLevel)]
  }

  /// The frame of the only fill at `now` in a scene of a sheet with the line of a place.
  private func frame(
    _ motion: SeparatorMotion, _ place: [BarItem: SeparatorPlace], now: Instant
  ) -> PixelRect? {
    let frame = place[item]?.frame ?? .empty
    let size = PixelSize(width: 400, height: 400)
    let sheet = EffectNode(
      frame: PixelRect(size), material: nil,
      content: [.fill(FillNode(frame: frame, ink: .vibrant(.separator)))])
    let scene = motion.scene(Scene(size: size, nodes: [.effect(sheet)]), at: now)
    guard case .effect(let shown)? = scene.nodes.first, case .fill(let fill)? = shown.content.first else {
      return nil
    }
    return fill.frame
  }

  @Test(arguments: [true, false])
  func `a line moves to another place in its room within 200 ms, along the bar`(isLevel: Bool) {
    var motion = SeparatorMotion()
    let (old, new) = (
      place(50, distance: 40, isLevel: isLevel), place(50, distance: 80, isLevel: isLevel)
    )
    motion.follow(old, isAnimated: true, now: at(0))
    #expect(!motion.isMoving(at: at(0)))
    motion.follow(new, isAnimated: true, now: at(1000))
    #expect(motion.isMoving(at: at(1000)) && frame(motion, new, now: at(1000)) == old[item]?.frame)
    let middle = frame(motion, new, now: at(1100)) ?? .empty
    let along = isLevel ? middle.x : middle.y
    #expect(along > 110 && along < 130 && (isLevel ? middle.y : middle.x) == 8)
    #expect(motion.isMoving(at: at(1199)) && !motion.isMoving(at: at(1200)))
    #expect(frame(motion, new, now: at(1200)) == new[item]?.frame)
  }

  @Test func `a line that is sent elsewhere on its way goes on from where it is`() {
    var motion = SeparatorMotion()
    let (old, new) = (place(50, distance: 40), place(50, distance: 80))
    motion.follow(old, isAnimated: true, now: at(0))
    motion.follow(new, isAnimated: true, now: at(0))
    let middle = frame(motion, new, now: at(60))
    motion.follow(old, isAnimated: true, now: at(60))
    #expect(middle != nil && frame(motion, old, now: at(60)) == middle)
    #expect(motion.isMoving(at: at(259)) && !motion.isMoving(at: at(260)))
  }

  @Test func `a line whose room moves, or that comes or turns, is there at once`() {
    var motion = SeparatorMotion()
    motion.follow(place(50, distance: 6), isAnimated: true, now: at(0))
    motion.follow(place(90, distance: 6), isAnimated: true, now: at(10))
    #expect(!motion.isMoving(at: at(10)))
    motion.follow(place(90, distance: 10, isLevel: false), isAnimated: true, now: at(20))
    #expect(!motion.isMoving(at: at(20)))
    motion.follow([:], isAnimated: true, now: at(30))
    motion.follow(place(90, distance: 6, isLevel: false), isAnimated: true, now: at(40))
    #expect(!motion.isMoving(at: at(40)))
  }

  @Test func `with reduced motion a line is at its place at once`() {
    var motion = SeparatorMotion()
    motion.follow(place(50, distance: 6), isAnimated: true, now: at(0))
    motion.follow(place(50, distance: 10), isAnimated: false, now: at(10))
    #expect(!motion.isMoving(at: at(10)))
    // Motion that is under way ends as well.
    motion.follow(place(50, distance: 6), isAnimated: true, now: at(20))
    motion.follow(place(50, distance: 6), isAnimated: false, now: at(30))
    #expect(!motion.isMoving(at: at(30)))
  }
}
