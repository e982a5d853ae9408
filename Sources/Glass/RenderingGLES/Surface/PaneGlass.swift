import Geometry
import Rendering
import Scenes
import VisualEffects

/// The blurred backdrop of a part of the output, for all panes of one material there.
final class PaneGlass {
  let identity: PaneBlur
  private let pyramid: BlurPyramid
  private var shownSmall: [Float] = []
  /// Cells of the smallest layer that changed since the last blur.
  private var staleCells = PixelRect.empty

  init(_ blur: PaneBlur, output: PixelSize, in context: GraphicsContext) throws(RenderingError) {
    identity = blur
    pyramid = try BlurPyramid(blur.look.plan, frame: blur.frame, output: output, in: context)
  }

  /// The part of the output that is blurred.
  var frame: PixelRect { identity.frame }
  var plan: BlurPlan { identity.look.plan }
  var chain: ColourChain { identity.look.chain }
  /// The finished material, once it was updated for `finish`.
  func grid(_ finish: LegibilityFigures?) -> Layer { pyramid.grid(finish) }
  /// Cells of the coloured layer that contribute to the blur.
  var sourceCells: PixelRect { pyramid.sourceCells }
  /// Whether nothing was taken from any source yet.
  var isNew: Bool { shownSmall.isEmpty }
  var isStale: Bool { !staleCells.isEmpty }

  /// Brings the smallest layer up to date after `changed` cells of `source`, the backdrop through the chain, changed;
  /// the first call takes all of them.
  ///
  /// The blur becomes stale only if the smallest layer differs from before.
  func refresh(_ source: Layer, _ changed: PixelRect) throws(RenderingError) {
    let cells = try pyramid.reduce(source, changed: isNew ? source.cells : changed)
    if cells.isEmpty { return }
    let small = pyramid.readSmall(source)
    // The comparison is exact, since a still background is measured to the same bits each time.
    if small == shownSmall { return }
    shownSmall = small
    staleCells = staleCells.union(cells)
  }

  /// Brings the blur up to date with `source`; a call of `update` follows for each finish.
  func blur(_ source: Layer) throws(RenderingError) {
    if isNew { try refresh(source, source.cells) }
    guard isStale else { return }
    try pyramid.blur(source, changed: staleCells)
    staleCells = .empty
  }

  /// Brings the grid for `finish` up to date; returns the pixels of the output that changed.
  func update(_ finish: LegibilityFigures?) throws(RenderingError) -> PixelRect {
    try pyramid.finish(finish).intersection(frame)
  }

  /// Destroys the grids for finishes that `update` was not called with since the last call.
  func endDrawing() { pyramid.endDrawing() }

  /// Reduces, blurs and finishes all of `source`, without looking for what changed in it.
  func remake(_ source: Layer, _ finish: LegibilityFigures?) throws(RenderingError) {
    let cells = try pyramid.reduce(source, changed: source.cells)
    try pyramid.blur(source, changed: cells)
    _ = try pyramid.finish(finish)
    pyramid.endDrawing()
  }

  func destroy() { pyramid.destroy() }
}
