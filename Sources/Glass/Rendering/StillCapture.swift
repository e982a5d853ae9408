package import Geometry
package import Scenes

/// A capture that changed nothing although the compositor called all of it damaged, as some do while nothing changes.
package struct StillCapture {
  private let fingerprint: CaptureFingerprint
  private let keeping: Keeping
  /// What it told.
  private let absorption: Absorption

  /// Nil unless all of `frame` was damaged: what is damaged in part is measured sooner than all of it is compared.
  package init?(_ frame: CapturedPixels, damage: PixelRect, keeping: Keeping, absorption: Absorption) {
    guard damage.contains(frame.region) else { return nil }
    fingerprint = CaptureFingerprint(frame)
    self.keeping = keeping
    self.absorption = absorption
  }

  /// What another capture tells, if it is damaged as a whole and equals this one; nil: that has to be measured.
  package func absorption(of frame: CapturedPixels, damage: PixelRect, keeping: Keeping) -> Absorption? {
    guard self.keeping == keeping, damage.contains(frame.region),
      fingerprint == CaptureFingerprint(frame)
    else { return nil }
    return absorption
  }
}

extension Keeping {
  /// Nothing of what is behind the surface `id` is taken.
  package func onlyJudges(_ id: SurfaceID) -> Bool {
    switch self {
    case .allBut(let judged): judged.contains(id)
    case .nothing: true
    }
  }
}

extension CapturedPixels {
  /// The blocks of an output of `output` pixels that this shows in full, as far as `damage` touches them.
  package func blocks(in damage: PixelRect, of output: PixelSize) -> PixelRect {
    let size = CaptureBlock.side
    var shown = region.intersection(PixelRect(output))
    // Blocks at the output's far edges are complete although they reach beyond it.
    if shown.maxX == output.width { shown.width += size - 1 }
    if shown.maxY == output.height { shown.height += size - 1 }
    return damage.intersection(region).cells(of: size).intersection(shown.wholeCells(of: size))
  }
}
