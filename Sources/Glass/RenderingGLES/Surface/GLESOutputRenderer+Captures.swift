public import Geometry
public import Rendering
import Scenes
import VisualEffects

/// Un-blending of captures of the output, and what follows for the estimate and the surfaces.
extension GLESOutputRenderer {
  public func absorb(
    _ frame: CapturedPixels, damage: PixelRect, keeping: Keeping
  ) throws(RenderingError) -> Absorption {
    if let known = lastUnchanged?.absorption(of: frame, damage: damage, keeping: keeping) { return known }
    lastUnchanged = nil
    context.activate()
    let isWhole = keeping != .nothing && estimate.state.fillGaps(from: frame.region)
    let plan = CapturePlan(frame, isWhole ? frame.region : damage, keeping, states, of: output)
    var result = Absorption(validity: [:], hasMoved: false, meanDisagreement: 0)
    if plan.changed.isEmpty { return result }
    try rebase(knowledge.unblend())
    let capture = try upload(frame, plan)
    var flags: [SurfaceID: BlockFlags] = [:]
    for (id, surface) in surfaces {
      flags[id] = try surface.flags(
        capture, plan.changed, of: plan.visible, isJudged: keeping.isOnlyJudged(id))
    }
    result.validity = flags.mapValues(\.validity)
    let judged = plan.ids(in: flags, areOnlyJudged: true).compactMap { surfaces[$0] }
    result.meanDisagreement = Measurement.disagreement(
      of: judged.filter { !$0.state.glass.isFrozen }.compactMap(\.measurement), with: estimate.layer)
    if keeping != .nothing {
      let kept = plan.ids(in: flags, areOnlyJudged: false)
      try update(plan, from: capture, kept, flags)
      for id in kept { if let own = flags[id] { try surfaces[id]?.keepLeak(own) } }
      result.hasMoved = surfaces.values.contains { $0.state.isLive && $0.isStale }
    }
    try context.checkReset()
    if keeping != .nothing, !result.hasMoved {
      lastUnchanged = UnchangedCapture(frame, damage: damage, keeping: keeping, absorption: result)
    }
    return result
  }

  /// Updates the estimate with the changed blocks of a capture and the measurements through the surfaces `kept`, and
  /// the surfaces' smallest layers with the estimate.
  private func update(
    _ plan: CapturePlan, from capture: CaptureTexture, _ kept: [SurfaceID], _ flags: [SurfaceID: BlockFlags]
  ) throws(RenderingError) {
    var most = 1
    for id in kept {
      guard let measurement = surfaces[id]?.measurement, let own = flags[id] else { continue }
      let reach = measurement.state.reach(of: own)
      most = max(most, reach)
      let blocks = plan.changed.outset(by: reach).intersection(measurement.blocks)
      try estimate.take(blocks, from: measurement, own)
    }
    try estimate.take(plan.plain, from: capture)
    let all = try estimate.recolour(plan.changed.outset(by: most).intersection(estimate.state.blocks))
    for surface in surfaces.values {
      // At the place of a surface that is not shown yet, the capture shows the background of each pixel.
      if surface.state.scene == nil, !surface.state.hasFormerLeak { try surface.predictLeak(capture) }
      try surface.refresh(all)
    }
  }

  /// Absorbs a capture that shows no surface of ours, except where former ones may still be seen.
  func take(_ frame: CapturedPixels) throws(RenderingError) {
    let plan = CapturePlan(background: frame, states, of: output)
    let whole = try CaptureTexture(frame.region, frame.transform, in: context)
    defer { whole.destroy() }
    whole.upload(frame.region, of: frame)
    whole.ours = plan.ours
    try estimate.take(plan.plain, from: whole)
    estimate.forget(plan.hidden)
    _ = try estimate.recolour(plan.changed)
    for surface in surfaces.values {
      try surface.predictLeak(whole)
      try surface.refresh(estimate.layer.cells)
    }
  }

  /// Uploads the changed blocks of a capture, or all of it if it shows another part of the output.
  private func upload(_ frame: CapturedPixels, _ plan: CapturePlan) throws(RenderingError) -> CaptureTexture {
    let texture: CaptureTexture
    if let capture, capture.region == frame.region, capture.transform == frame.transform {
      let rect = plan.changed.pixels(perCell: CaptureBlock.side)
      capture.upload(rect.intersection(frame.region), of: frame)
      texture = capture
    } else {
      dropCapture()
      texture = try CaptureTexture(frame.region, frame.transform, in: context)
      capture = texture
      texture.upload(frame.region, of: frame)
    }
    texture.ours = plan.ours
    return texture
  }

  /// Destroys the texture of the last capture, so that the next capture is uploaded as a whole.
  func dropCapture() {
    capture?.destroy()
    capture = nil
  }
}
