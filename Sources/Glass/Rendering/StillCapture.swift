package import Geometry
package import Scenes

/// A capture that changed nothing.
package struct StillCapture {
  package var fingerprint: CaptureFingerprint
  package var keeping: Keeping
  /// What it told.
  package var absorption: Absorption

  package init(fingerprint: CaptureFingerprint, keeping: Keeping, absorption: Absorption) {
    self.fingerprint = fingerprint
    self.keeping = keeping
    self.absorption = absorption
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
