import Geometry
import GlassModel
import Scenes
import Testing

typealias Report = LiveBackdrop.Report

private let bar = SurfaceID(1)
private let other = SurfaceID(2)

private let clear = report(1)
private let moved = report(1, hasMoved: true)
private let missed = Report(validity: [:], isHit: false, hasMoved: false)
private let covered = report(0)
private let half = report(0.5)

/// A capture that shows no surface of ours.
private let seen = Report(validity: [:], isHit: true, hasMoved: false)

private func report(_ validity: Double, hasMoved: Bool = false) -> Report {
  Report(validity: [bar: validity], isHit: true, hasMoved: hasMoved)
}

/// A backdrop with a time of its own.
private struct Stage {
  var backdrop = LiveBackdrop(captureInterval: .zero)
  var now = Instant(sinceOrigin: .seconds(100))

  var phase: SurfaceGlass.Phase? { backdrop.surfaces[bar]?.phase }

  mutating func send(_ event: LiveBackdrop.Event, after pause: Duration = .milliseconds(16))
    -> [LiveBackdrop.Action]
  {
    now = now + pause
    return backdrop.update(event, now: now)
  }

  static func live() -> Stage {
    var stage = Stage()
    _ = stage.send(.opened(bar))
    _ = stage.send(.captured(seen))
    _ = stage.send(.ready(bar))
    _ = stage.send(.frameDone(bar))
    for _ in 0..<4 { _ = stage.send(.captured(clear)) }
    return stage
  }
}

@Suite("Live backdrop")
struct LiveBackdropTests {
  @Test func `captures the background before it shows anything`() {
    var stage = Stage()
    #expect(stage.send(.opened(bar)) == [.captureNow])
    #expect(stage.send(.contentChanged([bar])) == [])
    #expect(stage.send(.captured(seen)) == [])
    #expect(stage.send(.ready(bar)) == [.present(bar), .captureWhenDamaged])
  }

  @Test func `thaws after two clear captures in a row, and goes live after one more`() {
    var stage = Stage()
    _ = stage.send(.opened(bar))
    _ = stage.send(.captured(seen))
    _ = stage.send(.ready(bar))
    #expect(stage.send(.captured(clear)) == [.captureNow])
    #expect(stage.send(.captured(half)) == [])
    #expect(stage.send(.deadlineReached, after: .milliseconds(50)) == [.captureNow])
    #expect(stage.send(.captured(clear)) == [.captureNow])
    #expect(stage.send(.captured(clear)) == [.present(bar), .captureWhenDamaged])
    #expect(stage.send(.captured(clear)) == [.beginLive(bar)])
    #expect(stage.send(.kept(hasMoved: true)) == [.present(bar), .captureWhenDamaged])
  }

  @Test func `a window above a part of us does not keep us from going live`() {
    var stage = Stage()
    _ = stage.send(.opened(bar))
    _ = stage.send(.captured(seen))
    _ = stage.send(.ready(bar))
    #expect(stage.send(.captured(half)) == [])
    #expect(stage.send(.deadlineReached, after: .milliseconds(50)) == [.captureNow])
    let thaw: [LiveBackdrop.Action] = [.present(bar), .captureWhenDamaged]
    #expect(stage.send(.captured(half), after: .milliseconds(600)) == thaw)
    #expect(stage.send(.captured(half)) == [])
    #expect(stage.send(.deadlineReached, after: .milliseconds(50)) == [.captureNow])
    #expect(stage.send(.captured(half), after: .milliseconds(600)) == [.beginLive(bar)])
    #expect(stage.send(.kept(hasMoved: true)) == [.present(bar), .captureWhenDamaged])
  }

  @Test func `asks again without a commit when nothing moved, and presents before it asks when it did`() {
    var stage = Stage.live()
    #expect(stage.send(.captured(clear)) == [.captureWhenDamaged])
    #expect(stage.send(.captured(moved)) == [.present(bar), .captureWhenDamaged])
  }

  @Test func `a commit of its own replaces the capture under way`() {
    var stage = Stage.live()
    #expect(stage.send(.contentChanged([bar])) == [.cancelCapture, .present(bar), .captureWhenDamaged])
  }

  @Test func `two covered captures in a row drop the copy until the compositor asks for a frame`() {
    var stage = Stage.live()
    stage.backdrop.captureInterval = .milliseconds(33)
    // At once, and not when damaged: a window that covers us may stand still.
    #expect(stage.send(.captured(covered)) == [.captureNow])
    #expect(stage.send(.captured(covered)) == [.requestFrame(bar)])
    #expect(stage.phase == .hidden)
    #expect(stage.backdrop.nextDeadline == nil)
    #expect(stage.send(.contentChanged([bar])) == [.present(bar)])
    #expect(stage.send(.frameDone(bar)) == [.captureNow])
    // Judged first, then taken.
    #expect(stage.backdrop.isAllOnTrial)
    #expect(stage.send(.captured(clear)) == [.captureNow])
    #expect(!stage.backdrop.isAllOnTrial)
    #expect(stage.send(.captured(moved)) == [.present(bar)])
  }

  @Test func `what covers us while frames are asked for is watched slowly, and nothing of it kept`() {
    var stage = Stage.live()
    _ = stage.send(.captured(covered))
    _ = stage.send(.captured(covered))
    #expect(stage.send(.frameDone(bar)) == [.captureNow])
    for _ in 0..<58 {
      #expect(stage.send(.captured(covered)) == [])
      #expect(stage.backdrop.isAllOnTrial)
      #expect(stage.backdrop.nextDeadline == stage.now + .milliseconds(100))
      #expect(stage.send(.deadlineReached, after: .milliseconds(100)).last == .captureWhenDamaged)
    }
    // A fullscreen window may have come on top.
    #expect(stage.send(.captured(covered)) == [.requestFrame(bar)])
    #expect(stage.send(.frameDone(bar)) == [.captureNow])
    #expect(stage.send(.captured(clear)) == [.captureNow])
    #expect(stage.send(.captured(clear)) == [.captureWhenDamaged])
  }

  @Test func `being drawn and not seen for long is reported once, until we are seen`() {
    var stage = Stage.live()
    for _ in 0..<2 {
      _ = stage.send(.captured(covered))
      _ = stage.send(.captured(covered))
      _ = stage.send(.frameDone(bar))
      _ = stage.send(.captured(covered))
      #expect(stage.send(.deadlineReached, after: .milliseconds(100)) == [.captureWhenDamaged])
      // Nothing moves: the report does not wait for a capture.
      #expect(stage.backdrop.nextDeadline != nil)
      #expect(stage.send(.deadlineReached, after: .seconds(10)) == [.reportUnseen(bar)])
      #expect(stage.backdrop.isUnseen)
      #expect(stage.backdrop.nextDeadline == nil)
      _ = stage.send(.captured(covered))
      #expect(stage.send(.deadlineReached, after: .seconds(10)) == [.captureWhenDamaged])
      #expect(stage.send(.captured(half)) == [.captureNow])
      #expect(!stage.backdrop.isUnseen)
      #expect(stage.backdrop.nextDeadline == nil)
      _ = stage.send(.captured(clear))
    }
  }

  @Test func `a fullscreen window is not reported`() {
    var stage = Stage.live()
    _ = stage.send(.captured(covered))
    _ = stage.send(.captured(covered))
    #expect(stage.backdrop.nextDeadline == nil)
    _ = stage.send(.frameDone(bar), after: .seconds(1000))
    _ = stage.send(.captured(clear))
    #expect(stage.backdrop.nextDeadline == nil)
  }

  @Test func `a model that does not hold is tried with a tolerance, then rests longer each time`() {
    var stage = Stage()
    _ = stage.send(.opened(bar))
    _ = stage.send(.captured(seen))
    _ = stage.send(.ready(bar))
    _ = stage.send(.frameDone(bar))
    #expect(stage.send(.captured(covered), after: .seconds(3)) == [.captureNow])
    #expect(stage.backdrop.tolerance == 1)
    #expect(stage.send(.captured(covered), after: .seconds(3)) == [.fallBack(.modelDoesNotHold)])
    var rests: [Duration] = []
    for _ in 0..<9 {
      let due = stage.backdrop.nextDeadline!
      rests.append(due - stage.now)
      stage.now = due
      #expect(stage.send(.deadlineReached, after: .zero) == [.tryAgain, .present(bar), .captureWhenDamaged])
      _ = stage.send(.frameDone(bar))
      _ = stage.send(.captured(covered), after: .seconds(3))
      _ = stage.send(.captured(covered), after: .seconds(3))
    }
    #expect(rests == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
  }

  @Test func `started under a fullscreen window it waits for a frame instead of giving up`() {
    var stage = Stage()
    _ = stage.send(.opened(bar))
    _ = stage.send(.captured(seen))
    _ = stage.send(.ready(bar))
    #expect(stage.send(.captured(covered), after: .seconds(3)) == [.requestFrame(bar)])
  }

  @Test func `what was hidden before it was proven is proven when it is drawn`() {
    var stage = Stage()
    _ = stage.send(.opened(bar))
    _ = stage.send(.captured(seen))
    _ = stage.send(.ready(bar))
    _ = stage.send(.captured(covered), after: .seconds(3))
    #expect(stage.send(.frameDone(bar)) == [.captureNow])
    #expect(stage.send(.captured(clear)) == [.captureNow])
    #expect(stage.send(.captured(clear)) == [.present(bar), .captureWhenDamaged])
    #expect(stage.send(.captured(clear)) == [.beginLive(bar)])
    #expect(stage.send(.kept(hasMoved: true)) == [.present(bar), .captureWhenDamaged])
  }

  @Test func `refused captures wait for a frame: the output may be switched off`() {
    var stage = Stage.live()
    #expect(stage.send(.captureFailed(.refused)) == [.captureNow])
    #expect(stage.send(.captureFailed(.refused)) == [.captureNow])
    #expect(stage.send(.captureFailed(.refused)) == [.requestFrame(bar)])
    #expect(stage.backdrop.nextDeadline == nil)
    #expect(stage.send(.frameDone(bar), after: .seconds(10_000)) == [.captureNow])
    #expect(stage.send(.captured(clear)) == [.captureNow])
    #expect(stage.send(.captured(clear)) == [.captureWhenDamaged])
  }

  @Test func `captures refused while frames are asked for end on the next rung for a while`() {
    var stage = Stage.live()
    for _ in 0..<3 { _ = stage.send(.captureFailed(.refused)) }
    _ = stage.send(.frameDone(bar))
    #expect(stage.send(.captureFailed(.refused)) == [.captureNow])
    #expect(stage.send(.captureFailed(.refused)) == [.captureNow])
    #expect(stage.send(.captureFailed(.refused)) == [.fallBack(.captureRefused)])
    #expect(stage.backdrop.nextDeadline == stage.now + .seconds(1))
  }

  @Test func `three refusals before the first frame are final`() {
    var stage = Stage()
    _ = stage.send(.opened(bar))
    _ = stage.send(.captured(seen))
    #expect(stage.send(.captureFailed(.refused)) == [.captureNow])
    #expect(stage.send(.captureFailed(.refused)) == [.captureNow])
    #expect(stage.send(.captureFailed(.refused)) == [.fallBack(.captureRefused)])
    #expect(stage.backdrop.nextDeadline == nil)
    #expect(stage.send(.ready(bar)) == [.present(bar)])
    #expect(stage.send(.contentChanged([bar])) == [.present(bar)])
  }

  @Test func `captures without memory are tried again, before the first frame too`() {
    var stage = Stage()
    _ = stage.send(.opened(bar))
    _ = stage.send(.captured(seen))
    #expect(stage.send(.captureFailed(.noMemory)) == [.captureNow])
    #expect(stage.send(.captureFailed(.noMemory)) == [.captureNow])
    #expect(stage.send(.captureFailed(.noMemory)) == [.fallBack(.noMemory)])
    #expect(stage.backdrop.nextDeadline == stage.now + .seconds(1))
    #expect(stage.send(.ready(bar)) == [.present(bar)])
    let actions = stage.send(.deadlineReached, after: .seconds(1))
    #expect(actions.contains(.tryAgain) && stage.backdrop.phase == .live)
  }

  @Test func `thirty misses in a row slow it down, one hit makes it quick again`() {
    var stage = Stage.live()
    for _ in 0..<29 { #expect(stage.send(.captured(missed)) == [.captureWhenDamaged]) }
    #expect(stage.send(.captured(missed)) == [])
    #expect(stage.backdrop.nextDeadline == stage.now + .milliseconds(33))
    #expect(stage.send(.deadlineReached, after: .milliseconds(33)) == [.captureWhenDamaged])
    for _ in 0..<30 {
      _ = stage.send(.captured(missed))
      _ = stage.send(.deadlineReached, after: .milliseconds(33))
    }
    _ = stage.send(.captured(missed))
    #expect(stage.backdrop.nextDeadline == stage.now + .milliseconds(100))
    _ = stage.send(.deadlineReached, after: .milliseconds(100))
    #expect(stage.send(.captured(clear)) == [.captureWhenDamaged])
  }

  @Test func `damage that changes nothing slows captures down, and what moves makes them quick again`() {
    var stage = Stage.live()
    stage.backdrop.captureInterval = .milliseconds(13)
    var captures = 0
    var isAsked = true
    let end = stage.now + .seconds(60)
    // Each request is answered with the next frame, and all of the output is damaged.
    while stage.now < end {
      var actions: [LiveBackdrop.Action]
      if isAsked {
        actions = stage.send(.captured(clear))
        captures += 1
      } else {
        stage.now = stage.backdrop.nextDeadline!
        actions = stage.send(.deadlineReached, after: .zero)
      }
      #expect(actions.allSatisfy { $0 == .captureWhenDamaged })
      isAsked = !actions.isEmpty
    }
    #expect((200...400).contains(captures))
    if !isAsked { _ = stage.send(.deadlineReached, after: .milliseconds(250)) }
    #expect(stage.send(.captured(moved)) == [.present(bar)])
    #expect(stage.backdrop.nextDeadline == stage.now + .milliseconds(13))
    _ = stage.send(.deadlineReached, after: .milliseconds(13))
    // The answer to the commit, then what is still quick for a while.
    #expect(stage.send(.captured(clear)) == [.captureWhenDamaged])
    #expect(stage.send(.captured(clear)) == [])
    #expect(stage.backdrop.nextDeadline == stage.now + .milliseconds(13))
  }

  @Test func `rare damage that changes nothing slows captures down as soon as frequent damage does`() {
    var stage = Stage.live()
    stage.backdrop.captureInterval = .milliseconds(13)
    var captures = 0
    // Damage comes each tenth of a second, as that of a window whose title changes does.
    for _ in 0..<600 {
      stage.now = stage.now + .milliseconds(100)
      if let due = stage.backdrop.nextDeadline, due <= stage.now {
        #expect(stage.send(.deadlineReached, after: .zero) == [.captureWhenDamaged])
      }
      guard stage.backdrop.nextDeadline == nil else { continue }
      _ = stage.send(.captured(clear), after: .zero)
      captures += 1
    }
    #expect((200...240).contains(captures))
  }

  @Test func `damage after a rest is answered at once`() {
    var stage = Stage.live()
    stage.backdrop.captureInterval = .milliseconds(13)
    for _ in 0..<50 {
      _ = stage.send(.captured(clear), after: .milliseconds(100))
      if let due = stage.backdrop.nextDeadline { stage.now = due }
      _ = stage.send(.deadlineReached, after: .zero)
    }
    _ = stage.send(.captured(clear), after: .zero)
    #expect(stage.backdrop.nextDeadline == stage.now + .milliseconds(250))
    _ = stage.send(.deadlineReached, after: .milliseconds(250))
    // The clock of the bar ticks after a minute.
    #expect(stage.send(.contentChanged([bar]), after: .seconds(60)).contains(.present(bar)))
    #expect(stage.send(.captured(clear), after: .milliseconds(16)) == [.captureWhenDamaged])
    for _ in 0..<20 {
      _ = stage.send(.captured(clear), after: .seconds(2))
      #expect(stage.backdrop.nextDeadline == stage.now + .milliseconds(13))
      #expect(stage.send(.deadlineReached, after: .milliseconds(13)) == [.captureWhenDamaged])
    }
  }

  @Test func `answers to commits of its own do not slow captures down`() {
    var stage = Stage.live()
    for _ in 0..<200 {
      _ = stage.send(.contentChanged([bar]))
      #expect(stage.send(.captured(clear)) == [.captureWhenDamaged])
    }
  }

  @Test func `a commit of its own costs one capture, whatever the rate`() {
    var stage = Stage.live()
    stage.backdrop.captureInterval = .milliseconds(33)
    #expect(stage.send(.contentChanged([bar])) == [.cancelCapture, .present(bar), .captureWhenDamaged])
    #expect(stage.send(.captured(clear), after: .milliseconds(5)) == [.captureWhenDamaged])
    #expect(stage.backdrop.nextDeadline == nil)
    #expect(stage.send(.captured(clear), after: .milliseconds(5)) == [])
    #expect(stage.backdrop.nextDeadline == stage.now + .milliseconds(33))
  }

  @Test func `captures are no closer than the rate allows`() {
    var stage = Stage.live()
    stage.backdrop.captureInterval = .milliseconds(33)
    #expect(stage.send(.captured(moved), after: .milliseconds(5)) == [.present(bar)])
    #expect(stage.send(.contentChanged([bar])) == [.present(bar)])
    #expect(stage.send(.deadlineReached, after: .milliseconds(1)) == [])
    #expect(stage.send(.deadlineReached, after: .milliseconds(33)) == [.captureWhenDamaged])
  }

  @Test
  func
    `a first capture that does not come leaves its place to the next rung, and glass is live when it comes`()
  {
    var stage = Stage()
    _ = stage.send(.opened(bar))
    #expect(stage.backdrop.nextDeadline == stage.now + .seconds(5))
    #expect(stage.send(.deadlineReached, after: .milliseconds(4900)) == [])
    #expect(stage.send(.deadlineReached, after: .milliseconds(100)) == [.fallBack(.captureLate)])
    // The late capture is waited for without an end.
    #expect(stage.backdrop.capture == .pending && stage.backdrop.nextDeadline == nil)
    #expect(stage.send(.ready(bar)) == [.present(bar)])
    #expect(stage.send(.opened(other)) == [])
    #expect(stage.send(.closed(other)) == [])
    #expect(stage.send(.froze(bar)) == [])
    #expect(stage.send(.thawed(bar)) == [])
    #expect(
      stage.send(.captured(seen), after: .seconds(1000)) == [.tryAgain, .present(bar), .captureWhenDamaged])
    #expect(stage.send(.captured(clear)) == [.captureNow])
    #expect(stage.send(.captured(clear)) == [.present(bar), .captureWhenDamaged])
    #expect(stage.send(.captured(clear)) == [.beginLive(bar)])
  }

  @Test func `a deadline for a capture counts only where the program was not busy itself`() {
    var stage = Stage()
    _ = stage.send(.opened(bar))
    #expect(stage.send(.deadlineReached, after: .seconds(8)) == [])
    #expect(stage.backdrop.nextDeadline == stage.now + .seconds(5))
    #expect(stage.send(.deadlineReached, after: .seconds(5)) == [.fallBack(.captureLate)])
  }

  @Test func `every surface's first capture has a deadline, and one that came has none`() {
    var stage = Stage.live()
    #expect(stage.backdrop.nextDeadline == nil)
    _ = stage.send(.opened(other))
    #expect(stage.backdrop.nextDeadline == stage.now + .seconds(5))
    // A commit of ours does not put it off.
    _ = stage.send(.contentChanged([bar]), after: .seconds(4))
    #expect(stage.send(.deadlineReached, after: .seconds(1)) == [.fallBack(.captureLate)])
    stage = .live()
    _ = stage.send(.opened(other))
    _ = stage.send(.captured(clear))
    #expect(stage.backdrop.nextDeadline == nil)
    _ = stage.send(.opened(other))
    _ = stage.send(.closed(other))
    #expect(stage.backdrop.nextDeadline == nil)
  }

  @Test func `a late capture that fails is asked for again, less and less often`() {
    var stage = Stage()
    _ = stage.send(.opened(bar))
    _ = stage.send(.deadlineReached, after: .seconds(5))
    _ = stage.send(.ready(bar))
    for pause in [1, 2, 4] {
      #expect(stage.send(.captureFailed(.refused)) == [])
      #expect(stage.backdrop.nextDeadline == stage.now + .seconds(pause))
      #expect(stage.send(.deadlineReached, after: .seconds(pause)) == [.captureNow])
    }
    #expect(stage.send(.captured(seen)) == [.tryAgain, .present(bar), .captureWhenDamaged])
    stage = Stage()
    _ = stage.send(.opened(bar))
    _ = stage.send(.deadlineReached, after: .seconds(5))
    #expect(stage.send(.captureFailed(.impossible("x"))) == [.fallBack(.captureImpossible("x"))])
    #expect(stage.send(.captured(seen)) == [])
  }

  @Test func `a capture of an output as it was before is asked for again until the deadline`() {
    var stage = Stage()
    _ = stage.send(.opened(bar))
    for _ in 0..<40 {
      #expect(stage.send(.captureFailed(.outdated), after: .zero) == [])
      #expect(stage.send(.deadlineReached, after: .milliseconds(100)) == [.captureNow])
    }
    #expect(stage.send(.deadlineReached, after: .seconds(1)) == [.fallBack(.captureLate)])
    #expect(stage.backdrop.capture == .pending)
    stage = Stage()
    _ = stage.send(.opened(bar))
    _ = stage.send(.captureFailed(.outdated))
    #expect(stage.send(.deadlineReached, after: .milliseconds(5050)) == [.fallBack(.captureLate)])
    // None is under way.
    #expect(stage.send(.deadlineReached, after: .milliseconds(100)) == [.captureNow])
    #expect(stage.send(.captured(seen)) == [.tryAgain, .captureNow])
  }

  @Test func `a surface that was opened on another rung has a deadline once live glass is wanted`() {
    var stage = Stage()
    stage.backdrop.disable()
    #expect(stage.send(.opened(bar)) == [])
    // Nothing of ours is shown, whose damage would bring a capture.
    #expect(stage.send(.resumed) == [.tryAgain, .captureNow])
    #expect(stage.backdrop.nextDeadline == stage.now + .seconds(5))
    #expect(stage.send(.deadlineReached, after: .seconds(5)) == [.fallBack(.captureLate)])
  }
}
