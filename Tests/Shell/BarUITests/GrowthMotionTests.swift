import BarUI
import Geometry
import ModuleModel
import Settings
import Testing

struct GrowthMotionTests {
  private let name = ModuleName(.text)
  private let full = Self.shown("text"), empty = Self.shown("")

  private static func shown(_ text: String) -> ShownModule {
    ModuleSettings.defaults(of: .text).style.shown(.text(text), ModuleKind.text.summary)
  }

  private func at(_ milliseconds: Int) -> Instant { Instant(sinceOrigin: .milliseconds(milliseconds)) }

  /// A motion that has shown a module at rest.
  private func atRest(_ module: ShownModule) -> GrowthMotion {
    var motion = GrowthMotion()
    motion.follow([name: module], isAnimated: true, now: at(0))
    return motion
  }

  @Test func `a module that is read for the first time is there at once`() {
    #expect(full.isVisible && !empty.isVisible)
    var motion = GrowthMotion()
    motion.follow([:], isAnimated: true, now: at(0))
    motion.follow([name: full], isAnimated: true, now: at(10))
    #expect(!motion.isMoving(at: at(10)) && motion.reach(at: at(10)).isEmpty)
  }

  @Test func `a module that has had nothing to show grows`() throws {
    var motion = atRest(empty)
    motion.follow([name: full], isAnimated: true, now: at(100))
    #expect(motion.reach(at: at(100)) == [name: 0] && motion.leaving(at: at(100)).isEmpty)
    let middle = try #require(motion.reach(at: at(200))[name])
    #expect(middle > 0.2 && middle < 1 && motion.isMoving(at: at(200)))
    #expect(!motion.isMoving(at: at(1100)) && motion.reach(at: at(1100)).isEmpty)
  }

  @Test func `a module that shows nothing any more shrinks with what it has shown last`() throws {
    var motion = atRest(full)
    motion.follow([name: empty], isAnimated: true, now: at(100))
    #expect(motion.reach(at: at(100)) == [name: 1] && motion.leaving(at: at(100)) == [name: full])
    motion.follow([name: empty], isAnimated: true, now: at(200))
    #expect(motion.leaving(at: at(200)) == [name: full])
    let middle = try #require(motion.reach(at: at(200))[name])
    #expect(middle > 0 && middle < 0.8)
    #expect(motion.leaving(at: at(1100)).isEmpty && !motion.isMoving(at: at(1100)))
  }

  @Test func `a module that comes back while it shrinks grows from where it is`() {
    var motion = atRest(full)
    motion.follow([name: empty], isAnimated: true, now: at(0))
    let reached = motion.reach(at: at(80))
    motion.follow([name: full], isAnimated: true, now: at(80))
    #expect(motion.reach(at: at(80)) == reached && motion.leaving(at: at(80)).isEmpty)
  }

  @Test func `a module that leaves the settings is gone at once`() {
    var motion = atRest(full)
    motion.follow([name: empty], isAnimated: true, now: at(0))
    motion.follow([:], isAnimated: true, now: at(10))
    #expect(!motion.isMoving(at: at(10)) && motion.leaving(at: at(10)).isEmpty)
  }

  @Test func `without animation modules neither grow nor shrink`() {
    var motion = atRest(full)
    motion.follow([name: empty], isAnimated: false, now: at(0))
    #expect(!motion.isMoving(at: at(0)))
    motion.follow([name: full], isAnimated: true, now: at(10))
    motion.follow([name: full], isAnimated: false, now: at(20))
    #expect(!motion.isMoving(at: at(20)))
  }
}
