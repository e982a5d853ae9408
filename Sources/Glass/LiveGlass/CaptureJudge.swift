import Geometry
import GlassModel
import Rendering
import Scenes
import Wayland

/// Evaluates captures of one output: it finds out whether the background has changed, whether surfaces are
/// seen where they should be, and whether live glass is possible at all.
///
/// `LiveBackdrop` has the rules; its actions are returned to the caller, which performs them in their order.
final class CaptureJudge {
  /// The receiver and the extent of captures.
  struct Screen {
    /// The renderer; nil while there is nothing to draw.
    var renderer: (any OutputRenderer)?
    /// The panel in its pixels, not turned; empty while the output is switched off.
    var panel: PixelRect
  }

  /// The results of a capture.
  struct Finding: Equatable {
    /// Whether the background of the shown surfaces may have changed.
    var hasMoved = false
    /// Whether the captures up to this one have shown the whole background of the shown surfaces.
    var isWhole = false
    var actions: [LiveBackdrop.Action] = []
  }

  /// The state of the surfaces' glass, to which the owner passes the events that are no captures.
  var backdrop = LiveBackdrop.disabled
  private(set) var statistics = LiveOutput.Statistics()
  private let captures: CaptureScheduler
  private let roster: SurfaceRoster

  init(_ captures: CaptureScheduler, of roster: SurfaceRoster) {
    self.captures = captures
    self.roster = roster
  }

  // MARK: - Beginning and end

  /// Tries live glass from now on if `isLive` is true; otherwise nothing is captured.
  func begin(isLive: Bool, captureInterval: Duration) {
    captures.loseDamage()
    backdrop = isLive ? LiveBackdrop(captureInterval: captureInterval) : .disabled
  }

  /// Asks for a capture of the background of a surface that is not shown yet, if live glass is tried. It does
  /// so at once, since the compositor works on that while graphics start, unless `isRetiring`: then a closed
  /// surface stays on the screen until the next commit, and would be captured as a part of the background.
  func lookBehind(_ surface: LiveSurface, isRetiring: Bool, on screen: Screen, now: Instant) {
    // Former captures need not show the background of this surface.
    captures.changeSurfaces()
    for action in backdrop.update(.opened(surface.id), now: now) {
      switch action {
      case .cancelCapture: captures.drop()
      case .captureNow where isRetiring: captures.want(.now)
      case .captureNow: captures.ask(.now, neededPart(on: screen).panel)
      default: preconditionFailure("\(action) for a surface that is not shown")
      }
    }
  }

  /// Ends captures, because another rung was asked for.
  func disable() {
    captures.cancel()
    backdrop.disable()
  }

  /// Forgets everything; called when nothing is shown any more.
  func reset() {
    captures.reset()
    backdrop = .disabled
  }

  // MARK: - Deciding

  /// Returns the actions that are due at `now`: a try of live glass, a capture or a report.
  func continueIfDue(now: Instant) -> [LiveBackdrop.Action] {
    guard let due = backdrop.nextDeadline, due <= now else { return [] }
    return backdrop.update(.deadlineReached, now: now)
  }

  /// Freezes or thaws the glass of a surface to match its motion; one without glass needs no captures either.
  func freezeOrThaw(_ surface: LiveSurface, now: Instant) -> [LiveBackdrop.Action] {
    let freezes = surface.animation.freezes || surface.isWithoutGlass
    return switch backdrop.surfaces[surface.id]?.phase {
    case .held where !freezes: backdrop.update(.thawed(surface.id), now: now)
    case .proving where freezes, .watching where freezes, .hidden where freezes:
      backdrop.update(.froze(surface.id), now: now)
    case .proving, .watching, .hidden, .held, .opening, .resting, nil: []
    }
  }

  // MARK: - Captures

  /// Asks for the wanted capture, after the commits; `isDrawn` says whether something was drawn, which gives
  /// the compositor damage to report.
  func askForWanted(isDrawn: Bool, on screen: Screen) {
    captures.askForWanted(isDrawn: isDrawn) { neededPart(on: screen) }
  }

  /// Handles the answer to a capture that was asked for in `epoch`.
  func take(
    _ answer: Result<CapturedFrame, CaptureFailure>, from epoch: Int, on screen: Screen, now: Instant
  ) throws(RenderingError) -> Finding {
    // A late capture counts in any epoch once something is shown: only the fact that it came matters.
    if captures.isCurrent(epoch) || (backdrop.isLate && !roster.shown.isEmpty) {
      return try take(answer, on: screen, now: now)
    }
    // An outdated capture is asked for again, unless a commit has done so since.
    if backdrop.capture == .pending, !captures.isPending, !captures.hasWish { captures.want(.now) }
    return Finding()
  }

  private func take(
    _ answer: Result<CapturedFrame, CaptureFailure>, on screen: Screen, now: Instant
  ) throws(RenderingError) -> Finding {
    let frame: CapturedFrame
    do throws(CaptureFailure) { frame = try answer.get() } catch {
      return Finding(actions: backdrop.update(.captureFailed(.init(error)), now: now))
    }
    statistics.captures += 1
    let isFirst = roster.shown.isEmpty
    if isFirst { captures.keepBackground(frame) }
    // While another rung is shown, nothing can be measured through our surfaces.
    let report =
      isFirst || backdrop.isLate
      ? LiveBackdrop.Report(validity: [:], isHit: true, hasMoved: false) : try judge(frame, on: screen)
    for surface in roster.surfaces where surface.window != nil { surface.state.backgroundKnown() }
    var finding = Finding(hasMoved: report.hasMoved, actions: backdrop.update(.captured(report), now: now))
    if finding.actions.contains(where: { if case .beginLive = $0 { true } else { false } }) {
      let hasMoved = try absorb(frame.pixels(on: roster.fit.geometry), damage: nil, on: screen).hasMoved
      if hasMoved { finding.hasMoved = true }
      finding.actions += backdrop.update(.kept(hasMoved: hasMoved), now: now)
    }
    finding.isWhole = !isFirst && !captures.needsWhole
    return finding
  }

  private func judge(
    _ frame: CapturedFrame, on screen: Screen
  ) throws(RenderingError) -> LiveBackdrop.Report {
    let missed = LiveBackdrop.Report(validity: [:], isHit: false, hasMoved: false)
    guard let renderer = screen.renderer else { return missed }
    let geometry = roster.fit.geometry
    let pixels = frame.pixels(on: geometry)
    let region = pixels.region
    let isWhole = backdrop.looksAtAll || captures.needsWhole
    let damaged = frame.damage.map { geometry.uprightRect(of: $0) } ?? region
    let damage = isWhole ? region : damaged.intersection(region)
    guard !damage.isEmpty else { return missed }
    statistics.absorbed += 1
    let absorption = try absorb(pixels, damage: damage, on: screen)
    var validity = absorption.validity
    for surface in roster.shown where validity[surface.id] == nil { validity[surface.id] = 0 }
    // A surface that was found elsewhere is judged by the next capture.
    for id in search(pixels, validity, by: renderer) { validity[id] = nil }
    return LiveBackdrop.Report(validity: validity, isHit: true, hasMoved: absorption.hasMoved)
  }

  /// Absorbs a capture, or only its part within `damage`, except at the places of surfaces that are on trial.
  private func absorb(
    _ pixels: CapturedPixels, damage: PixelRect?, on screen: Screen
  ) throws(RenderingError) -> Absorption {
    guard let renderer = screen.renderer else {
      return Absorption(validity: [:], hasMoved: false, meanDisagreement: 0)
    }
    if renderer.tolerance != backdrop.tolerance { renderer.tolerance = backdrop.tolerance }
    let isAllTrial = backdrop.isAllOnTrial
    let absorption = try renderer.absorb(
      pixels, damage: damage ?? pixels.region, keeping: isAllTrial ? .nothing : .allBut(backdrop.onTrial))
    // A capture that was only judged still has to be absorbed.
    captures.absorbed(isKept: !isAllTrial)
    return absorption
  }

  /// Searches a capture for surfaces of which nothing is seen where they should be; returns those that were
  /// found.
  private func search(
    _ pixels: CapturedPixels, _ validity: [SurfaceID: Double], by renderer: any OutputRenderer
  ) -> Set<SurfaceID> {
    let shares = validity.filter { backdrop.surfaces[$0.key]?.wantsCaptures == true }
    let finding = roster.search(shares) { renderer.find($0, in: pixels, within: $1) }
    if finding.losesDamage { captures.loseDamage() }
    return finding.found
  }

  /// The part of the panel that the next capture has to show, in the panel's pixels, and whether it may wait
  /// for damage.
  private func neededPart(on screen: Screen) -> (panel: PixelRect, mayWait: Bool) {
    let needed = (screen.renderer?.captureRegion ?? .empty).union(roster.expectedRegion)
    let fit = roster.fit
    // While another rung is shown, the renderer names no region, since its glass is opaque.
    let isAnywhere = roster.searchesEverywhere || backdrop.isLate
    let region = isAnywhere ? PixelRect(fit.size) : needed
    let panel = fit.geometry.panelRect(of: region).intersection(screen.panel)
    // A surface on trial must not be judged by a frame that may be older than the surface.
    return (panel, mayWait: !(roster.isUnsettled && backdrop.onTrial.isEmpty))
  }
}

extension LiveBackdrop.Trouble {
  /// The consequence of a capture that gave no frame.
  fileprivate init(_ failure: CaptureFailure) {
    self =
      switch failure {
      case .unsupportedFormat(let name): .impossible("the compositor offers captures in \(name) only")
      // When the new geometry has been received, everything is opened anew.
      case .outputChanged: .outdated
      case .noMemory: .noMemory
      case .refused, .unexpectedSize: .refused
      }
  }
}
