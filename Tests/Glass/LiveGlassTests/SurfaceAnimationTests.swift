import Geometry
import Scenes
import Testing
import VisualEffects

@testable import LiveGlass

struct SurfaceAnimationTests {
  private let start = Instant(sinceOrigin: .seconds(1))
  private let refresh = Duration.milliseconds(16)

  private func frame(of animation: inout SurfaceAnimation, at now: Instant) throws -> SurfaceAnimation.Frame {
    let frame = animation.takeFrame(now: now)
    return try #require(frame)
  }

  @Test func `a motion that another one starts as its last act goes on, and completes at its own end`() throws
  {
    var animation = SurfaceAnimation(opacity: 1)
    var completed: [String] = []
    animation.animate(while: { _ in false }, completion: { completed.append("first") })
    let first = try frame(of: &animation, at: start)
    // `isRunning` may start another animation before it returns false.
    animation.animate(while: { _ in true }, completion: { completed.append("second") })
    for completion in animation.endFrame(first, goesOn: false) { completion() }
    #expect(completed == [] && animation.motion.isRunning && animation.isRunning?(start) == true)
    animation.motion.frameDone()
    let second = try frame(of: &animation, at: start + refresh)
    for completion in animation.endFrame(second, goesOn: false) { completion() }
    #expect(completed == ["second"] && !animation.motion.isRunning && animation.isRunning == nil)
  }

  @Test func `a fade that a motion starts as its last act begins, and completes at its own end`() throws {
    var animation = SurfaceAnimation(opacity: 1)
    var completed: [String] = []
    animation.animate(while: { _ in false }, completion: { completed.append("motion") })
    let first = try frame(of: &animation, at: start)
    animation.fade(to: 0, .standard, reducesMotion: false) { completed.append("fade") }
    for completion in animation.endFrame(first, goesOn: false) { completion() }
    #expect(completed == ["motion"] && animation.motion.isRunning)
    var now = start
    while animation.motion.isRunning, now < start + .seconds(10) {
      now = now + refresh
      animation.motion.frameDone()
      let frame = try frame(of: &animation, at: now)
      for completion in animation.endFrame(frame, goesOn: false) { completion() }
      #expect(completed.contains("fade") == (animation.opacity(at: frame.time) == 0))
    }
    #expect(completed == ["motion", "fade"])
  }
}
