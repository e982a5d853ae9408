import Geometry
import GlassModel
import Testing

@Suite struct SurfaceMotionTests {
  private let start = Instant(sinceOrigin: .seconds(5))

  @Test func `frames follow those of the compositor`() {
    var motion = SurfaceMotion()
    #expect(motion.takeFrame(now: start) == false)
    #expect(motion.nextDeadline == nil && !motion.freezes)
    motion.start()
    #expect(motion.freezes)
    #expect(motion.takeFrame(now: start) == true)
    #expect(motion.takeFrame(now: start + .milliseconds(8)) == false)
    motion.frameDone()
    #expect(motion.takeFrame(now: start + .milliseconds(16)) == true)
  }

  @Test func `without the compositor's frames it goes on slowly, and ends`() {
    var motion = SurfaceMotion()
    motion.start()
    _ = motion.takeFrame(now: start)
    #expect(motion.nextDeadline == start + .milliseconds(100))
    #expect(motion.takeFrame(now: start + .milliseconds(100)) == true)
    motion.stop()
    #expect(motion.nextDeadline == nil && !motion.freezes)
    motion.frameDone()
    #expect(motion.takeFrame(now: start + .seconds(1)) == false)
  }

  @Test func `slow first frames skip nothing of the way, slow later ones do`() {
    var motion = SurfaceMotion()
    motion.start()
    var now = start
    var times: [Duration] = []
    for pause in [0, 200, 100, 16, 100] {
      now = now + .milliseconds(pause)
      motion.frameDone()
      _ = motion.takeFrame(now: now)
      times.append(motion.time(at: now) - start)
    }
    let step = Duration.microseconds(33_333)
    let slow = step + step + .milliseconds(16)
    #expect(times == [.zero, step, step + step, slow, slow + .milliseconds(100)])
  }

  @Test func `a frame that took long is followed by a rest`() {
    var motion = SurfaceMotion()
    motion.start()
    _ = motion.takeFrame(now: start)
    motion.drew(at: start, in: .milliseconds(20))
    motion.frameDone()
    #expect(motion.nextDeadline == start + .milliseconds(50))
    #expect(motion.takeFrame(now: start + .milliseconds(49)) == false)
    #expect(motion.isFrameDue && motion.isBetweenFrames(at: start + .milliseconds(49)))
    #expect(motion.takeFrame(now: start + .milliseconds(50)) == true)
    #expect(!motion.isBetweenFrames(at: start + .milliseconds(50)))
    motion.frameDone()
    // A drawing at another time was no frame of the motion; and no rest is longer than 200 ms.
    motion.drew(at: start, in: .seconds(9))
    #expect(motion.takeFrame(now: start + .milliseconds(66)) == true)
    motion.drew(at: start + .milliseconds(66), in: .seconds(1))
    motion.frameDone()
    #expect(motion.nextDeadline == start + .milliseconds(1266))
  }

  @Test func `held, it stays frozen after the motion`() {
    var motion = SurfaceMotion()
    motion.isHeld = true
    motion.start()
    motion.stop()
    #expect(motion.freezes)
  }
}
