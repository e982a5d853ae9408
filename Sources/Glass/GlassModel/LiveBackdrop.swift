public import Geometry
public import Scenes

/// Decides for one output when to capture, which surfaces to present, and when to give up on live glass.
///
/// All surfaces of ours share the captures; each surface is judged by itself. The rules, and the figures
/// without another source, were found by experiment on real compositors: a capture must follow a commit, only
/// damage may wake the program, and a single capture can be misled by an animation of the compositor or by a
/// window above the surface.
public struct LiveBackdrop: Equatable, Sendable {
  private static let failureLimit = 3
  /// The time after which a new surface is shown without its background: captures come within a frame, on
  /// busy machines within a second.
  private static let firstPatience = Duration.seconds(5)
  /// The delay from which a deadline counts as missed because this program was busy: the capture may have
  /// come meanwhile.
  private static let ownDelay = Duration.milliseconds(250)
  /// The pause between captures of an output that is about to change.
  private static let changePause = Duration.milliseconds(100)

  public private(set) var phase = Phase.live
  public private(set) var capture = Capture.none
  /// The surfaces that were opened and not closed.
  public private(set) var surfaces: [SurfaceID: SurfaceGlass] = [:]
  /// The shortest time from one capture to the next.
  public var captureInterval: Duration
  /// The distance, in 1/255, by which a valid pixel may lie outside the model; 1 only on compositors where 0
  /// does not hold.
  public private(set) var tolerance = 0
  private var tries = 0
  private var failures = 0
  private var misses = 0
  /// The moments of the first and the last of the captures in quick succession that showed a surface, were not
  /// caused by a commit of ours, and brought nothing new; nil: there was none since something moved.
  private var stillness: ClosedRange<Instant>?
  /// The moment of the last capture that showed a surface and brought nothing new, whatever had caused it; nil: none was.
  private var stillAt: Instant?
  /// Whether a surface was committed since the last capture.
  private var hasPresented = false
  /// The moment from which the capture that a new surface waits for is late; nil: no surface waits for one.
  private var firstDue: Instant?
  /// Whether a fallback is shown because no capture came in time; a capture that comes makes the glass live.
  public private(set) var isLate = false

  public init(captureInterval: Duration) {
    self.captureInterval = captureInterval
  }

  /// A value that never captures, because another backdrop was asked for.
  public static var disabled: LiveBackdrop {
    var backdrop = LiveBackdrop(captureInterval: .zero)
    backdrop.phase = .resting(until: nil)
    return backdrop
  }

  /// The moment at which `deadlineReached` is due; nil: none.
  public var nextDeadline: Instant? {
    if case .resting(let until) = phase { return until }
    var deadlines = surfaces.values.compactMap(\.nextDeadline)
    if let firstDue { deadlines.append(firstDue) }
    if case .paused(let until) = capture { deadlines.append(until) }
    return deadlines.min()
  }

  /// The surfaces that captures only judge, without being absorbed for them.
  public var onTrial: Set<SurfaceID> { Set(surfaces.filter { $0.value.isOnTrial }.keys) }

  /// Whether nothing of a capture may be kept, because it may show our own surfaces at unexpected places.
  public var isAllOnTrial: Bool {
    let shown = surfaces.values.filter(\.wantsCaptures)
    return !shown.isEmpty && shown.allSatisfy(\.isOnTrial)
  }

  /// Whether the next capture counts wherever its damage is, because a surface is to be judged by it.
  public var looksAtAll: Bool { surfaces.values.contains(where: \.isBeingJudged) }

  /// Whether a surface is drawn, and nothing of it is seen in captures.
  public var isUnseen: Bool { surfaces.values.contains(where: \.isUnseen) }

  public mutating func update(_ event: Event, now: Instant) -> [Action] {
    let actions = decide(event, now: now)
    if actions.contains(where: { if case .present = $0 { true } else { false } }) { hasPresented = true }
    return actions
  }

  private mutating func decide(_ event: Event, now: Instant) -> [Action] {
    switch event {
    case .opened(let id):
      surfaces[id] = SurfaceGlass()
      guard phase == .live else { return [] }
      if firstDue == nil { firstDue = now + Self.firstPatience }
      return look(.captureNow)
    case .ready(let id): return show(id, now: now)
    case .closed(let id):
      surfaces[id] = nil
      return lookAfterChange()
    case .froze(let id):
      surfaces[id]?.phase = .held
      return lookAfterChange(isDisturbed: false)
    case .thawed(let id):
      guard phase == .live else {
        surfaces[id]?.phase = .resting
        return []
      }
      surfaces[id]?.prove(now: now)
      return look(.captureNow)
    case .resumed: return resume(now: now)
    case .captureFailed(let trouble): return recover(from: trouble, now: now)
    case .captured(let report):
      capture = .none
      failures = 0
      firstDue = nil
      if isLate { return resume(now: now) }
      return phase == .live ? judge(report, now: now) : []
    case .kept(let hasMoved):
      guard phase == .live, hasMoved || capture != .pending else { return [] }
      return look(.captureWhenDamaged, presenting: hasMoved ? watched : [])
    case .contentChanged(let ids): return present(ids)
    case .frameDone(let id):
      return surfaces[id]?.frameDone(now: now) == true ? look(.captureNow) : []
    case .deadlineReached: return continueAfterPause(now: now)
    }
  }

  // MARK: Surfaces

  private mutating func show(_ id: SurfaceID, now: Instant) -> [Action] {
    guard phase == .live else {
      surfaces[id]?.phase = .resting
      return [.present(id)]
    }
    surfaces[id]?.prove(now: now)
    return look(.captureWhenDamaged, presenting: [id])
  }

  private mutating func present(_ ids: [SurfaceID]) -> [Action] {
    let ids = ids.filter { surfaces[$0]?.isShown == true }
    // Surfaces that are not judged may change while a capture is under way.
    let isJudged = ids.contains { surfaces[$0]?.wantsCaptures == true }
    guard isJudged, capture == .pending else { return ids.map { .present($0) } }
    return look(.captureWhenDamaged, presenting: ids)
  }

  /// Adapts the captures to a surface that needs none any more; with `isDisturbed`, the others have to see
  /// what was behind it.
  private mutating func lookAfterChange(isDisturbed: Bool = true) -> [Action] {
    if !surfaces.values.contains(where: { $0.phase == .opening }) { firstDue = nil }
    if isLate, !surfaces.isEmpty { return [] }
    guard phase == .live, surfaces.values.contains(where: \.wantsCaptures) else {
      isLate = false
      defer { capture = .none }
      return capture == .pending ? [.cancelCapture] : []
    }
    return isDisturbed ? look(.captureNow) : []
  }

  /// Asks for a capture in place of one that is under way, after a commit of `ids`.
  private mutating func look(_ action: Action, presenting ids: [SurfaceID] = []) -> [Action] {
    let drop: [Action] = capture == .pending ? [.cancelCapture] : []
    capture = .pending
    return drop + ids.map { .present($0) } + [action]
  }

  // MARK: Captures

  private mutating func judge(_ report: Report, now: Instant) -> [Action] {
    misses = report.isHit ? 0 : misses + 1
    // A capture of our own damage alone is not limited by the rate, which bounds captures that others cause.
    let isAnswer = hasPresented && !report.hasMoved
    hasPresented = false
    noteStillness(report, isAnswer: isAnswer, now: now)
    var actions: [Action] = []
    var pauses: [Duration] = []
    var thawed: [SurfaceID] = []
    var isUrgent = false
    var begins = false
    for id in surfaces.keys.sorted() {
      let verdict =
        report.validity[id].flatMap {
          surfaces[id]?.judge(validity: $0, isHit: report.isHit, isFirstTry: tries == 0, now: now)
        } ?? surfaces[id]?.unjudged ?? .wait
      switch verdict {
      case .wait: break
      case .lookNow: isUrgent = true
      case .lookOn:
        pauses.append(max(isAnswer ? .zero : captureInterval, pauseAfterMisses, pauseAfterStillness))
      case .lookAfter(let pause): pauses.append(pause)
      case .thaw: thawed.append(id)
      case .proven:
        tries = 0
        begins = true
        actions.append(.beginLive(id))
      case .hide: actions.append(.requestFrame(id))
      case .doubt:
        let (answer, looksAgain) = doubt(id, now: now)
        actions += answer
        if phase != .live { return actions }
        isUrgent = isUrgent || looksAgain
      }
    }
    if report.hasMoved, !begins { actions += watched.map { .present($0) } }
    if !thawed.isEmpty { return actions + look(.captureWhenDamaged, presenting: thawed) }
    if isUrgent { return actions + look(.captureNow) }
    guard !begins, let pause = pauses.min() else { return actions }
    if pause <= .zero { return actions + look(.captureWhenDamaged) }
    capture = .paused(until: now + pause)
    return actions
  }

  private var watched: [SurfaceID] {
    surfaces.keys.sorted().filter {
      if case .watching = surfaces[$0]?.phase { return true }
      return false
    }
  }

  /// The pause before the next capture while something elsewhere on the output moves all the time; a hit ends
  /// it.
  private var pauseAfterMisses: Duration {
    misses < 30 ? .zero : misses < 60 ? .milliseconds(33) : .milliseconds(100)
  }

  private mutating func noteStillness(_ report: Report, isAnswer: Bool, now: Instant) {
    // Captures that are further apart follow damage that is rare.
    let isOld = stillAt.map { now - $0 >= .seconds(1) } ?? false
    if report.hasMoved || isOld { stillness = nil }
    // Nothing can have moved behind a surface that is covered.
    let isSeen = report.validity.values.contains { $0 >= SurfaceGlass.nothing }
    guard report.isHit, isSeen, !report.hasMoved else { return }
    stillAt = now
    if !isAnswer { stillness = (stillness?.lowerBound ?? now)...now }
  }

  /// The pause before the next capture while the compositor reports damage where nothing changes; a change
  /// ends it.
  ///
  /// The pause grows with the time for which nothing has changed, and not with the number of captures. Otherwise a
  /// window that draws itself anew ten times a second, as for its title, would be captured each time for long.
  ///
  /// Hyprland reports all of the output as damaged each time, and draws a whole frame for a request that
  /// comes half a second or more after the last capture: the longest pause stays well below that, or requests
  /// alone would keep it drawing.
  private var pauseAfterStillness: Duration {
    guard let stillness else { return .zero }
    let time = stillness.upperBound - stillness.lowerBound
    if time < .milliseconds(500) { return .zero }
    if time < .milliseconds(1500) { return .milliseconds(33) }
    return time < .seconds(4) ? .milliseconds(100) : .milliseconds(250)
  }

  private mutating func continueAfterPause(now: Instant) -> [Action] {
    if case .resting(let until) = phase {
      guard let until, until <= now else { return [] }
      return isLate ? askAgain() : tryAgain(now: now)
    }
    if let due = firstDue, due <= now, let actions = giveUpWaiting(since: due, now: now) { return actions }
    var actions: [Action] = []
    var isUrgent = false
    for id in surfaces.keys.sorted() {
      if let due = surfaces[id]?.unseenDue, due <= now {
        surfaces[id]?.isUnseen = true
        actions.append(.reportUnseen(id))
      }
      if surfaces[id]?.takeTrial(now: now) == true { isUrgent = true }
    }
    if isUrgent { return actions + look(.captureNow) }
    guard case .paused(let until) = capture, until <= now else { return actions }
    // The background of a new surface has to be captured whether it changes or not.
    let isOpening = surfaces.values.contains { $0.phase == .opening }
    return actions + look(isOpening ? .captureNow : .captureWhenDamaged)
  }

  // MARK: Giving live glass up, and trying it again

  private mutating func resume(now: Instant) -> [Action] {
    tries = 0
    tolerance = 0
    return tryAgain(now: now)
  }

  private mutating func tryAgain(now: Instant) -> [Action] {
    phase = .live
    failures = 0
    isLate = false
    for (id, surface) in surfaces where surface.phase == .resting {
      surfaces[id]?.isDrawn = false
      surfaces[id]?.isProven = false
      surfaces[id]?.prove(now: now)
    }
    let shown = surfaces.keys.sorted().filter { surfaces[$0]?.isShown == true }
    let isWatched = surfaces.values.contains(where: \.wantsCaptures)
    capture = isWatched ? .pending : .none
    let isOpening = surfaces.values.contains { $0.phase == .opening }
    if isOpening { firstDue = now + Self.firstPatience }
    // While no surface of ours is shown, our commits cause no damage to wait for.
    let next: Action = isOpening && shown.isEmpty ? .captureNow : .captureWhenDamaged
    return [.tryAgain] + shown.map { .present($0) } + (isWatched ? [next] : [])
  }

  /// The actions for a surface that is drawn but does not look as it should, and whether to capture again at
  /// once.
  private mutating func doubt(_ id: SurfaceID, now: Instant) -> (actions: [Action], looksAgain: Bool) {
    if surfaces.contains(where: { $0.key != id && $0.value.isProven }) {
      // The model holds for another surface, so this one is not where we think.
      surfaces[id]?.doubt(now: now)
      return (surfaces[id]?.takeReport() == true ? [.reportUnseen(id)] : [], false)
    }
    guard tolerance == 0 else {
      tolerance = 0
      return (rest(.modelDoesNotHold, now: now), false)
    }
    // Before giving up, a tolerance of 1 allows for GPUs that round differently.
    tolerance = 1
    for (id, surface) in surfaces {
      if case .proving = surface.phase { surfaces[id]?.prove(now: now) }
    }
    return ([], true)
  }

  private mutating func rest(_ refusal: Refusal, now: Instant) -> [Action] {
    rest(until: now + .seconds(min(60, 1 << min(tries, 6))))
    tries += 1
    return [.fallBack(refusal)]
  }

  /// Gives live glass up for good, whatever is shown, because another backdrop was asked for.
  public mutating func disable() { rest(until: nil) }

  /// Shows the next fallback because the capture that a new surface waits for is late, and waits on; nil if
  /// this program noticed the deadline late itself.
  private mutating func giveUpWaiting(since due: Instant, now: Instant) -> [Action]? {
    guard now - due < Self.ownDelay else {
      firstDue = now + Self.firstPatience
      return nil
    }
    let wasPending = capture == .pending
    rest(until: nil)
    isLate = true
    if !wasPending { phase = .resting(until: now + Self.changePause) } else { capture = .pending }
    return [.fallBack(.captureLate)]
  }

  /// Asks for the capture with which live glass begins, after one has failed.
  private mutating func askAgain() -> [Action] {
    phase = .resting(until: nil)
    capture = .pending
    return [.captureNow]
  }

  private mutating func rest(until: Instant?) {
    phase = .resting(until: until)
    capture = .none
    firstDue = nil
    isLate = false
    for (id, surface) in surfaces where surface.isShown && surface.phase != .held {
      surfaces[id]?.phase = .resting
    }
  }

  private mutating func recover(from trouble: Trouble, now: Instant) -> [Action] {
    capture = .none
    if case .impossible(let reason) = trouble {
      rest(until: nil)
      return [.fallBack(.captureImpossible(reason))]
    }
    if isLate {
      phase = .resting(until: now + .seconds(min(60, 1 << min(tries, 6))))
      tries += 1
      return []
    }
    if trouble == .outdated {
      guard phase == .live, surfaces.values.contains(where: \.wantsCaptures) else { return [] }
      capture = .paused(until: now + Self.changePause)
      return []
    }
    failures += 1
    let looking = surfaces.filter(\.value.wantsCaptures)
    guard phase == .live, !looking.isEmpty else { return [] }
    // A shortage of our own passes, whatever is shown.
    if trouble == .noMemory, failures >= Self.failureLimit { return rest(.noMemory, now: now) }
    if surfaces.allSatisfy({ !$0.value.isShown }), failures >= Self.failureLimit {
      // A compositor that refuses three times in a row before we are shown does so on purpose: do not ask
      // again.
      rest(until: nil)
      return [.fallBack(.captureRefused)]
    }
    if failures >= 2 * Self.failureLimit { return rest(.captureRefused, now: now) }
    let shown = looking.filter(\.value.isShown)
    if failures == Self.failureLimit, !shown.isEmpty {
      // An output that is switched off cannot be captured, and sends no frame callbacks either.
      for id in shown.keys { surfaces[id]?.phase = .hidden }
      return shown.keys.sorted().map { .requestFrame($0) }
    }
    capture = .pending
    return [.captureNow]
  }
}
