import Geometry
import Scenes
import Testing
import VisualEffects

@testable import Rendering

@Suite struct PlannedBlurTests {
  private static let output = PixelSize(width: 400, height: 200)

  private static func blur(sigma: Double) -> PlannedBlur {
    let plan = BlurPlan(sigma: sigma, base: .smoothedMean, minimumLevel: 2)
    let frame = PixelRect(x: 0, y: 0, width: 400, height: 40)
    return PlannedBlur(PaneBlur(PaneLook(plan: plan, chain: .identity), frame: frame), output: output)
  }

  @Test(arguments: [6, 12, 30, 80]) func `reductions lead from blocks to the cells of the Gaussian`(
    sigma: Double
  ) {
    let blur = Self.blur(sigma: sigma)
    #expect(blur.cellSize == 1 << blur.plan.level)
    #expect(blur.steps.map(\.cellSize).last ?? 4 == blur.cellSize)
    #expect(blur.steps.map(\.cells).last ?? blur.sourceCells == blur.smallCells)
  }

  @Test func `a change spreads over each layer as far as it is used`() throws {
    let blur = Self.blur(sigma: 30)
    let (steps, small) = blur.steps(changed: PixelRect(x: 40, y: 4, width: 1, height: 1))
    #expect(steps.count == blur.plan.reductions.count - 1)
    let cells = try #require(small.first)
    #expect(small.count == 1 && !cells.isEmpty && cells.width <= 3 && cells.height <= 3)
    let (across, down) = blur.passes(changed: small)
    let radius = blur.plan.kernel.radius
    let wider = PixelRect(
      x: cells.x - radius, y: cells.y, width: cells.width + 2 * radius, height: cells.height)
    #expect(across == [wider.intersection(blur.extents.across)])
    #expect(down == [cells.outset(by: radius).intersection(blur.extents.blurred)])
    let changed = blur.points(of: try #require(down.first)).pixels(perCell: blur.plan.gridStep)
    #expect(changed.contains(PixelRect(x: 160, y: 16, width: 4, height: 4)))
    #expect(blur.steps(changed: PixelRect(x: 40, y: 48, width: 1, height: 1)).small == [.empty])
  }

  @Test(arguments: [6, 12, 30, 80]) func `parts of a blur need the cells that they need alone`(sigma: Double)
  {
    let plan = BlurPlan(sigma: sigma, base: .smoothedMean, minimumLevel: 2)
    let look = PaneLook(plan: plan, chain: .identity)
    let frames = [100, 1300, 1500].map { PixelRect(x: $0, y: 4, width: 120, height: 32) }
    func blur(_ parts: [PixelRect]) -> PlannedBlur {
      PlannedBlur(PaneBlur(look, parts: parts), output: PixelSize(width: 1920, height: 200))
    }
    func cells(_ rects: [PixelRect]) -> Set<[Int]> {
      var all: Set<[Int]> = []
      for rect in rects {
        for y in rect.y..<rect.maxY { for x in rect.x..<rect.maxX { all.insert([x, y]) } }
      }
      return all
    }
    let (whole, alone) = (blur(frames), frames.map { blur([$0]) })
    for (index, step) in whole.steps.enumerated() {
      #expect(cells(step.parts) == cells(alone.map { $0.steps[index].cells }))
      #expect(step.parts.reduce(0) { $0 + $1.area } == cells(step.parts).count)
    }
    let (across, down) = whole.passes(changed: whole.smallParts)
    #expect(cells(across) == cells(alone.map(\.extents.across)))
    #expect(cells(down) == cells(alone.map(\.extents.blurred)))
    #expect(down.reduce(0) { $0 + $1.area } == cells(down).count)
    #expect(whole.smallParts == alone.map(\.smallCells))
    #expect(alone.allSatisfy { whole.extents.grid.contains($0.extents.grid) })
    // A change between two parts that is far from both changes nothing.
    let gap = PixelRect(x: 740, y: 8, width: 4, height: 4).cells(of: 4)
    let (steps, small) = whole.steps(changed: gap)
    #expect(small.allSatisfy(\.isEmpty) && steps.allSatisfy(\.parts.isEmpty))
  }

  @Test func `a blur is stale only if its smallest layer differs`() {
    var state = BlurState(parts: 1)
    let cells = PixelRect(x: 2, y: 0, width: 1, height: 1)
    state.take([.one], changed: cells, of: 0)
    #expect(!state.isNew && state.stale == [cells])
    state.endBlur()
    state.take([.one], changed: cells, of: 0)
    #expect(!state.isStale)
    state.take([.zero], changed: cells, of: 0)
    #expect(state.isStale)
  }

  @Test func `a part of a blur that shows what it showed stays as it is`() {
    var state = BlurState(parts: 2)
    let cells = [0, 20].map { PixelRect(x: $0, y: 0, width: 2, height: 2) }
    for index in [0, 1] { state.take([.one], changed: cells[index], of: index) }
    #expect(state.stale == cells)
    state.endBlur()
    state.take([.zero], changed: cells[0], of: 0)
    state.take([.one], changed: cells[1], of: 1)
    #expect(state.stale == [cells[0], .empty])
  }

  /// Updates all points; returns the pixels that change with them.
  private static func update(_ grid: inout GridState) -> PixelRect {
    _ = grid.beginUpdate(GridUse(shown: [grid.cells.pixels(perCell: grid.step)], inked: []))
    return grid.endUpdate()
  }

  @Test func `a grid is updated where it is out of date, and wholly for another finish`() throws {
    let bounds = try #require(Legibility.standard.bounds(isDark: true, range: .full))
    let finish = LegibilityFigures(bounds, opaque: bounds, fillLevel: 0)
    var grid = GridState(Self.blur(sigma: 30), GridLook(finish: nil))
    grid.use(GridLook(finish: nil))
    #expect(grid.stale == grid.cells)
    _ = Self.update(&grid)
    #expect(grid.stale.isEmpty)
    grid.invalidate(PixelRect(x: 5, y: 5, width: 2, height: 1))
    let plain = Self.update(&grid)
    #expect(plain == PixelRect(x: 16, y: 16, width: 16, height: 12))
    grid.use(GridLook(finish: finish))
    #expect(grid.stale == grid.cells)
    _ = Self.update(&grid)
    grid.invalidate(PixelRect(x: 5, y: 5, width: 2, height: 1))
    let finished = Self.update(&grid)
    #expect(finished == PixelRect(x: 8, y: 8, width: 32, height: 28))
  }

  @Test
  func `a grid is updated where it is shown, and finds the extremes of points below ink alone`()
    throws
  {
    let bounds = try #require(Legibility.standard.bounds(isDark: true, range: .full))
    let finish = LegibilityFigures(bounds, opaque: bounds, fillLevel: 0)
    var grid = GridState(Self.blur(sigma: 30), GridLook(finish: finish))
    let left = PixelRect(x: 0, y: 0, width: 8, height: 8)
    let right = PixelRect(x: 24, y: 0, width: 8, height: 8)
    func area(_ parts: [PixelRect]) -> Int { parts.reduce(0) { $0 + $1.area } }
    func update(_ shown: [PixelRect], _ inked: [PixelRect]) -> (points: Int, grounds: Int) {
      let use = GridUse(shown: shown, inked: inked)
      let (points, grounds) = (grid.beginUpdate(use), grid.takeGrounds(use))
      _ = grid.endUpdate()
      return (area(points), area(grounds))
    }
    let first = update([left], [])
    #expect(first.points > 0 && first.points < grid.cells.area && first.grounds == 0)
    #expect(!grid.stale.isEmpty)
    // Ink outside of its sheet covers nothing.
    #expect(update([left, .empty], [.empty]) == (0, 0))
    let inked = update([left], [left])
    #expect(inked.points == 0 && inked.grounds > 0)
    #expect(update([left], [left]) == (0, 0))
    let both = update([left, right], [left])
    #expect(both.points > 0 && both.points < grid.cells.area)
    grid.invalidate(PixelRect(x: 0, y: 0, width: 1, height: 1))
    #expect(update([left, right], [left]).points > 0)
    #expect(update([left, right], [left]) == (0, 0))
  }

  @Test func `a finish takes its own grid, then one that no other finish uses`() throws {
    let bounds = try #require(Legibility.standard.bounds(isDark: true, range: .full))
    let finish = LegibilityFigures(bounds, opaque: bounds, fillLevel: 0)
    let (blur, plain) = (Self.blur(sigma: 30), GridLook(finish: nil))
    var grids = [GridState(blur, plain)]
    #expect(grids.index(for: plain, of: blur) == 0)
    #expect(grids.index(for: GridLook(finish: finish), of: blur) == nil)
    grids[0].isUsed = false
    #expect(grids.index(for: GridLook(finish: finish), of: blur) == 0)
  }
}
