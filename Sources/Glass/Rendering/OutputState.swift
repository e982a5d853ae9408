package import Geometry
package import Scenes
package import VisualEffects

/// The knowledge about an output's background that does not come from un-blending.
package struct BackgroundKnowledge {
  /// Whether a background was set.
  package private(set) var isKnown = false
  /// Whether the estimate was filled from a picture of the whole output, which is kept, since surfaces may move over
  /// it.
  package private(set) var isPicture = false

  package init() {}

  /// Notes that `background` is set; returns the kind of estimate that is made of it.
  package mutating func set(_ background: Background) -> BlurPlan.Base {
    isKnown = true
    isPicture = if case .picture = background { true } else { false }
    return if case .frame = background { .smoothedMean } else { .binomial }
  }

  /// Notes that a capture is un-blended; returns the kind of estimate that is made of it.
  package mutating func unblend() -> BlurPlan.Base {
    isPicture = false
    return .smoothedMean
  }

  /// The kind of estimate behind a first surface with `leak`; nil: it stays as it is.
  ///
  /// An estimate measured through a surface consists of smoothed means; behind an opaque one there will be a picture
  /// or a colour.
  package func base(behind leak: Leak) -> BlurPlan.Base? {
    isKnown ? nil : leak == .opaque ? .binomial : .smoothedMean
  }

  /// Whether new blocks of an estimate of the kind `base` are unknown until they are captured.
  package func hasGaps(_ base: BlurPlan.Base) -> Bool { isKnown && base == .smoothedMean }
}

extension [SurfaceID: SurfaceState] {
  /// The blocks of the output that blurs and measurements need.
  package var neededBlocks: PixelRect { values.reduce(.empty) { $0.union($1.neededBlocks) } }

  /// The part of an output of `output` pixels that a capture must cover for every surface that is measured.
  package func captureRegion(of output: PixelSize) -> PixelRect {
    values.filter { $0.coverage != nil }.reduce(.empty) { region, surface in
      let pixels = surface.neededBlocks.pixels(perCell: CaptureBlock.side)
      return region.union(pixels.intersection(PixelRect(output)))
    }
  }

  /// The colour chains of all materials.
  package var chains: [ColourChain] { values.flatMap(\.chains) }

  /// The frames of all surfaces but `id` that reach into its blocks.
  package func neighbours(of id: SurfaceID) -> [PixelRect] {
    guard let blocks = self[id]?.blocks else { return [] }
    return keys.sorted().filter { $0 != id }.compactMap { self[$0]?.glass.frame }
      .filter { $0.cells(of: CaptureBlock.side).intersects(blocks) }
  }
}

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
