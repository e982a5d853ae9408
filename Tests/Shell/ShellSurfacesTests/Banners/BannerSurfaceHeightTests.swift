import Geometry
import ShellTestSupport
import Testing

@testable import ShellSurfaces

struct BannerSurfaceHeightTests {
  private let start = Instant(sinceOrigin: .zero)

  private func opened(_ height: Int) -> BannerSurfaceHeight {
    var opened = BannerSurfaceHeight()
    opened.open(height)
    return opened
  }

  @Test func `what fits is shown at once, and the surface does not shrink`() {
    var height = opened(200)
    let room1 = height.hasRoom(for: 100, in: 600, isMoving: true, isWatched: true, now: start)
    #expect(room1)
    #expect(height.requested == 200 && height.deadline == nil)
  }

  @Test func `it grows first, and waits for a capture or for a while`() {
    var height = opened(100)
    let room2 = height.hasRoom(for: 200, in: 600, isMoving: false, isWatched: true, now: start)
    #expect(!room2)
    #expect(height.requested == 200 && height.deadline == start + BannerSurfaceHeight.patience)
    let room3 = height.hasRoom(for: 200, in: 600, isMoving: false, isWatched: true, now: start)
    #expect(!room3)
    var known = height
    let waited = known.backgroundKnown()
    #expect(waited)
    let room4 = known.hasRoom(for: 200, in: 600, isMoving: false, isWatched: true, now: start)
    #expect(room4)
    let waits = known.backgroundKnown()
    #expect(!known.isGrowing && !waits)
    let later = start + BannerSurfaceHeight.patience
    let room5 = height.hasRoom(for: 200, in: 600, isMoving: false, isWatched: true, now: later)
    #expect(room5)
  }

  @Test func `without captures it grows with what it shows`() {
    var height = opened(100)
    let room6 = height.hasRoom(for: 200, in: 600, isMoving: false, isWatched: false, now: start)
    #expect(room6)
    #expect(height.requested == 200)
  }

  @Test func `what moves is waited for`() {
    var height = opened(100)
    let room7 = height.hasRoom(for: 200, in: 600, isMoving: true, isWatched: true, now: start)
    #expect(!room7)
    #expect(height.requested == 100 && height.waitsForRest)
    let waited = height.rested()
    let waits = height.rested()
    #expect(waited && !waits && !height.waitsForRest)
  }

  @Test func `it shrinks where it reaches beyond what panels leave`() {
    var height = opened(400)
    let room8 = height.hasRoom(for: 200, in: 300, isMoving: false, isWatched: true, now: start)
    #expect(!room8)
    #expect(height.requested == 200)
    let room9 = height.hasRoom(for: 200, in: 300, isMoving: false, isWatched: true, now: start)
    #expect(room9)
  }
}
