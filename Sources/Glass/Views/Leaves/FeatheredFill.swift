import Geometry
import Glibc
import Scenes

/// A ground below texts that lie on no glass. It extends a little beyond its frame, and fades out there.
public struct FeatheredFill: View {
  var ground: ColourGround

  public init(_ ground: ColourGround) { self.ground = ground }

  public var body: ViewTree { return ViewTree(self) }

  /// The distance beyond the frame over which the ground is as strong as in the frame, in points.
  static let reach = 2.0
  /// The distance over which it fades out from there, in points.
  static let feather = 6.0
  /// The radius of the corners of the part that is even, in points.
  static let radius = 4.0
}

extension FeatheredFill: Element {
  func box(in context: LayoutContext) -> any Box {
    return FlexibleBox(width: .flexible, height: .flexible) { frame, canvas in
      guard !frame.isEmpty, case .colour(let colour) = context.ink(.ground(ground)), colour.w > 0 else {
        return
      }
      // Contrast is promised with all that lies within two pixels of a text.
      let edge = Edge(
        reach: max(2, context.pixels(Self.reach)), feather: max(1, context.pixels(Self.feather)),
        radius: Self.radius * context.environment.scale)
      canvas.add(
        .image(
          ImageNode(
            frame: frame.outset(by: edge.reach + edge.feather), bitmap: edge.bitmap(frame.size, colour),
            ink: nil)))
    }
  }

  /// The way in which a fill ends, in pixels.
  private struct Edge {
    /// The distance beyond the frame over which it is even.
    var reach: Int
    /// The distance from there over which it fades out.
    var feather: Int
    /// The radius of the corners of its even part.
    var radius: Double

    /// A picture of a colour over a size of pixels and its edge.
    func bitmap(_ size: PixelSize, _ colour: SIMD4<Double>) -> Bitmap {
      let (columns, rows) = (distances(size.width), distances(size.height))
      var bytes: [UInt8] = []
      bytes.reserveCapacity(4 * columns.count * rows.count)
      for y in rows {
        for x in columns {
          let distance = max((x * x + y * y).squareRoot() - radius, 0)
          let share = max(0, 1 - distance / Double(feather))
          // Rounding up keeps the promise.
          let alpha = (255 * colour.w * share * share * (3 - 2 * share)).rounded(.up)
          for channel in 0..<3 { bytes.append(UInt8((colour[channel] * alpha).rounded())) }
          bytes.append(UInt8(alpha))
        }
      }
      return Bitmap(size: PixelSize(width: columns.count, height: rows.count), bytes: bytes)
    }

    /// The distances of pixels from the middle part of a side of `length` pixels, which lies between the centres of its corners.
    private func distances(_ length: Int) -> [Double] {
      let end = Double(feather) + radius
      let whole = length + 2 * (reach + feather)
      return (0..<whole).map { index in
        let place = Double(index) + 0.5
        return max(end - place, place - Double(whole) + end, 0)
      }
    }
  }
}
