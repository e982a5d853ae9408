public import Measures
public import Scenes
public import VisualEffects

/// What a correctly rounding compositor shows and captures, with surfaces of ours over a background.
public struct SimulatedOutput {
  /// A sheet of glass as it was submitted.
  public struct Surface {
    /// On the output.
    public var frame: PixelRect
    public var leak: Leak
    /// Premultiplied, with the alpha 255 − L everywhere; as large as `frame`.
    public var content: Bitmap

    public init(frame: PixelRect, leak: Leak, content: Bitmap) {
      self.frame = frame
      self.leak = leak
      self.content = content
    }
  }

  /// As large as the output, opaque.
  public var background: Bitmap
  public var surfaces: [Surface] = []
  /// Opaque windows above ours, on the output.
  public var occluders: [(frame: PixelRect, picture: Bitmap)] = []

  public init(background: Bitmap) {
    self.background = background
  }

  /// What the output shows in `region`.
  public func shown(_ region: PixelRect) -> Bitmap {
    var picture = background.cropped(to: region)
    for surface in surfaces { compose(surface, onto: &picture, at: region) }
    for occluder in occluders {
      picture.draw(occluder.picture, x: occluder.frame.x - region.x, y: occluder.frame.y - region.y)
    }
    return picture
  }

  /// The bytes of a capture of `region`: B G R X or R G B X, `padding` bytes after each row, as the panel hangs.
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
    let thresholds = DitherPattern.carrierThresholds(surface.leak)
    let alpha = UInt8(255 - surface.leak.content)
    for y in inside.y..<inside.maxY {
      for x in inside.x..<inside.maxX {
        let pixel = 4 * ((y - region.y) * region.width + x - region.x)
        let ours = 4 * ((y - surface.frame.y) * surface.frame.width + x - surface.frame.x)
        precondition(surface.content.bytes[ours + 3] == alpha, "alpha \(surface.content.bytes[ours + 3])")
        let carrier = Int(thresholds[(y & 63) * 64 + (x & 63)])
        for channel in 0..<3 {
          let sum =
            Int(surface.content.bytes[ours + channel])
            + leaked[carrier << 8 | Int(picture.bytes[pixel + channel])]
          picture.bytes[pixel + channel] = UInt8(min(255, sum))
        }
      }
    }
  }

  /// What leaks for every carrier and background, at carrier · 256 + background.
  private static func leaked(_ leak: Leak) -> [Int] {
    guard leak.content > 0 else { return [Int](repeating: 0, count: 256) }
    let model = UnBlending(leak)
    return (0..<leak.carrierAlpha << 8).map { model.leaked(background: $0 & 255, carrier: $0 >> 8) }
  }
}

extension Bitmap {
  /// As it lies on a panel that hangs so.
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
