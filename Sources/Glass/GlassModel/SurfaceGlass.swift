public import Geometry

/// The state of one surface's glass: whether it is shown, has passed its self-test, and is seen in captures.
///
/// `LiveBackdrop`, which decides for all surfaces of an output, holds one value for each of them; surfaces are judged
/// independently of one another.
public struct SurfaceGlass: Equatable, Sendable {
  public enum Phase: Equatable, Sendable {
    /// The surface is not shown; it waits for its size, and for a capture of the background without it.
    case opening
    /// The surface is shown, and captures have to prove that it is where we think and that the model holds.
    case proving(Proof)
    /// The glass is live; `covered` counts captures in a row that found nothing of the surface.
    case watching(covered: Int)
    /// Nothing of the surface is on the screen; it is not looked for until its frame callback comes.
    case hidden
    /// The glass is frozen: it shows the last known background, and is not judged.
    case held
    /// All surfaces of the output show another backdrop than live glass.
    case resting
  }

  public struct Proof: Equatable, Sendable {
    public var began: Instant
    /// Whether the first step is under way, in which the glass is frozen: animations of the compositor do no
    /// harm then.
    public var isFrozen = true
    /// The number of captures in a row in which the surface was (almost) wholly valid.
    public var clear = 0
    /// The number of captures in a row in which the surface was at least partly valid.
    var partlyClear = 0
    /// The moment of the next capture for this surface; nil: one is under way.
    public var nextTrial: Instant?
  }

  public internal(set) var phase = Phase.opening
  /// Whether `reportUnseen` was returned, and nothing of the surface was seen since.
  public internal(set) var isUnseen = false
  /// Whether a frame callback of the surface has come.
  var isDrawn = false
  /// Whether captures have proven that the model holds for the surface.
  var isProven = false
  /// Whether the surface is drawn, but something above covers it.
  var isKnownCovered = false
  /// The number of failed proofs of this surface since it last passed one, while the model held for others.
  private var doubtCount = 0
  /// The moment since which the surface is drawn and nothing of it is seen; nil: something of it is seen.
  var unseenSince: Instant?

  /// Whether captures only judge the surface, and none of the pixels at its place are kept.
  ///
  /// While nothing of the surface is seen it may lie elsewhere, and the pixels around its expected place may
  /// be its own.
  public var isOnTrial: Bool {
    switch phase {
    case .proving: true
    case .watching(let covered): covered > 0
    case .opening, .hidden, .held, .resting: false
    }
  }

  /// Whether the surface is drawn with its true alpha, so that nothing can be measured through it.
  public var isFrozen: Bool {
    switch phase {
    case .opening, .held: true
    case .proving(let proof): proof.isFrozen
    case .watching, .hidden, .resting: false
    }
  }

  /// Whether the surface has been shown; it may be invisible all the same.
  public var isShown: Bool { phase != .opening }

  /// Whether captures are needed for this surface.
  public var wantsCaptures: Bool {
    switch phase {
    case .proving, .watching, .opening: true
    case .hidden, .held, .resting: false
    }
  }

  /// Whether the capture under way has to judge this surface.
  var isBeingJudged: Bool {
    switch phase {
    case .proving(let proof): proof.nextTrial == nil
    case .watching(let covered): covered > 0
    case .opening, .hidden, .held, .resting: false
    }
  }

  var unseenDue: Instant? {
    guard !isUnseen, case .watching = phase else { return nil }
    return unseenSince.map { $0 + Self.unseenPatience }
  }

  /// The earliest moment at which this surface needs a capture or a report; nil: none.
  var nextDeadline: Instant? {
    if case .proving(let proof) = phase { return proof.nextTrial }
    return unseenDue
  }
}

extension SurfaceGlass {
  /// The validity from which a surface counts as wholly seen; a pointer may cover a few of its blocks.
  public static let clear = 0.99
  /// The validity below which a surface counts as unseen: so few blocks are valid by chance.
  public static let nothing = 0.01
  /// The time within which a new surface has to be seen: compositors animate its opening for up to a second.
  static let patience = Duration.seconds(2)
  /// The time after which a part of a surface that is not seen counts as covered by a window, not as
  /// animated.
  static let settling = Duration.milliseconds(600)
  static let trialPause = Duration.milliseconds(50)
  /// The time after which a drawn surface that is not seen is reported: a menu over the whole bar is closed
  /// by then.
  static let unseenPatience = Duration.seconds(10)
  /// The pause between captures for a surface of which nothing is seen.
  static let unseenPause = Duration.milliseconds(100)

  /// The result of judging a surface by a capture.
  enum Verdict: Equatable {
    /// No capture is needed until `nextDeadline` or until another surface needs one.
    case wait
    case lookNow
    /// Another capture is needed as soon as the rate allows.
    case lookOn
    /// Another capture is needed after a pause.
    case lookAfter(Duration)
    /// The surface was seen where it should be, so its glass can be drawn with a leak.
    case thaw
    /// Captures have proven that the model holds; they count from now on.
    case proven
    /// Nothing of the surface is seen, and the compositor may not draw it.
    case hide
    /// The surface is drawn, and yet nothing of it is seen.
    case doubt
  }

  /// Starts to prove the surface, with frozen glass.
  mutating func prove(now: Instant) {
    phase = .proving(Proof(began: now))
  }

  /// Judges the surface by `validity`, the share of its blocks that look as they should, 0 … 1.
  mutating func judge(validity: Double, isHit: Bool, isFirstTry: Bool, now: Instant) -> Verdict {
    switch phase {
    // The capture was made for other surfaces; that of this one follows at `nextTrial`.
    case .proving(let proof) where proof.nextTrial != nil: .wait
    case .proving(let proof):
      prove(proof, validity, patience: isFirstTry ? Self.patience : Self.settling, now)
    case .watching(let covered): watch(validity, isHit: isHit, covered: covered)
    case .opening, .hidden, .held, .resting: .wait
    }
  }

  private mutating func prove(
    _ old: Proof, _ validity: Double, patience: Duration, _ now: Instant
  ) -> Verdict {
    var proof = old
    proof.clear = validity >= Self.clear ? proof.clear + 1 : 0
    proof.partlyClear = validity >= Self.nothing ? proof.partlyClear + 1 : 0
    proof.nextTrial = nil
    let age = now - proof.began
    if proof.clear >= (proof.isFrozen ? 2 : 1) || (proof.partlyClear >= 2 && age >= Self.settling) {
      if proof.isFrozen {
        phase = .proving(Proof(began: now, isFrozen: false))
        return .thaw
      }
      isProven = true
      isUnseen = false
      doubtCount = 0
      phase = .watching(covered: 0)
      return .proven
    }
    if proof.partlyClear == 0 && age >= patience {
      if isDrawn { return .doubt }
      phase = .hidden
      return .hide
    }
    if proof.clear == 1 {
      phase = .proving(proof)
      return .lookNow
    }
    proof.nextTrial = now + Self.trialPause
    phase = .proving(proof)
    return .wait
  }

  private mutating func watch(_ validity: Double, isHit: Bool, covered: Int) -> Verdict {
    guard isHit else { return covered > 0 ? .lookAfter(Self.unseenPause) : .lookOn }
    guard validity < Self.nothing else {
      isKnownCovered = false
      unseenSince = nil
      isUnseen = false
      phase = .watching(covered: 0)
      // Captures only judged the surface so far, and kept nothing.
      return covered > 0 ? .lookNow : .lookOn
    }
    let covered = covered + 1
    phase = .watching(covered: covered)
    if covered >= 2 && (!isKnownCovered || covered >= 60) {
      if !isKnownCovered { unseenSince = nil }
      phase = .hidden
      return .hide
    }
    // The surface above may never cause damage: do not wait for damage to be sure.
    return covered == 1 && !isKnownCovered ? .lookNow : .lookAfter(Self.unseenPause)
  }

  /// Notes that the compositor draws the surface; returns whether a capture is needed for that.
  mutating func frameDone(now: Instant) -> Bool {
    isDrawn = true
    guard phase == .hidden else { return false }
    isKnownCovered = true
    if unseenSince == nil { unseenSince = now }
    phase = isProven ? .watching(covered: 1) : .proving(Proof(began: now))
    return true
  }

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
