import Geometry
import Rendering

/// Textures of layers that were destroyed, for later layers of the same size: while a blur's radius is animated,
/// sizes recur.
struct SpareLayers {
  private var spares: [(texture: Texture, target: RenderTarget)] = []

  /// The greatest number of texels that are kept: 2 MB of floats, which is enough for the layers of a bar or several
  /// banners.
  private static let mostTexels = 128 * 1024

  /// The number of GL objects that are kept.
  var objectCount: Int { spares.count * 2 }

  /// Removes and returns a texture of `size`, whose content is undefined, with its target; nil if there is none.
  mutating func take(_ size: PixelSize) -> (Texture, RenderTarget)? {
    guard let index = spares.lastIndex(where: { $0.texture.size == size }) else { return nil }
    let spare = spares.remove(at: index)
    return (spare.texture, spare.target)
  }

  /// Keeps a layer's texture and target; the oldest ones are destroyed if there are too many.
  mutating func keep(_ texture: Texture, _ target: RenderTarget) {
    spares.append((texture, target))
    var texels = spares.reduce(0) { $0 + $1.texture.size.width * $1.texture.size.height }
    while texels > Self.mostTexels {
      let size = spares[0].texture.size
      texels -= size.width * size.height
      dropOldest()
    }
  }

  /// Destroys all of them.
  mutating func drop() { while !spares.isEmpty { dropOldest() } }

  private mutating func dropOldest() {
    let spare = spares.removeFirst()
    spare.target.destroy()
    spare.texture.destroy()
  }
}
