import Geometry
import GlassModel
import Rendering

/// Chooses the rung of `BackdropLadder` for the glass of one output, by the user's policy, the compositor's
/// abilities and the results of captures, and passes its background to the renderer.
final class RungChooser {
  private let ladder: BackdropLadder
  private let judge: CaptureJudge
  private let roster: SurfaceRoster
  private unowned let host: any OutputGlassHost
  /// Whether a rung was chosen, or live glass is being tried.
  private var hasBegun = false
  /// Whether the compositor has begun or ceased to blur since the last update.
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

  /// The rung in use, and the reason why it is not a better one.
  var inUse: BackdropInUse { ladder.inUse }
  var isLive: Bool { ladder.isLive }
  /// Whether scenes are tinted, because the compositor blurs behind them.
  var isTinted: Bool { ladder.inUse.rung == .compositor }
  /// Whether new surfaces wait for the wallpaper before they are shown.
  var holdsSurfaces: Bool { ladder.holdsSurfaces }
  var policy: BackdropPolicy { ladder.policy }

  // MARK: - The policy

  /// Follows another policy from the next update on.
  func follow(_ new: BackdropPolicy) { ladder.follow(new) }

  /// Notes that the compositor has begun or ceased to blur, which takes effect in the next update.
  func blurChanged() { hasNewBlur = true }

  /// Applies a new policy, and a change of the compositor's blur; returns the effects of trying live glass again.
  func followSettings(now: Instant) -> [CaptureJudge.Effect] {
    if hasNewBlur {
      hasNewBlur = false
      if hasBegun, !isLive { fallBack(ladder.presentRefusal(conditions)) }
    }
    guard let old = ladder.takePolicy() else { return [] }
    judge.captureInterval = captureInterval
    var same = old
    same.maximumRate = policy.maximumRate
    same.isOnBattery = policy.isOnBattery
    guard same != policy else { return [] }
    if let refusal = ladder.refusal(conditions) {
      judge.disable()
      fallBack(refusal)
      return []
    }
    return isLive ? [] : judge.tell(.resumed, now: now)
  }

  /// Sets the capture rate, which depends on the renderer that was started.
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

  /// Chooses the first rung, unless that was done since `reset`.
  func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    _ = ladder.takePolicy()
    let refusal = ladder.refusal(conditions)
    judge.begin(isLive: refusal == nil, captureInterval: captureInterval)
    if let refusal { fallBack(refusal) } else { ladder.goLive() }
  }

  /// Chooses the best rung below live glass.
  func fallBack(_ refusal: BackdropLadder.Refusal) { ladder.fallBack(refusal, conditions) }

  /// Tries live glass again.
  func goLive() {
    ladder.goLive()
    for surface in roster.surfaces { surface.state.markDirty() }
  }

  /// Notes that live glass works.
  func provedLive() { ladder.provedLive() }

  /// Chooses the wallpaper that was read, unless something else was chosen meanwhile.
  func takeWallpaper(_ content: WallpaperContent, number: Int) {
    ladder.takeWallpaper(content, number: number)
  }

  /// Chooses one colour until the wallpaper has been read.
  func waitNoLonger() { ladder.waitNoLonger() }

  /// Passes the chosen background to the renderer, once a surface is or can be shown; returns the surfaces
  /// that have to be drawn with it.
  func showChosen(_ renderer: any OutputRenderer) throws(RenderingError) -> [LiveSurface] {
    guard ladder.hasChoice,
      roster.surfaces.contains(where: { $0.isShown || ($0.window != nil && $0.state.isReady) }),
      let background = ladder.takeChosen()
    else { return [] }
    try renderer.setBackground(background)
    return roster.shown
  }

  /// Forgets the choice; called when nothing is shown any more.
  func reset() {
    ladder.reset()
    hasBegun = false
  }

  /// Prepares surfaces for the rung that was chosen instead of live glass, which is shown as soon as a
  /// surface is or can be.
  private func chosen() {
    for surface in roster.surfaces {
      // Scenes are made differently for the compositor's blur.
      surface.state.markDirty()
      if surface.window != nil { surface.state.backgroundKnown() }
    }
  }
}
