package import Geometry
package import VisualEffects

/// The cells that each layer of a blur needs, computed backwards from the surface.
package struct BlurExtents {
  /// Points of the grid: those on the surface, and those around it that bilinear sampling reads.
  package var grid: PixelRect
  package var blurred: PixelRect
  /// Cells of the layer that is blurred along rows only.
  package var across: PixelRect
  /// Cells of the layers after each reduction, the blur's source (after the first reduction) first.
  package var reduced: [PixelRect]

  package init(_ plan: BlurPlan, frame: PixelRect, output: PixelSize) {
    // The final pass of RenderingGLES draws cells of 4 × 2 pixels, that of RenderingCPU groups of four.
    let frame = frame.aligned(to: 4)
    let step = plan.gridStep
    let size = 1 << plan.level
    let radius = plan.kernel.radius
    if plan.level == 0 {
      grid = frame
      blurred = frame
    } else {
      grid = frame.mapRanges {
        (2 * $0.lowerBound + 1 - step).dividedDown(by: 2 * step)..<(2 * $0.upperBound - 1 - step).dividedDown(
          by: 2 * step) + 2
      }
      blurred = grid.mapRanges {
        ((2 * $0.lowerBound + 1) * step - size).dividedDown(by: 2 * size)
          - 1..<((2 * $0.upperBound - 1) * step - size).dividedDown(by: 2 * size) + 3
      }
    }
    // After each reduction, one ring of cells outside of the output still has a share of pixels inside.
    var small = blurred.outset(by: radius).intersection(PixelRect(output).cells(of: size).outset(by: 1))
    if small.isEmpty { small = PixelRect(x: blurred.x, y: blurred.y, width: 1, height: 1) }
    across = PixelRect(x: blurred.x, y: small.y, width: blurred.width, height: small.height)
    reduced = [small]
    var factor = size
    for reduction in plan.reductions.dropFirst().reversed() {
      factor /= reduction.factor
      let bounds = PixelRect(output).cells(of: factor).outset(by: 1)
      let needed = reduction.sources(of: reduced[0]).intersection(bounds)
      reduced.insert(needed.isEmpty ? PixelRect(x: small.x, y: small.y, width: 1, height: 1) : needed, at: 0)
    }
  }

  /// The bounds of the cells of `parts`, of which there is one or more.
  init(around parts: [BlurExtents]) {
    self = parts[0]
    for part in parts.dropFirst() {
      (grid, blurred, across) = (
        grid.union(part.grid), blurred.union(part.blurred), across.union(part.across)
      )
      reduced = zip(reduced, part.reduced).map { $0.union($1) }
    }
  }
}
