import Geometry
import Scenes

/// When live glass is given up, and tried again.
extension LiveBackdrop {
  static let failureLimit = 3
  /// A surface is shown without its background after this long: captures come within a frame, on busy machines within
  /// a second.
  static let firstPatience = Duration.seconds(5)
  /// A deadline that is noticed so late was missed by us, who were busy: the capture may have come meanwhile.
  static let ownDelay = Duration.milliseconds(250)
  /// Between captures of an output that is about to change.
  static let changePause = Duration.milliseconds(100)

  mutating func resume(now: Instant) -> [Action] {
    tries = 0
    tolerance = 0
    return tryAgain(now: now)
  }

  mutating func tryAgain(now: Instant) -> [Action] {
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
    // Where nothing of ours is shown yet, nothing of ours makes damage.
    let next: Action = isOpening && shown.isEmpty ? .captureNow : .captureWhenDamaged
    return [.tryAgain] + shown.map { .present($0) } + (isWatched ? [next] : [])
  }

  /// What to do about a surface that is drawn and looks like nothing of ours, and whether to look again at once.
  mutating func doubt(_ id: SurfaceID, now: Instant) -> (actions: [Action], looksAgain: Bool) {
    if surfaces.contains(where: { $0.key != id && $0.value.isProven }) {
      // The model holds here: this one is not where we think.
      surfaces[id]?.doubt(now: now)
      return (surfaces[id]?.takeReport() == true ? [.reportUnseen(id)] : [], false)
    }
    guard tolerance == 0 else {
      tolerance = 0
      return (rest(.modelDoesNotHold, now: now), false)
    }
    // Allow for a rounding of the GPU's own before giving up.
    tolerance = 1
    for (id, surface) in surfaces {
      if case .proving = surface.phase { surfaces[id]?.prove(now: now) }
    }
    return ([], true)
  }

  mutating func rest(_ refusal: Refusal, now: Instant) -> [Action] {
    rest(until: now + .seconds(min(60, 1 << min(tries, 6))))
    tries += 1
    return [.fallBack(refusal)]
  }

  /// Rests for good, whatever is shown: another rung was asked for.
  public mutating func disable() { rest(until: nil) }

  /// The capture that a new surface waits for is late: shows the next rung and waits on; nil if we were late ourselves.
  mutating func giveUpWaiting(since due: Instant, now: Instant) -> [Action]? {
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
  mutating func askAgain() -> [Action] {
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

  mutating func recover(from trouble: Trouble, now: Instant) -> [Action] {
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
    if surfaces.allSatisfy({ !$0.value.isShown }), failures >= Self.failureLimit {
      // Whoever denies three times in a row before we are shown does so on purpose: do not ask again.
      rest(until: nil)
      return [.fallBack(.captureRefused)]
    }
    if failures >= 2 * Self.failureLimit { return rest(.captureRefused, now: now) }
    let shown = looking.filter(\.value.isShown)
    if failures == Self.failureLimit, !shown.isEmpty {
      // An output that is switched off cannot be captured, and asks for no frame either.
      for id in shown.keys { surfaces[id]?.phase = .hidden }
      return shown.keys.sorted().map { .requestFrame($0) }
    }
    capture = .pending
    return [.captureNow]
  }
}

extension SurfaceGlass {
  /// What a capture asks for that did not look at it.
  var unjudged: Verdict {
    switch phase {
    case .watching(let covered): covered > 0 ? .lookAfter(Self.unseenPause) : .lookOn
    case .proving(let proof): proof.nextTrial == nil ? .lookNow : .wait
    case .opening, .hidden, .held, .resting: .wait
    }
  }

  /// Whether a look at it is due now; it is taken as under way then.
  mutating func takeTrial(now: Instant) -> Bool {
    guard case .proving(var proof) = phase, let due = proof.nextTrial, due <= now else { return false }
    proof.nextTrial = nil
    phase = .proving(proof)
    return true
  }

  /// Looks again after 1, 2, 4 … 60 s.
  mutating func doubt(now: Instant) {
    var proof = Proof(began: now)
    proof.nextTrial = now + .seconds(min(60, 1 << min(doubtCount, 6)))
    doubtCount += 1
    phase = .proving(proof)
  }

  /// Whether it is to be said that nothing of it is seen: once.
  mutating func takeReport() -> Bool {
    defer { isUnseen = true }
    return !isUnseen
  }
}
