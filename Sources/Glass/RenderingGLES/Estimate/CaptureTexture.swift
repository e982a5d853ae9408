import CEGL
import Geometry
import Rendering

/// A capture's pixels in a texture, in the order of the compositor's memory.
package final class CaptureTexture {
  /// The part of the output that the texture holds.
  let region: PixelRect
  let transform: OutputTransform
  /// The parts of the output, in pixels, where the capture may show surfaces of ours instead of the background.
  var ours: [PixelRect] = []
  private let texture: Texture
  private var isYInverted = false
  /// The order of bytes in the last capture; nil: there was none.
  private var format: CaptureFormat?

  /// Makes a texture for captures of `region` on an output that hangs as `transform` says.
  init(
    _ region: PixelRect, _ transform: OutputTransform, in context: GraphicsContext
  ) throws(RenderingError) {
    self.region = region
    self.transform = transform
    texture = try Texture("capture", transform.turned(region.size), .byte4, in: context)
  }

  /// Uploads `rect` (of the output) from `frame`, whose region must be this one's.
  func upload(_ rect: PixelRect, of frame: CapturedPixels) {
    precondition(
      frame.region == region && region.contains(rect), "\(rect) of \(frame.region) in \(region)")
    // Mesa makes another sampler view whenever the order is set, even to the same one.
    if frame.format != format { texture.setOrder(isBlueFirst: frame.format == .bgrx) }
    format = frame.format
    isYInverted = frame.isYInverted
    var place = transform.panelRect(of: rect.offset(x: -region.x, y: -region.y), in: region.size)
    if isYInverted { place.y = texture.size.height - place.maxY }
    let start = place.y * frame.stride + place.x * 4
    unsafe texture.upload(place, from: frame.bytes.baseAddress! + start, rowLength: frame.stride / 4)
  }

  /// Lets `program` read the texture as `captured`, by places of the output.
  func bind(to program: ShaderProgram, unit: Int) {
    program.bind("captured", texture, unit: unit)
    let map = transform.panelMap(from: region.size)
    let origin = map.place(x: -region.x, y: -region.y)
    let sign = isYInverted ? -1 : 1
    program.set("captureTurn", map.xx, map.xy, map.yx * sign, map.yy * sign)
    program.set("captureOrigin", origin.x, isYInverted ? texture.size.height - 1 - origin.y : origin.y)
  }

  func destroy() { texture.destroy() }
}
