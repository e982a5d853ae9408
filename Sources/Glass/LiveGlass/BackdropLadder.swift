import Geometry
import GlassModel
import Rendering

/// The ladder of fallbacks for the backdrop of one output, whose rungs are, from the best to the last, live
/// glass, the compositor's blur, a wallpaper and a colour; and the rung that is in use.
///
/// The rung follows from the user's policy, the compositor's abilities and the results of captures. Every decision
/// returns effects, which the caller performs in their order.
struct BackdropLadder {
  /// The conditions that the output and the compositor set.
  struct Conditions: Equatable {
    /// Whether the compositor supports captures.
    var canCapture = true
    /// The reason why our pixels are not the panel's one to one; nil: they are.
    var obstacle: String?
    /// Whether the compositor can blur behind surfaces.
    var isBlurred = false
  }

  /// The reason why live glass is not shown.
  enum Refusal: Equatable {
    /// The user wants another backdrop.
    case unwanted
    /// Live glass is impossible, for the given reason in words.
    case because(String)

    var reason: String? {
      switch self {
      case .unwanted: nil
      case .because(let reason): reason
      }
    }
  }

  /// A consequence of a decision.
  enum Effect: Equatable {
    /// Captures begin anew, to try live glass; if `isLive` is false, nothing is captured.
    case begin(isLive: Bool)
    /// The policy may set another capture rate.
    case rateChanged
    /// Captures end, because another rung was asked for.
    case endCaptures
    /// Live glass is wanted from now on, while another rung is in use.
    case resumeCaptures
    /// A wallpaper is read, whose content is passed to `takeWallpaper` with the number.
    case read(BackdropPolicy.Wallpaper, number: Int)
    /// The user is warned.
    case warn(String)
    /// Scenes are out of date, since they are made differently for the compositor's blur.
    case remakeScenes
    /// Surfaces wait for their background no longer, since `takeChosen` returns one.
    case showSurfaces
  }

  /// The rung in use, and the reason why it is not a better one.
  private(set) var inUse = BackdropInUse(rung: .solid)
  private(set) var policy: BackdropPolicy
  /// The policy that takes effect with the next `followSettings`; nil: there is no new one.
  private var pendingPolicy: BackdropPolicy?
  /// Whether a rung was chosen, or live glass is being tried.
  private var hasBegun = false
  /// Whether the compositor has begun or ceased to blur since the last `followSettings`.
  private var hasNewBlur = false
  /// The last reason that was reported; nil: none was since live glass worked.
  private var toldReason: String?
  /// The fallback that was chosen and that the renderer has not taken yet.
  private var chosen: Fallback?
  private var wait = WallpaperWait()

  init(_ policy: BackdropPolicy) { self.policy = policy }

  var isLive: Bool { inUse.rung == .live }
  /// Whether scenes are tinted, because the compositor blurs behind them.
  var isTinted: Bool { inUse.rung == .compositor }
  /// Whether new surfaces wait for the wallpaper before they are shown.
  var holdsSurfaces: Bool { wait.deadline != nil }
  /// The moment at which `continueIfDue` has something to do; nil: none.
  var nextDeadline: Instant? { wait.deadline }

  // MARK: - The policy

  /// Follows another policy from the next `followSettings` on.
  mutating func follow(_ new: BackdropPolicy) { pendingPolicy = new }

  /// Notes that the compositor has begun or ceased to blur, which takes effect in the next `followSettings`.
  mutating func blurChanged() { hasNewBlur = true }

  /// Applies a new policy, and a change of the compositor's blur.
  mutating func followSettings(_ conditions: Conditions, now: Instant) -> [Effect] {
    followBlur(conditions, now: now) + followPolicy(conditions, now: now)
  }

  private mutating func followBlur(_ conditions: Conditions, now: Instant) -> [Effect] {
    guard hasNewBlur else { return [] }
    hasNewBlur = false
    guard hasBegun, !isLive else { return [] }
    let refusal = refusal(conditions) ?? toldReason.map { .because($0) } ?? .unwanted
    return fallBack(refusal, conditions, now: now)
  }

  private mutating func followPolicy(_ conditions: Conditions, now: Instant) -> [Effect] {
    guard let new = pendingPolicy else { return [] }
    pendingPolicy = nil
    var same = policy
    policy = new
    same.maximumRate = new.maximumRate
    same.isOnBattery = new.isOnBattery
    guard same != new else { return [.rateChanged] }
    if let refusal = refusal(conditions) {
      return [.rateChanged, .endCaptures] + fallBack(refusal, conditions, now: now)
    }
    return [.rateChanged] + (isLive ? [] : [.resumeCaptures])
  }

  /// The reason why live glass is not tried: an obstacle in words, or the user's wish; nil: it is tried.
  private func refusal(_ conditions: Conditions) -> Refusal? {
    if !policy.isLive { return .unwanted }
    if !conditions.canCapture {
      return .because(
        "compositor supports neither zwlr_screencopy_manager_v1 version 3 nor ext_image_copy_capture_manager_v1"
      )
    }
    return conditions.obstacle.map { .because($0) }
  }

  // MARK: - Rungs

  /// Chooses the first rung, unless that was done since `reset`.
  mutating func begin(_ conditions: Conditions, now: Instant) -> [Effect] {
    guard !hasBegun else { return [] }
    hasBegun = true
    if let new = pendingPolicy { policy = new }
    pendingPolicy = nil
    guard let refusal = refusal(conditions) else {
      goLive()
      return [.begin(isLive: true)]
    }
    return [.begin(isLive: false)] + fallBack(refusal, conditions, now: now)
  }

  /// Tries live glass again.
  mutating func tryAgain() -> [Effect] {
    goLive()
    return [.remakeScenes]
  }

  private mutating func goLive() {
    wait.end()
    // A fallback that was chosen before a surface could be shown is outdated.
    chosen = nil
    inUse = BackdropInUse(rung: .live)
  }

  /// Notes that live glass works, so that a later reason against it is reported again.
  mutating func provedLive() { toldReason = nil }

  /// Chooses the best rung below live glass.
  mutating func fallBack(_ refusal: Refusal, _ conditions: Conditions, now: Instant) -> [Effect] {
    let fallback = Fallback(
      policy, reason: refusal.reason, isBlurred: conditions.isBlurred && conditions.obstacle == nil)
    wait.end()
    guard let wallpaper = fallback.wallpaper else { return choose(fallback) }
    // The screen does not change until the wallpaper is read, and new surfaces wait for it for a limited time.
    inUse = fallback.inUse
    chosen = nil
    return [.read(wallpaper, number: wait.begin(fallback, now: now))]
  }

  /// Chooses the wallpaper that was read, unless something else was chosen meanwhile.
  mutating func takeWallpaper(_ content: WallpaperContent, number: Int) -> [Effect] {
    wait.take(number).map { choose($0.showing(content)) } ?? []
  }

  /// Chooses one colour until the wallpaper is read, once surfaces have waited for it long enough.
  mutating func continueIfDue(now: Instant) -> [Effect] { wait.release(now: now).map { choose($0) } ?? [] }

  /// Returns the background that was chosen, for the renderer, and forgets it; nil: none was.
  mutating func takeChosen() -> Background? {
    defer { chosen = nil }
    return chosen?.background
  }

  /// Forgets the choice; called when nothing is shown any more.
  mutating func reset() {
    wait.end()
    chosen = nil
    hasBegun = false
  }

  private mutating func choose(_ fallback: Fallback) -> [Effect] {
    var effects: [Effect] = []
    // Each reason is reported once, and not after each try.
    if let reason = fallback.inUse.reason, reason != toldReason {
      effects.append(.warn("\(policy.isLive ? "no live glass: " : "")\(reason)"))
    }
    inUse = fallback.inUse
    toldReason = inUse.reason
    chosen = fallback
    return effects + [.remakeScenes, .showSurfaces]
  }
}
