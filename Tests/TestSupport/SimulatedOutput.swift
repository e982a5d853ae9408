public import Geometry
public import Scenes
public import VisualEffects

/// A simulation of what a correctly rounding compositor shows and captures, with surfaces of ours over a background.
public struct SimulatedOutput {
  /// A sheet of glass as it was submitted.
  public struct Surface {
    /// Frame of the surface on the output.
    public var frame: PixelRect
    public var leak: Leak
    /// The pixels, premultiplied, in the size of `frame`. The alpha is 255 − L wherever glass covers a pixel wholly.
    public var content: Bitmap
    /// The coverage of pixels by the carrier; nil: all are covered wholly.
    public var coverage: GlassCoverage?

    public init(frame: PixelRect, leak: Leak, content: Bitmap, coverage: GlassCoverage? = nil) {
      self.frame = frame
      self.leak = leak
      self.content = content
      self.coverage = coverage
    }
  }

  /// The background, opaque, in the size of the output.
  public var background: Bitmap
  public var surfaces: [Surface] = []
  /// Opaque windows above our surfaces, by their frames on the output.
  public var occluders: [(frame: PixelRect, picture: Bitmap)] = []

  public init(background: Bitmap) {
    self.background = background
  }

  /// The pixels that the output shows in `region`.
  public func shown(_ region: PixelRect) -> Bitmap {
    var picture = background.cropped(to: region)
    for surface in surfaces { compose(surface, onto: &picture, at: region) }
    for occluder in occluders {
      picture.draw(occluder.picture, x: occluder.frame.x - region.x, y: occluder.frame.y - region.y)
    }
    return picture
  }

  /// The bytes of a capture of `region` in the panel's orientation: B G R X or R G B X, with `padding` bytes after
  /// each row.
  public func capture(
    _ region: PixelRect, transform: OutputTransform = .normal, isBlueFirst: Bool = true,
    isYInverted: Bool = false,
    padding: Int = 0
  ) -> [UInt8] {
    let picture = shown(region).turned(transform)
    let region = PixelRect(picture.size)
    var bytes: [UInt8] = []
    bytes.reserveCapacity((region.width * 4 + padding) * region.height)
    for row in 0..<region.height {
      let first = (isYInverted ? region.height - 1 - row : row) * region.width * 4
      for index in stride(from: first, to: first + region.width * 4, by: 4) {
        bytes.append(picture.bytes[isBlueFirst ? index + 2 : index])
        bytes.append(picture.bytes[index + 1])
        bytes.append(picture.bytes[isBlueFirst ? index : index + 2])
        bytes.append(0x5A)
      }
      for _ in 0..<padding { bytes.append(0xA5) }
    }
    return bytes
  }

  private func compose(_ surface: Surface, onto picture: inout Bitmap, at region: PixelRect) {
    let inside = surface.frame.intersection(region)
    let leaked = Self.leaked(surface.leak)
    let carrier = (surface.coverage ?? GlassCoverage([], size: surface.frame.size)).carrierPixels(
      x: surface.frame.x, y: surface.frame.y, leak: surface.leak)
    let thresholds = DitherPattern.carrierThresholds(surface.leak)
    for y in inside.y..<inside.maxY {
      for x in inside.x..<inside.maxX {
        let pixel = 4 * ((y - region.y) * region.width + x - region.x)
        let index = (y - surface.frame.y) * surface.frame.width + x - surface.frame.x
        let content = surface.content.bytes[4 * index..<4 * index + 4]
        let alpha = Int(content[content.startIndex + 3])
        let isWhole = surface.coverage?.bytes.map { $0[index] == 255 } ?? true
        precondition(
          alpha == 255 - surface.leak.content || surface.coverage != nil || surface.leak == .opaque,
          "alpha \(alpha)")
        let whole = Int(thresholds[(y & 63) * 64 + (x & 63)])
        for channel in 0..<3 {
          let behind = Int(picture.bytes[pixel + channel])
          var through: Int
          if isWhole, alpha == 255 - surface.leak.content {
            through = leaked[whole << 8 | behind]
          } else {
            let (grey, covered) = (Int(carrier[index] & 255), Int(carrier[index] >> 24))
            let under =
              isWhole || surface.coverage != nil ? grey + Self.rounded((255 - covered) * behind) : behind
            through = Self.rounded((255 - alpha) * under)
          }
          if surface.leak == .opaque { through = Self.rounded((255 - alpha) * behind) }
          picture.bytes[pixel + channel] = UInt8(
            min(255, Int(content[content.startIndex + channel]) + through))
        }
      }
    }
  }

  /// `value` / 255 to the nearest integer.
  private static func rounded(_ value: Int) -> Int { (2 * value + 255) / 510 }

  /// The leak for every carrier and background, at the index carrier · 256 + background.
  private static func leaked(_ leak: Leak) -> [Int] {
    guard leak.content > 0 else { return [Int](repeating: 0, count: 256) }
    let model = UnBlending(leak)
    return (0..<leak.carrierAlpha << 8).map { model.leaked(background: $0 & 255, carrier: $0 >> 8) }
  }
}

extension Bitmap {
  /// The picture as it lies in memory for a panel that hangs as `transform` says.
  public func turned(_ transform: OutputTransform) -> Bitmap {
    if transform == .normal { return self }
    var result = Bitmap(size: transform.turned(size))
    let map = transform.panelMap(from: size)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let place = map.place(x: x, y: y)
        let (from, to) = (4 * (y * size.width + x), 4 * (place.y * result.size.width + place.x))
        for channel in 0..<4 { result.bytes[to + channel] = bytes[from + channel] }
      }
    }
    return result
  }
}
