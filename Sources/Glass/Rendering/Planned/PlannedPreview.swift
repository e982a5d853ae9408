import Geometry
package import Scenes
import VisualEffects

/// Draws surfaces over a picture by passes of a backend.
///
/// Reductions of the picture are kept while calls pass the same one.
@MainActor package final class PlannedPreview<Backend: RenderingBackend>: GlassPreviewing {
  private let backend: Backend
  private var backdrop: PictureBackdrop<Backend>?

  package init(_ backend: Backend) { self.backend = backend }

  isolated deinit { destroy() }

  package func destroy() {
    backdrop?.destroy()
    backdrop = nil
  }

  package func picture(
    of scene: Scene, over backdrop: Bitmap, scale: Double
  ) throws(RenderingError) -> Bitmap {
    precondition(scene.size == backdrop.size, "a scene of \(scene.size) over a picture of \(backdrop.size)")
    guard !backdrop.size.isEmpty else { throw .allocation(what: "picture", backdrop.size) }
    backend.activate()
    let source = pictureBackdrop(backdrop)
    let frame = PixelRect(scene.size)
    let panes = SurfacePanes(frame: frame, scale: scale, range: .full, in: backend)
    defer { panes.destroy() }
    try panes.adopt(scene.panes, source)
    let picture = backend.makePicture(frame)
    defer { picture.destroy() }
    let pixels = try backend.makePixels(frame, of: nil)
    defer { pixels.destroy() }
    _ = try panes.prepare(scene, source, stale: frame, isResting: true)
    try picture.draw(
      SurfaceDrawing(scene: scene, rects: [frame]), panes, source, to: pixels, through: nil)
    try backend.check()
    return pixels.read().over(backdrop)
  }

  private func pictureBackdrop(_ picture: Bitmap) -> PictureBackdrop<Backend> {
    if let backdrop, backdrop.picture == picture { return backdrop }
    backdrop?.destroy()
    let made = PictureBackdrop(picture, in: backend)
    backdrop = made
    return made
  }
}

/// A picture as the backdrop of panes.
@MainActor private final class PictureBackdrop<Backend: RenderingBackend>: Backdrop {
  let picture: Bitmap
  private let backend: Backend
  private var reduced: [(reduction: Reduction?, layer: Backend.Layer)] = []
  private var coloured: (chain: ColourChain, reduction: Reduction?, layer: Backend.Layer)?

  init(_ picture: Bitmap, in backend: Backend) {
    self.picture = picture
    self.backend = backend
  }

  var output: PixelSize { picture.size }

  func plan(sigma: Double) -> BlurPlan { BlurPlan(sigma: sigma) }

  func through(_ blur: PlannedBlur) throws(RenderingError) -> Backend.Layer {
    let (chain, reduction) = (blur.chain, blur.plan.reductions.first)
    let base = try layer(reduction)
    if chain == .identity { return base }
    if let coloured, coloured.chain == chain, coloured.reduction == reduction { return coloured.layer }
    coloured?.layer.destroy()
    coloured = nil
    let made = try backend.makeLayer("coloured background", cells: base.cells, cellSize: base.cellSize)
      .filled { layer throws(RenderingError) in
        try backend.colour(layer.cells, of: base, by: chain, sideWeight: blur.plan.sideWeight, to: layer)
      }
    coloured = (chain, reduction, made)
    return made
  }

  func underlay() throws(RenderingError) -> Backend.Layer { try layer(.binomial10) }

  func destroy() {
    coloured?.layer.destroy()
    coloured = nil
    for (_, layer) in reduced { layer.destroy() }
    reduced = []
  }

  private func layer(_ reduction: Reduction?) throws(RenderingError) -> Backend.Layer {
    if let known = reduced.first(where: { $0.reduction == reduction }) { return known.layer }
    let factor = reduction?.factor ?? 1
    let cells = PixelRect(picture.size).cells(of: factor).outset(by: reduction == nil ? 0 : 1)
    let made = try backend.makeLayer("background", cells: cells, cellSize: factor)
      .filled { layer throws(RenderingError) in try backend.fill(layer, from: picture, by: reduction) }
    reduced.append((reduction, made))
    return made
  }
}
