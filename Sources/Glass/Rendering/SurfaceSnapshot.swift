import Geometry
package import Scenes
import VisualEffects

/// Makes a picture of a surface as it is seen on the screen, from the submitted pixels and the known background.
package struct SurfaceSnapshot {
  private let glass: Glass
  /// The coverage of pixels by the carrier; nil: the surface is not measured or is frozen, and has no carrier.
  private let carried: GlassCoverage?

  /// `coverage` is the coverage of pixels by the carrier that the surface has unless it is frozen; nil if the surface
  /// is never measured.
  package init(of glass: Glass, carriedBy coverage: GlassCoverage?) {
    self.glass = glass
    carried = glass.isFrozen ? nil : coverage
  }

  /// The surface with the background that is seen through it, opaque: exact where it is measured, and computed from
  /// the estimate elsewhere.
  ///
  /// `leak` gives the leak through a pixel, counted row by row, in 1/255; `background` gives the estimate behind a
  /// pixel of the output, 0 … 1.
  package func picture(
    _ submitted: Bitmap, leak: (_ pixel: Int) -> SIMD3<UInt8>?,
    background: (_ x: Int, _ y: Int) -> SIMD3<Float>
  ) -> Bitmap {
    var bytes = submitted.bytes
    let (width, frame) = (glass.frame.width, glass.frame)
    for pixel in 0..<bytes.count / 4 {
      let alpha = Int(bytes[pixel * 4 + 3])
      if let carried, alpha == 255 - glass.leak.content, carried.isWhole(pixel) {
        if let leak = leak(pixel) { for channel in 0..<3 { bytes[pixel * 4 + channel] &+= leak[channel] } }
      } else if alpha != 255 {
        let (x, y) = (pixel % width, pixel / width)
        let known = background(frame.x + x, frame.y + y)
        for channel in 0..<3 {
          let under = underneath(Double(known[channel]) * 255, x, y)
          let sum = Double(bytes[pixel * 4 + channel]) + under * Double(255 - alpha) / 255
          bytes[pixel * 4 + channel] = UInt8(min(255, max(0, sum.rounded())))
        }
      }
      bytes[pixel * 4 + 3] = 255
    }
    return Bitmap(size: frame.size, bytes: bytes)
  }

  /// The value, 0 … 255, of the carrier over `background` (0 … 255) at a pixel of the surface.
  private func underneath(_ background: Double, _ x: Int, _ y: Int) -> Double {
    guard let carried else { return background }
    let share = Double(carried.coverage(x: x, y: y)) / 255
    let alpha = Double(glass.leak.carrierAlpha)
    let grey = Double(DitherPattern.carrierThreshold(glass.leak, x: glass.frame.x + x, y: glass.frame.y + y))
    return grey * share + background * (255 - alpha * share) / 255
  }

  /// Completes a picture of the surface where the surface is cut out and `other`, which `picture` shows, is seen.
  package func fillCut(of bitmap: inout Bitmap, from other: Glass, picture: () -> Bitmap) {
    guard let mask = glass.mask else { return }
    let (frame, theirs) = (glass.frame, other.frame)
    let both = frame.intersection(theirs)
    if both.isEmpty { return }
    let picture = picture()
    for y in both.y..<both.maxY {
      for x in both.x..<both.maxX {
        let (own, their) = ((x: x - frame.x, y: y - frame.y), (x: x - theirs.x, y: y - theirs.y))
        guard mask.role(x: own.x, y: own.y) == .cut, other.mask?.role(x: their.x, y: their.y) != .cut
        else { continue }
        let (to, from) = ((own.y * frame.width + own.x) * 4, (their.y * theirs.width + their.x) * 4)
        for channel in 0..<4 { bitmap.bytes[to + channel] = picture.bytes[from + channel] }
      }
    }
  }
}
