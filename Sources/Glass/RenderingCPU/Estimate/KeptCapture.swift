import Geometry
import Rendering

/// The pixels of the last captures, which are another's memory: what leaks through glass that a surface grows follows from
/// them.
final class KeptCapture {
  /// What part of the output there is.
  let region: PixelRect
  private let memory: Memory<UInt32>

  /// Takes all of `capture`.
  init(_ capture: PanelPixels) {
    region = capture.region
    memory = Memory(repeating: 0, count: region.area)
    take(region, of: capture)
  }

  /// Takes `rect` (of the output) out of `capture`, whose region is this one's.
  func take(_ rect: PixelRect, of capture: PanelPixels) {
    precondition(capture.region == region, "\(capture.region) in place of \(region)")
    let part = rect.intersection(region)
    let own = pixels
    for y in part.y..<part.maxY {
      var x = part.x
      while x + 4 <= part.maxX {
        own.set(capture.four(x, y), x, y)
        x += 4
      }
      while x < part.maxX {
        own.set(capture.word(x, y), x, y)
        x += 1
      }
    }
  }

  /// All of it, upright.
  var pixels: PanelPixels {
    let canvas = unsafe CanvasPixels(bytes: memory.bytes, size: region.size, stride: region.width * 4)
    return PanelPixels(canvas, frame: region, transform: .normal)
  }
}
