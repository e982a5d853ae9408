package import Geometry
package import Scenes

/// The parts of a capture that are taken into the estimate.
package struct CapturePlan {
  /// The blocks that are un-blended again.
  package let changed: PixelRect
  /// All blocks that the capture shows.
  package let visible: PixelRect
  /// The parts of the output, in pixels, where the capture may show surfaces of ours instead of the background.
  package let ours: [PixelRect]
  private let keeping: Keeping

  /// Plans to un-blend those blocks of `frame` that `damage` touches.
  package init(
    _ frame: CapturedPixels, _ damage: PixelRect, _ keeping: Keeping, _ surfaces: [SurfaceID: SurfaceState],
    of output: PixelSize
  ) {
    changed = frame.blocks(in: damage, of: output)
    visible = frame.blocks(in: frame.region, of: output)
    // While all surfaces are only judged, each may be seen elsewhere than where it is expected.
    ours =
      keeping == .nothing ? [frame.region] : surfaces.values.map(\.hiddenPixels).filter { !$0.isEmpty }
    self.keeping = keeping
  }

  /// Plans to take all of `frame`, which shows no surface, except where former ones may still be seen.
  package init(background frame: CapturedPixels, _ surfaces: [SurfaceID: SurfaceState], of output: PixelSize)
  {
    visible = frame.blocks(in: frame.region, of: output)
    changed = visible
    ours = surfaces.values.map(\.formerFrame).filter { !$0.isEmpty }
    keeping = .allBut([])
  }

  /// The blocks in which the capture may show surfaces of ours.
  package var hidden: [PixelRect] { ours.map { $0.cells(of: CaptureBlock.side) } }

  /// The changed blocks in which the capture shows the background itself: only un-blending gives the background behind
  /// a surface that is shown, and opaque surfaces hide it.
  package var plain: [PixelRect] { changed.subtracting(hidden) }

  /// The surfaces, in the order of their numbers, that are only judged, or of which the measurement is taken.
  package func ids(in flags: [SurfaceID: BlockFlags], areOnlyJudged: Bool) -> [SurfaceID] {
    // The order is fixed, so that a block that two surfaces share does not alternate between them.
    flags.keys.sorted().filter { keeping.isOnlyJudged($0) == areOnlyJudged }
  }
}
