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
    #expect(!small.isEmpty && small.width <= 3 && small.height <= 3)
    let (across, down) = blur.passes(changed: small)
    let radius = blur.plan.kernel.radius
    #expect(across.width == small.width + 2 * radius && across.height == small.height)
    #expect(down == small.outset(by: radius))
    let changed = blur.points(of: down).pixels(perCell: blur.plan.gridStep)
    #expect(changed.contains(PixelRect(x: 160, y: 16, width: 4, height: 4)))
    #expect(blur.steps(changed: PixelRect(x: 40, y: 48, width: 1, height: 1)).small.isEmpty)
  }

  @Test func `a blur is stale only if its smallest layer differs`() {
    var state = BlurState()
    let cells = PixelRect(x: 2, y: 0, width: 1, height: 1)
    state.take([.one], changed: cells)
    #expect(!state.isNew && state.staleCells == cells)
    state.endBlur()
    state.take([.one], changed: cells)
    #expect(!state.isStale)
    state.take([.zero], changed: cells)
    #expect(state.isStale)
  }

  @Test func `a grid is updated where it is out of date, and wholly for another finish`() throws {
    let bounds = try #require(Legibility.standard.bounds(isDark: true, range: .full))
    let finish = LegibilityFigures(bounds, opaque: bounds, fillLevel: 0)
    var grid = GridState(Self.blur(sigma: 30), GridLook(finish: nil))
    grid.use(GridLook(finish: nil))
    #expect(grid.stale == grid.cells)
    _ = grid.endUpdate()
    #expect(grid.stale.isEmpty)
    grid.invalidate(PixelRect(x: 5, y: 5, width: 2, height: 1))
    let plain = grid.endUpdate()
    #expect(plain == PixelRect(x: 16, y: 16, width: 16, height: 12))
    grid.use(GridLook(finish: finish))
    #expect(grid.stale == grid.cells)
    _ = grid.endUpdate()
    grid.invalidate(PixelRect(x: 5, y: 5, width: 2, height: 1))
    let finished = grid.endUpdate()
    #expect(finished == PixelRect(x: 8, y: 8, width: 32, height: 28))
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
