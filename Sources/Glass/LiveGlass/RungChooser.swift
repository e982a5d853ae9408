import Geometry
import GlassModel
import Rendering

/// Chooses the rung of the ladder that the glass of one output stands on, by the user's wish, the compositor and what
/// captures tell, and has the renderer show it.
final class RungChooser {
  private let ladder: BackdropLadder
  private let judge: CaptureJudge
  private let roster: SurfaceRoster
  private unowned let host: any OutputGlassHost
  /// A rung was chosen, or live glass is on its way.
  private var hasBegun = false
  /// The compositor has begun or ceased to blur.
  private var hasNewBlur = false

  init(
    _ ladder: BackdropLadder, _ judge: CaptureJudge, _ roster: SurfaceRoster, host: any OutputGlassHost
  ) {
    self.ladder = ladder
    self.judge = judge
    self.roster = roster
    self.host = host
    ladder.onChoice = { [weak self] in self?.chosen() }
  }

  /// What the glass shows, and why nothing better.
  var inUse: BackdropInUse { ladder.inUse }
  var isLive: Bool { ladder.isLive }
  /// Scenes are tinted, because the compositor blurs behind them.
  var isTinted: Bool { ladder.inUse.rung == .compositor }
  /// New surfaces are not shown yet.
  var holdsSurfaces: Bool { ladder.holdsSurfaces }
  var policy: BackdropPolicy { ladder.policy }

  // MARK: - The policy

  /// Follows another policy from the next update on.
  func follow(_ new: BackdropPolicy) { ladder.follow(new) }

  /// The compositor has begun or ceased to blur, which takes effect with the next update.
  func blurChanged() { hasNewBlur = true }

  /// Takes over another policy, and whether the compositor blurs.
  func followSettings(now: Instant) {
    if hasNewBlur {
      hasNewBlur = false
      if hasBegun, !isLive { fallBack(ladder.presentRefusal(conditions)) }
    }
    guard let old = ladder.takePolicy() else { return }
    judge.captureInterval = captureInterval
    var same = old
    same.maximumRate = policy.maximumRate
    same.isOnBattery = policy.isOnBattery
    guard same != policy else { return }
    if let refusal = ladder.refusal(conditions) {
      judge.disable()
      fallBack(refusal)
    } else if !isLive {
      judge.tell(.resumed, now: now)
    }
  }

  /// What draws is known from now on, and so how often to capture.
  func rendererStarted() { judge.captureInterval = captureInterval }

  private var captureInterval: Duration {
    CaptureRate.interval(
      setting: policy.maximumRate, isSoftware: host.isSoftware,
      isOnBattery: policy.isOnBattery ?? PowerSupply.isOnBattery)
  }

  private var conditions: BackdropLadder.Conditions {
    .init(canCapture: judge.canCapture, obstacle: roster.fit.obstacle, isBlurred: host.isBlurred)
  }

  // MARK: - Rungs

  /// Chooses the rung to begin with, unless that was done since `reset`.
  func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    _ = ladder.takePolicy()
    let refusal = ladder.refusal(conditions)
    judge.begin(isLive: refusal == nil, captureInterval: captureInterval)
    if let refusal { fallBack(refusal) } else { ladder.goLive() }
  }

  /// Steps down to the best rung that there is.
  func fallBack(_ refusal: BackdropLadder.Refusal) { ladder.fallBack(refusal, conditions) }

  /// Tries live glass again.
  func goLive() {
    ladder.goLive()
    for surface in roster.surfaces { surface.state.markDirty() }
  }

  /// Live glass was seen to work.
  func provedLive() { ladder.provedLive() }

  /// Shows what has been read of the wallpaper, unless something else was chosen meanwhile.
  func takeWallpaper(_ content: WallpaperContent, number: Int) {
    ladder.takeWallpaper(content, number: number)
  }

  /// Shows one colour until the wallpaper has been read.
  func waitNoLonger() { ladder.waitNoLonger() }

  /// Has the renderer take what was chosen, once a surface is or can be shown; returns the surfaces that show it from now
  /// on.
  func showChosen(_ renderer: any OutputRenderer) throws(RenderingError) -> [LiveSurface] {
    guard ladder.hasChoice,
      roster.surfaces.contains(where: { $0.isShown || ($0.window != nil && $0.state.isReady) }),
      let background = ladder.takeChosen()
    else { return [] }
    try renderer.setBackground(background)
    return roster.shown
  }

  /// Has chosen nothing: nothing is shown.
  func reset() {
    ladder.reset()
    hasBegun = false
  }

  /// Another rung than live glass was chosen, which is shown as soon as a surface is or can be.
  private func chosen() {
    for surface in roster.surfaces {
      // Where the blur is the compositor's, scenes are other ones.
      surface.state.markDirty()
      if surface.window != nil { surface.state.backgroundKnown() }
    }
  }
}
