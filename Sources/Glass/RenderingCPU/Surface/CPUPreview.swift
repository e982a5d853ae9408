import Geometry
import Rendering
import Scenes
import VisualEffects

/// Draws surfaces over a picture, off screen: opaque, with nothing measured.
///
/// Reductions of the picture are kept while calls pass the same one.
@MainActor final class CPUPreview: GlassPreviewing {
  private let rasterise: (StyledText) -> TextBitmap
  private var backdrop: PictureBackdrop?

  init(rasterise: @escaping (StyledText) -> TextBitmap) { self.rasterise = rasterise }

  func destroy() { backdrop = nil }

  func picture(of scene: Scene, over picture: Bitmap, scale: Double) throws(RenderingError) -> Bitmap {
    precondition(scene.size == picture.size, "a scene of \(scene.size) over a picture of \(picture.size)")
    guard !picture.size.isEmpty else { throw .allocation(what: "picture", picture.size) }
    let source: PictureBackdrop
    if let backdrop, backdrop.picture == picture {
      source = backdrop
    } else {
      source = PictureBackdrop(picture)
    }
    backdrop = source
    let frame = PixelRect(scene.size)
    let panes = SurfacePanes(frame: frame, scale: scale)
    panes.adopt(scene.panes, source)
    let drawing = SurfacePicture(frame, .full, rasterise: rasterise) {}
    let pixels = SurfacePixels(frame, on: MemoryCanvas(), .normal)
    _ = drawing.prepare(scene, panes, source, stale: frame)
    let pass = try pixels.begin([frame], through: nil)
    try drawing.draw([frame], of: scene, panes, source, to: pixels, pass, through: nil)
    return pixels.read().over(picture)
  }
}

/// A picture as the backdrop of panes.
private final class PictureBackdrop: Backdrop {
  let picture: Bitmap
  private var reduced: [(reduction: Reduction?, layer: CellLayer)] = []
  private var coloured: (chain: ColourChain, reduction: Reduction?, layer: CellLayer)?

  init(_ picture: Bitmap) { self.picture = picture }

  var output: PixelSize { picture.size }

  func plan(sigma: Double) -> BlurPlan { BlurPlan(sigma: sigma) }

  func through(_ blur: PlannedBlur) -> CellLayer {
    let (chain, reduction) = (blur.chain, blur.plan.reductions.first)
    let base = layer(reduction)
    if chain == .identity { return base }
    if let coloured, coloured.chain == chain, coloured.reduction == reduction { return coloured.layer }
    let made = CellLayer(cells: base.cells, cellSize: base.cellSize)
    coloured = (chain, reduction, made)
    ColourPass(chain).run(base, to: made, made.cells, sideWeight: blur.plan.sideWeight)
    return made
  }

  func underlay() -> CellLayer { layer(.binomial10) }

  private func layer(_ reduction: Reduction?) -> CellLayer {
    if let known = reduced.first(where: { $0.reduction == reduction }) { return known.layer }
    let cells = PixelRect(picture.size).cells(of: reduction?.factor ?? 1).outset(by: reduction == nil ? 0 : 1)
    let made = CellLayer(cells: cells, cellSize: reduction?.factor ?? 1)
    PictureLayer.fill(made, picture, reduction: reduction)
    reduced.append((reduction, made))
    return made
  }
}
