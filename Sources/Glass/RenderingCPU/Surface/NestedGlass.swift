import Geometry
import Rendering
import Scenes
import VisualEffects

/// Glass whose backdrop includes the nodes that were painted below it.
final class NestedGlass {
  private let pane: PaneGlass
  /// Whether the glass was drawn since the drawing of the surface began.
  var isUsed = false

  init(_ blur: PaneBlur, output: PixelSize) { pane = PaneGlass(blur, output: output) }

  var blur: PaneBlur { pane.blur.blur }

  func grid(_ look: GridLook) -> CellLayer { pane.grid(look) }

  /// Blurs `canvases`, lowest first, of a surface at `surface` of the output, over `backdrop`.
  func draw(_ canvases: [PaintCanvas], surface: PixelRect, _ backdrop: CellLayer, _ look: NestedLook) {
    isUsed = true
    let cells = pane.blur.sourceCells
    var below = backdrop
    for canvas in canvases {
      let next = CellLayer(cells: cells, cellSize: 4)
      Self.lay(canvas, surface, over: below, to: next)
      below = next
    }
    let coloured = CellLayer(cells: cells, cellSize: 4)
    ColourPass(look.chain).run(below, to: coloured, coloured.cells, sideWeight: 0)
    pane.remake(coloured, look.grid)
  }

  /// Reduces a canvas to blocks and puts it over `below`; the result goes to `target`.
  private static func lay(
    _ canvas: PaintCanvas, _ surface: PixelRect, over below: CellLayer, to target: CellLayer
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
