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
    let isWhole = keeping != .nothing && estimate.fillGaps(from: frame.region)
    let changed = frame.blocks(in: isWhole ? frame.region : damage, of: output)
    var result = Absorption(validity: [:], hasMoved: false, meanDisagreement: 0)
    if changed.isEmpty { return result }
    isPictureKnown = false
    try rebase(.smoothedMean)
    let capture = try upload(frame, changed)
    // While all surfaces are only judged, each may be seen elsewhere than where it is expected.
    capture.ours =
      keeping == .nothing
      ? [capture.region] : surfaces.values.map(\.hiddenPixels).filter { !$0.isEmpty }
    let flags = try measure(capture, changed, of: frame.blocks(in: frame.region, of: output), keeping)
    result.validity = flags.mapValues(\.validity)
    let judged = flags.filter { keeping.isOnlyJudged($0.key) }
    let measurements = judged.keys.compactMap { surfaces[$0] }.filter { !$0.glass.isFrozen }
      .compactMap(\.measurement)
    if !measurements.isEmpty {
      result.meanDisagreement = Measurement.disagreement(of: measurements, with: estimate.layer)
      for measurement in measurements { measurement.forget() }
    }
    if keeping != .nothing {
      let kept = flags.filter { judged[$0.key] == nil }
      try update(changed, from: capture, kept)
      for (id, flags) in kept { try surfaces[id]?.keepLeak(flags) }
    }
    result.hasMoved =
      keeping != .nothing && surfaces.values.contains { $0.scene != nil && !$0.glass.isFrozen && $0.isStale }
    try context.checkReset()
    if keeping != .nothing, !result.hasMoved {
      lastUnchanged = UnchangedCapture(frame, damage: damage, keeping: keeping, absorption: result)
    }
    return result
  }

  /// Un-blends `changed` blocks through all surfaces that are shown; blocks that were never measured are taken from
  /// all `visible` ones.
  private func measure(
    _ capture: CaptureTexture, _ changed: PixelRect, of visible: PixelRect, _ keeping: Keeping
  ) throws(RenderingError) -> [SurfaceID: BlockFlags] {
    var flags: [SurfaceID: BlockFlags] = [:]
    for (id, surface) in surfaces {
      flags[id] = try surface.flags(capture, changed, of: visible, isJudged: keeping.isOnlyJudged(id))
    }
    return flags
  }

  /// Updates the estimate with the `changed` blocks of a capture, and the surfaces' smallest layers with the
  /// estimate.
  private func update(
    _ changed: PixelRect, from capture: CaptureTexture, _ flags: [SurfaceID: BlockFlags]
  ) throws(RenderingError) {
    var reach = 1
    // Surfaces are taken in a fixed order, so that a block that two of them share does not alternate between them.
    for (id, flags) in flags.sorted(by: { $0.key < $1.key }) {
      guard let surface = surfaces[id], let measurement = surface.measurement else { continue }
      let own = measurement.reach(of: flags)
      reach = max(reach, own)
      let blocks = changed.outset(by: own).intersection(surface.blocks)
      try estimate.take(blocks, from: measurement, flags)
    }
    // Only un-blending gives the background behind a surface that is shown; opaque surfaces hide it.
    try estimate.take(changed.subtracting(capture.ours.map(Self.blocks)), from: capture)
    let all = try estimate.recolour(changed.outset(by: reach).intersection(estimate.blocks))
    for surface in surfaces.values {
      // At the place of a surface that is not shown yet, the capture shows the background of each pixel.
      if surface.scene == nil, !surface.hasFormerLeak { try surface.predictLeak(capture) }
      try surface.refresh(all)
    }
  }

  /// The blocks that `pixels` of the output touch.
  private static func blocks(_ pixels: PixelRect) -> PixelRect {
    pixels.cells(of: BackdropEstimate.blockSize)
  }

  /// Absorbs a capture that shows no surface of ours, except where former ones may still be seen.
  func take(_ frame: CapturedPixels) throws(RenderingError) {
    let all = frame.blocks(in: frame.region, of: output)
    let whole = try CaptureTexture(frame.region, frame.transform, in: context)
    defer { whole.destroy() }
    whole.upload(frame.region, of: frame)
    whole.ours = surfaces.values.map(\.formerFrame).filter { !$0.isEmpty }
    let former = whole.ours.map(Self.blocks)
    try estimate.take(all.subtracting(former), from: whole)
    estimate.forget(former)
    _ = try estimate.recolour(all)
    for surface in surfaces.values {
      try surface.predictLeak(whole)
      try surface.refresh(estimate.layer.cells)
    }
  }

  private func upload(
    _ frame: CapturedPixels, _ blocks: PixelRect
  ) throws(RenderingError) -> CaptureTexture {
    if let capture, capture.region == frame.region, capture.transform == frame.transform {
      let rect = blocks.pixels(perCell: BackdropEstimate.blockSize)
      capture.upload(rect.intersection(frame.region), of: frame)
      return capture
    }
    dropCapture()
    let made = try CaptureTexture(frame.region, frame.transform, in: context)
    capture = made
    made.upload(frame.region, of: frame)
    return made
  }

  /// Destroys the texture of the last capture, so that the next capture is uploaded as a whole.
  func dropCapture() {
    capture?.destroy()
    capture = nil
  }
}
