public import Geometry
public import Scenes

/// Decides for one output when to capture, which surfaces to present, and when to give up on live glass.
///
/// All surfaces of ours share the captures; each is judged by itself. The rules and the figures without another
/// source were found by experiment on real compositors: a capture must follow a commit, only damage may wake us, and
/// a single look can be deceived by an animation of the compositor's or by a window above us.
public struct LiveBackdrop: Equatable, Sendable {
  public internal(set) var phase = Phase.live
  public internal(set) var capture = Capture.none
  /// Those that were opened and not closed.
  public internal(set) var surfaces: [SurfaceID: SurfaceGlass] = [:]
  /// Shortest time from one capture to the next.
  public var captureInterval: Duration
  /// How far, in 1/255, a clear pixel may lie outside the model; 1 only where 0 does not hold.
  public internal(set) var tolerance = 0
  var tries = 0
  var failures = 0
  var misses = 0
  /// Captures in quick succession that showed a surface, were no answer to a commit of ours, and brought nothing new.
  private var stillHits = 0
  /// When the last capture was asked for; nil: none was.
  private var askedAt: Instant?
  /// Something of ours was committed since the last capture.
  private var hasPresented = false
  /// When the capture that a new surface waits for is late; nil: no surface waits for one.
  var firstDue: Instant?
  /// The next rung is shown because no capture came in time; one that comes makes the glass live.
  public internal(set) var isLate = false

  public init(captureInterval: Duration) {
    self.captureInterval = captureInterval
  }

  /// Rests for good: another rung was asked for.
  public static var disabled: LiveBackdrop {
    var backdrop = LiveBackdrop(captureInterval: .zero)
    backdrop.phase = .resting(until: nil)
    return backdrop
  }

  /// When `deadlineReached` is due; nil: never.
  public var nextDeadline: Instant? {
    if case .resting(let until) = phase { return until }
    var deadlines = surfaces.values.compactMap(\.nextDeadline)
    if let firstDue { deadlines.append(firstDue) }
    if case .paused(let until) = capture { deadlines.append(until) }
    return deadlines.min()
  }

  /// Surfaces that captures only judge.
  public var onTrial: Set<SurfaceID> { Set(surfaces.filter { $0.value.isOnTrial }.keys) }

  /// Nothing of a capture is to be kept: what is seen may be ourselves, where we do not think we are.
  public var isAllOnTrial: Bool {
    let shown = surfaces.values.filter(\.wantsCaptures)
    return !shown.isEmpty && shown.allSatisfy(\.isOnTrial)
  }

  /// The next capture counts, wherever its damage is: a surface is to be judged by it.
  public var looksAtAll: Bool { surfaces.values.contains(where: \.isBeingJudged) }

  /// A surface is drawn, and nothing of it is seen.
  public var isUnseen: Bool { surfaces.values.contains(where: \.isUnseen) }

  public mutating func update(_ event: Event, now: Instant) -> [Action] {
    let actions = decide(event, now: now)
    for action in actions {
      switch action {
      case .present: hasPresented = true
      case .captureNow, .captureWhenDamaged: askedAt = now
      default: break
      }
    }
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
    // One that is not judged may change under a capture that is under way.
    let isJudged = ids.contains { surfaces[$0]?.wantsCaptures == true }
    guard isJudged, capture == .pending else { return ids.map { .present($0) } }
    return look(.captureWhenDamaged, presenting: ids)
  }

  /// A surface needs to be looked at no more; with `isDisturbed`, what was behind it is to be seen by the others.
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
    // Damage of our own, which nothing followed: the rate bounds what others cause.
    let isAnswer = hasPresented && !report.hasMoved
    hasPresented = false
    countStillness(report, isAnswer: isAnswer, now: now)
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

  /// Something else moves on the output all the time: look less often, and at once again after a hit.
  private var pauseAfterMisses: Duration {
    misses < 30 ? .zero : misses < 60 ? .milliseconds(33) : .milliseconds(100)
  }

  private mutating func countStillness(_ report: Report, isAnswer: Bool, now: Instant) {
    // A compositor that let a request wait for so long does answer damage only.
    let hasRested = askedAt.map { now - $0 >= .seconds(1) } ?? false
    if report.hasMoved || hasRested { stillHits = 0 }
    // Nothing can have moved behind a surface that is covered.
    let isSeen = report.validity.values.contains { $0 >= SurfaceGlass.nothing }
    if report.isHit, isSeen, !report.hasMoved, !isAnswer { stillHits += 1 }
  }

  /// The compositor tells of damage where nothing changes: look less often, and at once again when something has moved.
  ///
  /// Hyprland calls all of the output damaged each time, and draws a whole frame for a request that comes half a second or
  /// more after the last capture: the longest pause stays well below that, or requests alone would keep it drawing.
  private var pauseAfterStillness: Duration {
    switch stillHits {
    case ..<30: .zero
    case ..<60: .milliseconds(33)
    case ..<120: .milliseconds(100)
    default: .milliseconds(250)
    }
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
    // What is behind a new surface is to be seen whether it changes or not.
    let isOpening = surfaces.values.contains { $0.phase == .opening }
    return actions + look(isOpening ? .captureNow : .captureWhenDamaged)
  }
}
