import CEGL
import Measures
public import Scenes
public import VisualEffects

/// Glass over a picture, off screen: opaque, with nothing measured.
public final class GlassPreview {
  private let context: GraphicsContext
  private let rasterise: (StyledText) -> TextBitmap

  /// `rasterise` gives the pixels of text; it is asked for each item once.
  public init(_ context: GraphicsContext, rasterise: @escaping (StyledText) -> TextBitmap) {
    self.context = context
    self.rasterise = rasterise
  }

  /// The whole picture seen through `material`, with `items` on it.
  ///
  /// `scale` is physical pixels per point of the material's blur. The picture's own alpha counts as opaque.
  /// Throws `.allocation` for pictures that the GL is too small for.
  public func picture(
    _ backdrop: Bitmap, through material: Material, scale: Double, items: [TextNode] = []
  ) throws(RenderingError) -> Bitmap {
    try draw(backdrop, sigma: material.blurRadius * scale, material: material, items)
  }

  /// The whole picture blurred by a Gaussian of `sigma` pixels, colours as they are.
  public func picture(
    _ backdrop: Bitmap, sigma: Double, items: [TextNode] = []
  ) throws(RenderingError) -> Bitmap {
    try draw(backdrop, sigma: sigma, material: nil, items)
  }

  private func draw(
    _ backdrop: Bitmap, sigma: Double, material: Material?, _ items: [TextNode]
  ) throws(RenderingError) -> Bitmap {
    guard !backdrop.size.isEmpty else { throw .allocation(what: "picture", backdrop.size) }
    context.activate()
    let plan = BlurPlan(sigma: sigma)
    let whole = PixelRect(backdrop.size)
    let pyramid = try BlurPyramid(plan, frame: whole, output: backdrop.size, in: context)
    defer { pyramid.destroy() }
    let base = try PictureLayer.make(
      backdrop, reduction: plan.reductions.first, cells: pyramid.sourceCells, in: context)
    defer { base.destroy() }
    var coloured = base
    if let chain = material?.chain {
      coloured = try Layer("coloured background", cells: base.cells, cellSize: base.cellSize, in: context)
      let program = try context.program(BlurShaders.chain(sideWeight: plan.sideWeight))
      program.use()
      program.set(chain)
      program.bind("source", base.texture, unit: 0)
      coloured.draw(coloured.cells)
    }
    defer { coloured.destroy() }
    let small = try pyramid.reduce(coloured, changed: coloured.cells)
    try pyramid.blur(coloured, changed: small)
    let surface = try SurfacePixels(whole, in: context)
    defer { surface.destroy() }
    let ink = try InkLayer(
      items.isEmpty ? PixelSize(width: 1, height: 1) : whole.size, rasterise: rasterise, in: context)
    defer { ink.destroy() }
    if !items.isEmpty { ink.redraw(whole, items, isDark: material?.isDark ?? true) }
    try surface.draw([whole], grid: pyramid.grid, ink: items.isEmpty ? nil : ink, through: nil)
    surface.commit([whole])
    try context.checkReset()
    return Bitmap(size: whole.size, bytes: surface.read())
  }
}
