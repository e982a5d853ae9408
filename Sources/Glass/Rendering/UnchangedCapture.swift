package import Geometry
package import Scenes

/// A capture that changed nothing although all of it was damaged; some compositors report such damage in every frame.
package struct UnchangedCapture {
  private let fingerprint: CaptureFingerprint
  private let keeping: Keeping
  /// The result of absorbing the capture.
  private let absorption: Absorption

  /// Fails unless all of `frame` was damaged: measuring a part takes less time than comparing the whole.
  package init?(_ frame: CapturedPixels, damage: PixelRect, keeping: Keeping, absorption: Absorption) {
    guard damage.contains(frame.region) else { return nil }
    fingerprint = CaptureFingerprint(frame)
    self.keeping = keeping
    self.absorption = absorption
  }

  /// The result for another capture, if all of it is damaged and it equals this one; nil if it has to be measured.
  package func absorption(of frame: CapturedPixels, damage: PixelRect, keeping: Keeping) -> Absorption? {
    guard self.keeping == keeping, damage.contains(frame.region),
      fingerprint == CaptureFingerprint(frame)
    else { return nil }
    return absorption
  }
}

extension Keeping {
  /// Whether a capture only judges the surface `id`, so that nothing is taken from behind it.
  package func isOnlyJudged(_ id: SurfaceID) -> Bool {
    switch self {
    case .allBut(let judged): judged.contains(id)
    case .nothing: true
    }
  }
}

extension CapturedPixels {
  /// The blocks touched by `damage` whose pixels on an output of `output` pixels this capture shows completely.
  package func blocks(in damage: PixelRect, of output: PixelSize) -> PixelRect {
    let size = CaptureBlock.side
    var shown = region.intersection(PixelRect(output))
    // Blocks at the output's far edges reach beyond it; they count as complete.
    if shown.maxX == output.width { shown.width += size - 1 }
    if shown.maxY == output.height { shown.height += size - 1 }
    return damage.intersection(region).cells(of: size).intersection(shown.wholeCells(of: size))
  }
}
