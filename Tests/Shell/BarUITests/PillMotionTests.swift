import Geometry
import Scenes
import Settings
import Testing

@testable import BarUI

struct PillMotionTests {
  private let workspaces = ModuleName(.workspaces)

  private func at(_ milliseconds: Int) -> Instant { Instant(sinceOrigin: .milliseconds(milliseconds)) }

  private func item(_ name: String, place: Int = 0) -> BarItem {
    BarItem(zone: .start, place: [place], module: workspaces, item: name)
  }

  private func rect(_ x: Int, width: Int = 20) -> PixelRect {
    PixelRect(x: x, y: 4, width: width, height: 24)
  }

  /// A motion that has shown the first of two items at rest.
  private func atRest() -> PillMotion {
    var motion = PillMotion()
    motion.follow([item("1"): rect(0)], isAnimated: true, now: at(0))
    return motion
  }

  @Test func `a fill that comes and stays does not move`() {
    var motion = atRest()
    #expect(!motion.isMoving(at: at(0)))
    // The item itself has moved, as by a text that became longer before it.
    motion.follow([item("1"): rect(30)], isAnimated: true, now: at(10))
    #expect(!motion.isMoving(at: at(10)))
    motion.follow([:], isAnimated: true, now: at(20))
    motion.follow([item("2"): rect(60)], isAnimated: true, now: at(30))
    #expect(!motion.isMoving(at: at(30)))
  }

  @Test func `a fill moves to another item within 200 ms, at first fast`() {
    var motion = atRest()
    motion.follow([item("2"): rect(100, width: 40)], isAnimated: true, now: at(1000))
    #expect(motion.isMoving(at: at(1000)) && motion.frames(at: at(1000)) == [item("2"): rect(0)])
    let middle = motion.frames(at: at(1100))[item("2")] ?? rect(0)
    #expect(middle.x > 50 && middle.x < 100 && middle.width > 30 && middle.width < 40)
    #expect(middle.y == 4 && middle.height == 24)
    #expect(motion.isMoving(at: at(1199)) && !motion.isMoving(at: at(1200)))
    #expect(motion.frames(at: at(1200)).isEmpty)
  }

  @Test func `a fill that is sent elsewhere on its way goes on from where it is`() {
    var motion = atRest()
    motion.follow([item("2"): rect(100)], isAnimated: true, now: at(0))
    let place = motion.frames(at: at(50))[item("2")]
    motion.follow([item("1"): rect(0)], isAnimated: true, now: at(50))
    #expect(place != nil && motion.frames(at: at(50))[item("1")] == place)
    #expect(motion.isMoving(at: at(249)) && !motion.isMoving(at: at(250)))
  }

  @Test func `a fill whose item moves meanwhile arrives there in time`() {
    var motion = atRest()
    motion.follow([item("2"): rect(100)], isAnimated: true, now: at(0))
    motion.follow([item("2"): rect(80)], isAnimated: true, now: at(190))
    let place = motion.frames(at: at(199))[item("2")] ?? rect(0)
    #expect(abs(place.x - 80) <= 1 && !motion.isMoving(at: at(200)))
  }

  @Test func `with reduced motion a fill is at its item at once`() {
    var motion = atRest()
    motion.follow([item("2"): rect(100)], isAnimated: false, now: at(0))
    #expect(!motion.isMoving(at: at(0)) && motion.frames(at: at(0)).isEmpty)
    // Motion that is under way ends as well.
    motion.follow([item("1"): rect(0)], isAnimated: true, now: at(10))
    motion.follow([item("1"): rect(0)], isAnimated: false, now: at(20))
    #expect(!motion.isMoving(at: at(20)))
  }

  @Test func `a module with two fills moves neither, and modules do not share one`() {
    var motion = atRest()
    motion.follow([item("1"): rect(0), item("2"): rect(100)], isAnimated: true, now: at(0))
    motion.follow([item("2"): rect(100)], isAnimated: true, now: at(10))
    #expect(!motion.isMoving(at: at(10)))
    motion.follow(
      [item("2"): rect(100), item("1", place: 1): rect(300)], isAnimated: true, now: at(20))
    #expect(!motion.isMoving(at: at(20)))
  }
}
