import Geometry
import Scenes

/// The rules by which live glass is given up and tried again.
extension LiveBackdrop {
  static let failureLimit = 3
  /// The time after which a new surface is shown without its background: captures come within a frame, on
  /// busy machines within a second.
  static let firstPatience = Duration.seconds(5)
  /// The delay from which a deadline counts as missed because this program was busy: the capture may have
  /// come meanwhile.
  static let ownDelay = Duration.milliseconds(250)
  /// The pause between captures of an output that is about to change.
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
    // While no surface of ours is shown, our commits cause no damage to wait for.
    let next: Action = isOpening && shown.isEmpty ? .captureNow : .captureWhenDamaged
    return [.tryAgain] + shown.map { .present($0) } + (isWatched ? [next] : [])
  }

  /// The actions for a surface that is drawn but does not look as it should, and whether to capture again at
  /// once.
  mutating func doubt(_ id: SurfaceID, now: Instant) -> (actions: [Action], looksAgain: Bool) {
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

  mutating func rest(_ refusal: Refusal, now: Instant) -> [Action] {
    rest(until: now + .seconds(min(60, 1 << min(tries, 6))))
    tries += 1
    return [.fallBack(refusal)]
  }

  /// Gives live glass up for good, whatever is shown, because another backdrop was asked for.
  public mutating func disable() { rest(until: nil) }

  /// Shows the next fallback because the capture that a new surface waits for is late, and waits on; nil if
  /// this program noticed the deadline late itself.
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

extension SurfaceGlass {
  /// The verdict of a capture that did not judge this surface.
  var unjudged: Verdict {
    switch phase {
    case .watching(let covered): covered > 0 ? .lookAfter(Self.unseenPause) : .lookOn
    case .proving(let proof): proof.nextTrial == nil ? .lookNow : .wait
    case .opening, .hidden, .held, .resting: .wait
    }
  }

  /// Whether a capture that judges this surface is due now; if so, it counts as under way.
  mutating func takeTrial(now: Instant) -> Bool {
    guard case .proving(var proof) = phase, let due = proof.nextTrial, due <= now else { return false }
    proof.nextTrial = nil
    phase = .proving(proof)
    return true
  }

  /// Starts to prove the surface anew after a pause of 1, 2, 4 … 60 s.
  mutating func doubt(now: Instant) {
    var proof = Proof(began: now)
    proof.nextTrial = now + .seconds(min(60, 1 << min(doubtCount, 6)))
    doubtCount += 1
    phase = .proving(proof)
  }

  /// Whether the caller has to report that nothing of the surface is seen; true once.
  mutating func takeReport() -> Bool {
    defer { isUnseen = true }
    return !isUnseen
  }
}
