import CEGL
import Geometry
public import Rendering
public import Scenes
import VisualEffects

/// Draws surfaces over a picture, off screen: opaque, with nothing measured.
///
/// Reductions of the picture are kept while calls pass the same one.
@MainActor public final class GlassPreview: GlassPreviewing {
  private let context: GraphicsContext
  private let rasterise: (StyledText) -> TextBitmap
  private var backdrop: PictureBackdrop?

  /// `rasterise` returns the pixels of text.
  public init(_ context: GraphicsContext, rasterise: @escaping (StyledText) -> TextBitmap) {
    self.context = context
    self.rasterise = rasterise
  }

  isolated deinit { destroy() }

  /// Frees everything that is kept of the last picture; the next call makes it anew.
  public func destroy() {
    backdrop?.destroy()
    backdrop = nil
  }

  /// Draws `scene` over `backdrop`, which must be of the scene's size and counts as opaque.
  ///
  /// `scale` is physical pixels per point of the materials' blurs. Throws `.allocation` for pictures that are empty
  /// or larger than GL's textures.
  public func picture(
    of scene: Scene, over backdrop: Bitmap, scale: Double
  ) throws(RenderingError) -> Bitmap {
    precondition(scene.size == backdrop.size, "a scene of \(scene.size) over a picture of \(backdrop.size)")
    guard !backdrop.size.isEmpty else { throw .allocation(what: "picture", backdrop.size) }
    context.activate()
    let source = pictureBackdrop(backdrop)
    let frame = PixelRect(scene.size)
    let panes = SurfacePanes(frame: frame, scale: scale, in: context)
    defer { panes.destroy() }
    try panes.adopt(scene.panes, source)
    let picture = SurfacePicture(frame, .full, rasterise: rasterise, in: context)
    defer { picture.destroy() }
    let pixels = try SurfacePixels(frame, in: context)
    defer { pixels.destroy() }
    _ = try picture.prepare(scene, panes, source, stale: frame)
    try picture.draw([frame], of: scene, panes, source, to: pixels, through: nil)
    pixels.commit([frame])
    try context.checkReset()
    return Bitmap(size: scene.size, bytes: pixels.read()).over(backdrop)
  }

  private func pictureBackdrop(_ picture: Bitmap) -> PictureBackdrop {
    if let backdrop, backdrop.picture == picture { return backdrop }
    backdrop?.destroy()
    let made = PictureBackdrop(picture, in: context)
    backdrop = made
    return made
  }
}

/// A picture as the backdrop of panes.
private final class PictureBackdrop: Backdrop {
  let picture: Bitmap
  private let context: GraphicsContext
  private var reduced: [(reduction: Reduction?, layer: Layer)] = []
  private var coloured: (chain: ColourChain, reduction: Reduction?, layer: Layer)?

  init(_ picture: Bitmap, in context: GraphicsContext) {
    self.picture = picture
    self.context = context
  }

  var output: PixelSize { picture.size }

  func plan(sigma: Double) -> BlurPlan { BlurPlan(sigma: sigma) }

  func through(_ blur: PlannedBlur) throws(RenderingError) -> Layer {
    let (chain, reduction) = (blur.chain, blur.plan.reductions.first)
    let base = try layer(reduction)
    if chain == .identity { return base }
    if let coloured, coloured.chain == chain, coloured.reduction == reduction { return coloured.layer }
    coloured?.layer.destroy()
    coloured = nil
    let made = try Layer("coloured background", cells: base.cells, cellSize: base.cellSize, in: context)
    coloured = (chain, reduction, made)
    let program = try context.program(BlurShaders.chain(sideWeight: blur.plan.sideWeight))
    program.use()
    program.set(chain)
    program.bind("source", base.texture, unit: 0)
    made.draw(made.cells)
    return made
  }

  func underlay() throws(RenderingError) -> Layer { try layer(.binomial10) }

  func destroy() {
    coloured?.layer.destroy()
    coloured = nil
    for (_, layer) in reduced { layer.destroy() }
    reduced = []
  }

  private func layer(_ reduction: Reduction?) throws(RenderingError) -> Layer {
    if let known = reduced.first(where: { $0.reduction == reduction }) { return known.layer }
    let cells = PixelRect(picture.size).cells(of: reduction?.factor ?? 1).outset(by: reduction == nil ? 0 : 1)
    let made = try PictureLayer.make(picture, reduction: reduction, cells: cells, in: context)
    reduced.append((reduction, made))
    return made
  }
}
