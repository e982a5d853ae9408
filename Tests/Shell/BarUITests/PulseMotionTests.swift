import Geometry
import Settings
import Testing

@testable import BarUI

struct PulseMotionTests {
  private let battery = BarItem(zone: .end, place: [0], module: ModuleName(.battery))

  private func at(_ milliseconds: Int) -> Instant { Instant(sinceOrigin: .milliseconds(milliseconds)) }

  @Test func `an item that comes into the look swells three times, and is at rest then`() {
    var motion = PulseMotion()
    motion.follow([], isAnimated: true, now: at(0))
    motion.follow([battery], isAnimated: true, now: at(1000))
    #expect(motion.sizes(at: at(1000)).isEmpty)
    for pulse in 0..<3 {
      let start = 1000 + 1200 * pulse
      #expect(motion.sizes(at: at(start + 600)) == [battery: 1])
      let rising = motion.sizes(at: at(start + 300))[battery] ?? -1
      #expect(rising == 0.5 && motion.sizes(at: at(start + 900))[battery] == rising)
      #expect(motion.isMoving(at: at(start + 600)))
    }
    #expect(!motion.isMoving(at: at(4600)) && motion.sizes(at: at(4600)).isEmpty)
  }

  @Test func `a look that lasts or was there before the bar swells nothing`() {
    var motion = PulseMotion()
    motion.follow([battery], isAnimated: false, now: at(0))
    motion.follow([battery], isAnimated: true, now: at(10))
    #expect(!motion.isMoving(at: at(10)))
    motion.follow([], isAnimated: true, now: at(20))
    motion.follow([battery], isAnimated: true, now: at(30))
    #expect(motion.isMoving(at: at(30)))
    // Motion is to be reduced from now on.
    motion.follow([battery], isAnimated: false, now: at(40))
    #expect(!motion.isMoving(at: at(40)))
  }

  @Test func `an item that leaves the look is at rest at once`() {
    var motion = PulseMotion()
    motion.follow([battery], isAnimated: true, now: at(0))
    motion.follow([], isAnimated: true, now: at(300))
    #expect(!motion.isMoving(at: at(300)) && motion.sizes(at: at(300)).isEmpty)
  }
}
