public import Measures

/// Decides for one output when to capture, when to present, and when to give up on live glass.
///
/// The rules and the figures without another source were found by experiment on real compositors: a capture must
/// follow a commit, only damage may wake us, and a single look can be deceived by an animation of the
/// compositor's or by a window above us.
public struct LiveBackdrop: Equatable, Sendable {
  /// What happened to this output.
  public enum Event: Equatable, Sendable {
    /// The output is new or its geometry changed; nothing of ours is shown yet.
    case started
    /// Live glass is wanted from now on, over what is shown already.
    case resumed
    /// The background was captured without us in it, and the surface is ready to be shown.
    case backgroundKnown
    case captured(Report)
    case captureFailed(Trouble)
    /// The scene changed for a reason of its own, such as the clock.
    case contentChanged
    /// The compositor asked for our next frame: it draws us.
    case frameDone
    /// `nextDeadline` has come.
    case deadlineReached
  }

  /// What to do, in this order.
  public enum Action: Equatable, Sendable {
    case captureNow
    case captureWhenDamaged
    /// Drops a capture under way; it will not be heard of again.
    case cancelCapture
    /// Draws and commits, with a request for a frame callback.
    case present
    /// A commit without a new picture that asks for a frame callback.
    case requestFrame
    /// The self-test has passed: captures count from now on.
    case beginLive
    /// Says that nothing of us is seen where we should be, although we are drawn.
    case reportUnseen
    /// Shows the next rung of the ladder.
    case fallBack(Refusal)
    /// Shows the last known background with a leak again, so that the next captures can judge it.
    case tryAgain
  }

  /// What one capture told.
  public struct Report: Equatable, Sendable {
    /// Share of our blocks that nothing covers, 0 … 1.
    public var validity: Double
    /// The damage met the region that we look at.
    public var isHit: Bool
    /// The estimate of the background changed.
    public var hasMoved: Bool

    public init(validity: Double, isHit: Bool, hasMoved: Bool) {
      self.validity = validity
      self.isHit = isHit
      self.hasMoved = hasMoved
    }
  }

  public enum Trouble: Equatable, Sendable {
    /// The compositor answered that this capture failed; a later one may work.
    case refused
    /// No capture can ever work here, for the reason given.
    case impossible(String)
  }

  /// Why live glass is not shown.
  public enum Refusal: Equatable, Sendable {
    /// What the screen shows is not what blending our surfaces over anything could give.
    case modelDoesNotHold
    /// The compositor refuses captures.
    case captureRefused
    case captureImpossible(String)
  }

  public enum Phase: Equatable, Sendable {
    /// Waiting for the background without us.
    case acquiring
    /// Shown, and watched until the model is seen to hold.
    case proving(Proof)
    /// Live; `covered` counts captures in a row that found nothing of us.
    case watching(covered: Int, isPaused: Bool)
    /// Nothing of us is on the screen: no capture until the compositor asks for a frame.
    case hidden
    /// On another rung, until the next try; nil: for good.
    case resting(until: Instant?)
  }

  public struct Proof: Equatable, Sendable {
    public var began: Instant
    /// Captures in a row that were (almost) wholly valid.
    public var clear = 0
    /// Captures in a row that were partly valid at least.
    public var partlyClear = 0
    public var nextTrial: Instant?
  }

  public private(set) var phase = Phase.acquiring
  /// Shortest time from one capture to the next.
  public var captureInterval: Duration
  /// How far, in 1/255, a clear pixel may lie outside the model; 1 only where 0 does not hold.
  public private(set) var tolerance = 0
  private var tries = 0
  private var failures = 0
  private var misses = 0
  /// Something of ours was committed since the last capture.
  private var hasPresented = false
  private var wakeUp: Instant?
  private var isDrawn = false
  /// The model was seen to hold for what is shown.
  private var isProven = false
  private var peerCovers = false
  /// Since when we are drawn, and nothing of us is seen.
  private var unseenSince: Instant?
  /// `reportUnseen` has been asked for, and nothing of us was seen since.
  public private(set) var isUnseen = false

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
    switch phase {
    case .acquiring, .hidden: nil
    case .proving(let proof): proof.nextTrial
    case .watching(_, let isPaused): [isPaused ? wakeUp : nil, unseenDue].compactMap(\.self).min()
    case .resting(let until): until
    }
  }

  private var unseenDue: Instant? { isUnseen ? nil : unseenSince.map { $0 + Self.unseenPatience } }

  /// Captures are to be judged, and none of their pixels kept.
  ///
  /// While nothing of us is seen we may not lie where we think, and what is around there may be ourselves.
  public var isOnTrial: Bool {
    switch phase {
    case .proving: true
    case .watching(let covered, _): covered > 0
    case .acquiring, .hidden, .resting: false
    }
  }

  public mutating func update(_ event: Event, now: Instant) -> [Action] {
    let actions = decide(event, now: now)
    if actions.contains(.present) { hasPresented = true }
    return actions
  }

  private mutating func decide(_ event: Event, now: Instant) -> [Action] {
    switch event {
    case .started:
      self = LiveBackdrop(captureInterval: captureInterval)
      return [.captureNow]
    case .resumed:
      self = LiveBackdrop(captureInterval: captureInterval)
      return tryAgain(now: now)
    case .backgroundKnown:
      phase = .proving(Proof(began: now))
      return [.present, .captureWhenDamaged]
    case .captureFailed(let trouble):
      return recover(from: trouble, now: now)
    case .captured(let report):
      failures = 0
      return judge(report, now: now)
    case .contentChanged:
      return present()
    case .frameDone:
      isDrawn = true
      guard phase == .hidden else { return [] }
      peerCovers = true
      if unseenSince == nil { unseenSince = now }
      phase = isProven ? .watching(covered: 1, isPaused: false) : .proving(Proof(began: now))
      return [.captureNow]
    case .deadlineReached:
      return continueAfterPause(now: now)
    }
  }
}

extension LiveBackdrop {
  /// Nearly all: a pointer's few blocks may be missing.
  static let clear = 0.99
  /// Below this share, what passes does so by chance.
  static let nothing = 0.01
  /// The compositors' own map animations last up to a second.
  static let patience = Duration.seconds(2)
  /// After this, what still covers a part of us is a window, not an animation.
  static let settling = Duration.milliseconds(600)
  static let trialPause = Duration.milliseconds(50)
  static let failureLimit = 3
  /// A menu or a veil over the whole bar is gone by then.
  static let unseenPatience = Duration.seconds(10)
  /// Between looks for what does not see us.
  static let unseenPause = Duration.milliseconds(100)

  private mutating func judge(_ report: Report, now: Instant) -> [Action] {
    switch phase {
    case .proving(let proof): return prove(proof, report, now: now)
    case .watching(let covered, _): return watch(report, covered: covered, now: now)
    case .acquiring, .hidden, .resting: return []
    }
  }

  private mutating func prove(_ old: Proof, _ report: Report, now: Instant) -> [Action] {
    var proof = old
    proof.clear = report.validity >= Self.clear ? proof.clear + 1 : 0
    proof.partlyClear = report.validity >= Self.nothing ? proof.partlyClear + 1 : 0
    proof.nextTrial = nil
    let age = now - proof.began
    let patience = tries == 0 ? Self.patience : Self.settling
    if proof.clear >= 2 || (proof.partlyClear >= 2 && age >= Self.settling) {
      tries = 0
      isProven = true
      phase = .watching(covered: 0, isPaused: false)
      return [.beginLive, .captureNow]
    }
    if proof.partlyClear == 0 && age >= patience {
      return isDrawn ? doubt(now: now) : hide()
    }
    if proof.clear == 1 {
      phase = .proving(proof)
      return [.captureNow]
    }
    proof.nextTrial = now + Self.trialPause
    phase = .proving(proof)
    return []
  }

  private mutating func watch(_ report: Report, covered: Int, now: Instant) -> [Action] {
    misses = report.isHit ? 0 : misses + 1
    // Damage of our own, which nothing followed: the rate bounds what others cause.
    let isAnswer = hasPresented && !report.hasMoved
    hasPresented = false
    guard report.isHit else { return captureAgain(covered: covered, isAnswer: isAnswer, now: now) }
    guard report.validity < Self.nothing else {
      peerCovers = false
      unseenSince = nil
      isUnseen = false
      if covered > 0 {
        // Judged only so far.
        phase = .watching(covered: 0, isPaused: false)
        return [.captureNow]
      }
      return (report.hasMoved ? [.present] : []) + captureAgain(covered: 0, isAnswer: isAnswer, now: now)
    }
    let covered = covered + 1
    if covered >= 2 && (!peerCovers || covered >= 60) {
      if !peerCovers { unseenSince = nil }
      return hide()
    }
    if covered == 1 && !peerCovers {
      // What covers us may never change: do not wait for its damage to be sure.
      phase = .watching(covered: covered, isPaused: false)
      return (report.hasMoved ? [.present] : []) + [.captureNow]
    }
    return captureAgain(covered: covered, isAnswer: isAnswer, now: now)
  }

  /// Something else moves on the output all the time: look less often, and at once again after a hit.
  private var pauseAfterMisses: Duration {
    misses < 30 ? .zero : misses < 60 ? .milliseconds(33) : .milliseconds(100)
  }

  private mutating func captureAgain(covered: Int, isAnswer: Bool, now: Instant) -> [Action] {
    let pause =
      covered > 0 ? Self.unseenPause : isAnswer ? pauseAfterMisses : max(captureInterval, pauseAfterMisses)
    guard pause > .zero else {
      phase = .watching(covered: covered, isPaused: false)
      return [.captureWhenDamaged]
    }
    wakeUp = now + pause
    phase = .watching(covered: covered, isPaused: true)
    return []
  }

  private mutating func present() -> [Action] {
    switch phase {
    case .acquiring: []
    case .hidden, .resting, .watching(_, isPaused: true): [.present]
    case .proving(let proof) where proof.nextTrial != nil: [.present]
    case .proving, .watching: [.cancelCapture, .present, .captureWhenDamaged]
    }
  }

  private mutating func continueAfterPause(now: Instant) -> [Action] {
    guard let due = nextDeadline, due <= now else { return [] }
    switch phase {
    case .proving(var proof):
      proof.nextTrial = nil
      phase = .proving(proof)
      return [.captureNow]
    case .watching(let covered, let isPaused):
      var actions: [Action] = []
      if let due = unseenDue, due <= now {
        isUnseen = true
        actions = [.reportUnseen]
      }
      guard isPaused, let wakeUp, wakeUp <= now else { return actions }
      phase = .watching(covered: covered, isPaused: false)
      return actions + [.captureWhenDamaged]
    case .resting: return tryAgain(now: now)
    case .acquiring, .hidden: return []
    }
  }

  private mutating func tryAgain(now: Instant) -> [Action] {
    phase = .proving(Proof(began: now))
    isDrawn = false
    isProven = false
    failures = 0
    return [.tryAgain, .present, .captureWhenDamaged]
  }

  private mutating func recover(from trouble: Trouble, now: Instant) -> [Action] {
    if case .impossible(let reason) = trouble {
      phase = .resting(until: nil)
      return [.fallBack(.captureImpossible(reason))]
    }
    failures += 1
    switch phase {
    case .acquiring where failures >= Self.failureLimit:
      // Whoever denies three times in a row before we are shown does so on purpose: do not ask again.
      phase = .resting(until: nil)
      return [.fallBack(.captureRefused)]
    case .proving where failures == Self.failureLimit, .watching where failures == Self.failureLimit:
      // An output that is switched off cannot be captured, and asks for no frame either.
      return hide()
    case .proving where failures >= 2 * Self.failureLimit, .watching where failures >= 2 * Self.failureLimit:
      return rest(.captureRefused, now: now)
    case .acquiring, .proving, .watching: return [.captureNow]
    case .hidden, .resting: return []
    }
  }

  private mutating func hide() -> [Action] {
    phase = .hidden
    return [.requestFrame]
  }

  /// We are drawn, and yet nothing looks like us: allow for a rounding of the GPU's own before giving up.
  private mutating func doubt(now: Instant) -> [Action] {
    guard tolerance == 0 else {
      tolerance = 0
      return rest(.modelDoesNotHold, now: now)
    }
    tolerance = 1
    phase = .proving(Proof(began: now))
    return [.captureNow]
  }

  private mutating func rest(_ refusal: Refusal, now: Instant) -> [Action] {
    phase = .resting(until: now + .seconds(min(60, 1 << min(tries, 6))))
    tries += 1
    return [.fallBack(refusal)]
  }
}
