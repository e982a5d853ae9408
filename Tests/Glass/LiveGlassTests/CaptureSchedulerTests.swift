import Geometry
import TestSupport
import Testing
import Wayland

@testable import LiveGlass

struct CaptureSchedulerTests {
  private let capture = FakeCapture()
  private let scheduler: CaptureScheduler
  private let panel = PixelRect(x: 0, y: 0, width: 100, height: 50)

  init() { scheduler = CaptureScheduler(capture) }

  private func commit(isDrawn: Bool = false, mayWait: Bool = true) {
    scheduler.askForWanted(isDrawn: isDrawn) { (panel, mayWait) }
  }

  @Test func `a capture is asked for after the commits, and once`() {
    scheduler.want(.damaged)
    #expect(capture.requests.isEmpty && !scheduler.isPending)
    commit(isDrawn: true)
    commit()
    #expect(capture.requests == [.init(region: panel, moment: .damaged)])
    #expect(scheduler.isPending)
  }

  /// Whether what was dropped must be made up for by a capture that does not wait for damage.
  @Test(arguments: [(false, CaptureMoment.now), (true, .damaged)])
  func `after a dropped capture the next one waits only if something was drawn`(
    isDrawn: Bool, moment: CaptureMoment
  ) {
    scheduler.want(.damaged)
    commit()
    scheduler.drop()
    #expect(capture.cancelCount == 1)
    scheduler.want(.damaged)
    commit(isDrawn: isDrawn)
    #expect(capture.requests.last?.moment == moment)
    #expect(scheduler.needsWhole)
  }

  @Test func `a capture that was wanted at once is not put off by a later wish`() {
    scheduler.want(.now)
    scheduler.drop()
    scheduler.want(.damaged)
    commit()
    #expect(capture.requests == [.init(region: panel, moment: .now)])
    #expect(capture.cancelCount == 0)
  }

  @Test func `what was dropped counts for one iteration`() {
    scheduler.want(.damaged)
    commit()
    scheduler.drop()
    commit()
    scheduler.want(.damaged)
    commit()
    #expect(capture.requests.map(\.moment) == [.damaged, .damaged])
  }

  @Test func `what may not wait is asked for at once`() {
    scheduler.want(.damaged)
    commit(isDrawn: true, mayWait: false)
    #expect(capture.requests.last?.moment == .now)
  }

  @Test func `nothing is asked for outside of the panel or without a way to capture`() {
    scheduler.want(.now)
    scheduler.askForWanted(isDrawn: false) { (.empty, true) }
    #expect(capture.requests.isEmpty)
    let blind = CaptureScheduler(nil)
    blind.want(.now)
    blind.askForWanted(isDrawn: false) { (panel, true) }
    #expect(!blind.isAvailable && !blind.isPending && !blind.hasWish)
  }

  @Test func `an answer names the epoch in which it was asked for`() {
    var answers: [Bool] = []
    scheduler.onAnswer = { [unowned scheduler] _, epoch in answers.append(scheduler.isCurrent(epoch)) }
    scheduler.ask(.now, panel)
    capture.fail(.outputChanged)
    scheduler.ask(.now, panel)
    scheduler.changeSurfaces()
    capture.fail(.outputChanged)
    #expect(answers == [true, false])
  }

  @Test func `the next capture counts as a whole until one was taken in`() {
    #expect(scheduler.needsWhole)
    scheduler.absorbed(isKept: false)
    #expect(scheduler.needsWhole)
    scheduler.absorbed(isKept: true)
    #expect(!scheduler.needsWhole)
    scheduler.changeSurfaces()
    #expect(scheduler.needsWhole)
  }

  @Test(arguments: [false, true])
  func `the capture after a dropped one counts as a whole where damage may be lost`(keepsDamage: Bool) {
    capture.keepsDamage = keepsDamage
    scheduler.absorbed(isKept: true)
    scheduler.want(.damaged)
    commit()
    scheduler.drop()
    #expect(scheduler.needsWhole == !keepsDamage)
  }

  /// Whatever is wanted and dropped, there is never more than one capture, and none is forgotten.
  @Test(arguments: DailySeeds.first(20) as [UInt64])
  func `after random events one capture is pending where one is wanted`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var isWanted = false
    var epoch = 0
    for _ in 0..<200 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        scheduler.drop()
        scheduler.want(Bool.random(using: &random) ? .now : .damaged)
        isWanted = true
      case 2:
        scheduler.drop()
        isWanted = false
      case 3:
        scheduler.changeSurfaces()
        epoch += 1
      case 4 where capture.isPending:
        capture.fail(.outputChanged)
        isWanted = scheduler.hasWish
      default: break
      }
      commit(isDrawn: Bool.random(using: &random))
      #expect(capture.isPending == isWanted && !scheduler.hasWish, "seed \(seed)")
      #expect(scheduler.isCurrent(epoch), "seed \(seed)")
    }
    scheduler.destroy()
    #expect(capture.isDestroyed && !capture.isPending)
  }
}
