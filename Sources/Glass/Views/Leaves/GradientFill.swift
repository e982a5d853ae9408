import Geometry
import Glibc
import Scenes

/// A rectangle of a gradient with corners and a border, which takes all room unless a frame limits it.
public struct GradientFill: View {
  var gradient: ColourGradient
  var corners: LogicalCorners
  var border: ViewBorder?

  public init(_ gradient: ColourGradient, corners: LogicalCorners = .square, border: ViewBorder? = nil) {
    (self.gradient, self.corners, self.border) = (gradient, corners, border)
  }

  public var body: ViewTree { return ViewTree(self) }

  /// The number of colours of a gradient that are shown.
  static let steps = 128
}

extension GradientFill: Element {
  func box(in context: LayoutContext) -> any Box {
    return FlexibleBox(width: .flexible, height: .flexible) { frame, canvas in
      if frame.isEmpty { return }
      let colours = gradient.shown(
        count: Self.steps, isDark: context.isDark, context.environment.legibility)
      let image = ImageNode(frame: frame, bitmap: bitmap(frame.size, colours), ink: nil)
      canvas.add(
        .effect(
          EffectNode(
            frame: frame, material: nil, corners: context.corners(corners, for: frame.size),
            border: border.flatMap(context.border), content: [.image(image)])))
    }
  }

  /// The picture of the gradient: its first and its last colour are in opposite corners, or along opposite sides.
  private func bitmap(_ size: PixelSize, _ colours: [SIMD4<Double>]) -> Bitmap {
    let words = colours.map { colour in
      (0..<4).map { UInt8((255 * colour.w * ($0 < 3 ? colour[$0] : 1)).rounded()) }
    }
    let (width, height) = (Double(size.width), Double(size.height))
    let (x, y) = (sin(gradient.angle * .pi / 180), -cos(gradient.angle * .pi / 180))
    let length = max(abs(width * x) + abs(height * y), 1)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * size.width * size.height)
    for row in 0..<size.height {
      for column in 0..<size.width {
        let along = (Double(column) + 0.5 - width / 2) * x + (Double(row) + 0.5 - height / 2) * y
        let share = min(max(along / length + 0.5, 0), 1)
        bytes += words[Int((share * Double(words.count - 1)).rounded())]
      }
    }
    return Bitmap(size: size, bytes: bytes)
  }
}
