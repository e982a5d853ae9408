import Measures
import Pictures
import Rendering
import Scenes
import Settings
import ShellModel
import VisualEffects
import Wayland

extension OutputContext {
  /// Chooses the first rung for surfaces that are not shown yet.
  func beginBackdrop(now: Instant) {
    needsWholeCapture = true
    if let refusal {
      backdrop = .disabled
      fallBack(refusal)
    } else {
      inUse = BackdropInUse(rung: .live)
      backdrop = LiveBackdrop(captureInterval: shared.captureInterval(settings))
      for action in backdrop.update(.started, now: now) where action == .captureNow { startCapture(.now) }
    }
  }

  /// Follows a change of `[backdrop]` while the surfaces stay.
  func rearrangeBackdrop(from old: Settings, now: Instant) throws(RenderingError) {
    backdrop.captureInterval = shared.captureInterval(settings)
    guard old.backdrop != settings.backdrop else { return }
    if let refusal {
      capture?.cancel()
      backdrop = .disabled
      fallBack(refusal)
      try applyFallback()
    } else if inUse.rung != .live {
      try perform(backdrop.update(.resumed, now: now), now: now)
    }
  }

  func perform(_ actions: [LiveBackdrop.Action], now: Instant) throws(RenderingError) {
    var isDropped = false
    var isDrawn = false
    for action in actions {
      switch action {
      case .captureNow: startCapture(.now)
      // What a dropped capture was to tell is not told again; with nothing drawn, nothing else need be.
      case .captureWhenDamaged: startCapture(isDropped && !isDrawn ? .now : .damaged)
      case .cancelCapture: isDropped = dropCapture()
      case .present: isDrawn = try present()
      case .requestFrame:
        requestFrame()
        surface?.content.surface.commit()
      case .beginLive:
        needsWholeCapture = true
        toldReason = nil
        Log.info("\(name): live glass")
      case .reportUnseen: Log.warning("\(name): \(LiveBackdrop.unseenWords)")
      case .fallBack(let refusal):
        capture?.cancel()
        fallBack(.because(refusal.words))
        try applyFallback()
      case .tryAgain:
        inUse = BackdropInUse(rung: .live)
        try restyle()
      }
    }
  }

  /// Cancels the capture under way, and returns whether there was one.
  ///
  /// The compositor may have answered it already, and counts its damage as told.
  private func dropCapture() -> Bool {
    guard let capture, capture.isPending else { return false }
    capture.cancel()
    needsWholeCapture = true
    return true
  }

  /// Takes the result of the capture that `startCapture` began.
  func take(_ result: Result<CapturedFrame, CaptureFailure>, now: Instant) throws(RenderingError) {
    switch result {
    case .failure(.unsupportedFormat(let name)):
      let trouble = LiveBackdrop.Trouble.impossible("the compositor offers captures in \(name) only")
      try perform(backdrop.update(.captureFailed(trouble), now: now), now: now)
    case .failure(.outputChanged):
      // The new geometry opens everything anew.
      return
    case .failure:
      try perform(backdrop.update(.captureFailed(.refused), now: now), now: now)
    case .success(let frame):
      statistics.captures += 1
      if backdrop.phase == .acquiring {
        background = frame
        hasBackground = true
      } else {
        let report = try judge(frame)
        try perform(backdrop.update(.captured(report), now: now), now: now)
      }
    }
  }

  private func judge(_ frame: CapturedFrame) throws(RenderingError) -> LiveBackdrop.Report {
    guard let renderer else { return LiveBackdrop.Report(validity: 0, isHit: false, hasMoved: false) }
    let isTrial = backdrop.isOnTrial
    let region = frame.region
    let isWhole = isTrial || needsWholeCapture
    let damage = isWhole ? region : (frame.damage ?? region).intersection(region)
    guard !damage.isEmpty else { return LiveBackdrop.Report(validity: 1, isHit: false, hasMoved: false) }
    if renderer.tolerance != backdrop.tolerance { renderer.tolerance = backdrop.tolerance }
    let absorption = try renderer.absorb(frame.pixels, damage: damage, isTrial: isTrial)
    // What was only judged has still to be absorbed.
    needsWholeCapture = isTrial
    statistics.absorbed += 1
    return LiveBackdrop.Report(
      validity: absorption.validity[Self.barID] ?? 0, isHit: true, hasMoved: absorption.hasMoved)
  }

  private func startCapture(_ moment: CaptureMoment) {
    let region = surface?.isMapped == true ? renderer?.captureRegion ?? .empty : expectedRegion
    let scale = placement.bufferScale
    let aligned = region.aligned(to: scale).intersection(PixelRect(output.description.mode))
    guard let capture, !aligned.isEmpty else { return }
    capture.cancel()
    capture.capture(aligned, of: output, when: moment) { [weak self, style] in
      self?.arrive(.captured($0, style: style))
    }
  }

  /// What the first capture has to show, before there is a renderer to ask.
  private var expectedRegion: PixelRect {
    let material = settings.material()
    let plan = BlurPlan(sigma: material.blurRadius * Double(placement.bufferScale), base: .smoothedMean)
    return glass.frame.outset(by: plan.support).aligned(to: 1 << plan.level)
      .intersection(PixelRect(placement.outputSize))
  }

  /// Why live glass is not even tried, in words or by the user's wish; nil: it is tried.
  private var refusal: Refusal? {
    switch settings.backdrop.source {
    case .solid, .wallpaper: return .unwanted
    case .auto, .live: break
    }
    if capture == nil { return .because("compositor does not support zwlr_screencopy_manager_v1 version 3") }
    return placement.obstacle.map { .because($0) }
  }

  private enum Refusal {
    case unwanted
    case because(String)

    var reason: String? {
      switch self {
      case .unwanted: nil
      case .because(let reason): reason
      }
    }
  }

  /// Steps down the ladder; what is shown follows with `applyFallback`.
  private func fallBack(_ refusal: Refusal) {
    let chosen = Fallback(settings.backdrop, size: placement.outputSize, reason: refusal.reason)
    // Once, and not after each try.
    if let reason = chosen.inUse.reason, reason != toldReason {
      Log.warning("\(name): \(refusal.reason == nil ? "" : "no live glass: ")\(reason)")
    }
    inUse = chosen.inUse
    toldReason = inUse.reason
    fallback = chosen
    hasBackground = true
  }

  private func applyFallback() throws(RenderingError) {
    guard let fallback, surface?.isMapped == true else { return }
    self.fallback = nil
    try restyle()
    try renderer?.setBackground(fallback.background)
    try present()
  }
}
