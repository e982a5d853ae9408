public import Geometry

/// What is known of one surface's glass: whether it is shown, proven, seen.
///
/// Part of `LiveBackdrop`, which decides for all surfaces of an output; each is judged by itself.
public struct SurfaceGlass: Equatable, Sendable {
  public enum Phase: Equatable, Sendable {
    /// Not shown; waits for its size, and for the background without it.
    case opening
    /// Shown, and watched until it is seen to be where we think and the model to hold.
    case proving(Proof)
    /// Live; `covered` counts captures in a row that found nothing of it.
    case watching(covered: Int)
    /// Nothing of it is on the screen: not looked for until the compositor asks for its frame.
    case hidden
    /// Frozen: shows what is known, opaque, and is not judged.
    case held
    /// On another rung, with all others of its output.
    case resting
  }

  public struct Proof: Equatable, Sendable {
    public var began: Instant
    /// What is opaque must first be seen as it is: no animation of the compositor's does harm then.
    public var isFrozen = true
    /// Captures in a row that were (almost) wholly valid.
    public var clear = 0
    /// Captures in a row that were partly valid at least.
    public var partlyClear = 0
    /// When to look again; nil: a capture is under way.
    public var nextTrial: Instant?
  }

  public internal(set) var phase = Phase.opening
  /// `reportUnseen` has been asked for, and nothing of it was seen since.
  public internal(set) var isUnseen = false
  /// The compositor has asked for a frame of it.
  var isDrawn = false
  /// The model was seen to hold for what is shown.
  var isProven = false
  /// Something above covers it although it is drawn.
  var isKnownCovered = false
  /// How often it alone was doubted since it was last seen.
  var doubtCount = 0
  /// Since when it is drawn, and nothing of it is seen.
  var unseenSince: Instant?

  /// Captures are to be judged, and none of the pixels at its place kept.
  ///
  /// While nothing of it is seen it may not lie where we think, and what is around there may be itself.
  public var isOnTrial: Bool {
    switch phase {
    case .proving: true
    case .watching(let covered): covered > 0
    case .opening, .hidden, .held, .resting: false
    }
  }

  /// It is to be drawn with its true alpha: nothing can be measured through it.
  public var isFrozen: Bool {
    switch phase {
    case .opening, .held: true
    case .proving(let proof): proof.isFrozen
    case .watching, .hidden, .resting: false
    }
  }

  /// It is on the screen, for all we know.
  public var isShown: Bool { phase != .opening }

  /// Captures tell something of it.
  public var wantsCaptures: Bool {
    switch phase {
    case .proving, .watching, .opening: true
    case .hidden, .held, .resting: false
    }
  }

  /// The capture under way is to judge it.
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

  /// The earliest moment at which it wants something done; nil: none.
  var nextDeadline: Instant? {
    if case .proving(let proof) = phase { return proof.nextTrial }
    return unseenDue
  }
}

extension SurfaceGlass {
  /// Nearly all: a pointer's few blocks may be missing.
  public static let clear = 0.99
  /// Below this share, what passes does so by chance.
  public static let nothing = 0.01
  /// The compositors' own map animations last up to a second.
  static let patience = Duration.seconds(2)
  /// After this, what still covers a part of us is a window, not an animation.
  static let settling = Duration.milliseconds(600)
  static let trialPause = Duration.milliseconds(50)
  /// A menu or a veil over the whole bar is gone by then.
  static let unseenPatience = Duration.seconds(10)
  /// Between looks for what does not see us.
  static let unseenPause = Duration.milliseconds(100)

  /// What the judgement of a capture asks for.
  enum Verdict: Equatable {
    /// Nothing, until `nextDeadline` or until another surface wants a capture.
    case wait
    case lookNow
    /// Another look, as soon as the rate allows.
    case lookOn
    /// A look after a pause.
    case lookAfter(Duration)
    /// It has been seen where it should be: the glass thaws.
    case thaw
    /// The model has been seen to hold: captures count from now on.
    case proven
    /// Nothing of it is shown.
    case hide
    /// It is drawn, and yet nothing looks like it.
    case doubt
  }

  /// Starts to watch what is shown, frozen.
  mutating func prove(now: Instant) {
    phase = .proving(Proof(began: now))
  }

  /// Takes the share of its blocks that is as it should be, 0 … 1.
  mutating func judge(validity: Double, isHit: Bool, isFirstTry: Bool, now: Instant) -> Verdict {
    switch phase {
    // Looked at by the way: its own time comes.
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
      // Judged only so far.
      return covered > 0 ? .lookNow : .lookOn
    }
    let covered = covered + 1
    phase = .watching(covered: covered)
    if covered >= 2 && (!isKnownCovered || covered >= 60) {
      if !isKnownCovered { unseenSince = nil }
      phase = .hidden
      return .hide
    }
    // What covers us may never change: do not wait for its damage to be sure.
    return covered == 1 && !isKnownCovered ? .lookNow : .lookAfter(Self.unseenPause)
  }

  /// The compositor draws it; returns whether that changes anything.
  mutating func frameDone(now: Instant) -> Bool {
    isDrawn = true
    guard phase == .hidden else { return false }
    isKnownCovered = true
    if unseenSince == nil { unseenSince = now }
    phase = isProven ? .watching(covered: 1) : .proving(Proof(began: now))
    return true
  }
}
