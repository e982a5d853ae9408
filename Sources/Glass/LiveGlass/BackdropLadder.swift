import Geometry
import GlassModel
import Loop
import Rendering

/// Which rung of the ladder the glass of one output stands on: live glass, the compositor's blur, a wallpaper, a colour.
final class BackdropLadder {
  /// What the output and the compositor allow.
  struct Conditions: Equatable {
    /// The compositor can be asked for captures.
    var canCapture = true
    /// Why our pixels do not fall on the panel's one to one; nil: they do.
    var obstacle: String?
    /// The compositor can blur behind surfaces.
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

  /// Has a wallpaper read, whose content is handed to `takeWallpaper` with the number.
  var readWallpaper: ((_ wallpaper: BackdropPolicy.Wallpaper, _ number: Int) -> Void)?
  /// Surfaces have waited for the wallpaper long enough: `waitNoLonger` is due.
  var onWallpaperLate: (() -> Void)?
  /// Called when another rung than live glass was chosen: `takeChosen` gives what is shown.
  var onChoice: (() -> Void)?
  /// Takes a warning for people.
  var report: ((String) -> Void)?

  /// What its glass shows, and why nothing better.
  private(set) var inUse = BackdropInUse(rung: .solid)
  private(set) var policy: BackdropPolicy
  private let loop: EventLoop
  /// Taken over at the next update, or when the first surface is opened.
  private var pendingPolicy: BackdropPolicy?
  /// What was reported of it.
  private var toldReason: String?
  /// What to show instead of live glass, until the renderer has taken it.
  private var chosen: Fallback?
  private var wait = WallpaperWait()

  init(_ policy: BackdropPolicy, loop: EventLoop) {
    self.policy = policy
    self.loop = loop
  }

  var isLive: Bool { inUse.rung == .live }
  /// New surfaces are not shown yet.
  var holdsSurfaces: Bool { wait.holdsSurfaces }
  /// Something was chosen that the renderer has not taken.
  var hasChoice: Bool { chosen != nil }

  // MARK: - The policy

  /// Follows another policy from the next `takePolicy` on.
  func follow(_ new: BackdropPolicy) { pendingPolicy = new }

  /// Takes over the policy that is to be followed, and returns the former one; nil: there is no other.
  func takePolicy() -> BackdropPolicy? {
    guard let new = pendingPolicy else { return nil }
    pendingPolicy = nil
    defer { policy = new }
    return policy
  }

  /// Why live glass is not even tried, in words or by the user's wish; nil: it is tried.
  func refusal(_ conditions: Conditions) -> Refusal? {
    if !policy.isLive { return .unwanted }
    if !conditions.canCapture {
      return .because(
        "compositor supports neither zwlr_screencopy_manager_v1 version 3 nor ext_image_copy_capture_manager_v1"
      )
    }
    return conditions.obstacle.map { .because($0) }
  }

  /// Why the present rung was chosen, where the compositor has begun or ceased to blur.
  func presentRefusal(_ conditions: Conditions) -> Refusal {
    refusal(conditions) ?? toldReason.map { .because($0) } ?? .unwanted
  }

  // MARK: - Rungs

  /// Steps up to live glass, or tries it.
  func goLive() {
    wait.end()
    // Chosen before a surface could be shown, and late.
    chosen = nil
    inUse = BackdropInUse(rung: .live)
  }

  /// Live glass was seen to work: what keeps it away later is said again.
  func provedLive() { toldReason = nil }

  /// Steps down to the best rung that there is.
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

  /// Shows what has been read of the wallpaper, unless something else was chosen meanwhile.
  func takeWallpaper(_ content: WallpaperContent, number: Int) {
    if let fallback = wait.take(number) { choose(fallback.showing(content)) }
  }

  /// Shows one colour until the wallpaper has been read.
  func waitNoLonger() {
    if let fallback = wait.release() { choose(fallback) }
  }

  /// What was chosen, for the renderer to take.
  func takeChosen() -> Background? {
    defer { chosen = nil }
    return chosen?.background
  }

  /// Waits for nothing, and has chosen nothing: nothing is shown.
  func reset() {
    wait.end()
    chosen = nil
  }

  private func choose(_ fallback: Fallback) {
    // Once, and not after each try.
    if let reason = fallback.inUse.reason, reason != toldReason {
      report?("\(policy.isLive ? "no live glass: " : "")\(reason)")
    }
    inUse = fallback.inUse
    toldReason = inUse.reason
    chosen = fallback
    onChoice?()
  }

  /// Has the wallpaper read; what is shown stays, and surfaces that are new wait for it, but not for long.
  private func read(_ wallpaper: BackdropPolicy.Wallpaper, for fallback: Fallback) {
    inUse = fallback.inUse
    chosen = nil
    let number = wait.begin(
      fallback,
      until: loop.schedule(at: loop.now + WallpaperWait.patience) { [weak self] in self?.onWallpaperLate?() })
    readWallpaper?(wallpaper, number)
  }
}
