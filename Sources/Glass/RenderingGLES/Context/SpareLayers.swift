import Geometry
import Rendering

/// Textures of layers that were given up, for later ones of the same size: while a blur's radius is animated, sizes
/// return.
struct SpareLayers {
  private var spares: [(texture: Texture, target: RenderTarget)] = []

  /// 2 MB of floats: a bar's layers, or a banner's few times over.
  private static let mostTexels = 128 * 1024

  /// GL objects that lie here.
  var objectCount: Int { spares.count * 2 }

  /// A texture of that size with undefined content, if one was given up lately.
  mutating func take(_ size: PixelSize) -> (Texture, RenderTarget)? {
    guard let index = spares.lastIndex(where: { $0.texture.size == size }) else { return nil }
    let spare = spares.remove(at: index)
    return (spare.texture, spare.target)
  }

  /// Keeps a layer's texture for the next of its size; the oldest of too many go.
  mutating func keep(_ texture: Texture, _ target: RenderTarget) {
    spares.append((texture, target))
    var texels = spares.reduce(0) { $0 + $1.texture.size.width * $1.texture.size.height }
    while texels > Self.mostTexels {
      let size = spares[0].texture.size
      texels -= size.width * size.height
      dropOldest()
    }
  }

  /// Frees all of them.
  mutating func drop() { while !spares.isEmpty { dropOldest() } }

  private mutating func dropOldest() {
    let spare = spares.removeFirst()
    spare.target.destroy()
    spare.texture.destroy()
  }
}
