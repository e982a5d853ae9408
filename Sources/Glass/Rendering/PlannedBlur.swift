package import Geometry
package import Scenes
package import VisualEffects

/// A blur with the cells of all layers from the coloured background to the grids that final passes read.
package struct PlannedBlur {
  package let blur: PaneBlur
  /// The bounds of the cells that the parts of the blur need.
  package let extents: BlurExtents
  private let parts: [BlurExtents]
  /// Side of a cell of the smallest layers in pixels.
  package let cellSize: Int

  /// The reduction from one layer to the next one.
  package struct Step {
    package var reduction: Reduction
    /// The bounds of the cells of the smaller layer that are made.
    package var cells: PixelRect
    /// The cells that are made, in rectangles that do not overlap.
    package var parts: [PixelRect]
    /// Side of such a cell in pixels.
    package var cellSize: Int
  }

  package init(_ blur: PaneBlur, output: PixelSize) {
    self.blur = blur
    parts = blur.parts.map { BlurExtents(blur.look.plan, frame: $0, output: output) }
    extents = BlurExtents(around: parts)
    cellSize = blur.look.plan.reductions.reduce(1) { $0 * $1.factor }
  }

  package var plan: BlurPlan { blur.look.plan }
  package var chain: ColourChain { blur.look.chain }
  /// The bounds of the cells of the coloured layer (after the plan's first reduction) that contribute to the blur.
  package var sourceCells: PixelRect { extents.reduced[0] }
  /// The bounds of the cells of the smallest layer before the Gaussian.
  package var smallCells: PixelRect { extents.reduced[extents.reduced.count - 1] }

  /// The cells of the smallest layer that the parts of the blur need; those between them are no cells of the blur.
  package var smallParts: [PixelRect] { parts.map { $0.reduced[$0.reduced.count - 1] } }

  /// All reductions of the coloured layer in their order; the Gaussian reads the result of the last one, or the
  /// coloured layer if there is none.
  package var steps: [Step] { steps(changed: sourceCells).steps }

  /// The same reductions of those cells that `changed` cells of the coloured layer take part in, and the cells of the smallest
  /// layer that change for each part.
  package func steps(changed: PixelRect) -> (steps: [Step], small: [PixelRect]) {
    var cells = parts.map { changed.intersection($0.reduced[0]) }
    var size = plan.reductions.first?.factor ?? 1
    let steps = plan.reductions.dropFirst().enumerated().map { index, reduction in
      cells = zip(cells, parts).map { cells, part in
        reduction.dependents(of: cells).intersection(part.reduced[index + 1])
      }
      size *= reduction.factor
      return Step(reduction: reduction, cells: cells.bounds, parts: cells.distinct, cellSize: size)
    }
    return (steps, cells)
  }

  /// The cells that are blurred along rows, and then along columns, after `changed` cells of the smallest layer, which are given
  /// for each part; rectangles of each pass do not overlap.
  package func passes(changed: [PixelRect]) -> (across: [PixelRect], down: [PixelRect]) {
    let radius = plan.kernel.radius
    let own = zip(parts, changed).filter { !$1.isEmpty }
    let across = own.map { part, cells in
      PixelRect(x: cells.x - radius, y: cells.y, width: cells.width + 2 * radius, height: cells.height)
        .intersection(part.across)
    }
    let down = own.map { part, cells in cells.outset(by: radius).intersection(part.blurred) }
    return (across.distinct, down.distinct)
  }

  /// The points of the grids that `blurred` cells take part in.
  package func points(of blurred: PixelRect) -> PixelRect {
    if plan.level == 0 { return blurred }
    return blurred.outset(by: 2).pixels(perCell: cellSize).cells(of: plan.gridStep).outset(by: 1)
  }
}

/// The cells of a blur that are out of date.
package struct BlurState {
  /// The colours of the smallest layer from which each part was blurred last; nil: none were.
  private var shownSmall: [[SIMD4<Float>]?]
  /// The cells of the smallest layer that changed since the last blur, for each part.
  package private(set) var stale: [PixelRect]

  /// Begins a blur of `count` parts, for which nothing was taken from any source yet.
  package init(parts count: Int) {
    shownSmall = Array(repeating: nil, count: count)
    stale = Array(repeating: .empty, count: count)
  }

  /// Whether nothing was taken from any source yet.
  package var isNew: Bool { shownSmall.allSatisfy { $0 == nil } }
  package var isStale: Bool { !stale.allSatisfy(\.isEmpty) }

  /// Compares all colours of the smallest layer that the part with the index `part` needs, of which `changed` cells were made
  /// anew, with those before; equal ones leave the part as it is.
  ///
  /// The comparison is exact, since a still background is measured to the same bits each time.
  package mutating func take(_ small: [SIMD4<Float>], changed: PixelRect, of part: Int) {
    if small == shownSmall[part] { return }
    shownSmall[part] = small
    stale[part] = stale[part].union(changed)
  }

  /// Notes that all changed cells were blurred.
  package mutating func endBlur() { stale = stale.map { _ in .empty } }
}

/// The properties of a grid of finished glass, besides its blur.
package struct GridLook: Equatable {
  /// The finish that legibility gives to the material; nil: it gives none.
  package var finish: LegibilityFigures?
  /// The lens through which the blurred backdrop is seen; nil: nothing is bent.
  package var lens: Lens?

  /// The points of a grid with this look: those of one sheet if it is a lens, else all of the blur's.
  package func points(of blur: PlannedBlur) -> PixelRect {
    guard let lens else { return blur.extents.grid }
    // Final passes read whole groups of four pixels.
    let points = lens.shape.frame.aligned(to: 4).cells(of: blur.plan.gridStep).intersection(blur.extents.grid)
    let grid = blur.extents.grid
    return points.isEmpty ? PixelRect(x: grid.x, y: grid.y, width: 1, height: 1) : points
  }
}

/// The part of a grid of finished glass that is out of date.
package struct GridState {
  /// All points of the grid.
  package let cells: PixelRect
  /// Pixels between two points.
  package let step: Int
  package private(set) var look: GridLook
  /// Whether the grid was requested since the drawing began.
  package var isUsed = true
  /// The bounds of the points that are out of date.
  package private(set) var stale: PixelRect
  /// Points within these bounds that are up to date nevertheless, in rectangles that do not overlap.
  private var fresh: [PixelRect] = []
  /// The points that the update in progress changes.
  private var changed: [PixelRect] = []
  /// Points whose extreme luminances were found since they changed last, in rectangles that do not overlap.
  private var grounds: [PixelRect] = []
  /// The pixels below ink for which `grounds` were found; nil: they are to be found anew.
  private var inked: [PixelRect]?
  /// The value that `fresh` gets once the update in progress has not failed.
  private var freshNext: [PixelRect] = []
  /// The value that `grounds` gets once the update in progress has not failed.
  private var groundsNext: [PixelRect] = []
  /// The value that `inked` gets once the update in progress has not failed.
  private var inkedNext: [PixelRect]?

  /// Begins a grid of `blur`, all of whose points are out of date.
  package init(_ blur: PlannedBlur, _ look: GridLook) {
    cells = look.points(of: blur)
    (self.look, step, stale) = (look, blur.plan.gridStep, cells)
  }

  /// Requests the grid with a look of the same points; with another one than before, all points are out of date.
  package mutating func use(_ look: GridLook) {
    isUsed = true
    if look == self.look { return }
    self.look = look
    (stale, fresh, grounds, inked) = (cells, [], [], nil)
  }

  /// Marks `points` as out of date, since the backdrop behind them has changed.
  package mutating func invalidate(_ points: PixelRect) {
    // A lens has a point for each pixel.
    let changed = points.outset(by: look.lens?.reach ?? 0).intersection(cells)
    stale = stale.union(changed)
    fresh = fresh.flatMap { $0.subtracting([changed]) }
  }

  /// The number of points on each side among which the extreme of a point is looked for: pixels between two points
  /// take a mix of both extremes and need those within 2 px.
  package var reach: Int { step == 1 ? 2 : 1 }

  /// Begins an update of the points that `use` takes part of; returns those that are out of date, in rectangles that do not
  /// overlap.
  package mutating func beginUpdate(_ use: GridUse) -> [PixelRect] {
    (changed, freshNext, groundsNext, inkedNext) = ([], [], grounds, inked)
    if stale.isEmpty { return [] }
    // Ink at the edge of a sheet needs the extremes of points beyond it.
    let shown = use.shown.map(points).filter { !$0.isEmpty }
    let needed = shown.map { $0.outset(by: reach) }.cut(to: stale).distinct
    changed = needed.flatMap { $0.subtracting(fresh) }
    freshNext = needed
    return changed
  }

  /// Returns the points below ink whose extreme luminances were not found since they changed, in rectangles that do not overlap.
  package mutating func takeGrounds(_ use: GridUse) -> [PixelRect] {
    if changed.isEmpty, use.inked == inked { return [] }
    inkedNext = use.inked
    let needed = use.inked.map(points).cut(to: cells).distinct
    let lost = changed.map { $0.outset(by: reach) }
    groundsNext = needed
    return needed.flatMap { part in
      let found = grounds.cut(to: part).flatMap { $0.subtracting(lost) }
      return part.subtracting(found)
    }
  }

  /// The points that take part in `pixels` of the output.
  private func points(of pixels: PixelRect) -> PixelRect {
    pixels.isEmpty ? .empty : pixels.aligned(to: 4).cells(of: step).outset(by: 1)
  }

  /// Ends an update; returns the pixels of the output that change with it.
  package mutating func endUpdate() -> PixelRect {
    let bounds = changed.bounds
    (fresh, grounds, inked) = (freshNext, groundsNext, inkedNext)
    if fresh == [stale] { (stale, fresh) = (.empty, []) }
    changed = []
    // A changed point changes pixels up to the next point, and up to two more points if it changes their extremes.
    return bounds.isEmpty
      ? .empty : bounds.outset(by: look.finish == nil ? 1 : 3).pixels(perCell: step)
  }
}

/// The pixels of the output for which a grid is used; rectangles may overlap.
package struct GridUse {
  /// The pixels that show the glass.
  package var shown: [PixelRect]
  /// The pixels on which ink may lie.
  package var inked: [PixelRect]

  package init(shown: [PixelRect], inked: [PixelRect]) { (self.shown, self.inked) = (shown, inked) }

  /// The pixels of `sheets` of a surface at `frame`.
  package init(of sheets: [EffectNode], on frame: PixelRect) {
    shown = sheets.map { $0.frame.offset(x: frame.x, y: frame.y) }
    inked = sheets.flatMap { sheet in
      sheet.content.map { $0.extent.intersection(sheet.frame).offset(x: frame.x, y: frame.y) }
    }
  }
}

extension [GridState] {
  /// The grid of `blur` to be used for a look: one that has it, or else one with the same points that is not used; nil:
  /// another one is needed.
  package func index(for look: GridLook, of blur: PlannedBlur) -> Int? {
    let points = look.points(of: blur)
    return firstIndex { $0.look == look } ?? firstIndex { !$0.isUsed && $0.cells == points }
  }
}
