import Geometry
import GlassModel
import Rendering
import Scenes
import Wayland

/// What the judge of captures needs of its output.
protocol CaptureJudgeOwner: AnyObject {
  /// Nil while there is nothing to draw.
  var renderer: (any OutputRenderer)? { get }
  /// The panel in its pixels, not turned; empty while it is switched off.
  var panel: PixelRect { get }
  /// A surface that was closed is on the screen until the next commit.
  var isRetiring: Bool { get }
  /// Does what was decided, other than asking for captures and dropping them.
  func perform(_ action: LiveBackdrop.Action)
}

/// Takes in captures of one output and decides what they mean: whether the background has moved, whether surfaces are
/// seen where they should be, and whether live glass is possible at all.
///
/// `LiveBackdrop` holds the rules; what it decides about captures is done here, and the owner does the rest.
final class CaptureJudge {
  /// What is known of the surfaces' glass.
  private(set) var backdrop = LiveBackdrop.disabled
  private(set) var statistics = LiveOutput.Statistics()
  private let captures: CaptureScheduler
  private let roster: SurfaceRoster
  private unowned let owner: any CaptureJudgeOwner

  init(_ captures: CaptureScheduler, of roster: SurfaceRoster, owner: any CaptureJudgeOwner) {
    self.captures = captures
    self.roster = roster
    self.owner = owner
  }

  /// The compositor can be asked for captures.
  var canCapture: Bool { captures.isAvailable }

  /// Shortest time from one capture to the next.
  var captureInterval: Duration {
    get { backdrop.captureInterval }
    set { backdrop.captureInterval = newValue }
  }

  // MARK: - Beginning and end

  /// Tries live glass from now on, if it `isLive`; otherwise nothing is captured.
  func begin(isLive: Bool, captureInterval: Duration) {
    captures.loseDamage()
    backdrop = isLive ? LiveBackdrop(captureInterval: captureInterval) : .disabled
  }

  /// Asks for what lies behind a surface that is not shown yet, where live glass is tried: at once, since the compositor
  /// works on that while graphics start.
  func lookBehind(_ surface: LiveSurface, now: Instant) {
    // What was captured before need not show what lies behind it.
    captures.changeSurfaces()
    for action in backdrop.update(.opened(surface.id), now: now) {
      switch action {
      case .cancelCapture: captures.drop()
      // A capture would show what was closed as if it lay behind the surface.
      case .captureNow where owner.isRetiring: captures.want(.now)
      case .captureNow: captures.ask(.now, neededPart.panel)
      default: preconditionFailure("\(action) for a surface that is not shown")
      }
    }
  }

  /// Captures nothing any more: another rung was asked for.
  func disable() {
    captures.cancel()
    backdrop.disable()
  }

  /// Forgets everything: nothing is shown any more.
  func reset() {
    captures.reset()
    backdrop = .disabled
  }

  // MARK: - Deciding

  /// Takes what happened to surfaces, and does what follows.
  func tell(_ event: LiveBackdrop.Event, now: Instant) {
    perform(backdrop.update(event, now: now))
  }

  /// The next try, look or report that is due at `now`.
  func continueIfDue(now: Instant) {
    if let due = backdrop.nextDeadline, due <= now { tell(.deadlineReached, now: now) }
  }

  /// Freezes and thaws the glass of a surface, as its motion asks for.
  func freezeOrThaw(_ surface: LiveSurface, now: Instant) {
    guard let phase = backdrop.surfaces[surface.id]?.phase else { return }
    switch phase {
    case .held where !surface.animation.freezes: tell(.thawed(surface.id), now: now)
    case .proving, .watching, .hidden:
      if surface.animation.freezes { tell(.froze(surface.id), now: now) }
    case .held, .opening, .resting: break
    }
  }

  private func perform(_ actions: [LiveBackdrop.Action]) {
    for action in actions {
      switch action {
      case .captureNow: captures.want(.now)
      case .captureWhenDamaged: captures.want(.damaged)
      case .cancelCapture: captures.drop()
      case .fallBack:
        if backdrop.capture != .pending { captures.cancel() }
        owner.perform(action)
      case .present, .requestFrame, .beginLive, .reportUnseen, .tryAgain: owner.perform(action)
      }
    }
  }

  // MARK: - Captures

  /// Asks for the capture that is wanted, after the commits; with something `isDrawn`, the compositor will have damage to
  /// tell of.
  func askForWanted(isDrawn: Bool) {
    captures.askForWanted(isDrawn: isDrawn) { neededPart }
  }

  /// Takes an answer to a capture that was asked for in `epoch`.
  func take(
    _ answer: Result<CapturedFrame, CaptureFailure>, from epoch: Int, now: Instant
  ) throws(RenderingError) {
    // One that is late is not looked at where something is shown: it tells that captures come.
    if captures.isCurrent(epoch) || (backdrop.isLate && !roster.shown.isEmpty) {
      try take(answer, now: now)
    } else if backdrop.capture == .pending, !captures.isPending, !captures.hasWish {
      // What was asked for in another epoch is asked for again, unless the step that was due has done so.
      captures.want(.now)
    }
  }

  private func take(
    _ answer: Result<CapturedFrame, CaptureFailure>, now: Instant
  ) throws(RenderingError) {
    switch answer {
    case .failure(.unsupportedFormat(let name)):
      let trouble = LiveBackdrop.Trouble.impossible("the compositor offers captures in \(name) only")
      tell(.captureFailed(trouble), now: now)
    // A new geometry, once it is told, opens everything anew.
    case .failure(.outputChanged): tell(.captureFailed(.outdated), now: now)
    case .failure: tell(.captureFailed(.refused), now: now)
    case .success(let frame):
      statistics.captures += 1
      try take(frame, now: now)
    }
  }

  private func take(_ frame: CapturedFrame, now: Instant) throws(RenderingError) {
    let isFirst = roster.shown.isEmpty
    if isFirst { captures.keepBackground(frame) }
    // Where another rung is shown, nothing of ours can be un-blended.
    let report =
      isFirst || backdrop.isLate
      ? LiveBackdrop.Report(validity: [:], isHit: true, hasMoved: false) : try judge(frame)
    for surface in roster.surfaces where surface.window != nil { surface.state.backgroundKnown() }
    let actions = backdrop.update(.captured(report), now: now)
    let begins = actions.contains { if case .beginLive = $0 { true } else { false } }
    let hasMoved = begins ? try absorb(frame.pixels(on: roster.fit.geometry), damage: nil).hasMoved : false
    if !isFirst, !captures.needsWhole {
      for surface in roster.shown { surface.onBackgroundKnown?() }
    }
    perform(actions)
    if begins { tell(.kept(hasMoved: hasMoved), now: now) }
  }

  private func judge(_ frame: CapturedFrame) throws(RenderingError) -> LiveBackdrop.Report {
    let missed = LiveBackdrop.Report(validity: [:], isHit: false, hasMoved: false)
    guard owner.renderer != nil else { return missed }
    let geometry = roster.fit.geometry
    let pixels = frame.pixels(on: geometry)
    let region = pixels.region
    let isWhole = backdrop.looksAtAll || captures.needsWhole
    let damaged = frame.damage.map { geometry.uprightRect(of: $0) } ?? region
    let damage = isWhole ? region : damaged.intersection(region)
    guard !damage.isEmpty else { return missed }
    statistics.absorbed += 1
    let absorption = try absorb(pixels, damage: damage)
    var validity = absorption.validity
    for surface in roster.shown where validity[surface.id] == nil { validity[surface.id] = 0 }
    // What was found elsewhere will be judged there.
    for id in search(pixels, validity) { validity[id] = nil }
    return LiveBackdrop.Report(validity: validity, isHit: true, hasMoved: absorption.hasMoved)
  }

  /// Takes in all of a capture, or what is in `damage`, but of surfaces that are on trial.
  private func absorb(
    _ pixels: CapturedPixels, damage: PixelRect?
  ) throws(RenderingError) -> Absorption {
    guard let renderer = owner.renderer else {
      return Absorption(validity: [:], hasMoved: false, meanDisagreement: 0)
    }
    if renderer.tolerance != backdrop.tolerance { renderer.tolerance = backdrop.tolerance }
    let isAllTrial = backdrop.isAllOnTrial
    let absorption = try renderer.absorb(
      pixels, damage: damage ?? pixels.region, keeping: isAllTrial ? .nothing : .allBut(backdrop.onTrial))
    // What was only judged has still to be absorbed.
    captures.absorbed(isKept: !isAllTrial)
    if absorption.hasMoved {
      for surface in roster.shown { surface.onBackgroundChanged?() }
    }
    return absorption
  }

  /// Looks in a capture for surfaces of which nothing is seen where they should be; returns those that were found.
  private func search(_ pixels: CapturedPixels, _ validity: [SurfaceID: Double]) -> Set<SurfaceID> {
    let shares = validity.filter { backdrop.surfaces[$0.key]?.wantsCaptures == true }
    let finding = roster.search(shares) { owner.renderer?.find($0, in: pixels, within: $1) }
    if finding.losesDamage { captures.loseDamage() }
    return finding.found
  }

  /// The part of the panel that the next capture has to show, and whether it may wait for damage.
  private var neededPart: (panel: PixelRect, mayWait: Bool) {
    let needed = (owner.renderer?.captureRegion ?? .empty).union(roster.expectedRegion)
    let fit = roster.fit
    // While another rung is shown, nothing is looked at through what is opaque.
    let isAnywhere = roster.searchesEverywhere || backdrop.isLate
    let region = isAnywhere ? PixelRect(fit.size) : needed
    let panel = fit.geometry.panelRect(of: region).intersection(owner.panel)
    // One that is on trial is not judged by a picture that may be from before it was shown.
    return (panel, mayWait: !(roster.isUnsettled && backdrop.onTrial.isEmpty))
  }
}
