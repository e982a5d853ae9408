import Geometry
import Rendering

/// The pixels of the last captures: what leaks through glass that a surface grows follows from them.
///
/// A capture whose memory can be kept is not copied.
final class KeptCapture {
  /// The part of the output that is kept.
  let region: PixelRect
  /// All of it.
  let pixels: PanelPixels
  private let copy: Memory<UInt32>?
  /// What keeps the memory of a capture that is not copied.
  private let owner: AnyObject?

  /// Takes all of `frame`, which shows `captured`.
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

  /// Whether another capture of the same region can be taken into this one.
  var isCopied: Bool { copy != nil }

  /// Copies `rect` (of the output) out of `capture`, whose region is this one's.
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
