package import Geometry
package import VisualEffects

/// The extent and the kind of the estimate of one output's background; renderers keep its blocks' colours.
package struct EstimateState {
  package let output: PixelSize
  /// The blocks of the whole output.
  package let blocks: PixelRect
  /// The blocks that are kept: those around all surfaces, or those of the whole output.
  package private(set) var cells = PixelRect(x: 0, y: 0, width: 1, height: 1)
  /// The kind of reduction that made the blocks, which is the base of all plans.
  package var base = BlurPlan.Base.binomial {
    // The plans' level is never below 2, and from there on all of a base have the same side weight.
    didSet { sideWeight = BlurPlan(sigma: 30, base: base).sideWeight }
  }
  /// The share that each of four neighbours has in a block when blocks are smoothed before they are coloured.
  package private(set) var sideWeight = 0.0
  /// The colour that was filled last, encoded sRGB, 0 … 1; mid grey at first.
  package var colour = SIMD3(repeating: 0.5)
  /// Whether there are blocks of which nothing is known until a capture shows them.
  private var hasGaps = false

  /// The weight of the mean colour of known blocks around a block of which nothing is known: without any weight,
  /// rounding would decide the colours far from all known blocks.
  package static let unknownWeight: Float = 1 / 64

  package init(output: PixelSize) {
    self.output = output
    blocks = PixelRect(output).cells(of: CaptureBlock.side)
  }

  /// A change of the blocks that are kept; all that were kept before are copied.
  package struct Move: Equatable {
    /// Whether the new blocks get the colour that was filled last.
    package var isPainted = false
    /// The parts whose blocks get the mean of the blocks around them, until a capture shows them.
    package var unknown: [PixelRect] = []
  }

  /// Keeps `needed` blocks, or those of the whole output; nil: that changes nothing.
  ///
  /// New blocks get the colour that was filled last or, `withGaps`, the mean of the blocks around them until a
  /// capture shows them.
  package mutating func cover(_ needed: PixelRect?, withGaps: Bool) -> Move? {
    let all = blocks.outset(by: 1)
    let new = needed?.intersection(all) ?? all
    if new.isEmpty || new == cells { return nil }
    defer { cells = new }
    guard withGaps else { return Move(isPainted: true) }
    if !cells.contains(new.intersection(blocks)) { hasGaps = true }
    return Move(unknown: blocks.subtracting([cells]))
  }

  /// Adds `needed` blocks to those that are kept, without weight until they are captured; nil: they are kept.
  package mutating func extend(to needed: PixelRect) -> Move? {
    let new = needed.union(cells).intersection(blocks.outset(by: 1))
    if cells.contains(new) { return nil }
    (cells, hasGaps) = (new, true)
    return Move()
  }

  /// Marks `blocks` as unknown until a capture shows them; returns those that are kept.
  package mutating func forget(_ blocks: [PixelRect]) -> [PixelRect] {
    let unknown = blocks.map { $0.intersection(cells) }.filter { !$0.isEmpty }
    if !unknown.isEmpty { hasGaps = true }
    return unknown
  }

  /// Notes that all of `region` of the output is captured; returns whether all of it has to be taken because of gaps.
  package mutating func fillGaps(from region: PixelRect) -> Bool {
    let isWanted = hasGaps
    let all = cells.pixels(perCell: CaptureBlock.side).intersection(PixelRect(output))
    hasGaps = hasGaps && !region.contains(all)
    return isWanted
  }

  /// Divides those of `blocks` that are kept into those that lie inside the output entirely and those that extend
  /// beyond it.
  package func split(_ blocks: [PixelRect]) -> (inner: [PixelRect], edges: [PixelRect]) {
    let whole = PixelRect(output).wholeCells(of: CaptureBlock.side)
    let known = self.blocks.intersection(cells)
    return (
      blocks.map { $0.intersection(whole).intersection(known) }.filter { !$0.isEmpty },
      blocks.flatMap { $0.intersection(known).subtracting([whole]) }
    )
  }

  /// The cells whose colours through a material change with `blocks`.
  package func recoloured(_ blocks: PixelRect) -> PixelRect {
    blocks.outset(by: sideWeight > 0 ? 1 : 0).intersection(cells)
  }

  /// The plan of a blur by `sigma` pixels, which has at least level 2, since blocks are reduced to a quarter.
  package func plan(sigma: Double) -> BlurPlan {
    BlurPlan(sigma: max(BlurPlan.minimumLiveSigma, sigma), base: base, minimumLevel: 2)
  }

  /// The blocks behind `frame` that are kept.
  package func known(behind frame: PixelRect) -> PixelRect {
    frame.cells(of: CaptureBlock.side).intersection(cells)
  }
}
