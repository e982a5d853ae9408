import Geometry
import Rendering

/// The pixels of the last captures, from which the leak through new glass is predicted.
///
/// The memory of a capture with an owner is kept; any other capture is copied.
final class KeptCapture {
  /// The part of the output that is kept.
  let region: PixelRect
  /// All pixels of the region.
  let pixels: PanelPixels
  private let copy: Memory<UInt32>?
  /// The owner of the memory of a capture that is not copied.
  private let owner: AnyObject?

  /// Keeps all of `frame`, whose pixels are `captured`.
  init(_ frame: CapturedPixels, _ captured: PanelPixels) {
    region = frame.region
    owner = frame.owner
    if owner != nil {
      (copy, pixels) = (nil, captured)
      return
    }
    let memory = Memory<UInt32>(repeating: 0, count: region.area)
    copy = memory
    let canvas = unsafe CanvasPixels(bytes: memory.bytes, size: region.size, stride: region.width * 4)
    pixels = PanelPixels(canvas, frame: region, transform: .normal)
    take(region, of: captured)
  }

  /// Whether the pixels are a copy, into which other captures of the same region can be taken.
  var isCopied: Bool { copy != nil }

  /// Copies `rect` (of the output) out of `capture`, whose region must be this one's.
  func take(_ rect: PixelRect, of capture: PanelPixels) {
    precondition(capture.region == region, "\(capture.region) in place of \(region)")
    guard let copy else { preconditionFailure("a capture that is not ours to change") }
    let part = rect.intersection(region)
    for y in part.y..<part.maxY {
      let row = copy.row((y - region.y) * region.width - region.x)
      let captured = capture.row(y)
      for x in part.x..<part.maxX { row[x] = captured.word(x) }
    }
  }
}
