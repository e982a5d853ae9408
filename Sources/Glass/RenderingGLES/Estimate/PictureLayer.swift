import CEGL
import Geometry
import Rendering
import Scenes
import VisualEffects

/// Reduces pictures in memory to layers.
enum PictureLayer {
  /// Makes a layer of `cells` from `bitmap`, a picture of the whole output, by `reduction`; nil: a cell is a pixel.
  static func make(
    _ bitmap: Bitmap, reduction: Reduction?, cells: PixelRect, in context: GraphicsContext
  ) throws(RenderingError) -> Layer {
    let layer = try Layer(
      "background", cells: cells, cellSize: reduction?.factor ?? 1, in: context)
    try fill(layer, bitmap, reduction: reduction, in: context)
    return layer
  }

  /// Fills all of `layer` from `bitmap`, a picture of the whole output, by `reduction`; nil: a cell is a pixel.
  static func fill(
    _ layer: Layer, _ bitmap: Bitmap, reduction: Reduction?, in context: GraphicsContext
  ) throws(RenderingError) {
    let picture = try Texture("picture", bitmap.size, .byte4, in: context)
    defer { picture.destroy() }
    unsafe bitmap.bytes.withUnsafeBytes {
      unsafe picture.upload(PixelRect(bitmap.size), from: $0.baseAddress!)
    }
    let source = BlurShaders.picture(reduction)
    let program = try context.program(source)
    defer { context.programs.forget(source) }
    program.use()
    program.bind("source", picture, unit: 0)
    program.set("firstCell", layer.origin.x, layer.origin.y)
    program.set("last", bitmap.size.width - 1, bitmap.size.height - 1)
    layer.draw(layer.cells)
  }
}
