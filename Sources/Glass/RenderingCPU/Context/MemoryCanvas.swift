import Geometry
import Rendering

/// The pixels of a surface that is drawn off screen.
@MainActor final class MemoryCanvas: SurfaceCanvas {
  private var memory: Memory<UInt32>?
  private var size = PixelSize(width: 0, height: 0)

  var pixels: CanvasPixels? {
    guard let memory else { return nil }
    return unsafe CanvasPixels(bytes: memory.bytes, size: size, stride: size.width * 4)
  }

  func begin(_ size: PixelSize, damage: [PixelRect]) throws(RenderingError) -> CanvasPixels {
    if memory == nil || size != self.size {
      self.size = size
      memory = Memory(repeating: 0, count: size.width * size.height)
    }
    guard let pixels else { preconditionFailure("no memory") }
    return pixels
  }

  func present() {}
}
