import Geometry
import ShellTestSupport
import Testing

@testable import ShellSurfaces

struct BarAnimationTests {
  private let start = Instant(sinceOrigin: .zero)

  @Test func `frames follow each other while something moves, and the end is told once`() {
    let end = start + .milliseconds(50)
    let surface = FakeSurface()
    var ends = 0
    let animation = BarAnimation {
      $0 < end
    } onEnd: {
      ends += 1
    }
    animation.follow(nil, now: start)
    animation.follow(surface, now: start)
    #expect(!animation.drew(isUnfinished: true), "a frame follows anyway")
    for step in 1...6 { surface.drawFrame(at: start + .milliseconds(20) * step) }
    #expect(ends == 1)
    animation.follow(surface, now: end)
    surface.drawFrame(at: end)
    #expect(ends == 1)
  }

  @Test func `the end of a motion that no frame has shown is drawn`() {
    let surface = FakeSurface()
    let animation = BarAnimation { _ in
      false
    } onEnd: {
    }
    animation.follow(surface, now: start)
    #expect(surface.drawingRequests == 0)
    #expect(animation.drew(isUnfinished: true))
    animation.follow(surface, now: start)
    #expect(surface.drawingRequests == 1)
    #expect(!animation.drew(isUnfinished: false))
    animation.follow(surface, now: start)
    #expect(surface.drawingRequests == 1)
  }

  @Test func `the frames of a surface end with the bar that it showed`() {
    let surface = FakeSurface()
    var ends = 0
    do {
      let animation = BarAnimation { _ in
        true
      } onEnd: {
        ends += 1
      }
      animation.follow(surface, now: start)
      surface.drawFrame(at: start)
    }
    surface.drawFrame(at: start + .seconds(1))
    surface.drawFrame(at: start + .seconds(2))
    #expect(ends == 0)
  }
}
