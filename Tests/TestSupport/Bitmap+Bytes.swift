public import Geometry
import Glibc
public import Scenes

/// Operations on every byte of a picture, which are in this target because it is optimised.
extension Bitmap {
  /// Compares pictures as `==` does, which takes a tenth of a second for two screens in targets that are not
  /// optimised.
  public func isSame(as other: Bitmap) -> Bool {
    guard size == other.size else { return false }
    return unsafe memcmp(bytes, other.bytes, bytes.count) == 0
  }

  /// The opacity of each pixel, as a grey.
  public var alphas: Bitmap {
    var result = self
    for pixel in Swift.stride(from: 0, to: bytes.count, by: 4) {
      for channel in 0..<3 { result.bytes[pixel + channel] = bytes[pixel + 3] }
    }
    return result
  }

  /// Makes an opaque picture from rows of four bytes per pixel, the last of which is ignored.
  public init(
    size: PixelSize, pixels: UnsafeRawBufferPointer, stride: Int, isBlueFirst: Bool, isYInverted: Bool
  ) {
    let rows = isYInverted ? Array((0..<size.height).reversed()) : Array(0..<size.height)
    precondition(size.isEmpty || (size.height - 1) * stride + 4 * size.width <= pixels.count)
    unsafe self.init(
      size: size,
      bytes: [UInt8](unsafeUninitializedCapacity: size.width * size.height * 4) { target, count in
        var at = 0
        for row in rows {
          for from in Swift.stride(from: row * stride, to: row * stride + 4 * size.width, by: 4) {
            unsafe target[at] = pixels[isBlueFirst ? from + 2 : from]
            unsafe target[at + 1] = pixels[from + 1]
            unsafe target[at + 2] = pixels[isBlueFirst ? from : from + 2]
            unsafe target[at + 3] = 255
            at += 4
          }
        }
        count = at
      })
  }
}
