import Measures
import Scenes
import VisualEffects

/// The glass of one pane: its blur, and what of that is out of date.
final class PaneGlass {
  /// On the output.
  let frame: PixelRect
  let plan: BlurPlan
  let chain: ColourChain
  private let pyramid: BlurPyramid
  private var shownSmall: [Float] = []
  /// Cells of the smallest layer that changed since the last blur.
  private var staleCells = PixelRect.empty

  init(
    _ plan: BlurPlan, chain: ColourChain, frame: PixelRect, output: PixelSize, in context: GraphicsContext
  ) throws(RenderingError) {
    self.plan = plan
    self.chain = chain
    self.frame = frame
    pyramid = try BlurPyramid(plan, frame: frame, output: output, in: context)
  }

  var grid: Layer { pyramid.grid }
  /// Cells of its source that take part.
  var sourceCells: PixelRect { pyramid.sourceCells }
  /// Nothing was taken from any source yet.
  var isNew: Bool { shownSmall.isEmpty }
  var isStale: Bool { !staleCells.isEmpty }

  /// Takes `changed` cells of `source`, the backdrop through the chain, or at first all of them.
  ///
  /// What changed may turn out to be as before.
  func refresh(_ source: Layer, _ changed: PixelRect) throws(RenderingError) {
    let cells = try pyramid.reduce(source, changed: isNew ? source.cells : changed)
    if cells.isEmpty { return }
    let small = pyramid.readSmall(source)
    // Exactly: a still background is measured to the same bits each time.
    if small == shownSmall { return }
    shownSmall = small
    staleCells = staleCells.union(cells)
  }

  /// Brings the grid up to date with `source` and `finish`; returns the pixels of the output that changed.
  func update(_ source: Layer, _ finish: GlassFinish?) throws(RenderingError) -> PixelRect {
    if isNew { try refresh(source, source.cells) }
    let isOther = try pyramid.refinish(finish)
    var moved = PixelRect.empty
    if isStale {
      try pyramid.blur(source, changed: staleCells)
      moved = pyramid.pixels(changed: staleCells)
      staleCells = .empty
    }
    return isOther ? frame : moved.intersection(frame)
  }

  /// The same of a source that is another each time, without a look at what changed.
  func remake(_ source: Layer, _ finish: GlassFinish?) throws(RenderingError) {
    let cells = try pyramid.reduce(source, changed: source.cells)
    _ = try pyramid.refinish(finish)
    try pyramid.blur(source, changed: cells)
  }

  func destroy() { pyramid.destroy() }
}
