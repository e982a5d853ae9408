import Geometry
public import Scenes
public import VisualEffects

/// Draws surfaces over a picture, off screen: opaque, with nothing measured.
@MainActor public protocol GlassPreviewing: AnyObject {
  /// Draws `scene` over `backdrop`, which must be of the scene's size and counts as opaque.
  ///
  /// `scale` is physical pixels per point of the materials' blurs. Throws `.allocation` for pictures that are empty
  /// or larger than the renderer can draw.
  func picture(of scene: Scene, over backdrop: Bitmap, scale: Double) throws(RenderingError) -> Bitmap

  /// Frees everything that is kept of the last picture; the next call makes it anew.
  func destroy()
}

extension GlassPreviewing {
  /// Draws all of `backdrop` seen through `material`, with `items` on it.
  public func picture(
    _ backdrop: Bitmap, through material: Material, scale: Double, items: [TextNode] = [],
    legibility: Legibility = .standard
  ) throws(RenderingError) -> Bitmap {
    let scene = Scene(
      size: backdrop.size, material: material, legibility: legibility, content: items.map(Node.text))
    return try picture(of: scene, over: backdrop, scale: scale)
  }

  /// Draws all of `backdrop` blurred by a Gaussian of `sigma` pixels, with its colours as they are.
  public func picture(
    _ backdrop: Bitmap, sigma: Double, items: [TextNode] = []
  ) throws(RenderingError) -> Bitmap {
    let bare = Material(name: "bare", isDark: true, blurRadius: sigma, chain: .identity)
    return try picture(backdrop, through: bare, scale: 1, items: items, legibility: .off)
  }
}

extension Bitmap {
  /// This premultiplied picture over an opaque one of the same size, by source-over blending.
  package func over(_ below: Bitmap) -> Bitmap {
    var result = self
    unsafe result.bytes.withUnsafeMutableBytes { own in
      unsafe below.bytes.withUnsafeBytes { below in
        var at = 0
        while at < own.count {
          let open = unsafe 255 - Int(own[at + 3])
          if open != 0 {
            for channel in at..<at + 3 {
              let behind = unsafe (Int(below[channel]) * open * 2 + 255) / 510
              unsafe own[channel] = unsafe UInt8(min(255, Int(own[channel]) + behind))
            }
            unsafe own[at + 3] = 255
          }
          at += 4
        }
      }
    }
    return result
  }
}
