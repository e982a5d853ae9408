import Geometry
import GlassModel
import Scenes
import TestSupport
import Testing

private let bar = SurfaceID(1)
private let banner = SurfaceID(2)

private func report(
  _ validity: [SurfaceID: Double] = [:], isHit: Bool = true, hasMoved: Bool = false
) -> LiveBackdrop.Report {
  LiveBackdrop.Report(validity: validity, isHit: isHit, hasMoved: hasMoved)
}

/// A backdrop with a time of its own.
private struct Stage {
  var backdrop = LiveBackdrop(captureInterval: .zero)
  var now = Instant(sinceOrigin: .seconds(100))

  mutating func send(_ event: LiveBackdrop.Event, after pause: Duration = .milliseconds(16))
    -> [LiveBackdrop.Action]
  {
    now = now + pause
    return backdrop.update(event, now: now)
  }

  func phase(_ id: SurfaceID) -> SurfaceGlass.Phase? { backdrop.surfaces[id]?.phase }

  /// Both are live.
  static func live(_ ids: [SurfaceID] = [bar, banner]) -> Stage {
    var stage = Stage()
    let clear = report(Dictionary(uniqueKeysWithValues: ids.map { ($0, 1.0) }))
    for id in ids { _ = stage.send(.opened(id)) }
    _ = stage.send(.captured(report()))
    for id in ids { _ = stage.send(.ready(id)) }
    for id in ids { _ = stage.send(.frameDone(id)) }
    for _ in 0..<4 { _ = stage.send(.captured(clear)) }
    return stage
  }
}

@Suite("Live backdrop of several surfaces")
struct SharedBackdropTests {
  @Test func `one that opens has its background captured, and the others stay live`() {
    var stage = Stage.live([bar])
    #expect(stage.send(.opened(banner)) == [.cancelCapture, .captureNow])
    #expect(!stage.backdrop.isAllOnTrial)
    #expect(stage.send(.captured(report([bar: 1], hasMoved: true))) == [.present(bar), .captureWhenDamaged])
    #expect(stage.send(.ready(banner)) == [.cancelCapture, .present(banner), .captureWhenDamaged])
    #expect(stage.backdrop.onTrial == [banner])
    let clear = report([bar: 1, banner: 1])
    #expect(stage.backdrop.surfaces[banner]?.isFrozen == true)
    #expect(stage.send(.captured(clear)) == [.captureNow])
    #expect(stage.send(.captured(clear)) == [.present(banner), .captureWhenDamaged])
    #expect(stage.backdrop.surfaces[banner]?.isFrozen == false)
    #expect(stage.send(.captured(clear)) == [.beginLive(banner)])
    #expect(
      stage.send(.kept(hasMoved: true)) == [.present(bar), .present(banner), .captureWhenDamaged])
    #expect(stage.phase(bar) == .watching(covered: 0))
  }

  @Test func `what moves behind them is presented on all that are live, after one cancelled capture`() {
    var stage = Stage.live()
    let moved = report([bar: 1, banner: 1], hasMoved: true)
    #expect(stage.send(.captured(moved)) == [.present(bar), .present(banner), .captureWhenDamaged])
    #expect(
      stage.send(.contentChanged([bar, banner]))
        == [.cancelCapture, .present(bar), .present(banner), .captureWhenDamaged])
  }

  @Test func `one that is covered is judged alone`() {
    var stage = Stage.live()
    #expect(stage.send(.captured(report([bar: 1, banner: 0]))) == [.captureNow])
    #expect(stage.backdrop.onTrial == [banner])
    #expect(
      stage.send(.captured(report([bar: 1, banner: 0]))) == [.requestFrame(banner), .captureWhenDamaged])
    #expect(stage.phase(banner) == .hidden)
    #expect(stage.send(.frameDone(banner)) == [.cancelCapture, .captureNow])
  }

  @Test func `with both hidden no capture is pending`() {
    var stage = Stage.live()
    _ = stage.send(.captured(report([bar: 0, banner: 0])))
    #expect(
      stage.send(.captured(report([bar: 0, banner: 0]))) == [.requestFrame(bar), .requestFrame(banner)])
    #expect(stage.backdrop.capture == .none && stage.backdrop.nextDeadline == nil)
  }

  @Test func `one that closes lets the others see what was behind it`() {
    var stage = Stage.live()
    #expect(stage.send(.closed(banner)) == [.cancelCapture, .captureNow])
    #expect(stage.send(.closed(bar)) == [.cancelCapture])
    #expect(stage.backdrop.capture == .none)
  }

  @Test func `a frozen one is drawn without disturbing captures, and proven again when it thaws`() {
    var stage = Stage.live()
    #expect(stage.send(.froze(banner)) == [])
    #expect(stage.send(.contentChanged([banner])) == [.present(banner)])
    #expect(
      stage.send(.captured(report([bar: 1, banner: 0], hasMoved: true)))
        == [.present(bar), .captureWhenDamaged])
    #expect(stage.send(.thawed(banner)) == [.cancelCapture, .captureNow])
    #expect(stage.backdrop.onTrial == [banner])
    #expect(stage.backdrop.surfaces[banner]?.isFrozen == true)
    let clear = report([bar: 1, banner: 1])
    #expect(stage.send(.captured(clear)) == [.captureNow])
    #expect(stage.send(.captured(clear)) == [.present(banner), .captureWhenDamaged])
    #expect(stage.send(.captured(clear)) == [.beginLive(banner)])
    #expect(
      stage.send(.kept(hasMoved: true)) == [.present(bar), .present(banner), .captureWhenDamaged])
  }

  @Test func `what made one live is not asked for again where another asks for a look of its own`() {
    var stage = Stage.live()
    _ = stage.send(.froze(banner))
    _ = stage.send(.thawed(banner))
    let clear = report([bar: 1, banner: 1])
    for _ in 0..<2 { _ = stage.send(.captured(clear)) }
    // The bar is found covered by the capture that proves the banner, which may not wait for damage.
    #expect(stage.send(.captured(report([bar: 0, banner: 1]))) == [.beginLive(banner), .captureNow])
    #expect(stage.send(.kept(hasMoved: false)) == [])
    _ = stage.send(.captured(report([bar: 1, banner: 1])))
    #expect(stage.backdrop.onTrial.isEmpty)
  }

  @Test func `where nothing has moved for one that is made live, it waits for damage`() {
    var stage = Stage.live([bar])
    _ = stage.send(.froze(bar))
    _ = stage.send(.thawed(bar))
    for _ in 0..<2 { _ = stage.send(.captured(report([bar: 1]))) }
    #expect(stage.send(.captured(report([bar: 1]))) == [.beginLive(bar)])
    #expect(stage.backdrop.capture == .none)
    #expect(stage.send(.kept(hasMoved: false)) == [.captureWhenDamaged])
  }

  @Test func `with all frozen no capture is pending`() {
    var stage = Stage.live()
    _ = stage.send(.froze(banner))
    #expect(stage.send(.froze(bar)) == [.cancelCapture])
    #expect(stage.send(.contentChanged([bar])) == [.present(bar)])
    #expect(stage.send(.thawed(bar)) == [.captureNow])
  }

  @Test func `one that is not where we think rests alone, and is looked for ever less often`() {
    var stage = Stage.live([bar])
    _ = stage.send(.opened(banner))
    _ = stage.send(.captured(report([bar: 1])))
    _ = stage.send(.ready(banner))
    _ = stage.send(.frameDone(banner))
    let lost = report([bar: 1, banner: 0])
    #expect(
      stage.send(.captured(lost), after: .seconds(3)) == [.reportUnseen(banner), .captureWhenDamaged])
    #expect(stage.phase(bar) == .watching(covered: 0))
    for pause in [1, 2, 4, 8] {
      // Captures for the bar do not count as looks at the banner.
      #expect(stage.send(.captured(lost), after: .zero) == [.captureWhenDamaged])
      let due = stage.backdrop.nextDeadline!
      #expect(due - stage.now == .seconds(pause))
      #expect(stage.send(.deadlineReached, after: due - stage.now) == [.cancelCapture, .captureNow])
      _ = stage.send(.captured(lost), after: .zero)
      // Two seconds are the patience for an animation of the compositor's; later one look is enough.
      if pause == 1 {
        _ = stage.send(.deadlineReached, after: .seconds(1))
        _ = stage.send(.captured(lost), after: .zero)
      }
    }
  }

  @Test(arguments: DailySeeds.first(20) as [Int])
  func `random events never leave them without a way on`(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    var stage = Stage()
    var isPending = false
    for step in 0..<2000 {
      let event = Self.event(&random, stage.backdrop)
      switch event {
      case .captured, .captureFailed:
        if !isPending { continue }
        isPending = false
      default: break
      }
      var actions = stage.send(event, after: .milliseconds(Int(random.next() % 900)))
      if actions.contains(where: { if case .beginLive = $0 { true } else { false } }) {
        actions += stage.send(.kept(hasMoved: random.next() % 2 == 0), after: .zero)
      }
      for action in actions {
        switch action {
        case .captureNow, .captureWhenDamaged:
          #expect(!isPending, "seed \(seed), step \(step): two captures at once after \(event)")
          isPending = true
        // A capture that is late goes on.
        case .fallBack(.captureLate): break
        case .cancelCapture, .fallBack: isPending = false
        case .present(let id):
          #expect(stage.phase(id) != .opening, "seed \(seed), step \(step): presents what is not ready")
        default: break
        }
      }
      checkInvariants(stage, isPending: isPending, "seed \(seed), step \(step), after \(event)")
    }
  }

  private func checkInvariants(_ stage: Stage, isPending: Bool, _ place: Comment) {
    let backdrop = stage.backdrop
    #expect((backdrop.capture == .pending) == isPending, place)
    var isWatched = false
    for surface in backdrop.surfaces.values {
      switch surface.phase {
      case .watching: isWatched = true
      case .proving(let proof): #expect(proof.nextTrial != nil || isPending, place)
      case .resting: #expect(backdrop.phase != .live, place)
      case .opening, .hidden, .held: break
      }
    }
    if isWatched { #expect(isPending || backdrop.nextDeadline != nil, place) }
    let isIdle = backdrop.surfaces.values.allSatisfy { [.hidden, .held, .resting].contains($0.phase) }
    // One that is late is waited for behind the next rung.
    if isIdle, !backdrop.isLate { #expect(!isPending, place) }
  }

  private static func event(_ random: inout SplitMix, _ backdrop: LiveBackdrop) -> LiveBackdrop.Event {
    func pick<T>(_ values: [T]) -> T { values[Int(random.next() % UInt64(values.count))] }
    let id = pick([bar, banner])
    let isOpen = backdrop.surfaces[id] != nil
    switch random.next() % 20 {
    case 0: return isOpen ? .closed(id) : .opened(id)
    case 1, 2: return isOpen ? .ready(id) : .opened(id)
    case 3: return backdrop.surfaces[id]?.isShown == true ? .froze(id) : .deadlineReached
    case 4: return backdrop.surfaces[id]?.phase == .held ? .thawed(id) : .deadlineReached
    case 5: return .captureFailed(pick([.refused, .noMemory]))
    case 6: return .contentChanged([id])
    case 7, 8: return .frameDone(id)
    case 9, 10, 11: return .deadlineReached
    case 12: return .captured(report(isHit: false))
    default:
      let shown = backdrop.surfaces.filter(\.value.isShown).keys.sorted()
      let validity = Dictionary(uniqueKeysWithValues: shown.map { ($0, pick([0, 0, 0.5, 1, 1])) })
      return .captured(report(validity, hasMoved: random.next() % 2 == 0))
    }
  }
}
