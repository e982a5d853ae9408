package import Geometry
package import Scenes
package import VisualEffects

/// The state of one surface from which follows what is drawn and measured; renderers keep its pixels.
package struct SurfaceState {
  package private(set) var glass: Glass
  /// The estimate's blocks that the surface covers, wholly or in part.
  package let blocks: PixelRect
  /// The coverage of pixels by the carrier, for which the measurement was made; nil: the surface is not measured.
  package let coverage: GlassCoverage?
  /// The scene that was drawn last; nil: nothing was drawn, and the compositor shows nothing of this surface.
  package private(set) var scene: Scene?
  /// The part of the output, in pixels, that an earlier picture of the surface still hides; empty after the first
  /// drawing and if there was no earlier picture.
  package var formerFrame = PixelRect.empty
  /// Whether the leak through each pixel is known, by a measurement or by computation.
  package private(set) var isPredicted = true
  /// Whether the leak through each pixel was taken over from the surface that this one replaced.
  package private(set) var hasFormerLeak = false
  /// Pixels of the surface that have to be drawn, whatever the scene.
  package private(set) var stalePixels: PixelRect
  /// The blurs that the panes share, each once.
  package var blurs: [PlannedBlur] = []

  /// The objects of a surface that a new one in its place continues to use.
  package struct Succession: Equatable {
    /// The origin of the measurement through the new surface.
    package enum Measuring: Equatable {
      /// The surface is not measured.
      case none
      /// The former measurement is continued.
      case kept
      /// A measurement is made; it takes over the known leak of the former one if `knowsLeak`.
      case made(knowsLeak: Bool)
    }

    /// Whether panes, pixels, texts and shadows fit: only the shape of the glass may differ, as after a motion.
    package var keepsPicture = false
    package var measuring = Measuring.none
    /// Whether the leak is predicted from the former measurement, where that knows it.
    package var carriesLeak = false
  }

  /// The state of a surface that takes the place of `former`, and what it takes over from that.
  package static func succeeding(
    _ former: SurfaceState?, _ glass: Glass
  ) -> (state: SurfaceState, succession: Succession) {
    var state = SurfaceState(glass)
    var succession = Succession()
    let isSame = former?.glass.frame == glass.frame && former?.glass.leak == glass.leak
    succession.keepsPicture = isSame && former?.glass.scale == glass.scale
    if let former, isSame, let coverage = former.coverage, coverage == state.coverage,
      former.glass.mask == glass.mask
    {
      succession.measuring = .kept
      state.isPredicted = former.isPredicted
      state.hasFormerLeak = former.isPredicted
    } else if glass.leak != .opaque {
      let knowsLeak = isSame && former?.isPredicted == true
      succession.measuring = .made(knowsLeak: knowsLeak)
      (state.isPredicted, state.hasFormerLeak) = (knowsLeak, knowsLeak)
    }
    if let former {
      succession.carriesLeak = former.glass.leak == glass.leak && !state.hasFormerLeak
      state.formerFrame = former.hiddenPixels
    }
    return (state, succession)
  }

  private init(_ glass: Glass) {
    self.glass = glass
    blocks = glass.frame.cells(of: CaptureBlock.side)
    coverage = glass.leak == .opaque ? nil : glass.coverage
    stalePixels = PixelRect(glass.frame.size)
  }

  // MARK: Changes

  /// The way in which a surface gets other glass.
  package enum Change: Equatable {
    case none
    /// The surface is measured, or is drawn with its true alpha, from now on.
    case freezing
    /// The surface is made anew.
    case remaking
  }

  /// The way in which the surface gets `wanted` glass.
  package func change(to wanted: Glass) -> Change {
    if wanted == glass { return .none }
    var kept = glass
    kept.isFrozen = wanted.isFrozen
    // The measurement holds for glass with the same carrier.
    return kept == wanted && (coverage.map { $0 == wanted.coverage } ?? true) ? .freezing : .remaking
  }

  /// Changes between glass that is measured and glass that is drawn with its true alpha.
  package mutating func setFrozen(_ isFrozen: Bool) {
    glass.isFrozen = isFrozen
    stalePixels = PixelRect(glass.frame.size)
  }

  /// Notes that the leak through each pixel is computed.
  package mutating func setPredicted() {
    isPredicted = true
    stalePixels = PixelRect(glass.frame.size)
  }

  /// Notes that the known leak through the pixels of `blocks` of the output is another.
  package mutating func changeLeak(of blocks: PixelRect) {
    let rect = blocks.pixels(perCell: CaptureBlock.side).offset(x: -glass.frame.x, y: -glass.frame.y)
    stalePixels = stalePixels.union(rect.intersection(PixelRect(glass.frame.size)))
  }

  // MARK: Drawing

  /// Begins to draw `scene`; returns whether its panes are others than before.
  package mutating func begin(_ scene: Scene) -> Bool {
    precondition(scene.size == glass.frame.size, "a scene of \(scene.size) for \(glass.frame.size)")
    precondition(isPredicted, "nothing is known of what leaks")
    defer { glass.panes = scene.panes }
    return scene.panes != glass.panes
  }

  /// Notes that `scene` is drawn, and returns the rectangles that have to be drawn for it: those that differ from the
  /// scene before and those parts of `stale` where one of the two has a node, each extended by `widened` to the pixels that
  /// a pass draws at once. Elsewhere pixels are transparent, whatever leaks through others.
  package mutating func take(
    _ scene: Scene, stale: PixelRect, widened: (PixelRect) -> PixelRect
  ) -> [PixelRect] {
    let stale = scene.occupied(besides: self.scene).cut(to: stale)
    let rects = (stale + scene.damage(since: self.scene)).map(widened).distinct
    self.scene = scene
    (stalePixels, formerFrame) = (.empty, .empty)
    return rects
  }

  /// The parts of `rects` that the surface is cut out of in part, because other surfaces overlap it there.
  package func overlapped(_ rects: [PixelRect]) -> [PixelRect] {
    guard coverage != nil, let mask = glass.mask else { return [] }
    return mask.parts.flatMap { part in rects.map { $0.intersection(part) } }.filter { !$0.isEmpty }
  }

  // MARK: Measuring

  /// The comparison of the surface with a capture.
  package enum Judging: Equatable {
    case none
    /// Blocks are un-blended.
    case measuring
    /// The capture is compared with the surface's pixels.
    case comparing
  }

  /// The comparison of the surface with captures, which take nothing from behind it if `isOnlyJudged`.
  package func judging(isOnlyJudged: Bool) -> Judging {
    if scene == nil || coverage == nil { return .none }
    return !glass.isFrozen ? .measuring : isOnlyJudged ? .comparing : .none
  }

  /// Whether the pixels compensate a measured leak; not while the surface is frozen or opaque.
  package var isLeaking: Bool { !glass.isFrozen && coverage != nil }

  /// Whether a new estimate of the background has to be shown at once.
  package var isLive: Bool { scene != nil && !glass.isFrozen }

  /// The part of the output, in pixels, where a capture may show this surface.
  package var hiddenPixels: PixelRect { scene == nil ? formerFrame : glass.frame }

  /// The blocks of the output that blurs and measurement need, and one more around those of blurs for the smoothing.
  package var neededBlocks: PixelRect { blurs.reduce(blocks) { $0.union($1.sourceCells.outset(by: 1)) } }

  /// The colour chains of the panes' materials.
  package var chains: [ColourChain] { blurs.map(\.chain) }

  /// Makes a picture of the surface as it is seen on the screen.
  package var snapshot: SurfaceSnapshot { SurfaceSnapshot(of: glass, carriedBy: coverage) }

  /// Completes a snapshot where this surface is cut out and `other`, which `picture` shows, is seen.
  package func fillCut(of bitmap: inout Bitmap, from other: SurfaceState, picture: () -> Bitmap) {
    if other.scene == nil { return }
    snapshot.fillCut(of: &bitmap, from: other.glass, picture: picture)
  }
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
