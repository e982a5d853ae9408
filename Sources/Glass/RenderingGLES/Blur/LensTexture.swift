import Geometry
import Rendering
import Scenes

/// The map of a grid's lens in a texture.
@MainActor final class LensTexture {
  private var map: (key: LensMap.Key, texture: Texture, isStraight: Bool)?
  /// The point at the first texel of the grid's layer.
  private let origin: (x: Int, y: Int)
  private let context: GraphicsContext

  init(origin: (x: Int, y: Int), in context: GraphicsContext) {
    (self.origin, self.context) = (origin, context)
  }

  /// The points in columns of which each row shows one row of the backdrop, higher or lower; empty if there are none.
  func straightPoints(of lens: Lens) throws(RenderingError) -> PixelRect {
    // Dispersed colours come from three rows.
    if lens.dispersion > 0 { return .empty }
    let map = try map(of: lens)
    return map.isStraight ? map.key.columns(in: lens.shape.frame) : .empty
  }

  /// Sets the uniforms of `BlurShaders.Ending.bend` for `lens`.
  func bind(_ lens: Lens, to program: ShaderProgram) throws(RenderingError) {
    let (map, frame) = (try map(of: lens), lens.shape.frame)
    let size = map.key.size
    program.bind("lens", map.texture, unit: 1)
    program.set("lensShift", origin.x - frame.x, origin.y - frame.y)
    program.set("lensMiddle", map.key.middle, map.key.middle)
    program.set("lensSkip", frame.width - size.width, frame.height - size.height)
    program.set("lensLast", size.width - 1, size.height - 1)
  }

  private func map(
    of lens: Lens
  ) throws(RenderingError) -> (key: LensMap.Key, texture: Texture, isStraight: Bool) {
    let key = lens.mapKey
    if let map, map.key == key { return map }
    destroy()
    let (texture, made) = (try Texture("lens", key.size, .float2, in: context), LensMap(lens))
    texture.fill(made.offsets)
    let map = (key, texture, made.isStraight)
    self.map = map
    return map
  }

  /// Frees the texture. Idempotent.
  func destroy() {
    map?.texture.destroy()
    map = nil
  }
}
