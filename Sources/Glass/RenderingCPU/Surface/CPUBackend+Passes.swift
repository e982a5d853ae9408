package import Geometry
package import Rendering
package import Scenes
package import VisualEffects

extension CPUBackend {
  package func colour(
    _ cells: PixelRect, of source: CellLayer, by chain: ColourChain, sideWeight: Double, to target: CellLayer
  ) {
    ColourPass(chain).run(source, to: target, cells, sideWeight: sideWeight)
  }

  package func reduce(_ source: CellLayer, by step: PlannedBlur.Step, to target: CellLayer) {
    resampling.reduce(source, to: target, step.cells, step.reduction)
  }

  package func blur(
    _ source: CellLayer, by kernel: GaussianKernel, _ rows: PixelRect, to across: CellLayer,
    _ columns: PixelRect, to target: CellLayer
  ) {
    let weights = kernel.weights.map { Float($0) }
    resampling.blurAcross(source, to: across, rows, weights)
    resampling.blurDown(across, to: target, columns, weights)
  }

  package func fill(_ layer: CellLayer, from picture: Bitmap, by reduction: Reduction?) {
    PictureLayer.fill(layer, picture, reduction: reduction)
  }

  package func take(
    _ blocks: [PixelRect], from capture: SeenCapture, to layer: CellLayer, of estimate: EstimateState
  ) -> PixelRect {
    let (inner, edges) = estimate.split(blocks)
    var means = BlockMeans(layer, output: estimate.output)
    means.take(inner, edges, from: capture.pixels)
    return means.changed
  }

  package func take(
    _ blocks: PixelRect, from measurement: Measurement, _ flags: BlockFlags, to layer: CellLayer,
    of estimate: EstimateState
  ) -> PixelRect {
    let part = blocks.intersection(estimate.blocks).intersection(layer.cells).intersection(measurement.blocks)
    var means = BlockMeans(layer, output: estimate.output)
    means.take(part, from: measurement, flags)
    return means.changed
  }

  package func lay(
    _ canvas: PaintCanvas, of surface: PixelRect, over below: CellLayer, to target: CellLayer
  ) {
    let place = canvas.frame.offset(x: surface.x, y: surface.y)
    let weights = Reduction.binomial10.weights.map { Float($0) }
    let sums = SumRow()
    let columns = place.x..<place.maxX
    for y in target.cells.y..<target.cells.maxY {
      let (row, result) = (sums.zeros(columns), target.row(y))
      var isEmpty = true
      for (index, weight) in weights.enumerated() {
        let from = y * 4 - 3 + index
        guard from >= place.y, from < place.maxY else { continue }
        isEmpty = false
        let own = canvas.row(from - surface.y)
        for x in columns { row[x] += own[x - surface.x] * weight }
      }
      for x in target.cells.x..<target.cells.maxX {
        var sum = Colour.zero
        if !isEmpty {
          for (index, weight) in weights.enumerated() {
            let from = x * 4 - 3 + index
            if columns.contains(from) { sum += row[from] * weight }
          }
        }
        result[x] = sum + below.at(x, y) * (1 - sum.w)
      }
    }
  }
}
