import CEGL
import Measures

/// A capture's pixels on the GPU, in the order of the compositor's memory.
final class CaptureTexture {
  /// What part of the output there is room for.
  let region: PixelRect
  private let texture: Texture
  private var isYInverted = false

  init(_ region: PixelRect, in context: GraphicsContext) throws(RenderingError) {
    self.region = region
    texture = try Texture("capture", region.size, .byte4, in: context)
  }

  /// Takes `rect` (of the output) out of `frame`, whose region is this one's.
  func upload(_ rect: PixelRect, of frame: CapturedPixels) {
    precondition(frame.region == region && region.contains(rect), "\(rect) of \(frame.region) in \(region)")
    texture.setOrder(isBlueFirst: frame.format == .bgrx)
    isYInverted = frame.isYInverted
    let row = isYInverted ? region.maxY - rect.maxY : rect.y - region.y
    let place = PixelRect(x: rect.x - region.x, y: row, width: rect.width, height: rect.height)
    let start = place.y * frame.stride + place.x * 4
    unsafe texture.upload(place, from: frame.bytes.baseAddress! + start, rowLength: frame.stride / 4)
  }

  /// Lets `program` read this as `captured`, by places of the output.
  func bind(to program: Program, unit: Int) {
    program.bind("captured", texture, unit: unit)
    let y = isYInverted ? region.maxY - 1 : -region.y
    program.set("capture", -region.x, y, isYInverted ? -1 : 1)
  }

  func destroy() { texture.destroy() }
}
