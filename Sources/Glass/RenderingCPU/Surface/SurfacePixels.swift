package import Geometry
import Rendering
package import Scenes

/// The pixels that a surface submits, in its canvas' memory: later captures are un-blended with them.
@MainActor package final class SurfacePixels: SurfacePixelKeeping {
  /// The frame of the surface on the output.
  let frame: PixelRect
  package var black = 0
  private let canvas: any SurfaceCanvas
  private let transform: OutputTransform

  /// `canvas` gets pixels turned by `transform`.
  init(_ frame: PixelRect, on canvas: any SurfaceCanvas, _ transform: OutputTransform) {
    self.frame = frame
    self.canvas = canvas
    self.transform = transform
  }

  /// Begins a pass that changes only `rects` (of the surface); it compensates the leak of `measurement` if there is
  /// one.
  func begin(_ rects: [PixelRect], through measurement: Measurement?) throws(RenderingError) -> PixelPass {
    let damage = rects.map { transform.panelRect(of: $0, in: frame.size) }
    let memory = try canvas.begin(transform.turned(frame.size), damage: damage)
    return PixelPass(
      target: PanelPixels(memory, frame: frame, transform: transform), frame: frame,
      leaks: measurement?.leaks, leak: measurement?.state.leak ?? 0, black: black)
  }

  /// The pixels by their places on the output.
  package var drawn: PanelPixels? {
    guard let memory = canvas.pixels, memory.size == transform.turned(frame.size) else { return nil }
    return PanelPixels(memory, frame: frame, transform: transform)
  }

  /// `rect` widened to groups of four pixels of an output row.
  package func widened(_ rect: PixelRect) -> PixelRect {
    if rect.isEmpty { return .empty }
    let left = (rect.x + frame.x).flooredToMultiple(of: 4) - frame.x
    let right = (rect.maxX + frame.x + 3).flooredToMultiple(of: 4) - frame.x
    return PixelRect(x: left, y: rect.y, width: right - left, height: rect.height)
      .intersection(PixelRect(frame.size))
  }

  package func destroy() {}

  package func read() -> Bitmap {
    var bitmap = Bitmap(size: frame.size)
    guard let drawn else { return bitmap }
    var index = 0
    for y in frame.y..<frame.maxY {
      for x in frame.x..<frame.maxX {
        let word = drawn.word(x, y)
        for shift in [16, 8, 0, 24] as [UInt32] {
          bitmap.bytes[index] = UInt8(truncatingIfNeeded: word >> shift)
          index += 1
        }
      }
    }
    return bitmap
  }
}
