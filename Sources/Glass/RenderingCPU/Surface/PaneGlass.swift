import Geometry
import Rendering
import Scenes
import VisualEffects

/// The blurred backdrop of a part of the output, for all panes of one material there, and what of that is out of date.
final class PaneGlass {
  let identity: PaneBlur
  private let pyramid: BlurPyramid
  private var shownSmall: [Colour] = []
  /// Cells of the smallest layer that changed since the last blur.
  private var staleCells = PixelRect.empty

  init(_ blur: PaneBlur, output: PixelSize) {
    identity = blur
    pyramid = BlurPyramid(blur.look.plan, frame: blur.frame, output: output)
  }

  /// The part of the output that is blurred.
  var frame: PixelRect { identity.frame }
  var plan: BlurPlan { identity.look.plan }
  var chain: ColourChain { identity.look.chain }
  /// The finished material, once it was updated for `finish`.
  func grid(_ finish: GlassFinish?) -> CellLayer { pyramid.grid(finish) }
  /// Cells of its source that take part.
  var sourceCells: PixelRect { pyramid.sourceCells }
  /// Nothing was taken from any source yet.
  var isNew: Bool { shownSmall.isEmpty }
  var isStale: Bool { !staleCells.isEmpty }

  /// Takes `changed` cells of `source`, the backdrop through the chain, or at first all of them.
  ///
  /// What changed may turn out to be as before.
  func refresh(_ source: CellLayer, _ changed: PixelRect) {
    let cells = pyramid.reduce(source, changed: isNew ? source.cells : changed)
    if cells.isEmpty { return }
    let small = pyramid.readSmall(source)
    // Exactly: a still background is measured to the same bits each time.
    if small == shownSmall { return }
    shownSmall = small
    staleCells = staleCells.union(cells)
  }

  /// Brings the blur up to date with `source`; `update` follows for each finish.
  func blur(_ source: CellLayer) {
    if isNew { refresh(source, source.cells) }
    guard isStale else { return }
    pyramid.blur(source, changed: staleCells)
    staleCells = .empty
  }

  /// Brings the grid for `finish` up to date; returns the pixels of the output that changed.
  func update(_ finish: GlassFinish?) -> PixelRect { pyramid.finish(finish).intersection(frame) }

  /// Gives up grids for finishes of which `update` was not told since the last time.
  func tidy() { pyramid.tidy() }

  /// The same of a source that is another each time, without a look at what changed.
  func remake(_ source: CellLayer, _ finish: GlassFinish?) {
    let cells = pyramid.reduce(source, changed: source.cells)
    pyramid.blur(source, changed: cells)
    _ = pyramid.finish(finish)
    pyramid.tidy()
  }
}
