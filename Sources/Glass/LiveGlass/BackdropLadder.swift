import Geometry
import GlassModel
import Loop
import Rendering

/// The ladder of fallbacks for the backdrop of one output, whose rungs are, from the best to the last, live
/// glass, the compositor's blur, a wallpaper and a colour; and the rung that is in use.
final class BackdropLadder {
  /// The conditions that the output and the compositor set.
  struct Conditions: Equatable {
    /// Whether the compositor supports captures.
    var canCapture = true
    /// The reason why our pixels are not the panel's one to one; nil: they are.
    var obstacle: String?
    /// Whether the compositor can blur behind surfaces.
    var isBlurred = false
  }

  enum Refusal: Equatable {
    case unwanted
    case because(String)

    var reason: String? {
      switch self {
      case .unwanted: nil
      case .because(let reason): reason
      }
    }
  }

  /// Called to read a wallpaper, whose content is passed to `takeWallpaper` with the number.
  var readWallpaper: ((_ wallpaper: BackdropPolicy.Wallpaper, _ number: Int) -> Void)?
  /// Called when surfaces have waited for the wallpaper long enough; `waitNoLonger` has to be called in the
  /// next update.
  var onWallpaperLate: (() -> Void)?
  /// Called when another rung than live glass was chosen, whose background `takeChosen` returns.
  var onChoice: (() -> Void)?
  /// Called with a warning for the user.
  var report: ((String) -> Void)?

  /// The rung in use, and the reason why it is not a better one.
  private(set) var inUse = BackdropInUse(rung: .solid)
  private(set) var policy: BackdropPolicy
  private let loop: EventLoop
  /// The policy that takes effect with the next `takePolicy`; nil: there is no new one.
  private var pendingPolicy: BackdropPolicy?
  /// The last reason that was reported; nil: none was since live glass worked.
  private var toldReason: String?
  /// The fallback that was chosen and that the renderer has not taken yet.
  private var chosen: Fallback?
  private var wait = WallpaperWait()

  init(_ policy: BackdropPolicy, loop: EventLoop) {
    self.policy = policy
    self.loop = loop
  }

  var isLive: Bool { inUse.rung == .live }
  /// Whether new surfaces wait for the wallpaper before they are shown.
  var holdsSurfaces: Bool { wait.holdsSurfaces }
  /// Whether a fallback was chosen that the renderer has not taken yet.
  var hasChoice: Bool { chosen != nil }

  // MARK: - The policy

  /// Follows another policy from the next `takePolicy` on.
  func follow(_ new: BackdropPolicy) { pendingPolicy = new }

  /// Makes the policy of the last `follow` the current one, and returns the former one; nil: there is no new
  /// policy.
  func takePolicy() -> BackdropPolicy? {
    guard let new = pendingPolicy else { return nil }
    pendingPolicy = nil
    defer { policy = new }
    return policy
  }

  /// The reason why live glass is not tried: an obstacle in words, or the user's wish; nil: it is tried.
  func refusal(_ conditions: Conditions) -> Refusal? {
    if !policy.isLive { return .unwanted }
    if !conditions.canCapture {
      return .because(
        "compositor supports neither zwlr_screencopy_manager_v1 version 3 nor ext_image_copy_capture_manager_v1"
      )
    }
    return conditions.obstacle.map { .because($0) }
  }

  /// The reason for which another rung than live glass is in use, to choose one again after the compositor
  /// has begun or ceased to blur.
  func presentRefusal(_ conditions: Conditions) -> Refusal {
    refusal(conditions) ?? toldReason.map { .because($0) } ?? .unwanted
  }

  // MARK: - Rungs

  /// Makes live glass the rung in use, also for a try.
  func goLive() {
    wait.end()
    // A fallback that was chosen before a surface could be shown is outdated.
    chosen = nil
    inUse = BackdropInUse(rung: .live)
  }

  /// Notes that live glass works, so that a later reason against it is reported again.
  func provedLive() { toldReason = nil }

  /// Chooses the best rung below live glass.
  func fallBack(_ refusal: Refusal, _ conditions: Conditions) {
    let fallback = Fallback(
      policy, reason: refusal.reason, isBlurred: conditions.isBlurred && conditions.obstacle == nil)
    wait.end()
    if let wallpaper = fallback.wallpaper {
      read(wallpaper, for: fallback)
    } else {
      choose(fallback)
    }
  }

  /// Chooses the wallpaper that was read, unless something else was chosen meanwhile.
  func takeWallpaper(_ content: WallpaperContent, number: Int) {
    if let fallback = wait.take(number) { choose(fallback.showing(content)) }
  }

  /// Chooses one colour until the wallpaper has been read.
  func waitNoLonger() {
    if let fallback = wait.release() { choose(fallback) }
  }

  /// Returns the background that was chosen, for the renderer, and forgets it; nil: none was.
  func takeChosen() -> Background? {
    defer { chosen = nil }
    return chosen?.background
  }

  /// Ends waiting and forgets the choice; called when nothing is shown any more.
  func reset() {
    wait.end()
    chosen = nil
  }

  private func choose(_ fallback: Fallback) {
    // Each reason is reported once, and not after each try.
    if let reason = fallback.inUse.reason, reason != toldReason {
      report?("\(policy.isLive ? "no live glass: " : "")\(reason)")
    }
    inUse = fallback.inUse
    toldReason = inUse.reason
    chosen = fallback
    onChoice?()
  }

  /// Starts to read the wallpaper; until then the screen does not change, and new surfaces wait for it for a
  /// limited time.
  private func read(_ wallpaper: BackdropPolicy.Wallpaper, for fallback: Fallback) {
    inUse = fallback.inUse
    chosen = nil
    let number = wait.begin(
      fallback,
      until: loop.schedule(at: loop.now + WallpaperWait.patience) { [weak self] in self?.onWallpaperLate?() })
    readWallpaper?(wallpaper, number)
  }
}
