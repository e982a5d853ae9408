import CEGL
import Geometry
import Rendering

/// A capture's pixels on the GPU, in the order of the compositor's memory.
final class CaptureTexture {
  /// What part of the output there is room for.
  let region: PixelRect
  let transform: OutputTransform
  /// The parts of the output, in pixels, where it may show surfaces of ours instead of the background.
  var ours: [PixelRect] = []
  private let texture: Texture
  private var isYInverted = false

  /// For captures of `region` on an output that hangs so.
  init(
    _ region: PixelRect, _ transform: OutputTransform, in context: GraphicsContext
  ) throws(RenderingError) {
    self.region = region
    self.transform = transform
    texture = try Texture("capture", transform.turned(region.size), .byte4, in: context)
  }

  /// Takes `rect` (of the output) out of `frame`, whose region is this one's.
  func upload(_ rect: PixelRect, of frame: CapturedPixels) {
    precondition(frame.region == region && region.contains(rect), "\(rect) of \(frame.region) in \(region)")
    texture.setOrder(isBlueFirst: frame.format == .bgrx)
    isYInverted = frame.isYInverted
    var place = transform.panelRect(of: rect.offset(x: -region.x, y: -region.y), in: region.size)
    if isYInverted { place.y = texture.size.height - place.maxY }
    let start = place.y * frame.stride + place.x * 4
    unsafe texture.upload(place, from: frame.bytes.baseAddress! + start, rowLength: frame.stride / 4)
  }

  /// Lets `program` read this as `captured`, by places of the output.
  func bind(to program: Program, unit: Int) {
    program.bind("captured", texture, unit: unit)
    let map = transform.panelMap(from: region.size)
    let origin = map.place(x: -region.x, y: -region.y)
    let sign = isYInverted ? -1 : 1
    program.set("captureTurn", map.xx, map.xy, map.yx * sign, map.yy * sign)
    program.set("captureOrigin", origin.x, isYInverted ? texture.size.height - 1 - origin.y : origin.y)
  }

  func destroy() { texture.destroy() }
}
