import Measures
import Scenes
import VisualEffects

@testable import Rendering

/// Shows a renderer's surface over a background as a correctly rounding compositor does.
struct PlayedCompositor {
  var background: Bitmap
  var format = CapturedPixels.Format.bgrx
  var isYInverted = false
  /// Lies above everything.
  var cover: (rect: PixelRect, colour: SIMD3<UInt8>)?

  /// The output with `surface` at `glass.frame`.
  func shown(_ surface: Bitmap?, _ glass: Glass) -> Bitmap {
    var picture = background
    if let surface {
      let carrier = DitherPattern.carrierPixels(
        x: glass.frame.x, y: glass.frame.y, width: glass.frame.width, height: glass.frame.height,
        leak: glass.leak)
      let model = glass.leak == .opaque ? nil : UnBlending(glass.leak)
      for y in 0..<glass.frame.height {
        for x in 0..<glass.frame.width {
          let own = y * glass.frame.width + x
          let all = ((y + glass.frame.y) * picture.size.width + x + glass.frame.x) * 4
          for channel in 0..<3 {
            let s = Int(surface.bytes[own * 4 + channel])
            let b = Int(background.bytes[all + channel])
            let shown = model?.shown(content: s, background: b, carrier: Int(carrier[own] & 255)) ?? s
            picture.bytes[all + channel] = UInt8(shown)
          }
        }
      }
    }
    if let cover {
      for y in cover.rect.y..<cover.rect.maxY {
        for x in cover.rect.x..<cover.rect.maxX {
          for channel in 0..<3 {
            picture.bytes[(y * picture.size.width + x) * 4 + channel] = cover.colour[channel]
          }
        }
      }
    }
    return picture
  }

  /// Hands `region` of a picture of the output to `body` as a capture.
  func capture<Result>(
    _ picture: Bitmap, _ region: PixelRect, _ body: (CapturedPixels) throws -> Result
  ) rethrows -> Result {
    let stride = region.width * 4 + 12
    var bytes = [UInt8](repeating: 77, count: stride * region.height)
    for row in 0..<region.height {
      let to = (isYInverted ? region.height - 1 - row : row) * stride
      for column in 0..<region.width {
        let from = ((region.y + row) * picture.size.width + region.x + column) * 4
        for channel in 0..<3 {
          bytes[to + column * 4 + (format == .bgrx ? 2 - channel : channel)] = picture.bytes[from + channel]
        }
      }
    }
    return try unsafe bytes.withUnsafeBytes {
      try unsafe body(
        CapturedPixels(bytes: $0, region: region, stride: stride, format: format, isYInverted: isYInverted))
    }
  }
}
